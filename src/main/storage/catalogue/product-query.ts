/** Runs product queries: search, filter and sort. */
import type { DatabaseSync } from 'node:sqlite'
import {
  MOST_LABELS,
  type LabelCount,
  type ProductChoice,
  type ProductPage,
  type ProductQuery,
  type ProductRow,
  type StoredOrder
} from '../../../shared/models/product.ts'
import type { ProductRecord } from '../../core/ports/index.ts'
import { parse } from '../json-column.ts'
import { isRemembered, prepared, remembered } from '../query.ts'
import { matchExpression } from '../search-words.ts'
import { Damaged } from '../sqlite-error.ts'
import { readEdition } from './list-info.ts'
import {
  filterProducts,
  marks,
  search,
  searchFirstPage,
  searchNamesFirst,
  sortBy,
  sortByProvider,
  total,
  type Flags
} from './product-positions.ts'
import { recordOf } from './products.ts'
import { findOrder } from './provider-orders.ts'

/** One page of the product list. */
export function productPage(db: DatabaseSync, query: ProductQuery): ProductPage {
  const { positions, matched, order } = queryPage(db, query)
  const line = prepared(db, 'SELECT row FROM products WHERE position = ?')
  const rows = Array.from(positions, (position) => {
    const found = line.get(position)
    if (!found) throw new Damaged('a product is missing')
    return parse<ProductRow>(found['row'])
  })
  return { rows, matched, total: total(db), order, edition: readEdition(db) }
}

/** Characters of raw records per reply: copying more would block main. */
const MOST_CHARACTERS = 1_000_000

/** Whole records in the order of a query, for an export: at least one, if there is one. See CatalogueStorage.records. */
export function records(db: DatabaseSync, query: ProductQuery): { records: ProductRecord[]; list: string } {
  const { positions, order } = queryPage(db, query)
  const find = prepared(db, 'SELECT key, product, raw, unknown_fields, notes FROM product_records WHERE position = ?')
  const some: ProductRecord[] = []
  let characters = 0
  for (const position of positions) {
    const row = find.get(position)
    // As the end of the list, it would make the export incomplete without a warning.
    if (!row) throw new Damaged('a record is missing')
    if (characters >= MOST_CHARACTERS) break
    characters += String(row['raw']).length
    some.push(recordOf(row))
  }
  return { records: some, list: JSON.stringify([readEdition(db), order]) }
}

interface QueryPage {
  /** In the order of the query. */
  positions: Iterable<number>
  /** Products that match. */
  matched: number
  /** See ProductPage.order. */
  order: StoredOrder | null
}

function queryPage(db: DatabaseSync, query: ProductQuery): QueryPage {
  const { offset, limit } = query
  const plan = planOf(db, query)
  const { order, expression } = plan
  if (isUnfiltered(plan)) {
    const matched = total(db)
    const length = Math.max(0, Math.min(limit, matched - offset))
    return { positions: Array.from({ length }, (_none, at) => offset + at), matched, order }
  }
  // While the person types, only the first page of each search is needed.
  if (offset === 0 && expression !== null && plan.isUsualOrder && !isRemembered(db, plan.name)) {
    return { ...searchFirstPage(db, expression, limit), order }
  }
  const all = positionsOf(db, plan)
  return { positions: all.subarray(offset, offset + limit), matched: all.length, order }
}

/** All positions in order; null: all products by position. */
export function queryPositions(db: DatabaseSync, choice: ProductChoice): Uint32Array | null {
  const plan = planOf(db, choice)
  return isUnfiltered(plan) ? null : positionsOf(db, plan)
}

interface Plan {
  /** For FTS5; null: no search. */
  expression: string | null
  flags: Flags
  /** A number is the id of a provider's order. */
  by: Exclude<ProductChoice['sort'], 'platform'> | number
  reverse: boolean
  order: StoredOrder | null
  /** In the provider's usual order, without filters. */
  isUsualOrder: boolean
  /** Of the remembered result. */
  name: string
}

function planOf(db: DatabaseSync, choice: ProductChoice): Plan {
  const { available, featured, allowed, inMarketplace, label, sort, providerSort } = choice
  const stored = sort === 'platform' ? findOrder(db, { key: providerSort, reverse: choice.reverse }) : null
  const by = sort === 'platform' ? (stored?.id ?? 'server') : sort
  // A provider's order is stored reversed. Without it the list has its usual order.
  const reverse = sort !== 'platform' && choice.reverse
  const flags = { available, featured, allowed, inMarketplace, label }
  const expression = matchExpression(choice.text)
  const isUsualOrder =
    by === 'server' && !reverse && !available && !featured && !allowed && !inMarketplace && label === null
  const name = JSON.stringify(['chosen', expression, flags, by, reverse])
  return { expression, flags, by, reverse, order: stored?.order ?? null, isUsualOrder, name }
}

const isUnfiltered = ({ expression, isUsualOrder }: Plan): boolean => expression === null && isUsualOrder

function positionsOf(db: DatabaseSync, { expression, flags, by, reverse, name }: Plan): Uint32Array {
  return remembered(db, name, () => {
    const among = filterProducts(db, flags)
    if (by === 'server') {
      const listed =
        expression === null
          ? new Uint32Array(total(db)).map((_none, position) => position)
          : reverse
            ? search(db, expression)
            : searchNamesFirst(db, expression)
      const left = among ? listed.filter((position) => among[position] === 1) : listed
      return reverse ? left.toReversed() : left
    }
    const sorted = typeof by === 'number' ? sortByProvider(db, by) : sortBy(db, by, reverse)
    const searched = expression === null ? null : marks(search(db, expression), sorted.length)
    if (!searched && !among) return sorted
    return sorted.filter((position) => (!searched || searched[position] === 1) && (!among || among[position] === 1))
  })
}

/** At most MOST_LABELS, the most frequent first, then by code point. */
export function labels(db: DatabaseSync): LabelCount[] {
  return prepared(
    db,
    `SELECT label, count(*) AS count FROM products WHERE label IS NOT NULL
     GROUP BY label ORDER BY count(*) DESC, label LIMIT ${MOST_LABELS}`
  )
    .all()
    .map(({ label, count }) => ({ label: parse<string>(label), count: Number(count) }))
}
