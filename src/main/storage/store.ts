/**
 * One SQLite file that is always there to work with: damaged, it is set aside and made anew; not to be written, its data
 * goes on in memory until quit. No error of SQLite leaves this file, only AppError('STORAGE').
 */
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import { carry, carryFile } from './salvage.ts'
import { openFile, openMemory, transaction, type Schema } from './database.ts'
import { setAside } from './files.ts'
import { troubleOf } from './sqlite-error.ts'

export type Condition = 'fine' | 'rebuilt' | 'memory'

export interface Store {
  /** Reads. The work may run twice: again on a new database when the first turned out to be damaged. */
  read<T>(work: (db: DatabaseSync) => T): T
  /** The same in one transaction: all of it is stored, or nothing. */
  change<T>(work: (db: DatabaseSync) => T): T
  condition(): Condition
  /** Trouble was met on another connection to the same file: does as if it had been met here. */
  meet(error: unknown): void
  close(): void
}

export function openStore(file: string, schema: Schema): Store {
  let condition: Condition = 'fine'
  let db: DatabaseSync | null = null

  /** The place can't be written to: all that can still be read moves to memory. */
  const inMemory = (from: DatabaseSync | null): DatabaseSync => {
    condition = 'memory'
    const memory = openMemory(schema)
    if (from) carry(from, memory, schema.carryOver)
    else carryFile(file, memory, schema.carryOver)
    return memory
  }

  const anew = (): DatabaseSync => {
    try {
      const aside = setAside(file)
      const fresh = openFile(file, schema)
      condition = 'rebuilt'
      if (schema.salvage) carryFile(aside, fresh, schema.salvage)
      return fresh
    } catch (error) {
      if (troubleOf(error) === null) throw error
      return inMemory(null)
    }
  }

  /** Replaces the database after an error; false when there is no replacement. */
  const replace = (error: unknown): boolean => {
    const keychainError = troubleOf(error)
    if (!db || condition === 'memory' || keychainError === 'refused') return false
    const broken = db
    if (keychainError === 'damaged') {
      // Closed first: Windows renames no open file.
      broken.close()
      // Damaged again after it was made anew: the disk is not to be trusted.
      db = condition === 'rebuilt' ? inMemory(null) : anew()
    } else {
      db = inMemory(broken)
      broken.close()
    }
    return true
  }

  const run = <T>(work: (db: DatabaseSync) => T, again: boolean): T => {
    if (!db) throw new AppError('STORAGE')
    try {
      return work(db)
    } catch (error) {
      if (troubleOf(error) === null) throw error
      if (again && replace(error)) return run(work, false)
      throw new AppError('STORAGE')
    }
  }

  try {
    db = openFile(file, schema)
  } catch (error) {
    const keychainError = troubleOf(error)
    if (keychainError === null) throw error
    db = keychainError === 'damaged' ? anew() : inMemory(null)
  }

  return {
    read: (work) => run(work, true),
    change: (work) => run((current) => transaction(current, () => work(current)), true),
    condition: () => condition,
    meet: (error) => void replace(error),
    close() {
      db?.close()
      db = null
    }
  }
}

/** A database that never has a file. Closed, it is gone. */
export function memoryStore(prepare: (db: DatabaseSync) => void): Store {
  let db: DatabaseSync | null = new DatabaseSync(':memory:')
  prepare(db)
  const run = <T>(work: (db: DatabaseSync) => T): T => {
    if (!db) throw new AppError('STORAGE')
    try {
      return work(db)
    } catch (error) {
      if (troubleOf(error) === null) throw error
      throw new AppError('STORAGE')
    }
  }
  return {
    read: run,
    change: (work) => run((current) => transaction(current, () => work(current))),
    condition: () => 'memory',
    meet: () => undefined,
    close() {
      db?.close()
      db = null
    }
  }
}
