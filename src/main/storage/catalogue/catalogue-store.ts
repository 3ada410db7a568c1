/** The catalogue of one account, in the worker: reads run at once, writes one after another. */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ChangeSpan } from '../../../shared/models/change.ts'
import type { ProductQuery, ProductSeek, ProviderSort, StoredSortOrder } from '../../../shared/models/product.ts'
import { Mutex } from '../../concurrency.ts'
import type { ListReaders, ListReading, ProductRecord, StoredInfo } from '../../core/ports/index.ts'
import { copyRows, type Schema } from '../database.ts'
import { openStore } from '../store.ts'
import { changePage, markSeen, unseen } from './change-log.ts'
import { CATALOGUE_VERSION, confirm, dropValidators, listSize, readInfo, writeInfo, writeMeta } from './list-info.ts'
import { labels, productPage, records, seek } from './product-query.ts'
import { allProducts, createIndexes, isUnindexed, product, putProduct, replaceProducts, textIndex } from './products.ts'
import { dropSortOrder, putSortOrder, sortOrders } from './sort-orders.ts'
import { createStaging, type Staging } from './staging.ts'
import { buildIndex, storeList } from './store-list.ts'

export type CatalogueStore = ReturnType<typeof openCatalogueStore>

const SQL = `
  -- One row, for the list.
  CREATE TABLE topics (
    topic TEXT PRIMARY KEY,
    fetched_at TEXT NOT NULL,        -- ISO 8601
    notes TEXT NOT NULL,             -- JSON
    validators TEXT,                 -- JSON; NULL: the provider gave none, or they no longer hold
    partial TEXT                     -- JSON; NULL: the whole list came
  ) STRICT;

  -- Narrow rows: filtering or sorting the whole list reads few pages. product_records holds the rest.
  CREATE TABLE products (
    position INTEGER PRIMARY KEY,    -- in the provider's order, from 0, without gaps
    key TEXT NOT NULL,               -- JSON preserves lone surrogates, which UTF-8 would make equal
    name_order TEXT,
    weight INTEGER,
    created_at INTEGER,              -- milliseconds
    updated_at INTEGER,
    available INTEGER NOT NULL,      -- 1 if true; 0 if false or missing. The same for the next three.
    featured INTEGER NOT NULL,
    allowed INTEGER NOT NULL,
    in_marketplace INTEGER NOT NULL,
    label TEXT,                      -- JSON; NULL: none
    row TEXT NOT NULL                -- JSON: the values of the list row, but for the key
  ) STRICT;
  -- Covering indexes: SQLite adds the position as the last column. A whole list is written without them.
  ${[...createIndexes('shown', 'main'), ...createIndexes('sorted', 'main')].join('; ')};

  CREATE TABLE product_records (
    position INTEGER PRIMARY KEY REFERENCES products (position) ON DELETE CASCADE,
    given_id TEXT,                   -- JSON: the id in the record, null if it has none; NULL: the key
    product TEXT,                    -- JSON; NULL: exactly the documented fields of raw
    raw TEXT NOT NULL,               -- JSON
    unknown_fields TEXT,             -- JSON; NULL: none
    notes TEXT,                      -- JSON; NULL: none
    list_record TEXT                 -- JSON: the record of the list, if the product page returned a different one
  ) STRICT;

  -- For the first query of each refresh.
  CREATE INDEX product_records_by_notes ON product_records (position, given_id, notes)
    WHERE given_id IS NOT NULL OR notes IS NOT NULL;
  CREATE INDEX product_records_by_list_record ON product_records (position) WHERE list_record IS NOT NULL;

  -- One row.
  CREATE TABLE record_hashes (
    hashes BLOB NOT NULL             -- SHA-256 of each record's bytes in the list response, one after another
  ) STRICT;

  -- Which products have which words, without the texts, which product_records holds, and without places in them.
  -- rowid is the position.
  ${textIndex('product_texts')}
  ${textIndex('product_names')}
  -- The words of product_texts; stores nothing.
  CREATE VIRTUAL TABLE product_words USING fts5vocab (product_texts, instance);

  -- Sort orders that the provider returned for one of its own sort keys.
  CREATE TABLE sort_orders (
    id INTEGER PRIMARY KEY,
    sort TEXT NOT NULL,              -- JSON
    reverse INTEGER NOT NULL,
    fetched_at TEXT NOT NULL,        -- ISO 8601
    edition INTEGER NOT NULL,        -- of the list that was stored at that time
    UNIQUE (sort, reverse)
  ) STRICT;
  CREATE TABLE sort_positions (
    sort_order_id INTEGER NOT NULL REFERENCES sort_orders (id) ON DELETE CASCADE,
    key TEXT NOT NULL,               -- as in products
    place INTEGER NOT NULL,
    PRIMARY KEY (sort_order_id, key)
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
    name TEXT PRIMARY KEY,           -- 'seen_up_to', 'read_by', 'edition', 'unindexed'
    value TEXT NOT NULL
  ) STRICT
`

