/** The tables of a catalogue's file. */
import { copyRows, type Schema } from '../../storage/database.ts'
import { CATALOGUE_VERSION, readInfo, writeInfo, writeMeta } from './list-info.ts'
import { allProducts, createIndexes, replaceProducts, textIndex } from './products.ts'

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
    created_at INTEGER,              -- milliseconds
    label_order TEXT,
    price_order TEXT,                -- without an index: most providers' lists have none
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
    seen_at TEXT,                    -- ISO 8601; NULL: not yet
    kind TEXT NOT NULL,              -- PRODUCT_CHANGE_KINDS
    key TEXT NOT NULL,               -- JSON
    name TEXT,                       -- JSON
    fields TEXT NOT NULL,            -- JSON: FieldChange[]
    more_fields INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX unseen_changes ON changes (kind) WHERE seen_at IS NULL;

  CREATE TABLE meta (
    name TEXT PRIMARY KEY,           -- 'read_by', 'edition', 'unindexed'
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
  // Products are replaced, and so is `meta`.
  inMemory: ['topics', 'record_hashes', 'sort_orders', 'sort_positions', 'changes'],
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
