/** One page of the product list. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductPage, ProductQuery, ProductRow } from '../../../../shared/model/product.ts'
import { parse } from '../../json.ts'
import { Damaged } from '../../sqlite-error.ts'
import { chosen } from './chosen.ts'
import { total } from './positions.ts'
import { prepared } from './statements.ts'

export function productPage(db: DatabaseSync, query: ProductQuery): ProductPage {
  const { matched, order, slice } = chosen(db, query)
  const line = prepared(db, 'SELECT row FROM products WHERE position = ?')
  const rows = Array.from(slice(query.offset, query.limit), (position) => {
    const found = line.get(position)
    if (!found) throw new Damaged('a product is missing')
    return parse<ProductRow>(found['row'])
  })
  return { rows, matched, total: total(db), order }
}
