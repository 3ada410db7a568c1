/** What else is done with the list. */
import type { ProductChoice } from '../../../../shared/models/product.ts'

/** A look at what changed, or an export in one of two formats. */
export type ListAction = 'changes' | Export['format']

export interface Export {
  choice: ProductChoice
  format: 'csv' | 'json'
  /** Tells one from the next. */
  turn: number
}
