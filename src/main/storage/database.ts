/** Opening one SQLite file so that it is sound, current and private, or an error that says what is wrong with it. */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrate, type Migrations } from './migrations/migrate.ts'
import { makePrivate } from './files.ts'
import { Damaged } from './sqlite-error.ts'

export interface Schema {
  migrations: Migrations
  /** Takes along what can be read from a file that can't be written into an empty database in memory. */
  carryOver: CarryOver
  /** The same from a damaged file into a new one; null: all of it can be fetched again. */
  salvage: CarryOver | null
  /** Whether deleted rows are overwritten, rather than left in the file's free space. */
  wipe: boolean
}

/** May throw half-way: what it wrote stays. */
export type CarryOver = (from: DatabaseSync, to: DatabaseSync) => void

/** How long a call waits for another process that writes. */
const BUSY_MS = 2000
/** What the -wal may keep of the disk after a large save. */
const WAL_BYTES = 16 * 1024 * 1024
/** Shorter than any database, longer than a file that was just made. SQLite would take it for a new one. */
const STUMP_BYTES = 512
/**
 * A file up to this size is checked as a whole at every opening. A larger one when the last run did not close it (its
 * -wal is still there); damage that shows later is dealt with by the call that meets it.
 */
const CHECK_ALWAYS_BYTES = 16 * 1024 * 1024

/** @throws Damaged, errors of SQLite and of the file system: see troubleOf */
export function openFile(file: string, schema: Schema): DatabaseSync {
  makePrivate(file)
  const { size } = statSync(file)
  if (size > 0 && size < STUMP_BYTES) throw new Damaged('cut off')
  const check = size <= CHECK_ALWAYS_BYTES || existsSync(`${file}-wal`)
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    // NORMAL in WAL mode: a power cut may lose the last save, never the file's soundness.
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_BYTES}`)
    if (schema.wipe) db.exec('PRAGMA secure_delete = ON')
    migrate(db, schema.migrations)
    if (check && db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') throw new Damaged('quick_check')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** One more connection to a file that is open already. @throws errors of SQLite: see troubleOf */
export function openBeside(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  db.exec(`PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_BYTES}`)
  return db
}

export function openMemory(schema: Schema): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  // Tables for the time being, too, are where there is room.
  db.exec('PRAGMA temp_store = MEMORY')
  migrate(db, schema.migrations)
  return db
}

/** All of it or nothing. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // Some errors (a full disk, for one) have already rolled back.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
