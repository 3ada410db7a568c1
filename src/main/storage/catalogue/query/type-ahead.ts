/** Where in a list as chosen the next name stands that begins as somebody types. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductSeek } from '../../../../shared/models/product.ts'
import { NUMBER_DIGITS, nameOrder } from '../../sort-keys.ts'
import { chosenAll } from './product-query.ts'
import { numbers } from '../../query/numbers.ts'
import { marks, total } from './positions.ts'

/** @returns a place from 0, counted as in the pages of that choice; null: there is none, or nothing to go by was typed */
export function seek(db: DatabaseSync, { choice, prefix, from }: ProductSeek): number | null {
  const found = begunBy(db, prefix)
  if (found.length === 0) return null
  const count = total(db)
  const marked = marks(found, count)
  const all = chosenAll(db, choice)
  const length = all?.length ?? count
  const fits = (place: number): boolean => marked[all?.[place] ?? place] === 1
  const start = Math.min(from, length)
  for (let place = start; place < length; place += 1) if (fits(place)) return place
  for (let place = 0; place < start; place += 1) if (fits(place)) return place
  return null
}

function begunBy(db: DatabaseSync, prefix: string): Uint32Array {
  // The byte FF, of no UTF-8 text, comes after all that goes on from here.
  const some = "SELECT position FROM products WHERE name_order >= ? AND name_order < ? || CAST(x'ff' AS TEXT)"
  const beginnings = namePrefixes(prefix)
  if (beginnings.length === 0) return new Uint32Array()
  const each = beginnings.map(() => some).join(' UNION ALL ')
  return numbers(
    db,
    `SELECT position AS n FROM (${each})`,
    ...beginnings.flatMap((beginning) => [beginning, beginning])
  )
}

/**
 * With what a name_order begins when the name begins so. A number that was typed may be the beginning of a longer one:
 * it has as many zeros before it there as that one has room for. Zeros before a number don't count.
 */
export function namePrefixes(prefix: string): string[] {
  if (nameOrder(prefix) === null) return []
  // A letter at the end, so that a space there is kept.
  const folded = (nameOrder(`${prefix}x`) ?? '').slice(0, -1)
  const typed = /\d+$/.exec(folded)?.[0]
  if (typed === undefined) return [folded]
  const head = folded.slice(0, folded.length - typed.length)
  const digits = typed.replace(/^0+/, '')
  if (digits === '' || typed.length > NUMBER_DIGITS) return [folded]
  return Array.from({ length: NUMBER_DIGITS - digits.length + 1 }, (_none, zeros) => head + '0'.repeat(zeros) + digits)
}
