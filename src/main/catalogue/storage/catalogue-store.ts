/** The catalogue of one account, in the worker: reads run at once, writes one after another. */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type {
  LabelCount,
  ProductPage,
  ProductQuery,
  ProductRow,
  ProductSeek,
  ProviderSort,
  StoredSortOrder
} from '../../../shared/models/product.ts'
import type { StorageCondition } from '../../../shared/models/status.ts'
import { Mutex } from '../../concurrency.ts'
import type {
  ParsedList,
  ProductReading,
  ProductRecord,
  StoredChangePage,
  StoredChangeQuery,
  StoredInfo
} from '../../ports/index.ts'
import { READERS_VERSION } from '../../provider/readers/records.ts'
import { openStore, type Store } from '../../storage/store.ts'
import { catalogueSchema } from './catalogue-schema.ts'
import { changePage, markAllSeen, markSeen, unseen } from './change-log.ts'
import { confirm, dropValidators, listSize, readInfo } from './list-info.ts'
import { labels, productPage, records, seek } from './product-query.ts'
import { isUnindexed, product, putProduct } from './products.ts'
import { dropSortOrder, putSortOrder, sortOrders } from './sort-orders.ts'
import { Staging } from './staging.ts'
import { buildIndex, storeList } from './store-list.ts'

export class CatalogueStore {
  readonly #file: string
  readonly #onClose: () => void
  readonly #readersVersion: number
  readonly #store: Store
  readonly #writes = new Mutex()
  /** The lists that are being imported, by the id of the import. */
  readonly #stagings = new Map<number, Staging>()
  #isOpen = true

  /** @param readersVersion for tests: records that other readers read are read again */
  constructor(file: string, onClose: () => void, readersVersion = READERS_VERSION) {
    this.#file = file
    this.#onClose = onClose
    this.#readersVersion = readersVersion
    this.#store = openStore(file, catalogueSchema)
  }

  condition(): StorageCondition {
    return this.#store.condition()
  }
  info(): StoredInfo | null {
    return this.#store.read(readInfo)
  }
  page(query: ProductQuery): ProductPage & { info: StoredInfo | null } {
    return this.#store.read((db) => ({ ...productPage(db, query), info: readInfo(db) }))
  }
  seek(query: ProductSeek): number | null {
    return this.#store.read((db) => seek(db, query))
  }
  product(key: string): { record: ProductRecord; row: ProductRow } | null {
    return this.#store.read((db) => product(db, key))
  }
  labels(): LabelCount[] {
    return this.#store.read(labels)
  }
  records(query: ProductQuery): { records: ProductRecord[]; list: string } {
    return this.#store.read((db) => records(db, query))
  }
  sortOrders(): StoredSortOrder[] {
    return this.#store.read(sortOrders)
  }
  changes(query: StoredChangeQuery): StoredChangePage {
    return this.#store.read((db) => changePage(db, query))
  }
  unseen(): number {
    return this.#store.read(unseen)
  }
  /** Number of products; null: no list is stored. */
  size(): number | null {
    return this.#store.read(listSize)
  }

  confirm(fetchedAt: string): Promise<void> {
    return this.#change((db) => confirm(db, fetchedAt))
  }
  save(record: ProductRecord): Promise<void> {
    return this.#change((db) => {
      // With validators, a 304 for the same list would leave the product as its own URL returned it.
      if (putProduct(db, record)) dropValidators(db)
    })
  }
  dropSortOrder(sort: ProviderSort): Promise<void> {
    return this.#change((db) => dropSortOrder(db, sort))
  }
  markSeen(ids: readonly number[], at: string): Promise<void> {
    return this.#change((db) => markSeen(db, ids, at))
  }
  markAllSeen(upTo: number, at: string): Promise<void> {
    return this.#change((db) => markAllSeen(db, upTo, at))
  }

  /** Also starts an import again. */
  startImport(id: number, reading: ProductReading): void {
    this.discardImport(id)
    this.#stagings.set(id, new Staging(this.#store, reading, this.#readersVersion))
  }
  /** @returns the number of products so far */
  parseChunk(id: number, chunk: Uint8Array): number {
    return this.#stagingOf(id).write(chunk)
  }
  /** Ends a page of the list. */
  endPage(id: number): ParsedList {
    return this.#stagingOf(id).end()
  }
  /** @returns the number of products added, removed or changed */
  commit(id: number, about: Omit<StoredInfo, 'notes'>): Promise<number> {
    return this.#endImport(id, (staging) => storeList({ file: this.#file, store: this.#store, staging, about }))
  }
  commitSortOrder(id: number, sortOrder: Omit<StoredSortOrder, 'edition'>): Promise<void> {
    return this.#endImport(id, (staging) => {
      const { keys } = staging
      this.#store.change((db) => putSortOrder(db, sortOrder, keys))
    })
  }
  discardImport(id: number): void {
    this.#stagings.get(id)?.close()
    this.#stagings.delete(id)
  }

  /** Ends when searches find everything that is stored. @throws CANCELLED, STORAGE */
  async ensureIndexed(): Promise<void> {
    // Another list may be stored before its turn comes, and another caller may have built the index.
    while (this.#store.read(isUnindexed)) {
      await this.#serialize(async () => {
        if (this.#store.read(isUnindexed)) await buildIndex(this.#file, this.#store, () => !this.#isOpen)
      })
    }
  }

  leave(): void {
    // Data that can't be written stays in memory, also while another account is shown.
    this.#store.returnToFile()
    if (this.#store.condition() !== 'memory') this.close()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    for (const id of this.#stagings.keys()) this.discardImport(id)
    this.#store.close()
    this.#onClose()
  }

  #stagingOf(id: number): Staging {
    const staging = this.#stagings.get(id)
    if (!staging) throw new AppError('CANCELLED')
    return staging
  }

  async #endImport<T>(id: number, store: (staging: Staging) => T | Promise<T>): Promise<T> {
    const staging = this.#stagingOf(id)
    try {
      return await this.#serialize(() => store(staging))
    } finally {
      this.discardImport(id)
    }
  }

  #change(work: (db: DatabaseSync) => void): Promise<void> {
    return this.#serialize(() => this.#store.change(work))
  }

  /** Storing a list takes several turns of the event loop, so writes wait for each other. */
  #serialize<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#writes.runExclusive(() => {
      if (!this.#isOpen) throw new AppError('CANCELLED')
      return work()
    })
  }
}
