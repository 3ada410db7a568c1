/** Prepared statements, one per database and SQL text. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

const made = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** @param sql a constant: bind values instead of inserting them */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
  let its = made.get(db)
  if (!its) made.set(db, (its = new Map()))
  let statement = its.get(sql)
  if (!statement) its.set(sql, (statement = db.prepare(sql)))
  return statement
}
