/** Records as chosen, for an export. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductQuery } from '../../../../shared/model/product.ts'
import type { ProductRecord } from '../../../core/ports.ts'
import { product } from '../products.ts'
import { productPage } from './page.ts'

export function records(db: DatabaseSync, query: ProductQuery): ProductRecord[] {
  return productPage(db, query).rows.flatMap(({ key }) => product(db, key)?.record ?? [])
}
