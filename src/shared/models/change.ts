/** What changed in the catalogue from one refresh to the next. */
import { productFields } from './fields.ts'

/** Values as JSON text; null: absent. */
export interface FieldChange {
  /** A documented field as it was read, or another one by the provider's name. */
  field: string
  before: string | null
  after: string | null
  cut: boolean
}

/** Of a changed product, by its most important field. `other` is shown with all fields only. */
export const PRODUCT_CHANGE_KINDS = ['new', 'gone', 'availability', 'text', 'price', 'other'] as const
export type ProductChangeKind = (typeof PRODUCT_CHANGE_KINDS)[number]

const KINDS: ReadonlyMap<string, 'availability' | 'text' | 'price'> = new Map(
  Object.entries(productFields).flatMap(([field, row]) => ('change' in row ? [[field, row.change] as const] : []))
)
export const fieldKind = (field: string): Exclude<ProductChangeKind, 'new' | 'gone'> => KINDS.get(field) ?? 'other'

export interface ProductChange {
  id: number
  at: string
  kind: ProductChangeKind
  key: string
  name: string | null
  /** In the order of PRODUCT_CHANGE_KINDS. */
  fields: FieldChange[]
  moreFields: number
  /** It was on screen before this visit. */
  seen: boolean
  /** The product is in the catalogue now. */
  listed: boolean
}

export const MOST_FIELDS = 30
export const LONGEST_VALUE = 1000
export const MOST_CHANGES = 5000
/** Marked as seen in one call. */
export const MOST_SEEN = 200

/** `look`: what wasn't on screen before this visit. */
export const CHANGE_PERIODS = ['look', 'week', 'month'] as const
export type ChangePeriod = (typeof CHANGE_PERIODS)[number]

export interface ChangeQuery {
  period: ChangePeriod
  /** When the visit began, by an earlier page of it: what is seen since then still counts as unseen. null: now */
  visit: string | null
  /** With changes of kind `other`. */
  allFields: boolean
  offset: number
  limit: number
}

export interface ChangePage {
  rows: ProductChange[]
  /** Of the query. */
  total: number
  /** Of all that are stored; 0: none. */
  newest: number
  /** The period had more, which were dropped. */
  isCut: boolean
  /** ISO 8601 */
  visit: string
}
