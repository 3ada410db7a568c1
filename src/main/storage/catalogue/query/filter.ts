/** Filters products by flags and label, and lists the labels. */
import type { DatabaseSync } from 'node:sqlite'
import { MOST_LABELS, type LabelCount, type ProductChoice } from '../../../../shared/models/product.ts'
import { keyText, parse } from '../../json-column.ts'
import { remembered } from '../../query/memo.ts'
import { numbers } from '../../query/numbers.ts'
import { prepared } from '../../query/statements.ts'
import { marks, total } from './positions.ts'

export type Flags = Pick<ProductChoice, 'available' | 'featured' | 'allowed' | 'inMarketplace' | 'label'>

export function matchesAll({ available, featured, allowed, inMarketplace, label }: Flags): boolean {
  return !available && !featured && !allowed && !inMarketplace && label === null
}

/** One byte per product (see marks); null: all match. */
export function filterProducts(
  db: DatabaseSync,
  { available, featured, allowed, inMarketplace, label }: Flags
): Uint8Array | null {
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
