/** One account's catalogue in its thread: reads at once, writes one after the other. */
import { AppError } from '../../../shared/ipc/error.ts'
import { createMutex } from '../../core/concurrency/mutex.ts'
import type { ListReaders } from '../../core/ports/index.ts'
import { copyRows } from '../salvage.ts'
import type { Schema } from '../database.ts'
import { openStore, type Store } from '../store.ts'
import { confirm, dropValidators, info, putInfo } from '../topics.ts'
import { createArrivals, type Arrivals } from './staging.ts'
import { CATALOGUE_SQL } from './schema.ts'
import { changePage, markSeen, unseen } from './change-log.ts'
import type { Methods, Told } from './messages.ts'
import { allProducts, product, putProduct, replaceProducts } from './products.ts'
import { labels } from './query/labels.ts'
import { dropOrder, orders, putOrder } from './query/provider-orders.ts'
import { productPage } from './query/page.ts'
import { records } from './query/records.ts'
import { seek } from './query/type-ahead.ts'
import { storeList } from './store-list.ts'

export interface BookParts {
  /** Absolute path. */
  file: string
  readers: ListReaders
  tell: (told: Told) => void
  /** Called once, when the file is closed. */
  closed: () => void
}

type Async<F> = F extends (...args: infer A) => infer R ? (...args: A) => R | Promise<R> : never
export type Book = { [M in keyof Methods]: Async<Methods[M]> } & { close(): void }

export const catalogueSchema: Schema = {
  sql: CATALOGUE_SQL,
  // Version 1 had other column names.
  version: 2,
  // All of it comes from the platform and is fetched again.
  salvage: null,
  secureDelete: false,
  copyToMemory(from, to) {
    const known = info(from, 'catalogue')
    if (!known) return
    replaceProducts(to, allProducts(from))
    putInfo(to, 'catalogue', known)
    for (const table of ['provider_orders', 'provider_positions', 'changes', 'meta']) copyRows(from, to, table)
  }
}

export function openBook({ file, readers, tell, closed }: BookParts): Book {
  const store: Store = openStore(file, catalogueSchema)
  const intakes = new Map<number, Arrivals>()
  const mutex = createMutex()
  let open = true

  /** One write after the other: a refresh takes several turns of the event loop. */
  const inTurn = <T>(work: () => T | Promise<T>): Promise<T> =>
    mutex(() => {
      if (!open) throw new AppError('CANCELLED')
      return work()
    })
  const arrivalsOf = (id: number): Arrivals => {
    const arrivals = intakes.get(id)
    if (!arrivals) throw new AppError('CANCELLED')
    return arrivals
  }
  const drop = (id: number): void => {
    intakes.get(id)?.close()
    intakes.delete(id)
  }
  const ending = async <T>(id: number, work: (arrivals: Arrivals) => Promise<T>): Promise<T> => {
    const arrivals = arrivalsOf(id)
    try {
      return await inTurn(() => work(arrivals))
    } finally {
      drop(id)
    }
  }

  const close = (): void => {
    if (!open) return
    open = false
    for (const id of intakes.keys()) drop(id)
    store.close()
    closed()
  }

  return {
    condition: () => store.condition(),
    info: () => store.read((db) => info(db, 'catalogue')),
    confirm: (fetchedAt) => inTurn(() => store.change((db) => confirm(db, 'catalogue', fetchedAt))),
    page: (query) => store.read((db) => productPage(db, query)),
    seek: (asked) => store.read((db) => seek(db, asked)),
    product: (key) => store.read((db) => product(db, key)),
    save: (record) =>
      inTurn(() =>
        store.change((db) => {
          // Should the platform go back to the list that the validators are of, this product would stay as it is now.
          if (putProduct(db, record)) dropValidators(db, 'catalogue')
        })
      ),
    labels: () => store.read(labels),
    records: (query) => store.read((db) => records(db, query)),
    orders: () => store.read(orders),
    dropOrder: (order) => inTurn(() => store.change((db) => dropOrder(db, order))),
    changes: (span) => store.read((db) => changePage(db, span)),
    markSeen: (upTo) => inTurn(() => store.change((db) => markSeen(db, upTo))),
    unseen: () => store.read(unseen),

    begin(id, reading) {
      drop(id)
      intakes.set(
        id,
        createArrivals({ store, readers, reading, onProgress: (products) => tell({ intake: id, products }) })
      )
    },
    take: (id, piece) => arrivalsOf(id).take(piece),
    end: (id) => arrivalsOf(id).end(),
    commit: (id, about) => ending(id, (arrivals) => storeList({ file, store, arrivals, about })),
    commitOrder: (id, order) =>
      ending(id, async (arrivals) => {
        const keys = arrivals.keys()
        store.change((db) => putOrder(db, order, keys))
      }),
    discard: drop,

    leave() {
      // What is in memory only has to live until quit, also when another account is looked at in between.
      if (store.condition() !== 'memory') close()
    },
    close
  }
}
