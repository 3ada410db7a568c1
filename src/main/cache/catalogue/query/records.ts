/** Whole records in the order of the page, for an export. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductQuery } from '../../../../shared/model/product.ts'
import type { ProductRecord } from '../../../core/ports.ts'
import { storedAt } from '../products.ts'
import { chosenPage } from './chosen.ts'

export function records(db: DatabaseSync, query: ProductQuery): ProductRecord[] {
  const at = storedAt(db)
  return Array.from(chosenPage(db, query).positions, (position) => at(position).record)
}
