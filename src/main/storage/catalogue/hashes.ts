/** Which records are stored under which bytes, so that what came before is not read again. */
import { hash as digest } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import { parse } from '../json-column.ts'
import type { ListRecord } from './list-records.ts'

interface Known {
  position: number
  id: string | null
  notes: readonly ReadingNote[]
}

/** Most lists come as they came before: each record is then compared with the one that is next, and that is all. */
export interface KnownHashes {
  /** A record that is stored under these bytes, and that nobody claimed before; null: there is none. */
  claim(hash: Uint8Array): Known | null
  /** The whole list was claimed, in its order. */
  allInOrder(): boolean
  /** Nothing is claimed. */
  restart(): void
}

/** Of the digest of what was secret: enough to tell another token, and too little to try out what it may have been. */
const SECRETS_DIGITS = 4

/**
 * By what records were read. With other readers the same bytes come to something else, and so they do with another secret
 * to be redacted out.
 */
export function readBy(version: string, secrets: readonly string[]): string {
  return `${version} ${digest('sha256', JSON.stringify(secrets)).slice(0, SECRETS_DIGITS)}`
}

/** Bytes of a hash. */
const HASH_BYTES = 32
const NONE = '00'.repeat(HASH_BYTES)

/** None, when they were read otherwise. Takes all that it needs with it: the database may be another one later. */
export function readKnownHashes(db: DatabaseSync, by: string): KnownHashes {
  const isSame = storedReadBy(db) === by
  const hashes = isSame ? readHashes(db) : Buffer.alloc(0)
  const { ids, notes } = isSame ? factsIn(db) : { ids: [], notes: new Map<number, ReadingNote[]>() }
  const count = hashes.length / HASH_BYTES
  let next = 0
  let inOrder = true
  /** By their hashes, of those that were not claimed in their order; made when one is asked for. */
  let others: Map<string, number[]> | null = null

  const isNext = (hash: Uint8Array): boolean =>
    next < count && hashes.compare(hash, 0, HASH_BYTES, next * HASH_BYTES, (next + 1) * HASH_BYTES) === 0
  const sorted = (): Map<string, number[]> => {
    const all = new Map<string, number[]>()
    // From the end, so that the first one is the last of its array, and leaves first.
    for (let position = count - 1; position >= next; position -= 1) {
      const text = hashes.toString('latin1', position * HASH_BYTES, (position + 1) * HASH_BYTES)
      const same = all.get(text)
      if (same) same.push(position)
      else all.set(text, [position])
    }
    return all
  }
  const known = (position: number): Known => ({
    position,
    id: ids[position] ?? null,
    notes: notes.get(position) ?? []
  })

  return {
    claim(hash) {
      if (!others && isNext(hash)) return known(next++)
      inOrder = false
      if (count === 0) return null
      others ??= sorted()
      const position = others.get(Buffer.from(hash.buffer, hash.byteOffset, HASH_BYTES).toString('latin1'))?.pop()
      return position === undefined ? null : known(position)
    },
    allInOrder: () => isSame && inOrder && next === count,
    restart() {
      next = 0
      inOrder = true
      others = null
    }
  }
}

/** All of them in one, by position. As one text they come many times as fast as row by row. */
function readHashes(db: DatabaseSync): Buffer {
  const all = db
    .prepare(
      `SELECT group_concat(coalesce(hex(hash), '${NONE}'), '') AS hashes
       FROM (SELECT hash FROM product_records ORDER BY position)`
    )
    .get()?.['hashes']
  return typeof all === 'string' ? Buffer.from(all, 'hex') : Buffer.alloc(0)
}

/** By position, what the list is named and judged by without reading its records. */
function factsIn(db: DatabaseSync): { ids: (string | null)[]; notes: Map<number, ReadingNote[]> } {
  const all = db
    .prepare(
      `SELECT json_group_array(json(coalesce(given_id, 'null'))) AS ids
       FROM (SELECT given_id FROM product_records ORDER BY position)`
    )
    .get()?.['ids']
  const ids = parse<(string | null)[]>(all ?? '[]')
  const notes = new Map<number, ReadingNote[]>()
  // One by one: all at once, their texts would be in memory beside what is read from them.
  for (const row of db.prepare('SELECT position, notes FROM product_records WHERE notes IS NOT NULL').iterate()) {
    notes.set(Number(row['position']), parse<ReadingNote[]>(row['notes']))
  }
  // The bytes are the list's: what the product's own address said of it is not in them.
  for (const row of db
    .prepare('SELECT position, list_record FROM product_records WHERE list_record IS NOT NULL')
    .iterate()) {
    const position = Number(row['position'])
    const listRecord = parse<ListRecord>(row['list_record'])
    ids[position] = listRecord.product.id ?? null
    notes.set(position, listRecord.notes)
  }
  return { ids, notes }
}

const storedReadBy = (db: DatabaseSync): unknown =>
  db.prepare("SELECT value FROM meta WHERE name = 'read_by'").get()?.['value']

/** Whether what is stored was read by the same readers, whatever was secret then. */
export function isReadAlike(db: DatabaseSync, by: string): boolean {
  return String(storedReadBy(db)).split(' ')[0] === by.split(' ')[0]
}

export function putReadBy(db: DatabaseSync, by: string): void {
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('read_by', ?)").run(by)
}
