/** Reads the product list while it arrives, in the catalogue's worker. Records whose bytes are stored already aren't parsed. */
import { hash as digest } from 'node:crypto'
import { AppError } from '../../shared/ipc/error.ts'
import type { ReadingNote } from '../../shared/models/freshness.ts'
import type { ProductSettings } from '../../shared/providers/definition.ts'
import type { Json } from '../../shared/models/json.ts'
import type { ParsedList, ProductReading, ProductRecord } from '../core/ports/index.ts'
import { PRODUCT_LIMITS } from './json/json-limits.ts'
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
  /** @returns true if exactly these bytes are stored: the product counts, and isn't parsed again */
  addStored(hash: string): boolean
  add(product: ParsedProduct): void
}

interface ProductListOptions {
  /** For tests: two million take seconds. */
  mostNotes?: number
  trace?: RecordTrace
}

export class ProductListReader {
  readonly #sink: ProductSink
  readonly #mostNotes: number
  readonly #readProduct: (record: JsonObject) => Omit<ProductRecord, 'key'>
  readonly #list: JsonListReader
  readonly #notes = new Notes()
  #products = 0
  #idCharacters = 0
  #notesOfProducts = 0

  constructor(reading: ProductReading, sink: ProductSink, { mostNotes = MOST_NOTES, trace }: ProductListOptions = {}) {
    this.#sink = sink
    this.#mostNotes = mostNotes
    this.#readProduct = createProductReader(createRedactor(reading.secrets), reading.settings, trace)
    const records = {
      restart: () => this.#restart(),
      add: (bytes: Buffer) => this.#addRecord(bytes, () => parseRecord(bytes))
    }
    this.#list = new JsonListReader(records, PRODUCT_LIMITS)
  }

  /** @throws BAD_REPLY, TOO_LARGE */
  write(chunk: Uint8Array): void {
    this.#list.write(chunk)
  }

  /** @returns also the notes on records that are no objects */
  end(): ParsedList & { notes: ReadingNote[] } {
    const { rest } = this.#list
    const found = this.#list.found ?? this.#addRecordsById(rest)
    return { rest, found, products: this.#products, notes: this.#notes.list() }
  }

  #restart(): void {
    this.#products = 0
    this.#idCharacters = 0
    this.#notesOfProducts = 0
    this.#notes.take()
    this.#sink.restart()
  }

  /** @returns the number of records; null: the body has none */
  #addRecordsById(rest: Uint8Array): number | null {
    const records = recordsByIdInRest(rest, PRODUCT_LIMITS)
    for (const record of records ?? []) this.#addRecord(JSON.stringify(record), () => record)
    return records?.length ?? null
  }

  #addRecord(bytes: Buffer | string, parse: () => Json): void {
    const hash = digest('sha256', bytes, 'binary')
    if (this.#sink.addStored(hash)) {
      this.#products += 1
      return
    }
    const record = parse()
    if (!isObject(record)) {
      this.#notes.add('notAnObject')
      return
    }
    const product = this.#readProduct(unwrapped(record))
    this.#idCharacters += product.product.id?.length ?? 0
    this.#notesOfProducts += product.notes.length
    if (this.#idCharacters > MOST_ID_CHARACTERS || this.#notesOfProducts > this.#mostNotes) {
      throw new AppError('TOO_LARGE')
    }
    this.#products += 1
    this.#sink.add({ ...product, hash })
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
  return { keys: keysOf(records, notes), notes: notes.list() }
}
