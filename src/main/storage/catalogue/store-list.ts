/** Replaces the stored list in one transaction on a second connection, in slices, so that reads are answered meanwhile. */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import { MOST_PRODUCTS, PRODUCT_FIELDS } from '../../../shared/models/product.ts'
import { atOnce, inSlices } from '../../concurrency.ts'
import type { StoredInfo } from '../../core/ports/index.ts'
import { openSecondConnection } from '../database.ts'
import { parse } from '../query.ts'
import { classify } from '../sqlite-error.ts'
import type { Store } from '../store.ts'
import { createChangeLog } from './change-log.ts'
import { isSameReader, readEdition, readInfo, writeHashes, writeInfo, writeMeta } from './list-info.ts'
import {
  createCopier,
  createIndexes,
  createRowWriter,
  DROP_INDEXES,
  createWriter,
  indexSorts,
  indexTexts,
  prepare,
  storedAt,
  wipeProducts,
  type ListRecord
} from './products.ts'
import { CATALOGUE, type Staging } from './staging.ts'

interface ListParts {
  file: string
  store: Store
  staging: Staging
  about: Omit<StoredInfo, 'notes'>
}

/** @returns the number of products added, removed or changed @throws CANCELLED, STORAGE; the stored list stays */
export const storeList = (parts: ListParts): Promise<number> => {
  const { staging, file } = parts
  const connection = { open: () => staging.attach(file), close: staging.close }
  return beside(parts.store, connection, (db) => steps(db, parts), staging.isCancelled)
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

/** For what comes before the index of texts, which ends with one checkpoint of all: it isn't done in slices. */
const NO_CHECKPOINT = 'PRAGMA wal_autocheckpoint = 0'

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

type Steps<T> = Generator<void, T, void>

function* steps(db: DatabaseSync, { staging, about }: ListParts): Steps<number> {
  if (readEdition(db) !== staging.edition) throw new AppError('CANCELLED')
  const before = readInfo(db)
  const same = before && staging.isSame() ? before : null
  if (about.partial && !same) yield* keepOthers(db, staging)
  const { changed, isOther } = yield* same ? reaffirm(db) : reconcile(db, staging, before ? about.fetchedAt : null)
  if (!same) writeHashes(db, staging.hashes())
  writeInfo(db, { ...about, notes: same?.notes ?? staging.notes() })
  writeMeta(db, 'read_by', staging.readerId)
  if (isOther || !before) writeMeta(db, 'edition', staging.edition + 1)
  return changed
}

/** Each refresh may bring another part, so the saved products that stay are limited. */
const MOST_BYTES = 256 * 1024 * 1024

/** The provider may still have the products that a part of its list lacks: they stay, in their order. */
function* keepOthers(db: DatabaseSync, staging: Staging): Steps<void> {
  const listed = new Set(staging.keys())
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

interface Outcome {
  changed: number
  /** Whether the stored list differs, also if only positions changed. */
  isOther: boolean
}

/** A few milliseconds' work. */
const MOST_COPIED = 200

/** Skips records with the same position and bytes. @param at null: the first list has no changes to log */
function* reconcile(db: DatabaseSync, staging: Staging, at: string | null): Steps<Outcome> {
  const list = staging.list()
  const keys = staging.keys()
  const before = yield* storedKeys(db)
  const differing = new Set(differingPositions(db))
  const stored = storedAt(db)
  const changeLog = createChangeLog(db, at)

  // Records that move are staged, too, because 100,000 of them don't fit in memory.
  const written: { position: number; key: string; place: number; from: number | null }[] = []
  for (const [position, one] of list.entries()) {
    const key = keys[position] ?? ''
    if ('staged' in one) written.push({ position, key, place: one.staged, from: null })
    else if (one.stored !== position || before.get(key) !== position || differing.has(position)) {
      const { record, listRecord } = stored(one.stored)
      written.push({ position, key, place: staging.stage(listRecord ?? record), from: one.stored })
    }
    yield
  }

  const gone = new Map(before)
  for (const key of keys) gone.delete(key)
  for (const [key, position] of gone) {
    changeLog.removed({ ...stored(position).record, key })
    yield
  }
  /** Records from products' own URLs, by key. Those of other readers are dropped. */
  const shownByKey = new Map<string, ShownRecord>()
  const isAlike = isSameReader(db, staging.readerId)
  for (const { key, place, from } of written) {
    const was = before.get(key)
    if (was === undefined) changeLog.added(() => ({ ...staging.staged(place), key }))
    // With a duplicate id, a product may have another's key.
    else if (from !== was || differing.has(was)) {
      const old = stored(was)
      if (old.listRecord && isAlike) shownByKey.set(key, { shown: old.record, listRecord: old.listRecord })
      if (from !== was) changeLog.changed((old.listRecord ?? old.record).raw, { ...staging.staged(place), key })
    }
    yield
  }

  /** @returns what is written of one of the list's records */
  const merged = (key: string, place: number) => {
    const fromList = staging.staged(place)
    const shown = shownByKey.get(key)
    const record = shown ? mergeWithList(shown, fromList) : fromList
    return { record: { ...record, key }, listRecord: record === fromList ? null : fromList }
  }
  if (written.length === list.length) {
    const isBeside = staging.holds(db)
    wipeProducts(db)
    db.exec(DROP_INDEXES)
    const write = createRowWriter(db)
    const copy = isBeside ? createCopier(db, 'staged') : null
    /** Every position is written here, in order. */
    const isCopy = (position: number): boolean => {
      const key = keys[position]
      return key !== undefined && list[position]?.id === key && !shownByKey.has(key)
    }
    let next = 0
    for (const [at, { position, key, place }] of written.entries()) {
      if (at < next) continue
      next = at + 1
      if (shownByKey.has(key)) {
        const { record, listRecord } = merged(key, place)
        write(position, key, prepare(record), listRecord)
      } else if (copy && isCopy(at)) {
        while (next - at < MOST_COPIED && isCopy(next) && written[next]?.place === place + next - at) next += 1
        copy(place - position, place, place + next - at - 1)
      } else {
        write(position, key, staging.prepared(place), null)
      }
      yield
    }
    for (const sql of createIndexes('shown', isBeside ? CATALOGUE : 'main')) {
      db.exec(sql)
      yield
    }
    db.exec(NO_CHECKPOINT)
  } else {
    // Keys are unique, so those of rows to be written are freed first.
    const free = db.prepare("UPDATE products SET key = '?' || position WHERE position = ?")
    for (const { position } of written) {
      free.run(position)
      yield
    }
    for (const table of ['product_texts', 'product_names'])
      db.prepare(`DELETE FROM ${table} WHERE rowid IN (SELECT position FROM products WHERE position >= ?)`).run(
        list.length
      )
    db.prepare('DELETE FROM products WHERE position >= ?').run(list.length)
    const { put, end } = createWriter(db)
    for (const { position, key, place } of written) {
      put(position, merged(key, place))
      yield
    }
    end()
  }
  // A product that returns gets its place with the next fetch of the order.
  const drop = db.prepare('DELETE FROM sort_positions WHERE sort_order_id IN (SELECT id FROM sort_orders) AND key = ?')
  for (const key of gone.keys()) {
    drop.run(JSON.stringify(key))
    yield
  }
  return { changed: changeLog.end(), isOther: written.length > 0 || gone.size > 0 }
}

/** The list is unchanged, byte for byte: its values replace different ones from products' own URLs. */
function* reaffirm(db: DatabaseSync): Steps<Outcome> {
  const stored = storedAt(db)
  const { put, end } = createWriter(db)
  let isOther = false
  for (const position of differingPositions(db)) {
    const { record: shown, listRecord } = stored(position)
    if (!listRecord) continue
    const record = mergeWithList({ shown, listRecord }, listRecord)
    if (JSON.stringify(record.raw) !== JSON.stringify(shown.raw)) {
      const isListRecord = record === listRecord
      put(position, { record: { ...record, key: shown.key }, listRecord: isListRecord ? null : listRecord })
      isOther = true
    }
    yield
  }
  end()
  return { changed: 0, isOther }
}

function* storedKeys(db: DatabaseSync): Steps<Map<string, number>> {
  const positions = new Map<string, number>()
  for (const { key, position } of db.prepare('SELECT position, key FROM products ORDER BY position').iterate()) {
    positions.set(parse<string>(key), Number(position))
    yield
  }
  return positions
}

/** Positions whose list record differs from the shown one. */
const differingPositions = (db: DatabaseSync): number[] =>
  db
    .prepare('SELECT position FROM product_records WHERE list_record IS NOT NULL')
    .all()
    .map(({ position }) => Number(position))

/** A product whose own URL returned another record than the list. */
interface ShownRecord {
  shown: ListRecord
  listRecord: ListRecord
}

/** The newer list wins. Fields only from the product's own URL stay: many lists omit the long texts. */
function mergeWithList({ shown, listRecord }: ShownRecord, list: ListRecord): ListRecord {
  const isOwn = (name: string): boolean => !Object.hasOwn(list.raw, name) && !Object.hasOwn(listRecord.raw, name)
  const own = Object.entries(shown.raw).filter(([name]) => isOwn(name))
  if (own.length === 0) return list
  const raw = Object.fromEntries([...own, ...Object.entries(list.raw)])
  const fields = PRODUCT_FIELDS.flatMap((name) => {
    const value = (isOwn(name) ? shown : list).product[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    raw,
    product: Object.fromEntries(fields),
    unknownFields: Object.keys(raw).filter((name) => !PRODUCT_FIELDS.some((field) => field === name)),
    notes: [...list.notes, ...shown.notes.filter(({ field }) => field !== undefined && isOwn(field))]
  }
}
