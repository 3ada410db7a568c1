/** The products that a choice takes, in its order. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductChoice, StoredOrder } from '../../../../shared/model/product.ts'
import { filtered } from './filtered.ts'
import { countFound, firstNamesFirst, found, foundNamesFirst } from './found.ts'
import { isRemembered, remembered } from './memo.ts'
import { orderOf } from './orders.ts'
import { marks, range, total } from './positions.ts'
import { matchExpression } from './search.ts'
import { placedBy, sortedBy } from './sorted.ts'

export interface Chosen {
  matched: number
  /** Positions from this place on, at most so many. */
  slice(offset: number, limit: number): Iterable<number>
  /** Null: every product, each at the place that is its position. */
  all(): Uint32Array | null
  /** See ProductPage.order. */
  order: StoredOrder | null
}

/**
 * A choice that is neither the whole list as it is nor a search that only just began is worked out as a whole: then its
 * number, any page of it and any place in it cost the same, nothing.
 */
export function chosen(db: DatabaseSync, choice: ProductChoice): Chosen {
  const stored = choice.sort === 'platform' ? orderOf(db, { key: choice.platformSort, reverse: choice.reverse }) : null
  const order = stored?.order ?? null
  const sort: Sort =
    choice.sort === 'platform'
      ? { by: stored ? stored.id : 'server', reverse: false }
      : { by: choice.sort, reverse: choice.reverse }
  const expression = matchExpression(choice.text)
  const { available, featured, allowed, inMarketplace, label } = choice
  const flags = { available, featured, allowed, inMarketplace, label }
  const unfiltered = label === null && !available && !featured && !allowed && !inMarketplace
  const key = JSON.stringify([expression, flags, sort])
  const all = (): Uint32Array => remembered(db, key, () => inOrder(db, sort, expression, filtered(db, flags)))

  if (unfiltered && sort.by === 'server' && !sort.reverse) {
    if (expression === null) {
      const matched = total(db)
      return { matched, slice: (from, limit) => range(from, Math.min(from + limit, matched)), all: () => null, order }
    }
    // While somebody types, only the first rows of each search are wanted.
    if (!isRemembered(db, key)) {
      const first = (limit: number): number[] => firstNamesFirst(db, expression, limit)
      const matched = countFound(db, expression)
      return {
        matched,
        slice: (from, limit) => (from === 0 ? first(limit) : all().subarray(from, from + limit)),
        all,
        order
      }
    }
  }
  const positions = all()
  return {
    matched: positions.length,
    slice: (from, limit) => positions.subarray(from, from + limit),
    all: () => positions,
    order
  }
}

interface Sort {
  /** A number: the id of an order of the platform's. */
  by: Exclude<ProductChoice['sort'], 'platform'> | number
  reverse: boolean
}

/** @param among see marks; null: all */
function inOrder(
  db: DatabaseSync,
  { by, reverse }: Sort,
  expression: string | null,
  among: Uint8Array | null
): Uint32Array {
  if (by === 'server') {
    const listed =
      expression === null
        ? Uint32Array.from(range(0, total(db)))
        : reverse
          ? found(db, expression)
          : foundNamesFirst(db, expression)
    const left = among ? listed.filter((position) => among[position] === 1) : listed
    return reverse ? left.toReversed() : left
  }
  const sorted = typeof by === 'number' ? placedBy(db, by) : sortedBy(db, by, reverse)
  const searched = expression === null ? null : marks(found(db, expression), sorted.length)
  if (!searched && !among) return sorted
  return sorted.filter((position) => (!searched || searched[position] === 1) && (!among || among[position] === 1))
}
