/** Catalogue changes, grouped by refresh. */
import type { ProductChange, ProductChangeKind } from '../../../../../shared/models/change.ts'

/** A changed product counts once, whatever changed. */
const COUNTED: Record<ProductChangeKind, 'new' | 'gone' | 'changed'> = {
  ...{ new: 'new', gone: 'gone' },
  ...{ availability: 'changed', text: 'changed', price: 'changed', other: 'changed' }
}

export interface ChangeGroup {
  /** Time of the refresh (ISO 8601). */
  at: string
  rows: readonly ProductChange[]
  /** null: some changes of the refresh are not loaded. */
  counts: Record<'new' | 'gone' | 'changed', number> | null
}

/** @param rows newest first @param areAll none of the oldest refresh are missing */
export function groupsOf(rows: readonly ProductChange[], areAll: boolean): ChangeGroup[] {
  const byRefresh: ProductChange[][] = []
  for (const row of rows) {
    const group = byRefresh.at(-1)
    if (group?.[0]?.at === row.at) group.push(row)
    else byRefresh.push([row])
  }
  return byRefresh.map((group, place) => ({
    at: group[0]?.at ?? '',
    rows: group,
    counts: areAll || place < byRefresh.length - 1 ? countsOf(group) : null
  }))
}

function countsOf(rows: readonly ProductChange[]): NonNullable<ChangeGroup['counts']> {
  const counts = { new: 0, gone: 0, changed: 0 }
  for (const { kind } of rows) counts[COUNTED[kind]] += 1
  return counts
}
