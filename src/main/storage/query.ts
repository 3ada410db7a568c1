/** Prepared statements, JSON in columns, and results that are remembered until the database changes. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Damaged } from './sqlite-error.ts'

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

export function prepared(db: DatabaseSync, sql: string): StatementSync {
  let known = statements.get(db)
  if (!known) statements.set(db, (known = new Map()))
  let statement = known.get(sql)
  if (!statement) known.set(sql, (statement = db.prepare(sql)))
  return statement
}

/**
 * One column of non-negative integers. As one JSON text they are five times faster than row by row.
 * @param select one column named n; SQLite keeps the order of a subquery in this aggregate
 */
export function numbers(db: DatabaseSync, select: string, ...values: (string | number)[]): Uint32Array {
  const all = prepared(db, `SELECT json_group_array(n) AS all_n FROM (${select})`).get(...values)
  return Uint32Array.from(parse<number[]>(all?.['all_n']))
}

/** Remembered results. The least recently used is dropped first. At 100,000 products the largest have 400 kB each. */
const MOST_RESULTS = 16

const memos = new WeakMap<DatabaseSync, { version: string; values: Map<string, unknown> }>()

/** @param key names everything that the result depends on, besides the stored data */
export function remembered<T>(db: DatabaseSync, key: string, make: () => T): T {
  if (db.isTransaction) return make()
  const values = memoOf(db)
  const value = values.has(key) ? (values.get(key) as T) : make()
  values.delete(key)
  values.set(key, value)
  const [oldest] = values.keys()
  if (values.size > MOST_RESULTS && oldest !== undefined) values.delete(oldest)
  return value
}

export const isRemembered = (db: DatabaseSync, key: string): boolean => !db.isTransaction && memoOf(db).has(key)

function memoOf(db: DatabaseSync): Map<string, unknown> {
  // data_version counts the commits of other connections, total_changes those of this one.
  const others = prepared(db, 'PRAGMA data_version').get()?.['data_version']
  const own = prepared(db, 'SELECT total_changes() AS own').get()?.['own']
  const version = `${String(others)} ${String(own)}`
  let memo = memos.get(db)
  if (memo?.version !== version) memos.set(db, (memo = { version, values: new Map() }))
  return memo.values
}

export function parse<T>(text: unknown): T {
  try {
    return JSON.parse(text as string) as T
  } catch {
    throw new Damaged('unreadable JSON in a column')
  }
}

/** Returns `otherwise` for unreadable JSON, where that doesn't mean a damaged file. */
export function parseOr<T>(text: unknown, otherwise: T): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof Damaged) return otherwise
    throw error
  }
}

/**
 * A provider's key as a column for comparisons. A provider may use any string, and UTF-8 would replace lone surrogates, which
 * makes different keys equal. JSON notation preserves them.
 */
export function keyText(text: string): string {
  return JSON.stringify(text)
}
