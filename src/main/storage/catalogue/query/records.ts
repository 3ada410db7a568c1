/** Whole records in the order of the page, for an export. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductQuery } from '../../../../shared/models/product.ts'
import type { ProductRecord } from '../../../core/ports/index.ts'
import { Damaged } from '../../sqlite-error.ts'
import { readEdition } from '../version.ts'
import { recordOf } from '../products.ts'
import { chosenPage } from './product-query.ts'
import { prepared } from '../../query/statements.ts'

/** Characters of records as they came, after which an answer ends: copying much more would hold main. */
const MOST_CHARACTERS = 1_000_000

/** See CatalogueStorage.records. At least one record, where there is one. */
export function records(db: DatabaseSync, query: ProductQuery): { records: ProductRecord[]; list: string } {
  const { positions, order } = chosenPage(db, query)
  const find = prepared(db, 'SELECT key, product, raw, unknown_fields, notes FROM product_records WHERE position = ?')
  const some: ProductRecord[] = []
  let characters = 0
  for (const position of positions) {
    const row = find.get(position)
    // Taken for the end, it would make an export that is short of something and says that it is whole.
    if (!row) throw new Damaged('a record is missing')
    if (characters >= MOST_CHARACTERS) break
    characters += String(row['raw']).length
    some.push(recordOf(row))
  }
  return { records: some, list: JSON.stringify([readEdition(db), order]) }
}
