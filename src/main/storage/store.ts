/**
 * An SQLite file that stays usable: a damaged file is quarantined and created anew, and without a writable file data is in
 * memory until quit. No error of SQLite leaves this module, only AppError('STORAGE').
 */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { StorageCondition } from '../../shared/models/status.ts'
import { copyReadable, openFile, openInMemory, readFrom, transaction, type Schema } from './database.ts'
import { quarantine } from './files.ts'
import { classify } from './sqlite-error.ts'

export interface Store {
  /** `work` may run twice: again on a new database if the first one turns out to be damaged. */
  read<T>(work: (db: DatabaseSync) => T): T
  change<T>(work: (db: DatabaseSync) => T): T
  condition(): StorageCondition
  /** Handles an error of another connection to the same file as if it had occurred here. */
  recover(error: unknown): void
  close(): void
}

export function openStore(file: string, schema: Schema): Store {
  let condition: StorageCondition = 'fine'
  let db: DatabaseSync | null = null

  const moveToMemory = (from: DatabaseSync | null): DatabaseSync => {
    condition = 'memory'
    const memory = openInMemory(schema)
    if (from) copyReadable(from, memory, schema.copyToMemory)
    else readFrom(file, (readable) => copyReadable(readable, memory, schema.copyToMemory))
    return memory
  }

  const rebuild = (): DatabaseSync => {
    try {
      const quarantined = quarantine(file)
      const fresh = openFile(file, schema)
      const { salvage } = schema
      if (salvage) readFrom(quarantined, (readable) => copyReadable(readable, fresh, salvage))
      condition = 'rebuilt'
      return fresh
    } catch (error) {
      if (classify(error) === null) throw error
      return moveToMemory(null)
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
      db = condition === 'rebuilt' ? moveToMemory(null) : rebuild()
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
    change: (work) => run((current) => transaction(current, () => work(current)), true),
    condition: () => condition,
    recover: (error) => void replace(error),
    close() {
      db?.close()
      db = null
    }
  }
}
