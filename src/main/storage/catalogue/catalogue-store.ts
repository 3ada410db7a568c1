/** The catalogue of one account, in the worker: reads run at once, writes one after another. */
import { AppError } from '../../../shared/ipc/error.ts'
import { createMutex } from '../../core/concurrency/mutex.ts'
import type { ListReaders } from '../../core/ports/index.ts'
import { copyRows } from '../salvage.ts'
import type { Schema } from '../database.ts'
import { openStore, type Store } from '../store.ts'
import { createStaging, type Staging } from './staging.ts'
import { CATALOGUE_SQL } from './schema.ts'
import { changePage, markSeen, unseen } from './change-log.ts'
import type { Methods, WorkerMessage } from './messages.ts'
import { allProducts, product, putProduct, replaceProducts } from './products.ts'
import { confirm, dropValidators, readInfo, writeInfo } from './list-info.ts'
import { labels, productPage, records } from './product-query.ts'
import { dropOrder, orders, putOrder } from './provider-orders.ts'
import { seek } from './type-ahead.ts'
import { storeList } from './store-list.ts'

interface CatalogueStoreParts {
  /** Absolute path. */
  file: string
  readers: ListReaders
  /** Sends a message to main. */
  send: (message: WorkerMessage) => void
  /** Called once, when the file is closed. */
  closed: () => void
}

type OrSync<F> = F extends (...args: infer A) => Promise<infer R> ? (...args: A) => R | Promise<R> : never
export type CatalogueStore = { [M in keyof Methods]: OrSync<Methods[M]> } & { close(): void }

export const catalogueSchema: Schema = {
  sql: CATALOGUE_SQL,
  // Version 1 had other column names.
  version: 2,
  // All data can be fetched again.
  salvage: null,
  secureDelete: false,
  copyToMemory(from, to) {
    const known = readInfo(from)
    if (!known) return
    replaceProducts(to, allProducts(from))
    writeInfo(to, known)
    for (const table of ['provider_orders', 'provider_positions', 'changes', 'meta']) copyRows(from, to, table)
  }
}

export function openCatalogueStore({ file, readers, send, closed }: CatalogueStoreParts): CatalogueStore {
  const store: Store = openStore(file, catalogueSchema)
  const stagings = new Map<number, Staging>()
  const mutex = createMutex()
  let open = true

  /** Serializes writes: storing a list takes several turns of the event loop. */
  const serialize = <T>(work: () => T | Promise<T>): Promise<T> =>
    mutex(() => {
      if (!open) throw new AppError('CANCELLED')
      return work()
    })
  const stagingOf = (id: number): Staging => {
    const staging = stagings.get(id)
    if (!staging) throw new AppError('CANCELLED')
    return staging
  }
  const drop = (id: number): void => {
    stagings.get(id)?.close()
    stagings.delete(id)
  }
  const finish = async <T>(id: number, work: (staging: Staging) => Promise<T>): Promise<T> => {
    const staging = stagingOf(id)
    try {
      return await serialize(() => work(staging))
    } finally {
      drop(id)
    }
  }

  const close = (): void => {
    if (!open) return
    open = false
    for (const id of stagings.keys()) drop(id)
    store.close()
    closed()
  }

  return {
    condition: () => store.condition(),
    info: () => store.read(readInfo),
    confirm: (fetchedAt) => serialize(() => store.change((db) => confirm(db, fetchedAt))),
    page: (query) => store.read((db) => productPage(db, query)),
    seek: (query) => store.read((db) => seek(db, query)),
    product: (key) => store.read((db) => product(db, key)),
    save: (record) =>
      serialize(() =>
        store.change((db) => {
          // With validators, a 304 for the same list would leave the product as its own URL returned it.
          if (putProduct(db, record)) dropValidators(db)
        })
      ),
    labels: () => store.read(labels),
    records: (query) => store.read((db) => records(db, query)),
    orders: () => store.read(orders),
    dropOrder: (order) => serialize(() => store.change((db) => dropOrder(db, order))),
    changes: (span) => store.read((db) => changePage(db, span)),
    markSeen: (upTo) => serialize(() => store.change((db) => markSeen(db, upTo))),
    unseen: () => store.read(unseen),

    begin(id, reading) {
      drop(id)
      stagings.set(
        id,
        createStaging({ store, readers, reading, onProgress: (products) => send({ intake: id, products }) })
      )
    },
    take: (id, piece) => stagingOf(id).take(piece),
    end: (id) => stagingOf(id).end(),
    commit: (id, about) => finish(id, (staging) => storeList({ file, store, staging, about })),
    commitOrder: (id, order) =>
      finish(id, async (staging) => {
        const keys = staging.keys()
        store.change((db) => putOrder(db, order, keys))
      }),
    discard: drop,

    leave() {
      // Data that couldn't be written stays in memory until quit, also while another account is open.
      if (store.condition() !== 'memory') close()
    },
    close
  }
}
