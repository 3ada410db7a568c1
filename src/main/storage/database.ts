/** Opens an SQLite file that is sound, current and private, or throws an error that names the problem. */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from './files.ts'
import { Damaged, Outdated } from './sqlite-error.ts'

export interface Schema {
  /** `PRAGMA user_version` of the file. Raise it with each change to `sql`: `salvage` then fills the new file. */
  version: number
  sql: string
  /** Copies from a file that can't be written into an empty in-memory database. */
  copyToMemory: Copy
  /** Copies from a damaged file, or one of an earlier version, into a new file. null: all data can be fetched again. */
  salvage: Copy | null
  /** Whether SQLite overwrites deleted rows. */
  secureDelete: boolean
}

/** May throw half-way: the rows copied so far stay. */
export type Copy = (from: DatabaseSync, to: DatabaseSync) => void

/** "PRTS": tells our files from other SQLite databases. */
const APPLICATION_ID = 0x50525453
const BUSY_MS = 2000
const WAL_BYTES = 16 * 1024 * 1024
/** Shorter than any database, longer than a new file. SQLite would treat such a file as new. */
const STUMP_BYTES = 512
/**
 * Files up to this size are checked at every opening. Larger ones are checked if the last run didn't close them (a -wal
 * exists); damage that shows later is handled by the call that meets it.
 */
const CHECK_ALWAYS_BYTES = 16 * 1024 * 1024

/** @throws Damaged, Outdated, errors of SQLite and of the file system: see classify */
export function openFile(file: string, schema: Schema): DatabaseSync {
  makePrivate(file)
  const { size } = statSync(file)
  if (size > 0 && size < STUMP_BYTES) throw new Damaged('cut off')
  const check = size <= CHECK_ALWAYS_BYTES || existsSync(`${file}-wal`)
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    // NORMAL in WAL mode: a power cut may lose the last save, but never damages the file.
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_BYTES}`)
    if (schema.secureDelete) db.exec('PRAGMA secure_delete = ON')
    createTables(db, schema)
    if (check && db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') throw new Damaged('quick_check')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Another connection to a file that is already open. @throws errors of SQLite: see classify */
export function openSecondConnection(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  db.exec(`PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_BYTES}`)
  return db
}

export function openInMemory(schema: Schema): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  // Temporary tables, too: the disk can't be written.
  db.exec('PRAGMA temp_store = MEMORY')
  createTables(db, schema)
  return db
}

/** @throws Outdated for an earlier version, Damaged for a newer one or a file of another program */
function createTables(db: DatabaseSync, { version, sql }: Schema): void {
  const stored = pragma(db, 'user_version')
  if (stored > version) throw new Damaged('written by a newer version')
  if (stored > 0 && pragma(db, 'application_id') !== APPLICATION_ID) throw new Damaged('not a Portside file')
  if (stored === version) return
  if (stored > 0) throw new Outdated('written by an earlier version')
  db.exec(
    `BEGIN IMMEDIATE; ${sql}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}; COMMIT`
  )
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0)
}

export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // Some errors, such as a full disk, have already rolled back.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
