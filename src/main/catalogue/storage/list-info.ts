/** What is known of the stored list: its age, notes, validators and edition, and the hashes of its records. */
import { hash as digest } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { PartialList, ReadingNote } from '../../../shared/models/freshness.ts'
import { DEFAULTS } from '../../../shared/models/provider.ts'
import type { ProductReading, ProductRecord, StoredInfo, Validators } from '../../ports/index.ts'
import { parse } from '../../storage/query.ts'

/** Of the catalogue's file: see Schema. */
export const CATALOGUE_VERSION = 9

export function readInfo(db: DatabaseSync): StoredInfo | null {
  const row = db.prepare("SELECT fetched_at, notes, validators, partial FROM topics WHERE topic = 'catalogue'").get()
  if (!row) return null
  return {
    fetchedAt: String(row['fetched_at']),
    notes: parse<ReadingNote[]>(row['notes']),
    validators: parse<Validators | null>(row['validators'] ?? 'null'),
    ...(row['partial'] !== null && { partial: parse<PartialList>(row['partial']) })
  }
}

export function total(db: DatabaseSync): number {
  const last = db.prepare('SELECT max(position) AS last FROM products').get()?.['last']
  return typeof last === 'number' ? last + 1 : 0
}

/** Number of products; null: no list is stored. */
export const listSize = (db: DatabaseSync): number | null => (readInfo(db) ? total(db) : null)

export function writeInfo(db: DatabaseSync, { fetchedAt, notes, validators, partial }: StoredInfo): void {
  const put =
    "INSERT OR REPLACE INTO topics (topic, fetched_at, notes, validators, partial) VALUES ('catalogue', ?, ?, ?, ?)"
  const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null)
  db.prepare(put).run(fetchedAt, JSON.stringify(notes), json(validators), json(partial))
}

export function confirm(db: DatabaseSync, fetchedAt: string): void {
  db.prepare('UPDATE topics SET fetched_at = ?').run(fetchedAt)
}

/** The stored data no longer equals one response, so the next request must not be conditional. */
export function dropValidators(db: DatabaseSync): void {
  db.exec('UPDATE topics SET validators = NULL')
}

/** 'edition' changes with every different list, 'read_by' is a readerId, 'unindexed': see isUnindexed. */
type Name = 'read_by' | 'edition' | 'unindexed'

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
const SETTINGS_DIGITS = 16

const digitsOf = (value: object, digits: number): string => digest('sha256', JSON.stringify(value)).slice(0, digits)

/** Identifies the readers, their settings, and the secrets that they redacted. With others, the same bytes have another result. */
export function readerId(version: number, { secrets, settings = DEFAULTS }: ProductReading): string {
  return `${version}/${digitsOf(settings, SETTINGS_DIGITS)} ${digitsOf(secrets, SECRETS_DIGITS)}`
}

const HASH_BYTES = 32

/** One after another, because 100,000 small buffers take ten times the memory. */
export class HashList {
  #bytes = Buffer.alloc(1024 * HASH_BYTES)
  #length = 0

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  add(hash: string): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#length * 2)
    this.#length += this.#bytes.write(hash, this.#length, 'latin1')
  }

  at(index: number): string {
    return this.bytes.toString('latin1', index * HASH_BYTES, (index + 1) * HASH_BYTES)
  }

  clear(): void {
    this.#length = 0
  }
}

export function writeHashes(db: DatabaseSync, hashes: Uint8Array): void {
  db.exec('DELETE FROM record_hashes')
  db.prepare('INSERT INTO record_hashes (hashes) VALUES (?)').run(hashes)
}

/** The stored records by their hashes. Most lists arrive unchanged, so each record is first compared with the next stored one. */
export class KnownRecords {
  readonly #isSameReader: boolean
  readonly #hashes: Buffer
  readonly #records: readonly Known[]
  #next = 0
  #isInOrder = true
  /** Positions of the remaining records, from the first one that came out of order. */
  #positions: Map<string, number[]> | null = null

