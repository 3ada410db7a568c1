/** What changed in the catalogue from one refresh to the next. */

/** One field of a product, before and after, each as JSON text; null: it was not there. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
  /** One of the two was too long and was cut. */
  cut: boolean
}

export interface ProductChange {
  /** Grows from one to the next. */
  id: number
  /** When the refresh that found it was (ISO 8601). */
  at: string
  kind: 'new' | 'gone' | 'changed'
  /** Of the product. */
  key: string
  name: string | null
  /** Of `changed`: at most MOST_FIELDS, the rest is counted. */
  fields: FieldChange[]
  moreFields: number
}

export const MOST_FIELDS = 30
/** Longest value told, in characters. */
export const LONGEST_VALUE = 1000
/** Changes that are kept; the oldest leave first. */
export const MOST_CHANGES = 5000

export interface ChangeSpan {
  offset: number
  limit: number
}

export interface ChangePage {
  /** The newest first. */
  rows: ProductChange[]
  total: number
  /** The newest that the person has seen; 0: none. */
  seenUpTo: number
  /** The newest that there is; 0: none. */
  newest: number
}
