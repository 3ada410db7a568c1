/**
 * Replaces the stored list: in one transaction, so that readers see the old list or the new one, and in slices, so that calls
 * are answered meanwhile. It uses a second connection; reads use the store's.
 */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Validators } from '../../core/ports/index.ts'
import { openSecondConnection } from '../database.ts'
import { classify } from '../sqlite-error.ts'
import type { Store } from '../store.ts'
import { atOnce, inSlices } from '../time-slices.ts'
import { info, putInfo } from '../topics.ts'
import type { Staging } from './staging.ts'
import { readEdition, writeEdition } from './version.ts'
import { writeReaderId } from './hashes.ts'
import { reaffirm, reconcile } from './reconcile.ts'

export interface ListParts {
  file: string
  store: Store
  staging: Staging
  about: { fetchedAt: string; validators: Validators | null }
}

/**
 * @returns the number of products added, removed or changed
 * @throws CANCELLED if the staging was closed meanwhile, STORAGE; the stored list stays
 */
export async function storeList(parts: ListParts): Promise<number> {
  const { file, store, staging } = parts
  if (store.condition() === 'memory') return store.change((db) => atOnce(steps(db, parts)))
  let db: DatabaseSync | null = null
  try {
    db = openSecondConnection(file)
    db.exec('BEGIN IMMEDIATE')
    const changed = await inSlices(steps(db, parts), () => {
      if (staging.cancelled()) throw new AppError('CANCELLED')
    })
    db.exec('COMMIT')
    return changed
  } catch (error) {
    if (classify(error) === null) throw error
    // Damaged, or a full disk: the store must replace the file, too. Windows renames no open file.
    db?.close()
    db = null
    store.recover(error)
    throw new AppError('STORAGE')
  } finally {
    // Rolls an open transaction back.
    db?.close()
  }
}

function* steps(db: DatabaseSync, { staging, about }: ListParts): Generator<void, number, void> {
  if (readEdition(db) !== staging.edition) throw new AppError('CANCELLED')
  const before = info(db, 'catalogue')
  const same = before && staging.isSame() ? before : null
  const { changed, isOther } = yield* same ? reaffirm(db) : reconcile(db, staging, about.fetchedAt)
  putInfo(db, 'catalogue', { ...about, notes: same?.notes ?? staging.notes() })
  writeReaderId(db, staging.readerId)
  if (isOther || !before) writeEdition(db, staging.edition + 1)
  return changed
}
