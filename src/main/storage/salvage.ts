/** Saving what a database still holds when another one takes its place. */
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import type { CarryOver } from './database.ts'
import { troubleOf } from './sqlite-error.ts'

/** Carries over from an open database; what lies behind an unreadable place stays behind. */
export function carry(from: DatabaseSync, to: DatabaseSync, over: CarryOver): void {
  to.exec('BEGIN')
  try {
    over(from, to)
  } catch (error) {
    // Damage in the source is why we are here; anything else is a mistake of ours.
    if (troubleOf(error) === null) throw error
  } finally {
    to.exec('COMMIT')
  }
}

/** Carries over from a file that is only read, if it can be opened at all. */
export function carryFile(file: string, to: DatabaseSync, over: CarryOver): void {
  readFile(file, (from) => carry(from, to, over))
}

/** What is read from a file that can't be written; null when it can't be opened, or what is asked for can't be read. */
export function readFrom<T>(file: string, work: (db: DatabaseSync) => T): T | null {
  return readFile(file, (from) => {
    try {
      return work(from)
    } catch (error) {
      if (troubleOf(error) === null) throw error
      return null
    }
  })
}

function readFile<T>(file: string, work: (db: DatabaseSync) => T): T | null {
  const from = openForReading(file)
  if (!from) return null
  try {
    return work(from)
  } finally {
    from.close()
  }
}

function openForReading(file: string): DatabaseSync | null {
  // Reading a file in WAL mode needs its -shm, which a folder that can't be written has no room for;
  // "immutable" does without, and without what is still in the -wal.
  for (const address of [file, `${pathToFileURL(file).href}?immutable=1`]) {
    let db: DatabaseSync | null = null
    try {
      db = new DatabaseSync(address, { readOnly: true, defensive: false })
      // A file shorter than its header says is refused as a whole, unless SQLite is told to expect damage.
      db.exec('PRAGMA writable_schema = ON')
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
      return db
    } catch (error) {
      db?.close()
      if (troubleOf(error) === null) throw error
    }
  }
  return null
}

/** The rows of a table up to a damaged place, met from the beginning and from the end. */
export function readableRows(db: DatabaseSync, table: string): Record<string, unknown>[] {
  const rows = new Map<unknown, Record<string, unknown>>()
  for (const direction of ['ASC', 'DESC']) {
    try {
      // By rowid, so that nothing has to be sorted: a sort would have to read all before it gives the first.
      const all = db.prepare(`SELECT rowid AS at, * FROM ${table} ORDER BY rowid ${direction}`)
      for (const row of all.iterate()) rows.set(row['at'], row)
    } catch (error) {
      if (troubleOf(error) === null) throw error
    }
  }
  return [...rows.values()]
}

/** All rows of a table into one of the same columns that has none. */
export function copyRows(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const rows = from.prepare(`SELECT * FROM ${table}`)
  const columns = rows.columns().map(({ name }) => name)
  const put = to.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
  for (const row of rows.iterate()) put.run(...Object.values(row))
}