  /** Empty if other readers wrote them. @param readBy a readerId */
  constructor(db: DatabaseSync, readBy: string) {
    this.#isSameReader = readMeta(db, 'read_by') === readBy
    this.#hashes = this.#isSameReader ? readHashes(db) : Buffer.alloc(0)
    // As many as there are hashes: a copy of a damaged file may lack some.
    this.#records = this.#isSameReader ? readKnown(db).slice(0, this.#hashes.length / HASH_BYTES) : []
  }

  /** Whether all were claimed, in their order. */
  get areAllInOrder(): boolean {
    return this.#isSameReader && this.#isInOrder && this.#next === this.#records.length
  }

  /** Returns a stored record with this hash, each only once; null if there is none. */
  claim(hash: string): Known | null {
    if (!this.#positions && this.#next < this.#records.length && this.#hashAt(this.#next) === hash) {
      return this.#records[this.#next++] ?? null
    }
    this.#isInOrder = false
    if (this.#records.length === 0) return null
    this.#positions ??= this.#positionsByHash()
    const position = this.#positions.get(hash)?.pop()
    return position === undefined ? null : (this.#records[position] ?? null)
  }

  /** For a stored record that isn't claimed. A hash that no record has, if the record was read by other readers. */
  hashAt(position: number): string {
    return this.#hashAt(position).padEnd(HASH_BYTES, '\0')
  }

  restart(): void {
    this.#next = 0
    this.#isInOrder = true
    this.#positions = null
  }

  #hashAt(position: number): string {
    return this.#hashes.toString('latin1', position * HASH_BYTES, (position + 1) * HASH_BYTES)
  }

  /** The last ones first, so that pop() returns the first one. */
  #positionsByHash(): Map<string, number[]> {
    const { length } = this.#records
    const positions = Array.from({ length: length - this.#next }, (_none, at) => length - 1 - at)
    return Map.groupBy(positions, (position) => this.#hashAt(position))
  }
}

function readHashes(db: DatabaseSync): Buffer {
  const bytes = db.prepare('SELECT hashes FROM record_hashes').get()?.['hashes']
  return bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : Buffer.alloc(0)
}

function readKnown(db: DatabaseSync): Known[] {
  const all = db.prepare(
    'SELECT json_group_array(json(key)) AS keys, json_group_array(position) AS positions FROM products'
  )
  const { keys, positions } = all.get() ?? {}
  const places = parse<number[]>(positions)
  const known: Known[] = []
  for (const [at, id] of parse<string[]>(keys).entries()) {
    const stored = places[at] ?? 0
    known[stored] = { stored, id, notes: NO_NOTES }
  }
  const others = db.prepare(
    'SELECT position, given_id, notes FROM product_records WHERE given_id IS NOT NULL OR notes IS NOT NULL'
  )
  for (const row of others.iterate()) {
    const stored = Number(row['position'])
    const id = row['given_id'] === null ? (known[stored]?.id ?? null) : parse<string | null>(row['given_id'])
    known[stored] = { stored, id, notes: row['notes'] === null ? NO_NOTES : parse<ReadingNote[]>(row['notes']) }
  }
  // The hash is of the list's record, not of the one from the product's own URL.
  const differing = db.prepare('SELECT position, list_record FROM product_records WHERE list_record IS NOT NULL')
  for (const row of differing.iterate()) {
    const stored = Number(row['position'])
    const { product, notes } = parse<Omit<ProductRecord, 'key'>>(row['list_record'])
    known[stored] = { stored, id: product.id ?? null, notes }
  }
  return known
}
const NO_NOTES: ReadingNote[] = []

/** Whether the stored records were read by the same version of the readers and with the same settings, with any secrets. */
export function isSameReader(db: DatabaseSync, by: string): boolean {
  return readMeta(db, 'read_by')?.split(' ')[0] === by.split(' ')[0]
}
