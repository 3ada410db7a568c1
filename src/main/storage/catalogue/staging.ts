/** A product list on its way in: read as it comes, and staged where it takes no memory, until it is whole. */
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { ArrivedProduct, ListArrival, ListReaders, ListReading, ProductRecord } from '../../core/ports/index.ts'
import { parse } from '../json-column.ts'
import type { Store } from '../store.ts'
import { classify } from '../sqlite-error.ts'
import { editionOf } from './version.ts'
import { readKnownHashes, readBy } from './hashes.ts'
import { storedAt, type StoredProduct } from './products.ts'

/** How often progress is told. */
const TELL_MS = 100

export interface ArrivalsParts {
  store: Store
  readers: ListReaders
  reading: ListReading
  onProgress: (products: number) => void
}

/** One product of the list that comes: staged, or stored already at a position of the list before. */
export type Arrived = { staged: number } | { stored: number }

export interface Arrivals {
  take(piece: Uint8Array): void
  end(): ListArrival
  /** After the end. */
  list(): readonly Arrived[]
  /** After the end: what each is called, in the list's order. */
  keys(): string[]
  notes(): ReadingNote[]
  /** After the end: the list is, byte by byte, the one that was stored when this began. */
  isSame(): boolean
  staged(place: number): ArrivedProduct
  /** See editionOf: of the list that it was compared with. */
  edition: number
  /** See readBy. */
  readBy: string
  cancelled(): boolean
  close(): void
}

export function createArrivals({ store, readers, reading, onProgress }: ArrivalsParts): Arrivals {
  const by = readBy(readers.version, reading.secrets)
  const { hashes, edition } = store.read((db) => ({ hashes: readKnownHashes(db, by), edition: editionOf(db) }))
  // A database without a name is a temporary file of SQLite's own, gone when it is closed.
  const stage = new DatabaseSync(store.condition() === 'memory' ? ':memory:' : '')
  stage.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE staged (place INTEGER PRIMARY KEY, hash BLOB NOT NULL, record TEXT NOT NULL); BEGIN`)
  const put = stage.prepare('INSERT INTO staged (place, hash, record) VALUES (?, ?, ?)')
  const find = stage.prepare('SELECT hash, record FROM staged WHERE place = ?')

  let list: Arrived[] = []
  let ids: (string | null)[] = []
  let notes: (readonly ReadingNote[])[] = []
  let places = 0
  let told = performance.now()
  let open = true
  let named: { keys: string[]; notes: ReadingNote[] } | null = null

  const reader = readers.open(reading, {
    restart() {
      list = []
      ids = []
      notes = []
      hashes.restart()
    },
    known(hash) {
      const found = hashes.claim(hash)
      if (!found) return false
      list.push({ stored: found.position })
      ids.push(found.id)
      if (found.notes.length > 0) notes.push(found.notes)
      return true
    },
    add({ hash, ...record }: ArrivedProduct) {
      const place = places++
      put.run(place, hash, JSON.stringify(record))
      list.push({ staged: place })
      ids.push(record.product.id ?? null)
      if (record.notes.length > 0) notes.push(record.notes)
    }
  })

  /** The staging file is nobody's data: whatever happens to it, only this try fails. */
  const guarded = <T>(work: () => T): T => {
    if (!open) throw new AppError('CANCELLED')
    try {
      return work()
    } catch (error) {
      if (classify(error) === null) throw error
      throw new AppError('STORAGE')
    }
  }
  const staged = (place: number): ArrivedProduct => {
    const row = find.get(place)
    return { ...parse<Omit<ArrivedProduct, 'hash'>>(row?.['record']), hash: row?.['hash'] as Uint8Array }
  }
  const rawOf = (one: Arrived): ProductRecord['raw'] => {
    if ('staged' in one) return staged(one.staged).raw
    return store.read((db) => {
      // Another list stands there now.
      if (editionOf(db) !== edition) throw new AppError('CANCELLED')
      return listRaw(storedAt(db)(one.stored))
    })
  }

  let strays: ReadingNote[] = []
  const naming = () =>
    (named ??= readers.keys(list.map((one, at) => ({ id: ids[at] ?? null, record: () => guarded(() => rawOf(one)) }))))

  return {
    take(piece) {
      guarded(() => reader.take(piece))
      const now = performance.now()
      if (now - told < TELL_MS) return
      told = now
      onProgress(list.length)
    },
    end() {
      const { notes: met, ...arrival } = guarded(() => reader.end())
      strays = met
      onProgress(list.length)
      return arrival
    },
    list: () => list,
    keys: () => naming().keys,
    notes: () => readers.sum([strays, naming().notes, ...notes]),
    isSame: hashes.allInOrder,
    staged: (place) => guarded(() => staged(place)),
    readBy: by,
    edition,
    cancelled: () => !open,
    close() {
      if (!open) return
      open = false
      stage.close()
    }
  }
}

const listRaw = ({ record, listRecord }: StoredProduct): ProductRecord['raw'] => (listRecord ?? record).raw
