/** SQLite files: opens one that is sound, current and private, and reads what it can from one that is not. */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import {
  hasWal,
  isPlainBeside,
  isRegularFile,
  isWithoutData,
  makePrivate,
  placeOf,
  STUMP_BYTES,
  type Place
} from './files.ts'
import { classify, Damaged } from './sqlite-error.ts'

export interface Schema {
  /** `PRAGMA user_version` of the file. Raise it with each change to `sql`: a file of another version counts as damaged. */
  version: number
  sql: string
  /** Copies from a file that can't be written into an empty in-memory database, and from there back into the file. */
  copyToMemory: Copy
  /** The tables that it copies whole. They are emptied in the file before it copies back. */
  inMemory: readonly string[]
  /** Copies from a damaged file, or one of another version, into a new file. null: all data can be fetched again. */
  salvage: Copy | null
  secureDelete: boolean
  /** Of a new file; SQLite's default is 4096. */
  pageBytes?: number
}

/** May throw half-way: the rows copied so far stay. */
export type Copy = (from: DatabaseSync, to: DatabaseSync) => void

/** "PRTS": tells our files from other SQLite databases. */
const APPLICATION_ID = 0x50525453
const BUSY_MS = 2000
const WAL_BYTES = 16 * 1024 * 1024
/** Larger files are checked only if the last run didn't close them (a -wal exists). The call that meets damage handles it. */
const CHECK_ALWAYS_BYTES = 16 * 1024 * 1024

/** @throws Damaged, errors of SQLite and of the file system: see classify */
export function openFile(file: string, schema: Schema): DatabaseSync {
  makePrivate(file)
  const { size } = statSync(file)
  if (size < STUMP_BYTES && (size > 0 || hasWal(file))) throw new Damaged('cut off')
  const check = size <= CHECK_ALWAYS_BYTES || existsSync(`${file}-wal`)
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    // NORMAL in WAL mode: a power cut may lose the last save, but never damages the file.
    if (schema.pageBytes) db.exec(`PRAGMA page_size = ${schema.pageBytes}`)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_BYTES}`)
    if (schema.secureDelete) db.exec('PRAGMA secure_delete = ON')
    createTables(db, schema)
    if (hasOwnCode(db, CODE_OF_WRITES)) throw new Damaged('code in the schema')
    if (check && db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') throw new Damaged('quick_check')
    places.set(db, placeOf(file))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Of the files that openFile opened. */
const places = new WeakMap<DatabaseSync, Place | null>()

/**
 * What has become of an open file. `lost`: another file took its place, which has other data, or its folder is gone, as of a drive that
 * was removed and may come back.
 */
export function fateOf(db: DatabaseSync, file: string): 'there' | 'deleted' | 'lost' {
  const [before, now] = [places.get(db), placeOf(file)]
  if (!before || !now || now.file === before.file) return 'there'
  return now.file === null && now.folder === before.folder ? 'deleted' : 'lost'
}

export function openSecondConnection(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  db.exec(secondConnection('main'))
  return db
}

/** Makes another database a second connection to a file. Its own tables come first, where names are equal. */
export function attach(db: DatabaseSync, file: string, name: string): void {
  db.prepare(`ATTACH ? AS ${name}`).run(file)
  db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; ${secondConnection(name)}`)
}

// A long transaction would write the pages of its indexes again and again.
const secondConnection = (name: string): string =>
  `PRAGMA ${name}.synchronous = NORMAL; PRAGMA ${name}.journal_size_limit = ${WAL_BYTES}; PRAGMA ${name}.cache_size = -32768`

export function openInMemory(schema: Schema): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  // Temporary tables, too: the disk can't be written.
  db.exec('PRAGMA temp_store = MEMORY')
  createTables(db, schema)
  return db
}

function createTables(db: DatabaseSync, { version, sql }: Schema): void {
  const stored = pragma(db, 'user_version')
  if (stored !== 0 || hasTables(db)) {
    if (stored !== version) throw new Damaged('another version')
    if (pragma(db, 'application_id') !== APPLICATION_ID) throw new Damaged('not a Portside file')
    return
  }
  db.exec(
    `BEGIN IMMEDIATE; ${sql}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}; COMMIT`
  )
}

const hasTables = (db: DatabaseSync): boolean => db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined

const CODE_OF_READS = `SELECT 1 FROM sqlite_schema WHERE type = 'view' UNION ALL
  SELECT 1 FROM sqlite_schema AS entry, pragma_table_xinfo(entry.name) AS field
  WHERE entry.type = 'table' AND entry.sql NOT LIKE 'CREATE VIRTUAL%' AND field.hidden > 1`
const CODE_OF_WRITES = `SELECT 1 FROM sqlite_schema WHERE type = 'trigger' UNION ALL ${CODE_OF_READS}`

