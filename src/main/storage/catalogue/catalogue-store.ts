/** The catalogue of one account, in the worker: reads run at once, writes one after another. */
import { AppError } from '../../../shared/ipc/error.ts'
import { createMutex } from '../../core/concurrency/mutex.ts'
import type { ListReaders } from '../../core/ports/index.ts'
import type { Schema } from '../database.ts'
import { copyRows } from '../salvage.ts'
import { openStore, type Store } from '../store.ts'
import { changePage, markSeen, unseen } from './change-log.ts'
import { confirm, dropValidators, readInfo, writeInfo } from './list-info.ts'
import { labels, productPage, records, seek } from './product-query.ts'
import { allProducts, product, putProduct, replaceProducts } from './products.ts'
import { dropOrder, orders, putOrder } from './provider-orders.ts'
import type { Methods, WorkerMessage } from './messages.ts'
import { createStaging, type Staging } from './staging.ts'
import { storeList } from './store-list.ts'

interface CatalogueStoreParts {
  file: string
  readers: ListReaders
  send: (message: WorkerMessage) => void
  closed: () => void
}

type OrSync<F> = F extends (...args: infer A) => Promise<infer R> ? (...args: A) => R | Promise<R> : never
export type CatalogueStore = { [M in keyof Methods]: OrSync<Methods[M]> } & { close(): void }

const SQL = `
  -- One row, for the list.
  CREATE TABLE topics (
    topic TEXT PRIMARY KEY,
    fetched_at TEXT NOT NULL,        -- ISO 8601
    notes TEXT NOT NULL,             -- JSON
    validators TEXT                  -- JSON; NULL: the provider gave none, or they no longer hold
  ) STRICT;

  -- Narrow rows: filtering or sorting the whole list reads few pages. product_records holds the rest.
  CREATE TABLE products (
    position INTEGER PRIMARY KEY,    -- in the provider's order, from 0, without gaps
    key TEXT NOT NULL UNIQUE,        -- JSON notation
    name_order TEXT,
    weight INTEGER,
    created_at INTEGER,              -- milliseconds
    updated_at INTEGER,
    available INTEGER NOT NULL,      -- 1 if true; 0 if false or missing. The same for the next three.
    featured INTEGER NOT NULL,
    allowed INTEGER NOT NULL,
    in_marketplace INTEGER NOT NULL,
    label TEXT,                      -- JSON notation; NULL: none
    row TEXT NOT NULL                -- JSON of the list row
  ) STRICT;
  -- Covering indexes: SQLite adds the position as the last column.
  CREATE INDEX products_by_name ON products (name_order);
  CREATE INDEX products_by_weight ON products (weight);
  CREATE INDEX products_by_creation ON products (created_at);
  CREATE INDEX products_by_update ON products (updated_at);
  CREATE INDEX products_by_label ON products (label, available, featured, allowed, in_marketplace);

  CREATE TABLE product_records (
    position INTEGER PRIMARY KEY REFERENCES products (position) ON DELETE CASCADE,
    key TEXT NOT NULL,               -- JSON
    given_id TEXT,                   -- JSON: the id in the record; NULL: none
    product TEXT,                    -- JSON; NULL: exactly the documented fields of raw
    raw TEXT NOT NULL,               -- JSON
    unknown_fields TEXT NOT NULL,    -- JSON
    notes TEXT,                      -- JSON; NULL: none
    hash BLOB,                       -- SHA-256 of its bytes in the list response
    list_record TEXT,                -- JSON: the record of the list, if the product page returned a different one
    texts_hash BLOB NOT NULL         -- SHA-256 of its texts in product_texts
  ) STRICT;

  -- Covering index for the first query of each refresh.
  CREATE INDEX product_records_by_hash ON product_records (position, hash, given_id, notes);
  CREATE INDEX product_records_by_list_record ON product_records (position) WHERE list_record IS NOT NULL;

  -- Contentless, because product_records holds the texts. rowid is the position.
  CREATE VIRTUAL TABLE product_texts USING fts5 (
    name, short_name, tagline, label, description, long_description,
    content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );
  -- Bytes of words that FTS5 buffers. 4 MB instead of the default 1 MB saves a quarter of the indexing time.
  INSERT INTO product_texts (product_texts, rank) VALUES ('hashsize', 4194304);

  -- Orders that the provider returned for one of its own sort keys.
  CREATE TABLE provider_orders (
    id INTEGER PRIMARY KEY,
    sort TEXT NOT NULL,              -- JSON notation
    reverse INTEGER NOT NULL,
    fetched_at TEXT NOT NULL,        -- ISO 8601
    edition INTEGER NOT NULL,        -- of the list that was stored at that time
    UNIQUE (sort, reverse)
  ) STRICT;
  CREATE TABLE provider_positions (
    order_id INTEGER NOT NULL REFERENCES provider_orders (id) ON DELETE CASCADE,
    key TEXT NOT NULL,               -- as in products
    place INTEGER NOT NULL,
    PRIMARY KEY (order_id, key)
  ) STRICT, WITHOUT ROWID;

  -- Differences between a refresh and the one before it.
  CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,                -- ISO 8601
    kind TEXT NOT NULL,              -- 'new', 'gone', 'changed'
    key TEXT NOT NULL,               -- JSON
    name TEXT,                       -- JSON
    fields TEXT NOT NULL,            -- JSON: FieldChange[]
    more_fields INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE meta (
    name TEXT PRIMARY KEY,           -- 'seen_up_to', 'read_by', 'edition'
    value TEXT NOT NULL
  ) STRICT
`

export const catalogueSchema: Schema = {
  sql: SQL,
  // Version 1 had other column names.
  version: 2,
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
