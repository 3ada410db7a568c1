/** Writes what differs between the incoming list and the stored one. */
import type { DatabaseSync } from 'node:sqlite'
import { mergeWithList, type ListDifference, type ListRow, type Steps } from './list-difference.ts'
import {
  createCopier,
  createIndexes,
  createRowWriter,
  DROP_INDEXES,
  prepare,
  ProductWriter,
  wipeProducts,
  type StoredProduct
} from './products.ts'
import { CATALOGUE, type Staging } from './staging.ts'

/** For what comes before the index of texts, which ends with one checkpoint of all: it isn't done in slices. */
export const NO_CHECKPOINT = 'PRAGMA wal_autocheckpoint = 0'

export function* writeDifference(db: DatabaseSync, staging: Staging, difference: ListDifference): Steps<void> {
  const isWhole = difference.rows.length === staging.list.length
  yield* isWhole ? replaceAllRows(db, staging, difference) : replaceRows(db, staging, difference)
  // A product that returns gets its place with the next fetch of the sort order.
  const drop = db.prepare('DELETE FROM sort_positions WHERE sort_order_id IN (SELECT id FROM sort_orders) AND key = ?')
  for (const key of difference.gone.keys()) {
    drop.run(JSON.stringify(key))
    yield
  }
}

/** A few milliseconds' work. */
const MOST_COPIED = 200

/** Every position is written, in order. */
function* replaceAllRows(db: DatabaseSync, staging: Staging, { rows, shown }: ListDifference): Steps<void> {
  const isBeside = staging.holds(db)
  wipeProducts(db)
  db.exec(DROP_INDEXES)
  const write = createRowWriter(db)
  const copy = isBeside ? createCopier(db, 'staged') : null
  /** Whether the staged record is stored as it is: its key is its id. */
  const isCopy = (row: ListRow | undefined): boolean =>
    row !== undefined && staging.list[row.position]?.id === row.key && !shown.has(row.key)
  let next = 0
  for (const [at, row] of rows.entries()) {
    if (at < next) continue
    next = at + 1
    const { position, key, place } = row
    if (shown.has(key)) {
      const { record, listRecord } = merge(staging, shown, row)
      write(position, key, prepare(record), listRecord)
    } else if (copy && isCopy(row)) {
      while (next - at < MOST_COPIED && isCopy(rows[next]) && rows[next]?.place === place + next - at) next += 1
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
}

function* replaceRows(db: DatabaseSync, staging: Staging, { rows, shown }: ListDifference): Steps<void> {
  // Keys are unique, so those of rows to be written are freed first.
  const free = db.prepare("UPDATE products SET key = '?' || position WHERE position = ?")
  for (const { position } of rows) {
    free.run(position)
    yield
  }
  const { length } = staging.list
  for (const table of ['product_texts', 'product_names'])
    db.prepare(`DELETE FROM ${table} WHERE rowid IN (SELECT position FROM products WHERE position >= ?)`).run(length)
  db.prepare('DELETE FROM products WHERE position >= ?').run(length)
  const writer = new ProductWriter(db)
  for (const row of rows) {
    writer.put(row.position, merge(staging, shown, row))
    yield
  }
  writer.end()
}

/** @returns what is written of one of the list's records */
function merge(staging: Staging, shown: ListDifference['shown'], { key, place }: ListRow): StoredProduct {
  const fromList = staging.staged(place)
  const beside = shown.get(key)
  const record = beside ? mergeWithList(beside, fromList) : fromList
  return { record: { ...record, key }, listRecord: record === fromList ? null : fromList }
}
