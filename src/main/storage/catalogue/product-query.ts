/** Runs product queries: search, filter, sort, and the next row whose name starts with a typed prefix. */
import type { DatabaseSync } from 'node:sqlite'
import {
  MOST_LABELS,
  type LabelCount,
  type ProductChoice,
  type ProductPage,
  type ProductQuery,
  type ProductRow,
  type ProductSeek,
  type StoredOrder
} from '../../../shared/models/product.ts'
import type { ProductRecord } from '../../core/ports/index.ts'
import { isRemembered, numbers, parse, prepared, remembered } from '../query.ts'
import { matchExpression, nameOrder, NUMBER_DIGITS } from '../sort-keys.ts'
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
  positions: Iterable<number>
  matched: number
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
function queryPositions(db: DatabaseSync, choice: ProductChoice): Uint32Array | null {
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

export function labels(db: DatabaseSync): LabelCount[] {
  return prepared(
    db,
    `SELECT label, count(*) AS count FROM products WHERE label IS NOT NULL
     GROUP BY label ORDER BY count(*) DESC, label LIMIT ${MOST_LABELS}`
  )
    .all()
    .map(({ label, count }) => ({ label: parse<string>(label), count: Number(count) }))
}

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
function namePrefixes(prefix: string): string[] {
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
