/** Whole records in the order of a query, for an export. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductQuery } from '../../../../shared/models/product.ts'
import type { ProductRecord } from '../../../core/ports/index.ts'
import { Damaged } from '../../sqlite-error.ts'
import { readEdition } from '../version.ts'
import { recordOf } from '../products.ts'
import { queryPage } from './product-query.ts'
import { prepared } from '../../query/statements.ts'

/** Characters of raw records per reply: copying more would block main. */
const MOST_CHARACTERS = 1_000_000

/** See CatalogueStorage.records. At least one record, where there is one. */
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
