/** The product list reader for the catalogue worker, whose bundle must not contain the network. */
import { hash as digest } from 'node:crypto'
import { AppError } from '../../shared/ipc/error.ts'
import type { Json } from '../../shared/models/json.ts'
import type { ListReader, ListReaders, ListReading, ListTaker } from '../core/ports/index.ts'
import { PRODUCT_LIMITS } from './json/json-limits.ts'
import { createJsonListReader, parseRecord, recordsByIdInRest } from './json/json-list.ts'
import { createRedactor } from './security/redaction.ts'
import { createProductReader, printOf } from './read-product.ts'
import { createNotes, isObject, keysOf, READERS_VERSION, sumOfNotes } from './records.ts'
import { unwrapped } from './wrappers.ts'

/** Characters of all ids of a list, which are in memory while it arrives: 250,000 ids of 64 characters. A UUID has 36. */
export const MOST_ID_CHARACTERS = 16_000_000
/** 20 notes for each of 100,000 products, about 110 bytes each. */
const MOST_NOTES = 2_000_000

/** @param mostNotes for tests: two million take seconds */
export function createListReaders(mostNotes: number = MOST_NOTES): ListReaders {
  return {
    version: String(READERS_VERSION),
    open: (reading, taker) => open(reading, taker, mostNotes),
    keys(products) {
      const notes = createNotes()
      const records = products.map(({ id, record }) => ({ id, print: () => printOf(record()) }))
      return { keys: keysOf(records, notes), notes: notes.list() }
    },
    sum: sumOfNotes
  }
}

/** Known records were redacted with other secrets, so they are valid only with the same ones. */
function open({ secrets }: ListReading, taker: ListTaker, mostNotes: number): ListReader {
  const read = createProductReader(createRedactor(secrets))
  const notes = createNotes()
  let products = 0
  let idCharacters = 0
  let notesOfRecords = 0
  const add = (element: Json, hash: string): void => {
    if (!isObject(element)) return notes.add('notAnObject')
    const record = read(unwrapped(element))
    idCharacters += record.product.id?.length ?? 0
    notesOfRecords += record.notes.length
    if (idCharacters > MOST_ID_CHARACTERS || notesOfRecords > mostNotes) throw new AppError('TOO_LARGE')
    products += 1
    taker.add({ ...record, hash })
  }
  const isKnown = (hash: string): boolean => {
    const known = taker.known(hash)
    if (known) products += 1
    return known
  }
  const list = createJsonListReader(
    {
      begin() {
        products = 0
        idCharacters = 0
        notesOfRecords = 0
        notes.take()
        taker.restart()
      },
      record(bytes) {
        const hash = digest('sha256', bytes, 'binary')
        if (!isKnown(hash)) add(parseRecord(bytes), hash)
      }
    },
    PRODUCT_LIMITS
  )
  /** @returns null: there are none */
  const addRecordsById = (rest: Uint8Array): number | null => {
    const records = recordsByIdInRest(rest, PRODUCT_LIMITS)
    for (const record of records ?? []) {
      const hash = digest('sha256', JSON.stringify(record), 'binary')
      if (!isKnown(hash)) add(record, hash)
    }
    return records?.length ?? null
  }
  return {
    take: (piece) => list.write(piece),
    end() {
      const rest = list.rest()
      const found = list.found() ?? addRecordsById(rest)
      return { rest, found, products, notes: notes.list() }
    }
  }
}
