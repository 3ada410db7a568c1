/** Catalogue changes, grouped by refresh. */
import type { MOST_CHANGES, ProductChange } from '../../../../shared/models/change.ts'

export interface ChangeGroup {
  /** Time of the refresh (ISO 8601). */
  at: string
  rows: readonly ProductChange[]
  /** Number of each kind; null: some changes of the refresh are not loaded. */
  counts: Record<ProductChange['kind'], number> | null
  /** Not seen before this visit. */
  unseen: boolean
}

/** Equals the model's constant by type; importing its value would load zod. */
export const MAX_KEPT_CHANGES: typeof MOST_CHANGES = 5000

/** @param rows newest first @param seenBefore the newest change already seen; null: not known */
export function groupsOf(rows: readonly ProductChange[], total: number, seenBefore: number | null): ChangeGroup[] {
  const byRefresh: ProductChange[][] = []
  for (const row of rows) {
    const group = byRefresh.at(-1)
    if (group?.[0]?.at === row.at) group.push(row)
    else byRefresh.push([row])
  }
  // Of the oldest refresh, some may not be loaded, and some may have been dropped.
  const all = rows.length >= total && total < MAX_KEPT_CHANGES
  return byRefresh.map((group, place) => ({
    at: group[0]?.at ?? '',
    rows: group,
    counts: all || place < byRefresh.length - 1 ? countsOf(group) : null,
    unseen: seenBefore !== null && (group[0]?.id ?? 0) > seenBefore
  }))
}

function countsOf(rows: readonly ProductChange[]): Record<ProductChange['kind'], number> {
  const counts = { new: 0, gone: 0, changed: 0 }
  for (const { kind } of rows) counts[kind] += 1
  return counts
}

/** Keys of products whose newest change says that they left the list. */
export function removedKeys(rows: readonly ProductChange[]): ReadonlySet<string> {
  const latest = new Map<string, ProductChange['kind']>()
  for (const { key, kind } of rows) if (!latest.has(key)) latest.set(key, kind)
  return new Set([...latest].flatMap(([key, kind]) => (kind === 'gone' ? [key] : [])))
}
