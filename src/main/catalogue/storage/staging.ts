/** Staging of an incoming product list: parsed as it arrives and stored in a temporary database until it is complete. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { ParsedList, ProductReading, ProductRecord } from '../../ports/index.ts'
import { productKeys, ProductListReader, type ParsedProduct } from '../../provider/readers/product-list-reader.ts'
import { sumOfNotes } from '../../provider/readers/records.ts'
import { attach } from '../../storage/database.ts'
import { classify } from '../../storage/sqlite-error.ts'
import type { Store } from '../../storage/store.ts'
import { HashList, KnownRecords, readEdition, readerId } from './list-info.ts'
import { listRecordOf, prepare, PREPARED_COLUMNS, storedAt, type ListRecord, type PreparedRecord } from './products.ts'

/** A product of the incoming list: staged, or already stored at a position of the previous list. */
type StagedEntry = ({ staged: number } | { stored: number }) & { id: string | null; notes: readonly ReadingNote[] }

type Column = PreparedRecord['columns'][number]

/** Name of the catalogue's file for the connection of the staged records. */
export const CATALOGUE = 'catalogue'

const NO_NOTES: readonly ReadingNote[] = []

export class Staging {
  readonly #store: Store
  readonly #settings: ProductReading['settings']
  readonly #reader: ProductListReader
  readonly #records: StagedRecords
  /** The stored list with which the incoming one is compared. */
  readonly #known: KnownRecords
  readonly edition: number
  readonly readerId: string

  #list: StagedEntry[] = []
  readonly #hashes = new HashList()
  #notes: readonly ReadingNote[] = NO_NOTES
  #keys: ReturnType<typeof productKeys> | null = null
  #isClosed = false

  constructor(store: Store, reading: ProductReading, readersVersion: number) {
    this.#store = store
    this.#settings = reading.settings
    this.readerId = readerId(readersVersion, reading)
    const { known, edition } = store.read((db) => ({
      known: new KnownRecords(db, this.readerId),
      edition: readEdition(db)
    }))
    this.#known = known
    this.edition = edition
    this.#records = new StagedRecords(store.condition() === 'memory')
    this.#reader = new ProductListReader(reading, {
      restart: () => this.#restart(),
      addStored: (hash) => this.#addStored(hash),
      add: (product) => this.#add(product),
      marks: () => this.#marks()
    })
  }

  /** @returns the number of products so far */
  write(chunk: Uint8Array): number {
    this.#guard(() => this.#reader.write(chunk))
    return this.#list.length
  }

  end(): ParsedList {
    const { notes, ...list } = this.#guard(() => this.#reader.end())
    this.#notes = notes
    return list
  }

  get list(): readonly StagedEntry[] {
    return this.#list
  }

  /** In the order of the list. Call it when the list is complete. */
  get keys(): readonly string[] {
    return this.#named().keys
  }

  /** Whether the list is, byte for byte, the one that was stored at the start. */
  get isSame(): boolean {
    return this.#known.areAllInOrder
  }

  /** Of the whole list, also of what is stored already. */
  get hashes(): Uint8Array {
    return this.#hashes.bytes
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  sumOfNotes(): ReadingNote[] {
    return sumOfNotes([this.#notes, this.#named().notes, ...this.#list.map(({ notes }) => notes)])
  }

  /** Puts a stored product, which the incoming list lacks, at its end. Call it when the list is complete. */
  keepStored(key: string, position: number): void {
    this.#named().keys.push(key)
    this.#list.push({ stored: position, id: null, notes: NO_NOTES })
    this.#hashes.add(this.#known.hashAt(position))
  }

  /** A stored record, as it is read now. */
  reread({ raw }: ListRecord): ListRecord {
    return this.#reader.read(raw)
  }

  /** @returns its place */
  stage(record: ListRecord): number {
    return this.#guard(() => this.#records.add(record))
  }

  staged(place: number): ListRecord {
    return this.#guard(() => this.#records.read(place))
  }

  prepared(place: number): PreparedRecord {
    return this.#guard(() => this.#records.readPrepared(place))
  }

  holds(connection: DatabaseSync): boolean {
    return this.#records.db === connection
  }

  /** Opens the catalogue's file beside the staged records, as its second connection. */
  attach(file: string): DatabaseSync {
    const { db } = this.#records
    this.#guard(() => db.exec('COMMIT'))
    attach(db, file, CATALOGUE)
    return db
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#records.db.close()
  }

  #restart(): void {
    this.#list = []
    this.#hashes.clear()
    this.#known.restart()
  }

  #addStored(hash: string): StagedEntry | null {
    const found = this.#known.claim(hash)
    if (!found) return null
    this.#list.push(found)
    this.#hashes.add(hash)
    return found
  }

  *#marks(): Generator<string, void, void> {
    for (const [at, { id }] of this.#list.entries()) yield id ?? this.#hashes.at(at)
  }

  #add({ hash, ...record }: ParsedProduct): void {
    this.#hashes.add(hash)
    this.#list.push({ staged: this.#records.add(record), id: record.product.id ?? null, notes: record.notes })
  }

  #named(): ReturnType<typeof productKeys> {
    this.#keys ??= productKeys(
      this.#list.map((entry) => ({ id: entry.id, record: () => this.#guard(() => this.#rawOf(entry)) })),
      this.#settings
    )
    return this.#keys
  }

  #rawOf(entry: StagedEntry): ProductRecord['raw'] {
    if ('staged' in entry) return this.#records.read(entry.staged).raw
    return this.#store.read((db) => {
      // Another list was stored meanwhile.
      if (readEdition(db) !== this.edition) throw new AppError('CANCELLED')
      const { record, listRecord } = storedAt(db)(entry.stored)
      return (listRecord ?? record).raw
    })
  }

  /** The staging file holds no stored data: its errors fail only this attempt. */
  #guard<T>(work: () => T): T {
    if (this.#isClosed) throw new AppError('CANCELLED')
    try {
      return work()
    } catch (error) {
      if (classify(error) === null) throw error
      throw new AppError('STORAGE')
    }
  }
}

