/** What changed in the catalogue from one refresh to the next. */

/** Values as JSON text; null: absent. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
  cut: boolean
}

export interface ProductChange {
  id: number
  at: string
  kind: 'new' | 'gone' | 'changed'
  key: string
  name: string | null
  fields: FieldChange[]
  moreFields: number
}

export const MOST_FIELDS = 30
export const LONGEST_VALUE = 1000
export const MOST_CHANGES = 5000

export interface ChangeSpan {
  offset: number
  limit: number
}

export interface ChangePage {
  rows: ProductChange[]
  total: number
  /** 0: none. */
  seenUpTo: number
  newest: number
}
