/** The labels that occur. */
import type { DatabaseSync } from 'node:sqlite'
import { MOST_LABELS, type LabelCount } from '../../../../shared/model/product.ts'
import { parse } from '../../json.ts'

/** The most frequent first, at most MOST_LABELS. */
export function labels(db: DatabaseSync): LabelCount[] {
  return db
    .prepare(
      `SELECT label, count(*) AS n FROM products WHERE label IS NOT NULL
       GROUP BY label ORDER BY n DESC, label LIMIT ?`
    )
    .all(MOST_LABELS)
    .map((row) => ({ label: parse<string>(row['label']), count: Number(row['n']) }))
}
