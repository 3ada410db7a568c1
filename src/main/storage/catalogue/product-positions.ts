/** Positions of products: filtered, found by a search, or in a sort order. Results are remembered. */
import type { DatabaseSync } from 'node:sqlite'
import type { PRODUCT_SORTS, ProductChoice } from '../../../shared/models/product.ts'
import { keyText, numbers, prepared, remembered } from '../query.ts'

/** Number of stored products. Positions have no gaps, so no count is needed. */
export function total(db: DatabaseSync): number {
  const last = prepared(db, 'SELECT max(position) AS last FROM products').get()?.['last']
  return typeof last === 'number' ? last + 1 : 0
}

/** One byte per stored product: 1 for the given positions. */
export function marks(among: Uint32Array, count: number): Uint8Array {
  const marked = new Uint8Array(count)
  for (const position of among) marked[position] = 1
  return marked
}

export type Flags = Pick<ProductChoice, 'available' | 'featured' | 'allowed' | 'inMarketplace' | 'label'>

export function filterProducts(db: DatabaseSync, flags: Flags): Uint8Array | null {
  const { available, featured, allowed, inMarketplace, label } = flags
  const terms = [
    ...(label === null ? [] : ['label = ?']),
    ...(available ? ['available = 1'] : []),
    ...(featured ? ['featured = 1'] : []),
    ...(allowed ? ['allowed = 1'] : []),
    ...(inMarketplace ? ['in_marketplace = 1'] : [])
  ].join(' AND ')
  if (terms === '') return null
  const values = label === null ? [] : [keyText(label)]
  return remembered(db, `filtered ${terms} ${values.join('')}`, () =>
    marks(numbers(db, `SELECT position AS n FROM products WHERE ${terms}`, ...values), total(db))
  )
}

const MATCHES = 'SELECT rowid AS n FROM product_texts WHERE product_texts MATCH ? ORDER BY rowid'
const namesOnly = (expression: string): string => `{name short_name} : (${expression})`

export function search(db: DatabaseSync, expression: string): Uint32Array {
  return remembered(db, `search ${expression}`, () => numbers(db, MATCHES, expression))
}

/** Products with all words in their names first, each group ordered by position. */
export function searchNamesFirst(db: DatabaseSync, expression: string): Uint32Array {
  return remembered(db, `search names first ${expression}`, () => {
    const named = numbers(db, MATCHES, namesOnly(expression))
    const isNamed = marks(named, total(db))
    const others = search(db, expression).filter((position) => isNamed[position] === 0)
    const all = new Uint32Array(named.length + others.length)
    all.set(named)
    all.set(others, named.length)
    return all
  })
}

/** The first results of searchNamesFirst, without reading the rest. */
export function searchFirstPage(
  db: DatabaseSync,
  expression: string,
  limit: number
): { positions: number[]; matched: number } {
  const named = prepared(db, `${MATCHES} LIMIT ?`)
    .all(namesOnly(expression), limit)
    .map(({ n }) => Number(n))
  if (named.length === limit) return { positions: named, matched: countMatches(db, expression) }
  const all = search(db, expression)
  const others = [...all.subarray(0, limit)].filter((position) => !named.includes(position))
  return { positions: [...named, ...others].slice(0, limit), matched: all.length }
}

function countMatches(db: DatabaseSync, expression: string): number {
  return remembered(db, `number found ${expression}`, () => {
    const counted = prepared(db, 'SELECT count(*) AS n FROM product_texts WHERE product_texts MATCH ?').get(expression)
    return Number(counted?.['n'])
  })
}

const SORTS = {
  name: { column: 'name_order', largestFirst: false },
  weight: { column: 'weight', largestFirst: false },
  newest: { column: 'created_at', largestFirst: true },
  updated: { column: 'updated_at', largestFirst: true }
} satisfies Partial<Record<(typeof PRODUCT_SORTS)[number], { column: string; largestFirst: boolean }>>

/** Products without a value come last, also if reversed. Equal ones stay in the provider's order. */
export function sortBy(db: DatabaseSync, sort: keyof typeof SORTS, reverse: boolean): Uint32Array {
  const { column, largestFirst } = SORTS[sort]
  const by = `${column} ${largestFirst === reverse ? 'ASC' : 'DESC'}`
  return remembered(db, `sorted by ${by}`, () =>
    complete(
      numbers(db, `SELECT position AS n FROM products WHERE ${column} IS NOT NULL ORDER BY ${by}, position`),
      total(db)
    )
  )
}

export function sortByProvider(db: DatabaseSync, order: number): Uint32Array {
  const select =
    'SELECT position AS n FROM provider_positions CROSS JOIN products USING (key) WHERE order_id = ? ORDER BY place'
  return remembered(db, `placed by ${order}`, () => complete(numbers(db, select, order), total(db)))
}

function complete(order: Uint32Array, count: number): Uint32Array {
  const all = new Uint32Array(count)
  all.set(order)
  const placed = marks(order, count)
  let next = order.length
  for (let position = 0; next < count; position += 1) if (!placed[position]) all[next++] = position
  return all
}
