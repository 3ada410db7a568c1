/**
 * Replaces the stored list: in one transaction, so that readers see the old list or the new one, and in slices, so that calls
 * are answered meanwhile. It uses a second connection; reads use the store's.
 */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import { PRODUCT_FIELDS } from '../../../shared/models/product.ts'
import type { Validators } from '../../core/ports/index.ts'
import { openSecondConnection } from '../database.ts'
import { parse } from '../query.ts'
import { classify } from '../sqlite-error.ts'
import type { Store } from '../store.ts'
import { atOnce, inSlices } from '../time-slices.ts'
import { createChangeLog } from './change-log.ts'
import { isSameReader, readEdition, readInfo, writeInfo, writeMeta } from './list-info.ts'
import { createWriter, RECORD_COLUMNS, storedAt, storedOf, wipeProducts, type ListRecord } from './products.ts'
import type { Staging } from './staging.ts'

interface ListParts {
  file: string
  store: Store
  staging: Staging
  about: { fetchedAt: string; validators: Validators | null }
}

/** @returns the number of products added, removed or changed @throws CANCELLED, STORAGE; the stored list stays */
export async function storeList(parts: ListParts): Promise<number> {
  const { file, store, staging } = parts
  if (store.condition() === 'memory') return store.change((db) => atOnce(steps(db, parts)))
  let db: DatabaseSync | null = null
  try {
    db = openSecondConnection(file)
    db.exec('BEGIN IMMEDIATE')
    const changed = await inSlices(steps(db, parts), () => {
      if (staging.isCancelled()) throw new AppError('CANCELLED')
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
    db?.close()
  }
}

/** Yields at least once per product. */
type Steps<T> = Generator<void, T, void>

function* steps(db: DatabaseSync, { staging, about }: ListParts): Steps<number> {
  if (readEdition(db) !== staging.edition) throw new AppError('CANCELLED')
  const before = readInfo(db)
  const same = before && staging.isSame() ? before : null
  const { changed, isOther } = yield* same ? reaffirm(db) : reconcile(db, staging, before ? about.fetchedAt : null)
  writeInfo(db, { ...about, notes: same?.notes ?? staging.notes() })
  writeMeta(db, 'read_by', staging.readerId)
  if (isOther || !before) writeMeta(db, 'edition', staging.edition + 1)
  return changed
}

interface Outcome {
  changed: number
  /** Whether the stored list differs, also if only positions changed. */
  isOther: boolean
}

/** Skips records with the same position and bytes. @param at null: the first list has no changes to log */
function* reconcile(db: DatabaseSync, staging: Staging, at: string | null): Steps<Outcome> {
  const list = staging.list()
  const keys = staging.keys()
  const before = yield* storedKeys(db)
  const stored = storedAt(db)
  const changeLog = createChangeLog(db, at)

  // Records whose position changes. In a temporary table, because 100,000 of them don't fit in memory.
  db.exec(`DROP TABLE IF EXISTS temp.moved;
    CREATE TEMP TABLE moved (new_position INTEGER PRIMARY KEY, ${RECORD_COLUMNS})`)
  const move = db.prepare(`INSERT INTO temp.moved SELECT ?, ${RECORD_COLUMNS} FROM product_records WHERE position = ?`)
  const moved = db.prepare(`SELECT ${RECORD_COLUMNS} FROM temp.moved WHERE new_position = ?`)
  const written: { position: number; key: string }[] = []
  for (const [position, one] of list.entries()) {
    const key = keys[position] ?? ''
    if ('stored' in one) {
      const stays = one.stored === position && before.keys[position] === key
      if (stays && !before.differing.has(position)) continue
      move.run(position, one.stored)
    }
    written.push({ position, key })
    yield
  }

  const listAt = (position: number): { fromList: ListRecord; hash: Uint8Array | null } => {
    const one = list[position]
    if (one && 'staged' in one) {
      const { hash, ...fromList } = staging.staged(one.staged)
      return { fromList, hash }
    }
    const { listRecord, record, hash } = storedOf(moved.get(position))
    return { fromList: listRecord ?? record, hash }
  }

  const gone = new Map(before.positions)
  for (const key of keys) gone.delete(key)
  for (const [key, position] of gone) {
    changeLog.removed({ ...stored(position).record, key })
    yield
  }
  /** Records from products' own URLs, by key. Those of other readers are dropped. */
  const shownByKey = new Map<string, ShownRecord>()
  const isAlike = isSameReader(db, staging.readerId)
  for (const { position, key } of written) {
    const was = before.positions.get(key)
    const one = list[position]
    // With a duplicate id, a product may have another's key.
    const isSame = one && 'stored' in one && one.stored === was
    if (was === undefined) changeLog.added({ ...listAt(position).fromList, key })
    else if (!isSame || before.differing.has(was)) {
      const old = stored(was)
      if (old.listRecord && isAlike) shownByKey.set(key, { shown: old.record, listRecord: old.listRecord })
      if (!isSame) changeLog.changed((old.listRecord ?? old.record).raw, { ...listAt(position).fromList, key })
    }
    yield
  }

  if (written.length === list.length) wipeProducts(db)
  else {
    // Keys are unique, so those of rows to be written are freed first.
    const free = db.prepare("UPDATE products SET key = '?' || position WHERE position = ?")
    for (const { position } of written) {
      free.run(position)
      yield
    }
    db.prepare('DELETE FROM product_texts WHERE rowid IN (SELECT position FROM products WHERE position >= ?)').run(
      list.length
    )
    db.prepare('DELETE FROM products WHERE position >= ?').run(list.length)
  }
  const { put, end } = createWriter(db)
  for (const { position, key } of written) {
    const { fromList, hash } = listAt(position)
    const more = shownByKey.get(key)
    const record = more ? mergeWithList(more, fromList) : fromList
    put(position, { record: { ...record, key }, listRecord: record === fromList ? null : withoutKey(fromList), hash })
    yield
  }
  end()
  db.exec('DROP TABLE temp.moved')
  // A product that returns gets its place with the next fetch of the order.
  const drop = db.prepare(
    'DELETE FROM provider_positions WHERE order_id IN (SELECT id FROM provider_orders) AND key = ?'
  )
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
  for (const position of differing(db)) {
    const { record: shown, listRecord, hash } = stored(position)
    if (!listRecord) continue
    const record = mergeWithList({ shown, listRecord }, listRecord)
    if (JSON.stringify(record.raw) !== JSON.stringify(shown.raw)) {
      const isListRecord = record === listRecord
      put(position, { record: { ...record, key: shown.key }, listRecord: isListRecord ? null : listRecord, hash })
      isOther = true
    }
    yield
  }
  end()
  return { changed: 0, isOther }
}

interface StoredKeys {
  keys: string[]
  positions: Map<string, number>
  /** Positions whose list record differs from the shown one. */
  differing: Set<number>
}

function* storedKeys(db: DatabaseSync): Steps<StoredKeys> {
  const keys: string[] = []
  const positions = new Map<string, number>()
  for (const row of db.prepare('SELECT position, key FROM products ORDER BY position').iterate()) {
    const key = parse<string>(row['key'])
    keys[Number(row['position'])] = key
    positions.set(key, Number(row['position']))
    yield
  }
  return { keys, positions, differing: new Set(differing(db)) }
}

const differing = (db: DatabaseSync): number[] =>
  db
    .prepare('SELECT position FROM product_records WHERE list_record IS NOT NULL')
    .all()
    .map(({ position }) => Number(position))

const withoutKey = ({ raw, product, unknownFields, notes }: ListRecord): ListRecord => ({
  raw,
  product,
  unknownFields,
  notes
})

/** A product whose own URL returned another record than the list. */
interface ShownRecord {
  shown: ListRecord
  listRecord: ListRecord
}

/**
 * The newer list wins, also with fields that it no longer has. Fields that only the product's own URL returned stay: many lists
 * omit the long texts, which would be lost offline with every refresh.
 */
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
