/** Main's side of one catalogue: each method calls the one of CatalogueStore with its name, in the worker. */
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
import type {
  CatalogueStorage,
  ImportOptions,
  ListDownload,
  ProductRecord,
  StagedList,
  StoredChangePage,
  StoredChangeQuery,
  StoredInfo
} from '../../core/ports/index.ts'
import { readBeforeOpening } from '../database.ts'

import { changePage, unseen } from './change-log.ts'
import { CATALOGUE_VERSION, listSize } from './list-info.ts'
import { ListImport } from './list-import.ts'
import type { CallCatalogue, MethodName } from './serve-catalogues.ts'
import type { WorkerClient } from './worker-client.ts'

export class CatalogueClient implements CatalogueStorage {
  readonly #worker: Pick<WorkerClient, 'call' | 'isRunning'>
  readonly #file: string
  #hasEnded = false

  constructor(worker: Pick<WorkerClient, 'call' | 'isRunning'>, file: string) {
    this.#worker = worker
    this.#file = file
  }

  /** Until the worker runs: whether the file can be read. */
  async condition(): Promise<StorageCondition> {
    return this.#readEarly(() => 'fine' as const) ?? this.#call('condition')
  }
  info(): Promise<StoredInfo | null> {
    return this.#call('info')
  }
  confirm(fetchedAt: string): Promise<void> {
    return this.#call('confirm', fetchedAt)
  }
  page(query: ProductQuery): Promise<ProductPage & { info: StoredInfo | null }> {
    return this.#call('page', query)
  }
  seek(seek: ProductSeek): Promise<number | null> {
    return this.#call('seek', seek)
  }
  product(key: string): Promise<{ record: ProductRecord; row: ProductRow } | null> {
    return this.#call('product', key)
  }
  save(record: ProductRecord): Promise<void> {
    return this.#call('save', record)
  }
  labels(): Promise<LabelCount[]> {
    return this.#call('labels')
  }
  records(query: ProductQuery): Promise<{ records: ProductRecord[]; list: string }> {
    return this.#call('records', query)
  }
  ensureIndexed(): Promise<void> {
    return this.#call('ensureIndexed')
  }
  sortOrders(): Promise<StoredSortOrder[]> {
    return this.#call('sortOrders')
  }
  dropSortOrder(sort: ProviderSort): Promise<void> {
    return this.#call('dropSortOrder', sort)
  }
  async changes(query: StoredChangeQuery): Promise<StoredChangePage> {
    return this.#readEarly((db) => changePage(db, query)) ?? this.#call('changes', query)
  }
  markSeen(ids: readonly number[], at: string): Promise<void> {
    return this.#call('markSeen', ids, at)
  }
  markAllSeen(upTo: number, at: string): Promise<void> {
    return this.#call('markAllSeen', upTo, at)
  }
  async unseen(): Promise<number> {
    return this.#readEarly(unseen) ?? this.#call('unseen')
  }
  async size(): Promise<number | null> {
    return this.#readEarly(listSize) ?? this.#call('size')
  }

  async import(download: ListDownload, options: ImportOptions): Promise<StagedList | null> {
    const list = new ListImport(this.#call, download, options)
    try {
      const answer = await download.receive(() => list.start())
      if (options.signal.aborted) throw new AppError('CANCELLED')
      if (answer) return list.staged(answer)
      await list.discard()
      return null
    } catch (error) {
      // If discarding fails too, the first error says more.
      await Promise.allSettled([list.discard()])
      throw error
    }
  }

  /** Closes the file, unless it has data that couldn't be written. Doesn't wait. */
  leave(): void {
    void this.#call('leave').catch(() => undefined)
  }

  /** From now on every call fails with STORAGE: a late call must not create an erased file again. */
  end(): void {
    this.#hasEnded = true
  }

  readonly #call = (async (method: MethodName, ...args: never[]) => {
    if (this.#hasEnded) throw new AppError('STORAGE')
    return this.#worker.call(this.#file, method, args)
  }) as CallCatalogue

  /**
   * The few rows that a start shows. Before the worker runs, main reads them by itself, because starting a worker takes longer
   * than all the rest of a start. The worker is started for a file that can't be read.
   */
  #readEarly<T>(work: (db: DatabaseSync) => T): T | null {
    return this.#hasEnded || this.#worker.isRunning ? null : readBeforeOpening(this.#file, CATALOGUE_VERSION, work)
  }
}
