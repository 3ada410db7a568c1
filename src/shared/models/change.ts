/** What changed in the catalogue from one refresh to the next. */

/** Values as JSON text; null: absent. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
  /** A value was too long. */
  cut: boolean
}

export interface ProductChange {
  id: number
  /** Time of the refresh, ISO 8601. */
  at: string
  kind: 'new' | 'gone' | 'changed'
  key: string
  name: string | null
  /** At most MOST_FIELDS; the rest is counted. */
  fields: FieldChange[]
  moreFields: number
}

export const MOST_FIELDS = 30
/** In characters. */
export const LONGEST_VALUE = 1000
/** The oldest are deleted first. */
export const MOST_CHANGES = 5000

export interface ChangeSpan {
  offset: number
  limit: number
}

export interface ChangePage {
  /** Newest first. */
  rows: ProductChange[]
  total: number
  /** 0: none. */
  seenUpTo: number
  newest: number
}
