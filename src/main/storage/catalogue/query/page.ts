/** One page of the product list. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductPage, ProductQuery, ProductRow } from '../../../../shared/models/product.ts'
import { parse } from '../../json-column.ts'
import { Damaged } from '../../sqlite-error.ts'
import { readEdition } from '../version.ts'
import { queryPage } from './product-query.ts'
import { total } from './positions.ts'
import { prepared } from '../../query/statements.ts'

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
