/** The ledger's entries by the refresh that found them. */
import type { MOST_CHANGES, ProductChange } from '../../../../shared/models/change.ts'

export interface ChangeGroup {
  /** When the refresh was (ISO 8601). */
  at: string
  rows: readonly ProductChange[]
  /** How many of each kind; null: not all of the refresh is held. */
  counts: Record<ProductChange['kind'], number> | null
  /** The person had not seen them. */
  unseen: boolean
}

/** A type from the model only, whose schemas stay out of the page. */
export const MOST_KEPT: typeof MOST_CHANGES = 5000

/**
 * @param rows the newest first
 * @param total changes that there are
 * @param seenBefore the newest that had been seen; null: not known
 */
export function groupsOf(rows: readonly ProductChange[], total: number, seenBefore: number | null): ChangeGroup[] {
  const byRefresh: ProductChange[][] = []
  for (const row of rows) {
    const group = byRefresh.at(-1)
    if (group?.[0]?.at === row.at) group.push(row)
    else byRefresh.push([row])
  }
  // Of the oldest refresh some may be further down, and some may have had to leave.
  const all = rows.length >= total && total < MOST_KEPT
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

/** Keys of the products that left the list and have not come back, by what the newest entry about each says. */
export function goneOf(rows: readonly ProductChange[]): ReadonlySet<string> {
  const latest = new Map<string, ProductChange['kind']>()
  for (const { key, kind } of rows) if (!latest.has(key)) latest.set(key, kind)
  return new Set([...latest].flatMap(([key, kind]) => (kind === 'gone' ? [key] : [])))
}
