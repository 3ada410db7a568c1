/** What was found out about a database, until anything in it changes. */
import type { DatabaseSync } from 'node:sqlite'
import { prepared } from './statements.ts'

interface Memo {
  version: string
  values: Map<string, unknown>
}

/** Values that are kept, the one used longest ago leaves first. At 100,000 products the largest have 400 kB each. */
const MOST = 16

const memos = new WeakMap<DatabaseSync, Memo>()

/**
 * The value of that name, made when it is not known for what is stored now.
 * @param key names all that `make` goes by, besides what is stored
 */
export function remembered<T>(db: DatabaseSync, key: string, make: () => T): T {
  // What a transaction has changed may yet be undone.
  if (db.isTransaction) return make()
  const { values } = memoOf(db)
  const value = values.has(key) ? (values.get(key) as T) : make()
  values.delete(key)
  values.set(key, value)
  for (const oldest of values.keys()) {
    if (values.size <= MOST) break
    values.delete(oldest)
  }
  return value
}

/** Whether the value of that name is there. */
export function isRemembered(db: DatabaseSync, key: string): boolean {
  return !db.isTransaction && memoOf(db).values.has(key)
}

function memoOf(db: DatabaseSync): Memo {
  const version = versionOf(db)
  let memo = memos.get(db)
  if (memo?.version !== version) memos.set(db, (memo = { version, values: new Map() }))
  return memo
}

/** data_version tells of what other connections stored, total_changes of this one's own. */
function versionOf(db: DatabaseSync): string {
  const others = prepared(db, 'PRAGMA data_version').get()?.['data_version']
  const own = prepared(db, 'SELECT total_changes() AS own').get()?.['own']
  return `${String(others)} ${String(own)}`
}
