/** Finds the next row whose name starts with the typed prefix. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductSeek } from '../../../shared/models/product.ts'
import { NUMBER_DIGITS, nameOrder } from '../sort-keys.ts'
import { queryPositions } from './product-query.ts'
import { numbers } from '../query.ts'
import { marks, total } from './product-positions.ts'

/** @returns the row's index in the query's order; null if there is none */
export function seek(db: DatabaseSync, { choice, prefix, from }: ProductSeek): number | null {
  const found = findByPrefix(db, prefix)
  if (found.length === 0) return null
  const count = total(db)
  const marked = marks(found, count)
  const all = queryPositions(db, choice)
  const length = all?.length ?? count
  const fits = (place: number): boolean => marked[all?.[place] ?? place] === 1
  const start = Math.min(from, length)
  for (let place = start; place < length; place += 1) if (fits(place)) return place
  for (let place = 0; place < start; place += 1) if (fits(place)) return place
  return null
}

function findByPrefix(db: DatabaseSync, prefix: string): Uint32Array {
  // The byte FF never occurs in UTF-8, so it sorts after all continuations.
  const some = "SELECT position FROM products WHERE name_order >= ? AND name_order < ? || CAST(x'ff' AS TEXT)"
  const prefixes = namePrefixes(prefix)
  if (prefixes.length === 0) return new Uint32Array()
  const each = prefixes.map(() => some).join(' UNION ALL ')
  return numbers(db, `SELECT position AS n FROM (${each})`, ...prefixes.flatMap((value) => [value, value]))
}

/**
 * Prefixes of name_order for a typed prefix. A typed number may be the start of a longer one, which is padded with fewer zeros.
 * Leading zeros don't count.
 */
export function namePrefixes(prefix: string): string[] {
  if (nameOrder(prefix) === null) return []
  // The added letter preserves a trailing space.
  const folded = (nameOrder(`${prefix}x`) ?? '').slice(0, -1)
  const typed = /\d+$/.exec(folded)?.[0]
  if (typed === undefined) return [folded]
  const head = folded.slice(0, folded.length - typed.length)
  const digits = typed.replace(/^0+/, '')
  if (digits === '' || typed.length > NUMBER_DIGITS) return [folded]
  return Array.from({ length: NUMBER_DIGITS - digits.length + 1 }, (_none, zeros) => head + '0'.repeat(zeros) + digits)
}
