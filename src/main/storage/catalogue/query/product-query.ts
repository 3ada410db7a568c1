/** The products that a choice takes, in its order. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductChoice, ProductQuery, StoredOrder } from '../../../../shared/models/product.ts'
import { filtered, letsAllThrough, type Flags } from './filter.ts'
import { beginningNamesFirst, found, foundNamesFirst } from './search.ts'
import { isRemembered, remembered } from '../../query/memo.ts'
import { orderOf } from './provider-orders.ts'
import { marks, range, total } from './positions.ts'
import { matchExpression } from '../../query/fts-expression.ts'
import { placedBy, sortedBy } from './sort.ts'

export interface ChosenPage {
  /** In the choice's order. */
  positions: Iterable<number>
  /** Products that match. */
  matched: number
  /** See ProductPage.order. */
  order: StoredOrder | null
}

/**
 * What is neither the whole list as it is nor the beginning of a search is worked out as a whole, once: then its number, any
 * page of it and any place in it are there.
 */
export function chosenPage(db: DatabaseSync, query: ProductQuery): ChosenPage {
  const { offset, limit } = query
  const plan = planOf(db, query)
  const { order, expression } = plan
  if (isWhole(plan)) {
    const matched = total(db)
    return { positions: range(offset, Math.min(offset + limit, matched)), matched, order }
  }
  // While somebody types, only the first rows of each search are wanted.
  if (offset === 0 && expression !== null && isPlain(plan) && !isRemembered(db, plan.name)) {
    return { ...beginningNamesFirst(db, expression, limit), order }
  }
  const all = inOrder(db, plan)
  return { positions: all.subarray(offset, offset + limit), matched: all.length, order }
}

/** All positions, in the choice's order; null: every product, each at the place that is its position. */
export function chosenAll(db: DatabaseSync, choice: ProductChoice): Uint32Array | null {
  const plan = planOf(db, choice)
  return isWhole(plan) ? null : inOrder(db, plan)
}

interface Plan {
  /** For FTS5; null: no text to look for. */
  expression: string | null
  flags: Flags
  /** A number: the id of an order of the platform's. */
  by: Exclude<ProductChoice['sort'], 'platform'> | number
  reverse: boolean
  order: StoredOrder | null
  /** Tells it from all others on the same data. */
  name: string
}

function planOf(db: DatabaseSync, choice: ProductChoice): Plan {
  const { available, featured, allowed, inMarketplace, label, sort, providerSort } = choice
  const stored = sort === 'platform' ? orderOf(db, { key: providerSort, reverse: choice.reverse }) : null
  const by = sort === 'platform' ? (stored?.id ?? 'server') : sort
  // An order of the platform's is reversed already; without it the list is as usual.
  const reverse = sort !== 'platform' && choice.reverse
  const flags = { available, featured, allowed, inMarketplace, label }
  const expression = matchExpression(choice.text)
  const name = JSON.stringify(['chosen', expression, flags, by, reverse])
  return { expression, flags, by, reverse, order: stored?.order ?? null, name }
}

/** By the platform's usual order, none left out for its flags. */
function isPlain({ flags, by, reverse }: Plan): boolean {
  return by === 'server' && !reverse && letsAllThrough(flags)
}

function isWhole(plan: Plan): boolean {
  return plan.expression === null && isPlain(plan)
}

function inOrder(db: DatabaseSync, { expression, flags, by, reverse, name }: Plan): Uint32Array {
  return remembered(db, name, () => {
    const among = filtered(db, flags)
    if (by === 'server') {
      const listed =
        expression === null
          ? new Uint32Array(total(db)).map((_none, position) => position)
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
  })
}
