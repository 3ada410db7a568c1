/** Hashes of the stored records: a record with the same bytes is not parsed again. */
import { hash as digest } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import { parse } from '../json-column.ts'
import { readMeta } from './list-info.ts'
import type { ListRecord } from './products.ts'

interface Known {
  position: number
  id: string | null
  notes: readonly ReadingNote[]
}

/** Most lists arrive unchanged, so each record is first compared with the next stored one. */
interface KnownHashes {
  /** Returns a stored record with this hash, each only once; null if there is none. */
  claim(hash: Uint8Array): Known | null
  /** All stored records were claimed, in their order. */
  allInOrder(): boolean
  /** Starts again with no record claimed. */
  restart(): void
}

/** Of the secrets' hash: enough to notice another token, too few to test guesses. */
const SECRETS_DIGITS = 4

/**
 * Identifies the version of the readers and the secrets that they redacted. With others, the same bytes have another result.
 */
export function readerId(version: string, secrets: readonly string[]): string {
  return `${version} ${digest('sha256', JSON.stringify(secrets)).slice(0, SECRETS_DIGITS)}`
}

/** SHA-256. */
const HASH_BYTES = 32
const NO_HASH = '00'.repeat(HASH_BYTES)

/** Empty if other readers wrote the records. Reads everything now, because the database may be replaced later. */
export function readKnownHashes(db: DatabaseSync, by: string): KnownHashes {
  const isSame = readMeta(db, 'read_by') === by
  const hashes = isSame ? readHashes(db) : Buffer.alloc(0)
  const { ids, notes } = isSame ? factsIn(db) : { ids: [], notes: new Map<number, ReadingNote[]>() }
  const count = hashes.length / HASH_BYTES
  let next = 0
  let inOrder = true
  /** Positions of the remaining records by hash, built on demand. */
  let others: Map<string, number[]> | null = null

  const isNext = (hash: Uint8Array): boolean =>
    next < count && hashes.compare(hash, 0, HASH_BYTES, next * HASH_BYTES, (next + 1) * HASH_BYTES) === 0
  const sorted = (): Map<string, number[]> => {
    const all = new Map<string, number[]>()
    // From the end, so that pop() returns the first position.
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

/** All hashes, by position. One text is many times faster than one row each. */
function readHashes(db: DatabaseSync): Buffer {
  const all = db
    .prepare(
      `SELECT group_concat(coalesce(hex(hash), '${NO_HASH}'), '') AS hashes
       FROM (SELECT hash FROM product_records ORDER BY position)`
    )
    .get()?.['hashes']
  return typeof all === 'string' ? Buffer.from(all, 'hex') : Buffer.alloc(0)
}

/** Ids and notes by position, so that the records need not be read. */
function factsIn(db: DatabaseSync): { ids: (string | null)[]; notes: Map<number, ReadingNote[]> } {
  const all = db
    .prepare(
      `SELECT json_group_array(json(coalesce(given_id, 'null'))) AS ids
       FROM (SELECT given_id FROM product_records ORDER BY position)`
    )
    .get()?.['ids']
  const ids = parse<(string | null)[]>(all ?? '[]')
  const notes = new Map<number, ReadingNote[]>()
  // Row by row: one text would double the memory.
  for (const row of db.prepare('SELECT position, notes FROM product_records WHERE notes IS NOT NULL').iterate()) {
    notes.set(Number(row['position']), parse<ReadingNote[]>(row['notes']))
  }
  // The hash is of the list's record, not of the one from the product's own URL.
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

/** Whether the stored records were read by the same version of the readers, with any secrets. */
export function isSameReader(db: DatabaseSync, by: string): boolean {
  return readMeta(db, 'read_by')?.split(' ')[0] === by.split(' ')[0]
}
