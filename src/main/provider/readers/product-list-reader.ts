/** Reads the product list while it arrives, in the catalogue's worker. Records whose bytes are stored already aren't parsed. */
import { hash as digest } from 'node:crypto'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { ProductSettings } from '../../../shared/providers/definition.ts'
import type { Json } from '../../../shared/models/json.ts'
import { atOnce } from '../../concurrency.ts'
import type { ParsedList, ProductReading, ProductRecord } from '../../ports/index.ts'
import { limitsAfter, PRODUCT_LIMITS } from './json/json-limits.ts'
import { JsonListReader, parseRecord, recordsByIdInRest } from './json/json-list.ts'
import { createProductReader, printOf } from './read-product.ts'
import type { RecordTrace } from './record-trace.ts'
import { Notes, isObject, keysOf, type JsonObject } from './records.ts'
import { createRedactor } from './security/redaction.ts'
import { unwrapped } from './wrappers.ts'

/** Characters of all ids of a list, which are in memory while it arrives: 250,000 ids of 64 characters. A UUID has 36. */
export const MOST_ID_CHARACTERS = 16_000_000
/** 20 notes for each of 100,000 products, about 110 bytes each. */
const MOST_NOTES = 2_000_000

/** Its key depends on the whole list: see productKeys. */
export interface ParsedProduct extends Omit<ProductRecord, 'key'> {
  /** SHA-256 of the record's bytes: 32 characters up to U+00FF. A buffer for each would cost the collector more. */
  hash: string
}

/** Receives the products in the order of the list. */
export interface ProductSink {
  /** Discards the products of an earlier, less trusted list of the same body. */
  restart(): void
  /** @returns the product if exactly these bytes are stored: it counts, and isn't parsed again */
  addStored(hash: string): { id: string | null } | null
  add(product: ParsedProduct): void
  /** Of each product so far: what identifies it on all pages. */
  marks(): Iterable<string>
}

const markOf = ({ product, hash }: ParsedProduct): string => product.id ?? hash

interface ProductListOptions {
  /** For tests: two million take seconds. */
  mostNotes?: number
  trace?: RecordTrace
}

export class ProductListReader {
  readonly #sink: ProductSink
  readonly #mostNotes: number
  readonly #readProduct: (record: JsonObject) => Omit<ProductRecord, 'key'>
  readonly #listAt: string | undefined
  readonly #notes = new Notes()
  /** Reads the page that is arriving. */
  #list: JsonListReader | null = null
  /** Marks of the products on earlier pages; null: the first page is arriving. */
  #earlier: Set<string> | null = null
  /** Products of a later page, which are added when it is complete. */
  #waiting: ParsedProduct[] = []
  #products = 0
  #unread = 0
  #lastId: string | null = null
  /** Of all pages. */
  #came = { records: 0, parts: 0 }
  #idCharacters = 0
  #notesOfProducts = 0

  constructor(reading: ProductReading, sink: ProductSink, { mostNotes = MOST_NOTES, trace }: ProductListOptions = {}) {
    this.#sink = sink
    this.#mostNotes = mostNotes
    this.#readProduct = createProductReader(createRedactor(reading.secrets), reading.settings, trace)
    this.#listAt = reading.listAt
  }

  /** A record that isn't part of the list. */
  read(record: JsonObject): Omit<ProductRecord, 'key'> {
    return this.#readProduct(record)
  }

  /** @throws BAD_REPLY, TOO_LARGE */
  write(chunk: Uint8Array): void {
    this.#list ??= this.#startPage()
    this.#list.write(chunk)
  }

  /** Ends a page: what is written then belongs to the next one. @returns also the notes on records that are no objects */
  end(): ParsedList & { notes: ReadingNote[] } {
    return atOnce(this.endInSteps())
  }

  /** The same, for inSlices. */
  *endInSteps(): Generator<void, ParsedList & { notes: ReadingNote[] }, void> {
    const list = this.#list ?? this.#startPage()
    const { rest, parts } = list
    const found = list.found ?? (yield* this.#addRecordsById(rest))
    const repeated = this.#addWaiting()
    if (this.#unread > 0) this.#notes.add('notAnObject', undefined, this.#unread)
    this.#list = null
    this.#came = { records: this.#came.records + (found ?? 0), parts: this.#came.parts + parts }
    return { rest, found, products: this.#products, repeated, lastId: this.#lastId, notes: this.#notes.list() }
  }

  #startPage(): JsonListReader {
    if (this.#came.records > 0) this.#earlier ??= new Set(this.#sink.marks())
    this.#restart()
    const records = {
      restart: () => this.#restart(),
      add: (bytes: Buffer) => this.#addRecord(bytes, () => parseRecord(bytes))
    }
    return new JsonListReader(records, limitsAfter(PRODUCT_LIMITS, this.#came), this.#listAt)
  }

  #restart(): void {
    this.#products = 0
    this.#unread = 0
    this.#lastId = null
    this.#waiting = []
    if (this.#earlier) return
    this.#idCharacters = 0
    this.#notesOfProducts = 0
    this.#sink.restart()
  }

  /** @returns the number of records; null: the body has none */
  *#addRecordsById(rest: Uint8Array): Generator<void, number | null, void> {
    const records = recordsByIdInRest(rest, limitsAfter(PRODUCT_LIMITS, this.#came), this.#listAt)
    for (const record of records ?? []) {
      yield
      this.#addRecord(JSON.stringify(record), () => record)
    }
    return records?.length ?? null
  }

  #addRecord(bytes: Buffer | string, parse: () => Json): void {
    const hash = digest('sha256', bytes, 'binary')
    const stored = this.#earlier ? null : this.#sink.addStored(hash)
    if (stored) return this.#count(stored.id)
    const record = parse()
    if (!isObject(record)) {
      this.#unread += 1
      return
    }
    const product = { ...this.#readProduct(unwrapped(record)), hash }
    if (this.#earlier) this.#waiting.push(product)
    else {
      this.#countCost(product)
      this.#sink.add(product)
    }
    this.#count(product.product.id ?? null)
  }

  #count(id: string | null): void {
    this.#products += 1
    this.#lastId = id
  }

  /** @returns how many came on an earlier page */
  #addWaiting(): number {
    const earlier = this.#earlier
    if (earlier === null) return 0
    const fresh = this.#waiting.filter((product) => !earlier.has(markOf(product)))
    // First, so that a page that is too large adds nothing.
    for (const product of fresh) this.#countCost(product)
    for (const product of fresh) if (!this.#sink.addStored(product.hash)) this.#sink.add(product)
    for (const product of fresh) earlier.add(markOf(product))
    const repeated = this.#waiting.length - fresh.length
    this.#waiting = []
    return repeated
  }

  /** @throws TOO_LARGE */
  #countCost({ product, notes }: ParsedProduct): void {
    this.#idCharacters += product.id?.length ?? 0
    this.#notesOfProducts += notes.length
    if (this.#idCharacters > MOST_ID_CHARACTERS || this.#notesOfProducts > this.#mostNotes) {
      throw new AppError('TOO_LARGE')
    }
  }
}

interface Keyless {
  id: string | null
  /** Called only if the id makes no key. */
  record: () => ProductRecord['raw']
}

/** Keys in the order of the list. Equal lists get equal keys. */
export function productKeys(
  products: readonly Keyless[],
  settings?: ProductSettings
): { keys: string[]; notes: ReadingNote[] } {
  const notes = new Notes()
  const records = products.map(({ id, record }) => ({ id, print: () => printOf(record(), settings) }))
  return { keys: atOnce(keysOf(records, notes)), notes: notes.list() }
}
