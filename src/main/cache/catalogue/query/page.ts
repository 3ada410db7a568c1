/** One page of the product list: searched, filtered and sorted by SQLite. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductPage, ProductQuery, ProductRow } from '../../../../shared/model/product.ts'
import { parse } from '../../json.ts'
import { matchExpression } from './search.ts'

/** Column to sort by, and whether the largest comes first when not reversed. `server` is the platform's own order. */
const SORTS: Record<Exclude<ProductQuery['sort'], 'server' | 'platform'>, { column: string; largestFirst: boolean }> = {
  name: { column: 'name_order', largestFirst: false },
  weight: { column: 'weight', largestFirst: false },
  newest: { column: 'created_at', largestFirst: true },
  updated: { column: 'updated_at', largestFirst: true }
}

export function productPage(db: DatabaseSync, query: ProductQuery): ProductPage {
  const { where, values } = condition(query)
  const matched = db.prepare(`SELECT count(*) AS n FROM products ${where}`).get(...values)
  const rows = db
    .prepare(`SELECT row FROM products ${where} ORDER BY ${order(query)} LIMIT ? OFFSET ?`)
    .all(...values, query.limit, query.offset)
  // Positions are dense from 0, so the last one tells the number without counting.
  const last = db.prepare('SELECT max(position) AS last FROM products').get()?.['last']
  return {
    rows: rows.map((row) => parse<ProductRow>(row['row'])),
    matched: Number(matched?.['n']),
    total: typeof last === 'number' ? last + 1 : 0,
    order: null
  }
}

function condition({ text, available, featured }: ProductQuery): { where: string; values: string[] } {
  const expression = matchExpression(text)
  const terms = [
    ...(expression === null ? [] : ['position IN (SELECT rowid FROM product_texts WHERE product_texts MATCH ?)']),
    ...(available ? ['available = 1'] : []),
    ...(featured ? ['featured = 1'] : [])
  ]
  return {
    where: terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`,
    values: expression === null ? [] : [expression]
  }
}

/** What has no value comes last either way; equals stay in the platform's order. */
function order({ sort, reverse }: ProductQuery): string {
  if (sort === 'server' || sort === 'platform') return reverse ? 'position DESC' : 'position'
  const { column, largestFirst } = SORTS[sort]
  return `${column} IS NULL, ${column} ${largestFirst === reverse ? 'ASC' : 'DESC'}, position`
}
