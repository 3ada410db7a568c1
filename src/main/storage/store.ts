/**
 * An SQLite file that stays usable: a damaged file is quarantined and created anew, and without a writable file data is in
 * memory until the file can be written again. No error of SQLite leaves this module, only AppError('STORAGE').
 */
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { StorageCondition } from '../../shared/models/status.ts'
import { freeBytesNow, hasRoom } from '../free-space.ts'
import {
  bytesOf,
  copyReadable,
  fateOf,
  openFile,
  openInMemory,
  readFrom,
  salvageReadable,
  transaction,
  type Schema
} from './database.ts'
import { isWithoutData, quarantine, stateOfFile } from './files.ts'
import { classify } from './sqlite-error.ts'

export interface Store {
  /** `work` may run twice: again on a new database if the first one turns out to be damaged. */
  read<T>(work: (db: DatabaseSync) => T): T
  change<T>(work: (db: DatabaseSync) => T): T
  condition(): StorageCondition
  /** Writes data that is in memory into the file, if that can be written now. Each change does so first. */
  returnToFile(): void
  /** Handles an error of another connection to the same file as if it had occurred here. */
  recover(error: unknown): void
  close(): void
}

/** Beside what is written: SQLite writes it into the -wal, and from there into the file. */
const SLACK_BYTES = 16 * 1024 * 1024
/** Until the next try after one that wrote in vain, such as with a quota. */
const PAUSE_MS = 30_000

/** @param wasThere whether a file with data must have been there: without one, that is said as of a damaged one */
export function openStore(file: string, schema: Schema, wasThere = (): boolean => false): Store {
  let condition: StorageCondition = isWithoutData(file) && wasThere() ? 'rebuilt' : 'fine'
  let db: DatabaseSync | null = null
  /** While data is in memory; null: the file has data that memory lacks. */
  let wayBack: WayBack | null = null

  const moveToMemory = (from: DatabaseSync | null, mayReturn = true, isLost = false): DatabaseSync => {
    const known = from && !isLost ? undefined : stateOfFile(file)
    const { memory, isWhole } = copyOut(file, schema, from)
    wayBack = mayReturn && isWhole ? new WayBack(file, schema, condition, known) : null
    condition = 'memory'
    return memory
  }

  /** What is written to a file that is gone from its place is gone at the next start. */
  const leaveLostFile = (): void => {
    const [lost, fate] = [db, db && fateOf(db, file)]
    if (!lost || fate === 'there') return
    db = moveToMemory(lost, fate === 'deleted', true)
    lost.close()
  }

  const returnToFile = (): void => {
    leaveLostFile()
    const fresh = db && condition === 'memory' && wayBack?.copyFrom(db)
    if (!fresh || !wayBack) return
    condition = wayBack.condition
    db?.close()
    db = fresh
  }

  const rebuild = (): DatabaseSync => {
    try {
      const fresh = createAnew(file, schema)
      condition = 'rebuilt'
      return fresh
    } catch (error) {
      if (classify(error) === null) throw error
      // The quarantined copy may have what memory lacks.
      return moveToMemory(null, false)
    }
  }

  /** Replaces the database after an error. @returns false if there is no replacement */
  const replace = (error: unknown): boolean => {
    const problem = classify(error)
    if (!db || condition === 'memory' || problem === 'rejected') return false
    const broken = db
    if (problem === 'damaged') {
      // Closed first: Windows renames no open file.
      broken.close()
      // Damaged again after a rebuild: the disk can't be trusted.
      db = condition === 'rebuilt' ? moveToMemory(null, false) : rebuild()
    } else {
      db = moveToMemory(broken)
      broken.close()
    }
    return true
  }

  const run = <T>(work: (db: DatabaseSync) => T, retry: boolean): T => {
    if (!db) throw new AppError('STORAGE')
    try {
      return work(db)
    } catch (error) {
      if (classify(error) === null) throw error
      if (retry && replace(error)) return run(work, false)
      throw new AppError('STORAGE')
    }
  }

  try {
    db = openFile(file, schema)
  } catch (error) {
    const problem = classify(error)
    if (problem === null) throw error
    db = problem === 'damaged' ? rebuild() : moveToMemory(null)
  }

  return {
    read: (work) => run(work, true),
    change(work) {
      returnToFile()
      return run((current) => transaction(current, () => work(current)), true)
    },
    condition: () => condition,
    returnToFile,
    recover: (error) => void replace(error),
    close() {
      db?.close()
      db = null
    }
  }
}

/** Of data in memory into its file. */
class WayBack {
  /** Of the file, once it has the data. */
  readonly condition: StorageCondition
  readonly #file: string
  readonly #schema: Schema
  #known: string | null | undefined
  #notBefore = 0

  /** @param known the state of a file that couldn't be opened; undefined: memory has what the open file had */
  constructor(file: string, schema: Schema, condition: StorageCondition, known: string | null | undefined) {
    this.condition = condition
    this.#file = file
    this.#schema = schema
    this.#known = known
  }

  /** @returns the file's database; null: not now */
  copyFrom(memory: DatabaseSync): DatabaseSync | null {
    if (performance.now() < this.#notBefore || this.#isAnotherFile()) return null
    if (!hasRoom(freeBytesNow(dirname(this.#file)), 2 * bytesOf(memory), SLACK_BYTES)) return null
    const fresh = copyBack(this.#file, this.#schema, memory, () => (this.#notBefore = performance.now() + PAUSE_MS))
    // A try may have written.
    if (!fresh && this.#known !== undefined) this.#known = stateOfFile(this.#file)
    return fresh
  }

  /** Such as that of a drive that came back. It has data that memory lacks, so it is never overwritten. */
  #isAnotherFile(): boolean {
    return this.#known !== undefined && (this.#known === null || this.#known !== stateOfFile(this.#file))
  }
}

/** Sets a damaged file aside. @returns a new one, with what can be read of it */
function createAnew(file: string, schema: Schema): DatabaseSync {
  const quarantined = quarantine(file)
  const fresh = openFile(file, schema)
  const { salvage } = schema
  if (salvage) readFrom(quarantined, (readable) => salvageReadable(readable, fresh, salvage))
  return fresh
}

/** @returns a database in memory, and whether it has all that the file has */
function copyOut(file: string, schema: Schema, from: DatabaseSync | null): { memory: DatabaseSync; isWhole: boolean } {
  const memory = openInMemory(schema)
  const copy = (readable: DatabaseSync, isAll = true): boolean => copyReadable(readable, memory, schema) && isAll
  return { memory, isWhole: from ? copy(from) : readFrom(file, copy) === true || isWithoutData(file) }
}

/** Replaces what the file has of the tables in memory. @param begin called before it writes @returns null: it can't be written */
function copyBack(file: string, schema: Schema, memory: DatabaseSync, begin: () => void): DatabaseSync | null {
  let db: DatabaseSync | null = null
  try {
    const opened = (db = openFile(file, schema))
    begin()
    transaction(opened, () => {
      for (const table of schema.inMemory) opened.exec(`DELETE FROM ${table}`)
      schema.copyToMemory(memory, opened)
    })
    // What was deleted must not stay in the -wal.
    if (schema.secureDelete) opened.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return opened
  } catch (error) {
    if (classify(error) === null) throw error
    db?.close()
    return null
  }
}
