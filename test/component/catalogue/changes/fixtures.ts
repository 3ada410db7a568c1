/** Changes for the tests of what changed. */
import type { ChangePage, FieldChange, ProductChange } from '../../../../src/shared/models/change.ts'

/** Before and after as values; undefined: it was not there. */
export const field = (name: string, before: unknown, after: unknown, cut = false): FieldChange => ({
  field: name,
  before: before === undefined ? null : JSON.stringify(before),
  after: after === undefined ? null : JSON.stringify(after),
  cut
})

export const change = (id: number, more: Partial<ProductChange> = {}): ProductChange => ({
  id,
  at: '2026-11-20T14:05:00.000Z',
  kind: 'new',
  key: `k${id}`,
  name: `Product ${id}`,
  fields: [],
  moreFields: 0,
  seen: false,
  listed: true,
  ...more
})

/** The newest first; all there are unless `total` says otherwise. */
export const changePage = (rows: ProductChange[], more: Partial<ChangePage> = {}): ChangePage => ({
  rows,
  total: rows.length,
  newest: rows[0]?.id ?? 0,
  isCut: false,
  visit: '2026-11-20T15:00:00.000Z',
  ...more
})