export const catalogueSchema: Schema = {
  sql: SQL,
  version: CATALOGUE_VERSION,
  salvage: null,
  secureDelete: false,
  // A record takes 1.4 KB: of pages of 8 kB, 15 % would be empty.
  pageBytes: 16384,
  copyToMemory(from, to) {
    const known = readInfo(from)
    if (!known) return
    replaceProducts(to, allProducts(from))
    writeInfo(to, known)
    // replaceProducts sets "unindexed", whatever the file says.
    to.exec('DELETE FROM meta')
    for (const table of ['record_hashes', 'sort_orders', 'sort_positions', 'changes', 'meta']) copyRows(from, to, table)
    writeMeta(to, 'unindexed', 1)
  }
}

export function openCatalogueStore(file: string, readers: ListReaders, closed: () => void) {
  const store = openStore(file, catalogueSchema)
  const stagings = new Map<number, Staging>()
  const mutex = new Mutex()
  let open = true

  /** Storing a list takes several turns of the event loop, so writes wait for each other. */
  const serialize = <T>(work: () => T | Promise<T>): Promise<T> =>
    mutex.runExclusive(() => {
      if (!open) throw new AppError('CANCELLED')
      return work()
    })
  const change = (work: (db: DatabaseSync) => void): Promise<void> => serialize(() => store.change(work))
  const stagingOf = (intake: number): Staging => {
    const staging = stagings.get(intake)
    if (!staging) throw new AppError('CANCELLED')
    return staging
  }
  const discard = (intake: number): void => {
    stagings.get(intake)?.close()
    stagings.delete(intake)
  }
  const finish = async <T>(intake: number, work: (staging: Staging) => T | Promise<T>): Promise<T> => {
    const staging = stagingOf(intake)
    try {
      return await serialize(() => work(staging))
    } finally {
      discard(intake)
    }
  }
  /** Ends when searches find everything that is stored. @throws CANCELLED, STORAGE */
  const ensureIndexed = async (): Promise<void> => {
    // Another list may be stored before its turn comes, and another caller may have built the index.
    while (store.read(isUnindexed)) {
      await serialize(async () => {
        if (store.read(isUnindexed)) await buildIndex(file, store, () => !open)
      })
    }
  }
  const close = (): void => {
    if (!open) return
    open = false
    for (const intake of stagings.keys()) discard(intake)
    store.close()
    closed()
  }

  return {
    condition: () => store.condition(),
    info: () => store.read(readInfo),
    confirm: (fetchedAt: string) => change((db) => confirm(db, fetchedAt)),
    page: (query: ProductQuery) => store.read((db) => productPage(db, query)),
    seek: (query: ProductSeek) => store.read((db) => seek(db, query)),
    product: (key: string) => store.read((db) => product(db, key)),
    save: (record: ProductRecord) =>
      change((db) => {
        // With validators, a 304 for the same list would leave the product as its own URL returned it.
        if (putProduct(db, record)) dropValidators(db)
      }),
    labels: () => store.read(labels),
    records: (query: ProductQuery) => store.read((db) => records(db, query)),
    sortOrders: () => store.read(sortOrders),
    dropSortOrder: (sort: ProviderSort) => change((db) => dropSortOrder(db, sort)),
    changes: (span: ChangeSpan) => store.read((db) => changePage(db, span)),
    markSeen: (upTo: number) => change((db) => markSeen(db, upTo)),
    unseen: () => store.read(unseen),
    size: () => store.read(listSize),

    begin(intake: number, reading: ListReading): void {
      discard(intake)
      stagings.set(intake, createStaging(store, readers, reading))
    },
    take: (intake: number, piece: Uint8Array) => stagingOf(intake).take(piece),
    end: (intake: number) => stagingOf(intake).end(),
    commit: (intake: number, about: Omit<StoredInfo, 'notes'>) =>
      finish(intake, (staging) => storeList({ file, store, staging, about })),
    ensureIndexed,
    commitSortOrder: (intake: number, order: Omit<StoredSortOrder, 'edition'>) =>
      finish(intake, (staging) => {
        const keys = staging.keys()
        store.change((db) => putSortOrder(db, order, keys))
      }),
    discard,

    leave() {
      // Data that couldn't be written stays in memory until quit, also while another account is open.
      if (store.condition() !== 'memory') close()
    },
    close
  }
}
