/** Replaces the stored list with a new one. Records with the same position and bytes are not written. */
import type { DatabaseSync } from 'node:sqlite'
import { keyText, parse } from '../json-column.ts'
import { info } from '../topics.ts'
import type { Staging } from './staging.ts'
import { createChangeLog } from './change-log.ts'
import { mergeWithList, type ShownRecord, type ListRecord } from './list-records.ts'
import { isSameReader } from './hashes.ts'
import { RECORD_COLUMNS, storedAt, storedOf, wipeProducts, writer, type StoredProduct } from './products.ts'

export interface Outcome {
  /** Number of products added, removed or changed. */
  changed: number
  /** Whether the stored list differs, also if only positions changed. */
  isOther: boolean
}

/** Yields at least once per product. Call inside a transaction. */
export function* reconcile(db: DatabaseSync, staging: Staging, at: string): Generator<void, Outcome, void> {
  const list = staging.list()
  const keys = staging.keys()
  const before = yield* storedKeys(db)
  const stored = storedAt(db)
  // The first list has no changes to log.
  const changeLog = createChangeLog(db, at, info(db, 'catalogue') !== null)

  const written: number[] = []
  const moved = createMovedRecords(db)
  for (const [position, one] of list.entries()) {
    if ('stored' in one) {
      const stays = one.stored === position && before.keys[position] === keys[position]
      if (stays && !before.differing.has(position)) continue
      moved.add(one.stored, position)
    }
    written.push(position)
    yield
  }

  const keyAt = (position: number): string => keys[position] ?? ''
  /** The position where these bytes were stored; null: none. */
  const storedPosition = (position: number): number | null => {
    const one = list[position]
    return one && 'stored' in one ? one.stored : null
  }
  /** The list's record and the hash of its bytes. */
  const listAt = (position: number): { said: ListRecord; hash: Uint8Array | null } => {
    const one = list[position]
    if (one && 'staged' in one) {
      const { hash, ...said } = staging.staged(one.staged)
      return { said, hash }
    }
    const { listRecord, record, hash } = moved.at(position)
    return { said: listRecord ?? record, hash }
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
  for (const position of written) {
    const key = keyAt(position)
    const was = before.positions.get(key)
    // With a duplicate id, a product may have another's key.
    const isSame = storedPosition(position) === was
    if (was === undefined) changeLog.added({ ...listAt(position).said, key })
    else if (!isSame || before.differing.has(was)) {
      const old = stored(was)
      if (old.listRecord && isAlike) shownByKey.set(key, { shown: old.record, listRecord: old.listRecord })
      if (!isSame) changeLog.changed((old.listRecord ?? old.record).raw, { ...listAt(position).said, key })
    }
    yield
  }

  if (written.length === list.length) wipeProducts(db)
  else yield* clear(db, written, list.length)
  const { put, end } = writer(db)
  for (const position of written) {
    const key = keyAt(position)
    const { said, hash } = listAt(position)
    const more = shownByKey.get(key)
    const record = more ? mergeWithList(more, said) : said
    put(position, { record: { ...record, key }, listRecord: record === said ? null : bare(said), hash })
    yield
  }
  end()
  moved.end()
  // A product that returns gets its place with the next fetch of the order.
  const drop = db.prepare(
    'DELETE FROM provider_positions WHERE order_id IN (SELECT id FROM provider_orders) AND key = ?'
  )
  for (const key of gone.keys()) {
    drop.run(keyText(key))
    yield
  }
  return { changed: changeLog.end(), isOther: written.length > 0 || gone.size > 0 }
}

/** The list is unchanged, byte for byte: its values replace different ones from products' own URLs. */
export function* reaffirm(db: DatabaseSync): Generator<void, Outcome, void> {
  const stored = storedAt(db)
  const { put, end } = writer(db)
  let isOther = false
  for (const position of differing(db)) {
    const { record: shown, listRecord, hash } = stored(position)
    if (!listRecord) continue
    const record = mergeWithList({ shown, listRecord }, listRecord)
    const said = { ...record, key: shown.key }
    if (JSON.stringify(said.raw) !== JSON.stringify(shown.raw)) {
      put(position, { record: said, listRecord: record === listRecord ? null : listRecord, hash })
      isOther = true
    }
    yield
  }
  end()
  return { changed: 0, isOther }
}

const bare = ({ raw, product, unknownFields, notes }: ListRecord): ListRecord => ({
  raw,
  product,
  unknownFields,
  notes
})

interface StoredKeys {
  /** By position. */
  keys: string[]
  positions: Map<string, number>
  /** Positions whose list record differs from the shown one. */
  differing: Set<number>
}

function* storedKeys(db: DatabaseSync): Generator<void, StoredKeys, void> {
  const keys: string[] = []
  const positions = new Map<string, number>()
  const rows = db.prepare('SELECT position, key FROM products ORDER BY position')
  for (const row of rows.iterate()) {
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

/** Frees the keys of rows that will be written, and deletes rows beyond the new end. */
function* clear(db: DatabaseSync, written: readonly number[], length: number): Generator<void, void, void> {
  const free = db.prepare("UPDATE products SET key = '?' || position WHERE position = ?")
  for (const position of written) {
    free.run(position)
    yield
  }
  db.prepare('DELETE FROM product_texts WHERE rowid IN (SELECT position FROM products WHERE position >= ?)').run(length)
  db.prepare('DELETE FROM products WHERE position >= ?').run(length)
}

interface MovedRecords {
  /** Saves the record at a position for another position. */
  add(from: number, to: number): void
  /** By the new position. */
  at(position: number): StoredProduct
  end(): void
}

/** Records whose position changes. In a temporary table, because 100,000 of them don't fit in memory. */
function createMovedRecords(db: DatabaseSync): MovedRecords {
  db.exec(`DROP TABLE IF EXISTS temp.moved;
    CREATE TEMP TABLE moved (new_position INTEGER PRIMARY KEY, ${RECORD_COLUMNS})`)
  const put = db.prepare(`INSERT INTO temp.moved SELECT ?, ${RECORD_COLUMNS} FROM product_records WHERE position = ?`)
  const find = db.prepare(`SELECT ${RECORD_COLUMNS} FROM temp.moved WHERE new_position = ?`)
  return {
    add: (from, to) => void put.run(to, from),
    at: (position) => storedOf(find.get(position)),
    end: () => db.exec('DROP TABLE temp.moved')
  }
}
