export const productsOrdersChanges = `
  -- One row: the list as a whole.
  CREATE TABLE topics (
    topic TEXT PRIMARY KEY,
    fetched_at TEXT NOT NULL,        -- ISO 8601
    notes TEXT NOT NULL,             -- JSON
    validators TEXT                  -- JSON; NULL: the platform gave none, or they no longer hold
  ) STRICT;

  -- Narrow, so that a filter or sort over the whole list reads few pages; the records are apart.
  CREATE TABLE products (
    position INTEGER PRIMARY KEY,    -- in the platform's order, from 0, without gaps
    key TEXT NOT NULL UNIQUE,        -- JSON notation
    name_order TEXT,
    weight INTEGER,
    created_at INTEGER,              -- milliseconds
    updated_at INTEGER,
    available INTEGER NOT NULL,      -- 1 only for a plain true, as the next three
    featured INTEGER NOT NULL,
    allowed INTEGER NOT NULL,
    in_marketplace INTEGER NOT NULL,
    label TEXT,                      -- as in the row, JSON notation; NULL: none
    row TEXT NOT NULL                -- JSON of the line shown
  ) STRICT;
  -- Each has all that a query over the whole list needs; the position comes last in every index.
  CREATE INDEX products_by_name ON products (name_order);
  CREATE INDEX products_by_weight ON products (weight);
  CREATE INDEX products_by_creation ON products (created_at);
  CREATE INDEX products_by_update ON products (updated_at);
  CREATE INDEX products_by_label ON products (label, available, featured, allowed, in_marketplace);

  CREATE TABLE product_records (
    position INTEGER PRIMARY KEY REFERENCES products (position) ON DELETE CASCADE,
    key TEXT NOT NULL,               -- JSON
    given_id TEXT,                   -- JSON: the id as it was read; NULL: none
    product TEXT,                    -- JSON; NULL: exactly the documented fields of raw
    raw TEXT NOT NULL,               -- JSON
    unknown_fields TEXT NOT NULL,    -- JSON
    notes TEXT,                      -- JSON; NULL: none
    print BLOB,                      -- digest of the bytes that it came in with the list
    listed TEXT,                     -- JSON: the record as the list had it; NULL: as it is here
    texts_print BLOB NOT NULL        -- digest of what product_texts has of it
  ) STRICT;

  -- What every refresh asks for first, without reading the records.
  CREATE INDEX product_records_by_print ON product_records (position, print, given_id, notes);
  CREATE INDEX product_records_beside ON product_records (position) WHERE listed IS NOT NULL;

  -- Contentless: the texts are in the records already; rowid is the position.
  CREATE VIRTUAL TABLE product_texts USING fts5 (
    name, short_name, tagline, label, description, long_description,
    content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );
  -- Bytes of words gathered before they are written: a list is indexed in a quarter less time than with 1 MB.
  INSERT INTO product_texts (product_texts, rank) VALUES ('hashsize', 4194304);

  -- Orders that the platform gave for a key of its own.
  CREATE TABLE platform_orders (
    id INTEGER PRIMARY KEY,
    sort TEXT NOT NULL,              -- JSON notation
    reverse INTEGER NOT NULL,
    fetched_at TEXT NOT NULL,        -- ISO 8601
    edition INTEGER NOT NULL,        -- of the list that was stored then
    UNIQUE (sort, reverse)
  ) STRICT;
  CREATE TABLE platform_places (
    order_id INTEGER NOT NULL REFERENCES platform_orders (id) ON DELETE CASCADE,
    key TEXT NOT NULL,               -- of the product, as in products
    place INTEGER NOT NULL,
    PRIMARY KEY (order_id, key)
  ) STRICT, WITHOUT ROWID;

  -- What was different from one refresh to the next.
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
