/** What differs between the incoming list and the stored one. Nothing of the stored list is changed here. */
import type { DatabaseSync } from 'node:sqlite'
import { PRODUCT_FIELDS, type ProductField } from '../../../shared/models/product.ts'
import { parse } from '../../storage/query.ts'
import { ChangeLog } from './change-log.ts'
import { isSameReader } from './list-info.ts'
import { storedAt, type ListRecord } from './products.ts'
import type { Staging } from './staging.ts'

/** `yield`s are places to interrupt it. */
export type Steps<T> = Generator<void, T, void>

export interface ListRow {
  position: number
  key: string
  /** Of its record in the staging. */
  place: number
  /** Its position in the stored list; null: a record with these bytes isn't stored. */
  from: number | null
}

/** A product whose own URL returned another record than the list. */
export interface ShownRecord {
  shown: ListRecord
  listRecord: ListRecord
}

export interface ListDifference {
  /** Those to write: the other rows of the list have the same position, key and bytes. */
  rows: ListRow[]
  /** Positions of the stored products. */
  before: ReadonlyMap<string, number>
  /** Of these, the products that the list lacks. */
  gone: ReadonlyMap<string, number>
  /** Records from products' own URLs, by key. Those of other readers are dropped. */
  shown: ReadonlyMap<string, ShownRecord>
}

export function* findDifference(db: DatabaseSync, staging: Staging): Steps<ListDifference> {
  const before = yield* storedKeys(db)
  const differing = new Set(differingPositions(db))
  const rows = yield* findRows(db, staging, before, differing)
  const gone = new Map(before)
  for (const key of staging.keys) gone.delete(key)
  const shown = new Map<string, ShownRecord>()
  if (differing.size > 0 && isSameReader(db, staging.readerId)) {
    const stored = storedAt(db)
    for (const { key } of rows) {
      const was = before.get(key)
      const { record, listRecord } = was !== undefined && differing.has(was) ? stored(was) : NOTHING
      if (record && listRecord) shown.set(key, { shown: record, listRecord })
      yield
    }
  }
  return { rows, before, gone, shown }
}

const NOTHING = { record: null, listRecord: null }

/** Records that move are staged, too, because 100,000 of them don't fit in memory. */
function* findRows(
  db: DatabaseSync,
  staging: Staging,
  before: ReadonlyMap<string, number>,
  differing: ReadonlySet<number>
): Steps<ListRow[]> {
  const { list, keys } = staging
  const stored = storedAt(db)
  const rows: ListRow[] = []
  for (const [position, entry] of list.entries()) {
    const key = keys[position] ?? ''
    if ('staged' in entry) rows.push({ position, key, place: entry.staged, from: null })
    else if (entry.stored !== position || before.get(key) !== position || differing.has(position)) {
      const { record, listRecord } = stored(entry.stored)
      rows.push({ position, key, place: staging.stage(listRecord ?? record), from: entry.stored })
    }
    yield
  }
  return rows
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
export const differingPositions = (db: DatabaseSync): number[] =>
  db
    .prepare('SELECT position FROM product_records WHERE list_record IS NOT NULL')
    .all()
    .map(({ position }) => Number(position))

/**
 * Call it before the stored list is changed.
 * @param at null: the first list has no changes to log
 * @returns the number of products added, removed or changed
 */
export function* logChanges(
  db: DatabaseSync,
  staging: Staging,
  { rows, before, gone }: ListDifference,
  at: string | null
): Steps<number> {
  const changeLog = new ChangeLog(db, at)
  const stored = storedAt(db)
  // Other readers find other values in the same record.
  const isSame = isSameReader(db, staging.readerId)
  for (const [key, position] of gone) {
    changeLog.addRemoved({ ...stored(position).record, key })
    yield
  }
  for (const { key, place, from } of rows) {
    const was = before.get(key)
    const read = () => ({ ...staging.staged(place), key })
    if (was === undefined) changeLog.addNew(read)
    // With a duplicate id, a product may have another's key.
    else if (from !== was) {
      const { record, listRecord } = stored(was)
      const before = listRecord ?? record
      changeLog.addChanged(isSame ? before : staging.reread(before), read())
    }
    yield
  }
  return changeLog.end()
}

/** The newer list wins. Fields only from the product's own URL stay: many lists omit the long texts. */
export function mergeWithList({ shown, listRecord }: ShownRecord, list: ListRecord): ListRecord {
  const isOwn = (name: string): boolean => !Object.hasOwn(list.raw, name) && !Object.hasOwn(listRecord.raw, name)
  const own = Object.entries(shown.raw).filter(([name]) => isOwn(name))
  if (own.length === 0) return list
  const raw = Object.fromEntries([...own, ...Object.entries(list.raw)])
  // A field may be read from another name than its own.
  const isOfDetails = (name: ProductField): boolean =>
    isOwn(name) && list.product[name] === undefined && listRecord.product[name] === undefined
  const fields = PRODUCT_FIELDS.flatMap((name) => {
    const value = (isOfDetails(name) ? shown : list).product[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    raw,
    product: Object.fromEntries(fields),
    unknownFields: [...shown.unknownFields.filter(isOwn), ...list.unknownFields],
    notes: [...list.notes, ...shown.notes.filter(({ field }) => field !== undefined && isOwn(field))]
  }
}
