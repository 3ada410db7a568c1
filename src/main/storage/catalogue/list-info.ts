/** What is known of the stored list: its age, notes, validators and edition, and the hashes of its records. */
import { hash as digest } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { ProductRecord, StoredInfo, Validators } from '../../core/ports/index.ts'
import { parse } from '../query.ts'

/** Of the catalogue's file: see Schema. */
export const CATALOGUE_VERSION = 5

export function readInfo(db: DatabaseSync): StoredInfo | null {
  const row = db.prepare("SELECT fetched_at, notes, validators FROM topics WHERE topic = 'catalogue'").get()
  if (!row) return null
  return {
    fetchedAt: String(row['fetched_at']),
    notes: parse<ReadingNote[]>(row['notes']),
    validators: parse<Validators | null>(row['validators'] ?? 'null')
  }
}

export function total(db: DatabaseSync): number {
  const last = db.prepare('SELECT max(position) AS last FROM products').get()?.['last']
  return typeof last === 'number' ? last + 1 : 0
}

/** Number of products; null: no list is stored. */
export const listSize = (db: DatabaseSync): number | null => (readInfo(db) ? total(db) : null)

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

/** 'edition' changes with every different list, 'read_by' is a readerId, 'unindexed': product_texts and product_names are still empty. */
type Name = 'seen_up_to' | 'read_by' | 'edition' | 'unindexed'

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

/** Most lists arrive unchanged, so each record is first compared with the next stored one. Empty if other readers wrote them. */
export function readKnownHashes(db: DatabaseSync, by: string) {
  const isSame = readMeta(db, 'read_by') === by
  const hashes = isSame ? readHashes(db) : Buffer.alloc(0)
  const known = isSame ? readKnown(db) : []
  let next = 0
  let inOrder = true
  let others: Map<string, number[]> | null = null

  const isNext = (hash: Uint8Array): boolean =>
    next < known.length && hashes.compare(hash, 0, HASH_BYTES, next * HASH_BYTES, (next + 1) * HASH_BYTES) === 0
  /** Positions of the remaining records, the last ones first, so that pop() returns the first one. */
  const byHash = (): Map<string, number[]> => {
    const positions = Array.from({ length: known.length - next }, (_none, at) => known.length - 1 - at)
    return Map.groupBy(positions, (position) =>
      hashes.toString('latin1', position * HASH_BYTES, (position + 1) * HASH_BYTES)
    )
  }

  return {
    /** Returns a stored record with this hash, each only once; null if there is none. */
    claim(hash: Uint8Array): Known | null {
      if (!others && isNext(hash)) return known[next++] ?? null
      inOrder = false
      if (known.length === 0) return null
      others ??= byHash()
      const position = others.get(Buffer.from(hash.buffer, hash.byteOffset, HASH_BYTES).toString('latin1'))?.pop()
      return position === undefined ? null : (known[position] ?? null)
    },
    allInOrder: (): boolean => isSame && inOrder && next === known.length,
    restart(): void {
      next = 0
      inOrder = true
      others = null
    }
  }
}

function readHashes(db: DatabaseSync): Buffer {
  const select = `SELECT group_concat(coalesce(hex(hash), '${NO_HASH}'), '') AS hashes
    FROM (SELECT hash FROM product_records ORDER BY position)`
  return Buffer.from(String(db.prepare(select).get()?.['hashes'] ?? ''), 'hex')
}

function readKnown(db: DatabaseSync): Known[] {
  const select = `SELECT json_group_array(json(coalesce(given_id, 'null'))) AS ids
    FROM (SELECT given_id FROM product_records ORDER BY position)`
  const ids = parse<(string | null)[]>(db.prepare(select).get()?.['ids'])
  const known: Known[] = ids.map((id, stored) => ({ stored, id, notes: NO_NOTES }))
  const notNull = (column: string) =>
    db.prepare(`SELECT position, ${column} FROM product_records WHERE ${column} IS NOT NULL`).iterate()
  for (const row of notNull('notes')) {
    const stored = Number(row['position'])
    known[stored] = { stored, id: ids[stored] ?? null, notes: parse<ReadingNote[]>(row['notes']) }
  }
  // The hash is of the list's record, not of the one from the product's own URL.
  for (const row of notNull('list_record')) {
    const stored = Number(row['position'])
    const { product, notes } = parse<Omit<ProductRecord, 'key'>>(row['list_record'])
    known[stored] = { stored, id: product.id ?? null, notes }
  }
  return known
}
const NO_NOTES: ReadingNote[] = []

/** Whether the stored records were read by the same version of the readers, with any secrets. */
export function isSameReader(db: DatabaseSync, by: string): boolean {
  return readMeta(db, 'read_by')?.split(' ')[0] === by.split(' ')[0]
}
