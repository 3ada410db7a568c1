/** Replaces the stored list in one transaction on a second connection, in slices, so that reads are answered meanwhile. */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import { MOST_PRODUCTS } from '../../../shared/models/product.ts'
import { atOnce, inSlices } from '../../concurrency.ts'
import type { StoredInfo } from '../../ports/index.ts'
import { openSecondConnection } from '../../storage/database.ts'
import { parse } from '../../storage/query.ts'
import { classify } from '../../storage/sqlite-error.ts'
import type { Store } from '../../storage/store.ts'
import { differingPositions, findDifference, logChanges, mergeWithList, type Steps } from './list-difference.ts'
import { readEdition, readInfo, writeHashes, writeInfo, writeMeta } from './list-info.ts'
import { indexSorts, indexTexts, ProductWriter, storedAt } from './products.ts'
import type { Staging } from './staging.ts'
import { NO_CHECKPOINT, writeDifference } from './write-list.ts'

interface ListParts {
  file: string
  store: Store
  staging: Staging
  about: Omit<StoredInfo, 'notes'>
}

/** @returns the number of products added, removed or changed @throws CANCELLED, STORAGE; the stored list stays */
export const storeList = (parts: ListParts): Promise<number> => {
  const { staging, file } = parts
  const connection = { open: () => staging.attach(file), close: () => staging.close() }
  return beside(
    parts.store,
    connection,
    (db) => replaceList(db, parts),
    () => staging.isClosed
  )
}

/**
 * Indexes a new list: in two transactions, so that sorting needn't wait for the texts.
 * @throws CANCELLED, STORAGE; what was begun has no effect
 */
export async function buildIndex(file: string, store: Store, isCancelled: () => boolean): Promise<void> {
  const withoutCheckpoint = (db: DatabaseSync): Steps<void> => {
    db.exec(NO_CHECKPOINT)
    return indexSorts(db)
  }
  await beside(store, secondConnection(file), withoutCheckpoint, isCancelled)
  await beside(store, secondConnection(file), indexTexts, isCancelled)
}

interface Connection {
  open(): DatabaseSync
  /** May be called twice. */
  close(): void
}

function secondConnection(file: string): Connection {
  let db: DatabaseSync | null = null
  return {
    open: () => (db = openSecondConnection(file)),
    close() {
      db?.close()
      db = null
    }
  }
}

async function beside<T>(
  store: Store,
  { open, close }: Connection,
  work: (db: DatabaseSync) => Steps<T>,
  isCancelled: () => boolean
): Promise<T> {
  if (store.condition() === 'memory') return store.change((db) => atOnce(work(db)))
  try {
    const db = open()
    db.exec('BEGIN IMMEDIATE')
    const result = await inSlices(work(db), () => {
      if (isCancelled()) throw new AppError('CANCELLED')
    })
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (classify(error) === null) throw error
    // Damaged, or a full disk: the store must replace the file, too. Windows renames no open file.
    close()
    store.recover(error)
    throw new AppError('STORAGE')
  } finally {
    close()
  }
}

function* replaceList(db: DatabaseSync, { staging, about }: ListParts): Steps<number> {
  if (readEdition(db) !== staging.edition) throw new AppError('CANCELLED')
  const before = readInfo(db)
  if (before && staging.isSame) {
    const isOther = yield* restoreListRecords(db)
    writeInfo(db, { ...about, notes: before.notes })
    writeMeta(db, 'read_by', staging.readerId)
    if (isOther) writeMeta(db, 'edition', staging.edition + 1)
    return 0
  }
  if (about.partial) yield* keepOthers(db, staging)
  const difference = yield* findDifference(db, staging)
  const changed = yield* logChanges(db, staging, difference, before ? about.fetchedAt : null)
  yield* writeDifference(db, staging, difference)
  writeHashes(db, staging.hashes)
  writeInfo(db, { ...about, notes: staging.sumOfNotes() })
  writeMeta(db, 'read_by', staging.readerId)
  // Also if only positions changed.
  const isOther = difference.rows.length > 0 || difference.gone.size > 0
  if (isOther || !before) writeMeta(db, 'edition', staging.edition + 1)
  return changed
}

/** Each refresh may bring another part, so the saved products that stay are limited. */
const MOST_BYTES = 256 * 1024 * 1024

/** The provider may still have the products that a part of its list lacks: they stay, in their order. */
function* keepOthers(db: DatabaseSync, staging: Staging): Steps<void> {
  const listed = new Set(staging.keys)
  let products = listed.size
  let bytes = 0
  const stored = db.prepare(
    'SELECT position, key, octet_length(raw) AS bytes FROM products JOIN product_records USING (position) ORDER BY position'
  )
  for (const row of stored.iterate()) {
    const key = parse<string>(row['key'])
    if (!listed.has(key)) {
      products += 1
      bytes += Number(row['bytes'])
      if (products > MOST_PRODUCTS || bytes > MOST_BYTES) return
      staging.keepStored(key, Number(row['position']))
    }
    yield
  }
}

/** The list is unchanged, byte for byte: its values replace different ones from products' own URLs. @returns whether there were any */
function* restoreListRecords(db: DatabaseSync): Steps<boolean> {
  const stored = storedAt(db)
  const writer = new ProductWriter(db)
  let isOther = false
  for (const position of differingPositions(db)) {
    const { record: shown, listRecord } = stored(position)
    if (!listRecord) continue
    const record = mergeWithList({ shown, listRecord }, listRecord)
    if (JSON.stringify(record.raw) !== JSON.stringify(shown.raw)) {
      const isListRecord = record === listRecord
      writer.put(position, { record: { ...record, key: shown.key }, listRecord: isListRecord ? null : listRecord })
      isOther = true
    }
    yield
  }
  writer.end()
  return isOther
}
