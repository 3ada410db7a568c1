/** Statements that are made once for a database. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

const made = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** @param sql one of few texts: values are bound, never written into it */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
  let its = made.get(db)
  if (!its) made.set(db, (its = new Map()))
  let statement = its.get(sql)
  if (!statement) its.set(sql, (statement = db.prepare(sql)))
  return statement
}
