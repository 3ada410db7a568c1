/** Many rows at a time. */
import type { DatabaseSync } from 'node:sqlite'
import { parse } from '../json-column.ts'
import { prepared } from './statements.ts'

/**
 * The first column of all rows, which are integers from 0. As one JSON text they come five times as fast as row by row.
 * @param select one column, named n, in its order: SQLite keeps that of a subquery for such an aggregate
 */
export function numbers(db: DatabaseSync, select: string, ...values: (string | number)[]): Uint32Array {
  const all = prepared(db, `SELECT json_group_array(n) AS all_n FROM (${select})`).get(...values)
  return Uint32Array.from(parse<number[]>(all?.['all_n']))
}
