/**
 * The product list reader for the catalogue worker. It is bundled into the worker, so it must not import the network.
 */
import { AppError } from '../../../shared/ipc/error.ts'
import type { ListReader, ListReaders, ListReading, ListTaker } from '../../core/ports/index.ts'
import {
  BRIEF,
  MOST_ID_CHARACTERS,
  MOST_NOTES,
  MOST_PARTS,
  MOST_PARTS_OF_RECORD,
  MOST_RECORDS
} from '../http/json-limits.ts'
import { createJsonListReader } from '../http/json-list.ts'
import { isObject, keysOf } from './list-envelope.ts'
import { createNotes, sumOfNotes } from './reading-issues.ts'
import { createProductReader, printOf } from './read-product.ts'
import { createRedactor } from '../security/redaction.ts'
import { READERS_VERSION } from '../http/validators.ts'

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
  const list = createJsonListReader(
    {
      begin() {
        products = 0
        idCharacters = 0
        notesOfRecords = 0
        notes.take()
        taker.restart()
      },
      known(hash) {
        const isKnown = taker.known(hash)
        if (isKnown) products += 1
        return isKnown
      },
      add(element, hash) {
        if (!isObject(element)) return notes.add('notAnObject')
        const record = read(element)
        idCharacters += record.product.id?.length ?? 0
        notesOfRecords += record.notes.length
        if (idCharacters > MOST_ID_CHARACTERS || notesOfRecords > mostNotes) throw new AppError('TOO_LARGE')
        products += 1
        taker.add({ ...record, hash })
      }
    },
    {
      parts: MOST_PARTS.products,
      partsOfRecord: MOST_PARTS_OF_RECORD.products,
      records: MOST_RECORDS.products,
      brief: BRIEF.products
    }
  )
  return {
    take: (piece) => list.write(piece),
    end: () => ({ rest: list.rest(), found: list.found(), products, notes: notes.list() })
  }
}
