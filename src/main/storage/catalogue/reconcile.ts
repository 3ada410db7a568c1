/** Makes the stored list the one that came: what stands where it stood, under the same bytes, is not touched. */
import type { DatabaseSync } from 'node:sqlite'
import { keyText, parse } from '../json-column.ts'
import { info } from '../topics.ts'
import type { Arrivals } from './staging.ts'
import { createCarried } from './salvaged.ts'
import { createLedger } from './change-log.ts'
import { withList, type Beside, type ListRecord } from './list-records.ts'
import { isReadAlike } from './hashes.ts'
import { storedAt, wipeProducts, writer } from './products.ts'

export interface Outcome {
  /** Products that came, went or changed. */
  changed: number
  /** The stored list is another one: also when products only changed places. */
  isOther: boolean
}

/** One step is one product or less. Inside a transaction. */
export function* reconcile(db: DatabaseSync, arrivals: Arrivals, at: string): Generator<void, Outcome, void> {
  const list = arrivals.list()
  const keys = arrivals.keys()
  const before = yield* storedKeys(db)
  const stored = storedAt(db)
  // Of the very first list there is nothing to tell: all of it is new.
  const ledger = createLedger(db, at, info(db, 'catalogue') !== null)

  const written: number[] = []
  const carried = createCarried(db)
  for (const [position, one] of list.entries()) {
    if ('stored' in one) {
      const stays = one.stored === position && before.keys[position] === keys[position]
      if (stays && !before.besideList.has(position)) continue
      carried.add(one.stored, position)
    }
    written.push(position)
    yield
  }

  const keyAt = (position: number): string => keys[position] ?? ''
  /** Where it was stored in these bytes; null: nowhere. */
  const keptFrom = (position: number): number | null => {
    const one = list[position]
    return one && 'stored' in one ? one.stored : null
  }
  /** What the list says, and in which bytes. */
  const listAt = (position: number): { said: ListRecord; hash: Uint8Array | null } => {
    const one = list[position]
    if (one && 'staged' in one) {
      const { hash, ...said } = arrivals.staged(one.staged)
      return { said, hash }
    }
    const { listRecord, record, hash } = carried.at(position)
    return { said: listRecord ?? record, hash }
  }

  const gone = new Map(before.positions)
  for (const key of keys) gone.delete(key)
  for (const [key, position] of gone) {
    ledger.gone({ ...stored(position).record, key })
    yield
  }
  /** What products' own addresses said, by key. Of other readers' work nothing is taken along. */
  const beside = new Map<string, Beside>()
  const isAlike = isReadAlike(db, arrivals.readBy)
  for (const position of written) {
    const key = keyAt(position)
    const was = before.positions.get(key)
    // Of two with one id, one may now go by the other's key.
    const isSame = keptFrom(position) === was
    if (was === undefined) ledger.came({ ...listAt(position).said, key })
    else if (!isSame || before.besideList.has(was)) {
      const old = stored(was)
      if (old.listRecord && isAlike) beside.set(key, { shown: old.record, listRecord: old.listRecord })
      if (!isSame) ledger.changed((old.listRecord ?? old.record).raw, { ...listAt(position).said, key })
    }
    yield
  }

  if (written.length === list.length) wipeProducts(db)
  else yield* clear(db, written, list.length)
  const { put, end } = writer(db)
  for (const position of written) {
    const key = keyAt(position)
    const { said, hash } = listAt(position)
    const more = beside.get(key)
    const record = more ? withList(more, said) : said
    put(position, { record: { ...record, key }, listRecord: record === said ? null : bare(said), hash })
    yield
  }
  end()
  carried.end()
  // One that left and comes back gets its place in an order with the next fetch of that order.
  const drop = db.prepare(
    'DELETE FROM provider_positions WHERE order_id IN (SELECT id FROM provider_orders) AND key = ?'
  )
  for (const key of gone.keys()) {
    drop.run(keyText(key))
    yield
  }
  return { changed: ledger.end(), isOther: written.length > 0 || gone.size > 0 }
}

/** The list is, byte by byte, the one that is stored: what it says holds again where a product's own address said otherwise. */
export function* reaffirm(db: DatabaseSync): Generator<void, Outcome, void> {
  const stored = storedAt(db)
  const { put, end } = writer(db)
  let isOther = false
  for (const position of besideList(db)) {
    const { record: shown, listRecord, hash } = stored(position)
    if (!listRecord) continue
    const record = withList({ shown, listRecord }, listRecord)
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
  /** Positions of which the list said something else than what is shown. */
  besideList: Set<number>
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
  return { keys, positions, besideList: new Set(besideList(db)) }
}

const besideList = (db: DatabaseSync): number[] =>
  db
    .prepare('SELECT position FROM product_records WHERE list_record IS NOT NULL')
    .all()
    .map(({ position }) => Number(position))

/** Frees the keys of what is going to be written anew, and takes away what lies behind the new end. */
function* clear(db: DatabaseSync, written: readonly number[], length: number): Generator<void, void, void> {
  const free = db.prepare("UPDATE products SET key = '?' || position WHERE position = ?")
  for (const position of written) {
    free.run(position)
    yield
  }
  db.prepare('DELETE FROM product_texts WHERE rowid IN (SELECT position FROM products WHERE position >= ?)').run(length)
  db.prepare('DELETE FROM products WHERE position >= ?').run(length)
}
