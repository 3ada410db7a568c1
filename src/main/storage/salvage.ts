/** Copies data out of databases that are damaged or can't be written. */
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import type { Copy } from './database.ts'
import { classify } from './sqlite-error.ts'

export function copyReadable(from: DatabaseSync, to: DatabaseSync, copy: Copy): void {
  to.exec('BEGIN')
  ignoreStorageErrors(() => copy(from, to))
  to.exec('COMMIT')
}

/** Reads from a file that can't be written. @returns null if it can't be read */
export function readFrom<T>(file: string, work: (db: DatabaseSync) => T): T | null {
  const from = openForReading(file)
  try {
    return from && ignoreStorageErrors(() => work(from))
  } finally {
    from?.close()
  }
}

function openForReading(file: string): DatabaseSync | null {
  // In WAL mode even a reader needs a -shm file, which a read-only folder has no room for.
  // "immutable" works without it, but ignores the -wal.
  for (const address of [file, `${pathToFileURL(file).href}?immutable=1`]) {
    let db: DatabaseSync | null = null
    try {
      db = new DatabaseSync(address, { readOnly: true, defensive: false })
      // Without it SQLite refuses a file that is shorter than its header says.
      db.exec('PRAGMA writable_schema = ON')
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
      return db
    } catch (error) {
      db?.close()
      if (classify(error) === null) throw error
    }
  }
  return null
}

/** The rows of a table before and after a damaged place. */
export function readableRows(db: DatabaseSync, table: string): Record<string, unknown>[] {
  const rows = new Map<unknown, Record<string, unknown>>()
  for (const direction of ['ASC', 'DESC']) {
    // By rowid: any other order has to read all rows before it returns the first.
    ignoreStorageErrors(() => {
      const all = db.prepare(`SELECT rowid AS at, * FROM ${table} ORDER BY rowid ${direction}`)
      for (const row of all.iterate()) rows.set(row['at'], row)
    })
  }
  return [...rows.values()]
}

export function copyRows(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const rows = from.prepare(`SELECT * FROM ${table}`)
  const columns = rows.columns().map(({ name }) => name)
  const put = to.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
  for (const row of rows.iterate()) put.run(...Object.values(row))
}

/** Errors of the source are expected here. Any other error is a bug. */
function ignoreStorageErrors<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (classify(error) === null) throw error
    return null
  }
}
