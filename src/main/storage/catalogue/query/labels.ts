/** Labels of the products. */
import type { DatabaseSync } from 'node:sqlite'
import { MOST_LABELS, type LabelCount } from '../../../../shared/models/product.ts'
import { parse } from '../../json-column.ts'
import { prepared } from '../../query/statements.ts'

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
