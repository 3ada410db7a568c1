/** Tables of `catalogue.db`: the product list of one account. */
export const CATALOGUE_SQL = `
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
