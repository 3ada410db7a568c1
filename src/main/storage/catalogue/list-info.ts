/** What is known of the stored list: its age, notes, validators and edition, and the hashes of its records. */
import { hash as digest } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { StoredInfo, Validators } from '../../core/ports/index.ts'
import { parse } from '../query.ts'
import type { ListRecord } from './products.ts'

export function readInfo(db: DatabaseSync): StoredInfo | null {
  const row = db.prepare("SELECT fetched_at, notes, validators FROM topics WHERE topic = 'catalogue'").get()
  if (!row) return null
  return {
    fetchedAt: String(row['fetched_at']),
    notes: parse<ReadingNote[]>(row['notes']),
    validators: parse<Validators | null>(row['validators'] ?? 'null')
  }
}

export function writeInfo(db: DatabaseSync, { fetchedAt, notes, validators }: StoredInfo): void {
  db.prepare("INSERT OR REPLACE INTO topics (topic, fetched_at, notes, validators) VALUES ('catalogue', ?, ?, ?)").run(
    fetchedAt,
    JSON.stringify(notes),
    validators && JSON.stringify(validators)
  )
}

export function confirm(db: DatabaseSync, fetchedAt: string): void {
  db.prepare('UPDATE topics SET fetched_at = ?').run(fetchedAt)
}

/** The stored data no longer equals one response, so the next request must not be conditional. */
export function dropValidators(db: DatabaseSync): void {
  db.exec('UPDATE topics SET validators = NULL')
}

/** 'edition' changes with every different list, 'read_by' is a readerId. */
type Name = 'seen_up_to' | 'read_by' | 'edition'

export function readMeta(db: DatabaseSync, name: Name): string | null {
  const value = db.prepare('SELECT value FROM meta WHERE name = ?').get(name)?.['value']
  return typeof value === 'string' ? value : null
}

export function writeMeta(db: DatabaseSync, name: Name, value: string | number): void {
  db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, String(value))
}

export const readEdition = (db: DatabaseSync): number => Number(readMeta(db, 'edition') ?? 0)

interface Known {
  stored: number
  id: string | null
  notes: readonly ReadingNote[]
}

/** Of the secrets' hash: enough to notice another token, too few to test guesses. */
const SECRETS_DIGITS = 4

/** Identifies the readers and the secrets that they redacted. With others, the same bytes have another result. */
export function readerId(version: string, secrets: readonly string[]): string {
  return `${version} ${digest('sha256', JSON.stringify(secrets)).slice(0, SECRETS_DIGITS)}`
}

const HASH_BYTES = 32
const NO_HASH = '00'.repeat(HASH_BYTES)

/**
 * Most lists arrive unchanged, so each record is first compared with the next stored one. Empty if other readers wrote the records.
 * Reads everything now, because the database may be replaced later.
 */
export function readKnownHashes(db: DatabaseSync, by: string) {
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
    stored: position,
    id: ids[position] ?? null,
    notes: notes.get(position) ?? []
  })

  return {
    /** Returns a stored record with this hash, each only once; null if there is none. */
    claim(hash: Uint8Array): Known | null {
      if (!others && isNext(hash)) return known(next++)
      inOrder = false
      if (count === 0) return null
      others ??= sorted()
      const position = others.get(Buffer.from(hash.buffer, hash.byteOffset, HASH_BYTES).toString('latin1'))?.pop()
      return position === undefined ? null : known(position)
    },
    /** All stored records were claimed, in their order. */
    allInOrder: (): boolean => isSame && inOrder && next === count,
    restart(): void {
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
