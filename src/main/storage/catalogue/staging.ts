/** Staging of an incoming product list: parsed as it arrives and stored in a temporary database until it is complete. */
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { ArrivedProduct, ListArrival, ListReaders, ListReading, ProductRecord } from '../../core/ports/index.ts'
import { attach } from '../database.ts'
import { classify } from '../sqlite-error.ts'
import type { Store } from '../store.ts'
import { createHashList, readEdition, readerId, readKnownHashes } from './list-info.ts'
import { listRecordOf, prepare, PREPARED_COLUMNS, storedAt, type ListRecord, type PreparedRecord } from './products.ts'

/** A product of the incoming list: staged, or already stored at a position of the previous list. */
type StagedEntry = ({ staged: number } | { stored: number }) & { id: string | null; notes: readonly ReadingNote[] }

type Column = PreparedRecord['columns'][number]

/** A list of 10,000 needs no file. */
const CACHE_KB = 24 * 1024

/** Name of the catalogue's file for the connection of the staged records. */
export const CATALOGUE = 'catalogue'

const NO_NOTES: readonly ReadingNote[] = []

export type Staging = ReturnType<typeof createStaging>

export function createStaging(store: Store, readers: ListReaders, reading: ListReading) {
  const by = readerId(readers.version, reading.secrets)
  const { hashes, edition } = store.read((stored) => ({
    hashes: readKnownHashes(stored, by),
    edition: readEdition(stored)
  }))
  // A database without a name is a temporary file that SQLite deletes when it is closed.
  const db = new DatabaseSync(store.condition() === 'memory' ? ':memory:' : '')
  db.exec(`PRAGMA page_size = 16384; PRAGMA cache_size = -${CACHE_KB}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE staged (place INTEGER PRIMARY KEY, raw TEXT, ${PREPARED_COLUMNS.join(', ')}); BEGIN`)
  const put = db.prepare(
    `INSERT INTO staged (place, raw, ${PREPARED_COLUMNS.join(', ')}) VALUES (?, ?${', ?'.repeat(PREPARED_COLUMNS.length)})`
  )
  const find = db.prepare('SELECT * FROM staged WHERE place = ?')
  const findPrepared = db.prepare(
    `SELECT CAST(raw AS BLOB), ${PREPARED_COLUMNS.join(', ')} FROM staged WHERE place = ?`
  )
  findPrepared.setReturnArrays(true)
  let places = 0
  const stage = (record: ListRecord): number => {
    const { raw, columns } = prepare(record)
    places += 1
    put.run(places, raw, ...columns)
    return places
  }

  const arrived = createHashList()
  let list: StagedEntry[] = []
  let open = true
  let named: ReturnType<ListReaders['keys']> | null = null
  let listNotes: ReadingNote[] = []

  const reader = readers.open(reading, {
    restart() {
      list = []
      arrived.clear()
      hashes.restart()
    },
    known(hash) {
      const found = hashes.claim(hash)
      if (!found) return false
      list.push(found)
      arrived.add(hash)
      return true
    },
    add({ hash, ...record }: ArrivedProduct) {
      arrived.add(hash)
      list.push({ staged: stage(record), id: record.product.id ?? null, notes: record.notes })
    }
  })

  /** The staging file holds no stored data: its errors fail only this attempt. */
  const guarded = <T>(work: () => T): T => {
    if (!open) throw new AppError('CANCELLED')
    try {
      return work()
    } catch (error) {
      if (classify(error) === null) throw error
      throw new AppError('STORAGE')
    }
  }
  const staged = (place: number): ListRecord => listRecordOf(find.get(place) ?? {})
  const prepared = (place: number): PreparedRecord => {
    const [raw, ...columns] = findPrepared.get(place) as unknown as [Uint8Array, ...Column[]]
    return { raw, columns }
  }
  const rawOf = (one: StagedEntry): ProductRecord['raw'] => {
    if ('staged' in one) return staged(one.staged).raw
    return store.read((catalogue) => {
      // Another list was stored meanwhile.
      if (readEdition(catalogue) !== edition) throw new AppError('CANCELLED')
      const { record, listRecord } = storedAt(catalogue)(one.stored)
      return (listRecord ?? record).raw
    })
  }

  const names = () =>
    (named ??= readers.keys(list.map((one) => ({ id: one.id, record: () => guarded(() => rawOf(one)) }))))

  return {
    take(piece: Uint8Array): number {
      guarded(() => reader.take(piece))
      return list.length
    },
    end(): ListArrival {
      const { notes, ...arrival } = guarded(() => reader.end())
      listNotes = notes
      return arrival
    },

    list: (): readonly StagedEntry[] => list,
    /** Puts a stored product, which the incoming list lacks, at its end. Call it when the list is complete. */
    keepStored(key: string, position: number): void {
      names().keys.push(key)
      list.push({ stored: position, id: null, notes: NO_NOTES })
      arrived.add(hashes.at(position))
    },
    keys: () => names().keys,
    notes: () => readers.sum([listNotes, names().notes, ...list.map(({ notes }) => notes)]),
    /** Whether the list is, byte for byte, the one that was stored at the start. */
    isSame: hashes.allInOrder,
    /** Of the whole list, also of what is stored already. */
    hashes: arrived.all,
    stage: (record: ListRecord) => guarded(() => stage(record)),
    staged: (place: number) => guarded(() => staged(place)),
    holds: (connection: DatabaseSync): boolean => connection === db,
    /** Opens the catalogue's file beside the staged records, as its second connection. */
    attach(file: string): DatabaseSync {
      guarded(() => db.exec('COMMIT'))
      attach(db, file, CATALOGUE)
      return db
    },
    prepared: (place: number) => guarded(() => prepared(place)),
    edition,
    readerId: by,

    isCancelled: () => !open,
    close(): void {
      if (!open) return
      open = false
      db.close()
    }
  }
}
