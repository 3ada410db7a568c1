/**
 * Puts a list that has come in place of the stored one: in one transaction, so that a reader sees the old list or the new
 * one, and in slices, so that readers are answered meanwhile. It has a connection of its own; the store's reads on.
 */
import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Validators } from '../../core/ports/index.ts'
import { openSecondConnection } from '../database.ts'
import { classify } from '../sqlite-error.ts'
import type { Store } from '../store.ts'
import { info, putInfo } from '../topics.ts'
import type { Arrivals } from './staging.ts'
import { editionOf, putEdition } from './version.ts'
import { putReadBy } from './hashes.ts'
import { reaffirm, reconcile } from './reconcile.ts'

/** Longest time without answering anybody else, in milliseconds. */
const SLICE_MS = 8

export interface ListParts {
  file: string
  store: Store
  arrivals: Arrivals
  about: { fetchedAt: string; validators: Validators | null }
}

/**
 * @returns how many products came, went or changed
 * @throws CANCELLED when the arrivals were closed meanwhile, STORAGE; what is stored stays as it was
 */
export async function storeList(parts: ListParts): Promise<number> {
  const { file, store, arrivals } = parts
  if (store.condition() === 'memory') return store.change((db) => allAtOnce(steps(db, parts)))
  let db: DatabaseSync | null = null
  try {
    db = openSecondConnection(file)
    db.exec('BEGIN IMMEDIATE')
    const work = steps(db, parts)
    let begun = performance.now()
    for (;;) {
      if (arrivals.cancelled()) throw new AppError('CANCELLED')
      const { done, value } = work.next()
      if (done) {
        db.exec('COMMIT')
        return value
      }
      if (performance.now() - begun < SLICE_MS) continue
      await setImmediate()
      begun = performance.now()
    }
  } catch (error) {
    if (classify(error) === null) throw error
    // Damaged, or a full disk: the store has to do without this file, too. Windows renames no open one.
    db?.close()
    db = null
    store.recover(error)
    throw new AppError('STORAGE')
  } finally {
    // An open transaction is rolled back with it.
    db?.close()
  }
}

function* steps(db: DatabaseSync, { arrivals, about }: ListParts): Generator<void, number, void> {
  if (editionOf(db) !== arrivals.edition) throw new AppError('CANCELLED')
  const before = info(db, 'catalogue')
  const same = before && arrivals.isSame() ? before : null
  const { changed, isOther } = yield* same ? reaffirm(db) : reconcile(db, arrivals, about.fetchedAt)
  putInfo(db, 'catalogue', { ...about, notes: same?.notes ?? arrivals.notes() })
  putReadBy(db, arrivals.readBy)
  if (isOther || !before) putEdition(db, arrivals.edition + 1)
  return changed
}

function allAtOnce<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