/** Views, triggers and computed columns run what somebody else wrote, perhaps without end. No version of Portside has any. */
function hasOwnCode(db: DatabaseSync, code: string): boolean {
  return db.prepare(`${code} LIMIT 1`).get() !== undefined
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

/** @returns false if some of it couldn't be read */
export function copyReadable(from: DatabaseSync, to: DatabaseSync, { copyToMemory, inMemory }: Schema): boolean {
  const isCopied = salvageReadable(from, to, copyToMemory)
  // Some copies leave out rows that can't be read.
  return isCopied && isReadable(() => inMemory.forEach((table) => expectAll(from, to, table)))
}

export function salvageReadable(from: DatabaseSync, to: DatabaseSync, copy: Copy): boolean {
  to.exec('BEGIN')
  const isCopied = isReadable(() => copy(from, to))
  to.exec('COMMIT')
  return isCopied
}

function expectAll(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const [all, copied] = [from, to].map((db) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']))
  if (all !== copied) throw new Damaged(`rows of ${table}`)
}

/** Of a database in memory. */
export const bytesOf = (db: DatabaseSync): number => pragma(db, 'page_count') * pragma(db, 'page_size')

/**
 * Reads from a file that belongs to another thread, before that has opened it.
 * @returns null for a file that is damaged, of another version, or was left by a crash
 */
export function readBeforeOpening<T>(file: string, version: number, work: (db: DatabaseSync) => T): T | null {
  if (!isRegularFile(file) || existsSync(`${file}-wal`)) return null
  let db: DatabaseSync | null = null
  try {
    // Without "immutable" even a reader creates -wal and -shm, and then the file counts as left by a crash.
    db = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true })
    const isOurs = pragma(db, 'application_id') === APPLICATION_ID && pragma(db, 'user_version') === version
    return isOurs && !hasOwnCode(db, CODE_OF_READS) ? work(db) : null
  } catch (error) {
    if (classify(error) === null) throw error
    return null
  } finally {
    db?.close()
  }
}

/**
 * Reads from a file without writing to it, also from a damaged one.
 * @param work `isAll`: with what the last run left in the -wal
 * @returns null if it can't be read
 */
export function readFrom<T>(file: string, work: (db: DatabaseSync, isAll: boolean) => T): T | null {
  if (!isRegularFile(file)) return null
  // In WAL mode even a reader creates -wal and -shm, which a read-only folder has no room for. "immutable" works without
  // them, but ignores the -wal (sqlite.org/uri.html).
  const immutable = `${pathToFileURL(file).href}?immutable=1`
  const isAlone = !existsSync(`${file}-wal`)
  for (const address of !isAlone && canOpenBeside(file) ? [file, immutable] : [immutable]) {
    let db: DatabaseSync | null = null
    try {
      db = new DatabaseSync(address, { readOnly: true, defensive: false, timeout: BUSY_MS })
      // Without it SQLite refuses a file that is shorter than its header says.
      db.exec('PRAGMA writable_schema = ON')
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
      if (hasOwnCode(db, CODE_OF_READS)) return null
      return work(db, isAlone || address === file)
    } catch (error) {
      if (classify(error) === null) throw error
    } finally {
      db?.close()
    }
  }
  return null
}

/** Otherwise SQLite would wait for a pipe, or delete the -wal: see hasWal. */
const canOpenBeside = (file: string): boolean => isPlainBeside(file) && statSync(file).size >= STUMP_BYTES

/** Why nothing can be read: there is no file, or none with tables; it is damaged; a newer version of Portside made it. */
export type Unreadable = 'none' | 'damaged' | 'newer'

/**
 * Reads one state of a file of this version beside a running app, without writing to it.
 * @param work see readFrom
 */
export function readVersion<T>(
  file: string,
  version: number,
  work: (db: DatabaseSync, isAll: boolean) => T
): { value: T } | Unreadable {
  if (!existsSync(file)) return isWithoutData(file) ? 'none' : 'damaged'
  const read = readFrom(file, (db, isAll): { value: T } | Unreadable => {
    db.exec('BEGIN')
    const stored = pragma(db, 'user_version')
    if (stored === 0 && !hasTables(db)) return isAll ? 'none' : 'damaged'
    if (pragma(db, 'application_id') !== APPLICATION_ID) return 'damaged'
    return stored === version ? { value: work(db, isAll) } : stored > version ? 'newer' : 'damaged'
  })
  return read ?? 'damaged'
}

/** The rows of a table before and after a damaged place. */
export function readableRows(db: DatabaseSync, table: string): Record<string, unknown>[] {
  const rows = new Map<unknown, Record<string, unknown>>()
  for (const direction of ['ASC', 'DESC']) {
    // By rowid: any other order has to read all rows before it returns the first.
    isReadable(() => {
      const all = db.prepare(`SELECT rowid AS at, * FROM ${table} ORDER BY rowid ${direction}`)
      for (const row of all.iterate()) rows.set(row['at'], row)
    })
  }
  return [...rows.values()]
}

export function copyRows(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const rows = from.prepare(`SELECT * FROM ${table}`)
  const put = to.prepare(
    `INSERT INTO ${table} VALUES (${rows
      .columns()
      .map(() => '?')
      .join(', ')})`
  )
  for (const row of rows.iterate()) put.run(...Object.values(row))
}

/** Errors of the source are expected here. Any other error is a bug. @returns false after an error */
export function isReadable(read: () => void): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (classify(error) === null) throw error
    return false
  }
}