/** A list of 10,000 needs no file. */
const CACHE_KB = 24 * 1024

/** The temporary database. Places count from 1. */
class StagedRecords {
  readonly db: DatabaseSync
  readonly #put: StatementSync
  readonly #find: StatementSync
  readonly #findPrepared: StatementSync
  #places = 0

  constructor(inMemory: boolean) {
    // A database without a name is a temporary file that SQLite deletes when it is closed.
    this.db = new DatabaseSync(inMemory ? ':memory:' : '')
    const columns = PREPARED_COLUMNS.join(', ')
    this.db.exec(`PRAGMA page_size = 16384; PRAGMA cache_size = -${CACHE_KB};
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE staged (place INTEGER PRIMARY KEY, raw TEXT, ${columns}); BEGIN`)
    this.#put = this.db.prepare(
      `INSERT INTO staged (place, raw, ${columns}) VALUES (?, ?${', ?'.repeat(PREPARED_COLUMNS.length)})`
    )
    this.#find = this.db.prepare('SELECT * FROM staged WHERE place = ?')
    this.#findPrepared = this.db.prepare(`SELECT CAST(raw AS BLOB), ${columns} FROM staged WHERE place = ?`)
    this.#findPrepared.setReturnArrays(true)
  }

  add(record: ListRecord): number {
    const { raw, columns } = prepare(record)
    this.#places += 1
    this.#put.run(this.#places, raw, ...columns)
    return this.#places
  }

  read(place: number): ListRecord {
    return listRecordOf(this.#find.get(place) ?? {})
  }

  /** As the tables hold it. */
  readPrepared(place: number): PreparedRecord {
    const [raw, ...columns] = this.#findPrepared.get(place) as unknown as [Uint8Array, ...Column[]]
    return { raw, columns }
  }
}
