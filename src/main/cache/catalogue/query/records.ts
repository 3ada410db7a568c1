/** Whole records in the order of the page, for an export. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductQuery } from '../../../../shared/model/product.ts'
import type { ProductRecord } from '../../../core/ports.ts'
import { storedAt } from '../products.ts'
import { chosen } from './chosen.ts'

export function records(db: DatabaseSync, query: ProductQuery): ProductRecord[] {
  const at = storedAt(db)
  return Array.from(chosen(db, query).slice(query.offset, query.limit), (position) => at(position).record)
}
