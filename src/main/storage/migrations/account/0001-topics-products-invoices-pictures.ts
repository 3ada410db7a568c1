export const topicsProductsInvoicesPictures = `
  CREATE TABLE topics (
    topic TEXT PRIMARY KEY,
    fetched_at TEXT NOT NULL,        -- ISO 8601
    notes TEXT NOT NULL              -- JSON
  ) STRICT;

  CREATE TABLE profile (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    profile TEXT NOT NULL            -- JSON
  ) STRICT;

  -- Narrow, so that a filter or sort over the whole list reads few pages; the records are apart.
  CREATE TABLE products (
    position INTEGER PRIMARY KEY,    -- in the platform's order, from 0
    key TEXT NOT NULL UNIQUE,        -- JSON notation
    name_order TEXT,
    weight INTEGER,
    created_at INTEGER,              -- milliseconds
    updated_at INTEGER,
    available INTEGER NOT NULL,      -- 1 only for a plain true
    featured INTEGER NOT NULL,
    row TEXT NOT NULL                -- JSON of the line shown
  ) STRICT;

  CREATE TABLE product_records (
    position INTEGER PRIMARY KEY REFERENCES products (position) ON DELETE CASCADE,
    key TEXT NOT NULL,               -- JSON
    product TEXT,                    -- JSON; NULL: exactly the documented fields of raw
    raw TEXT NOT NULL,               -- JSON
    unknown_fields TEXT NOT NULL     -- JSON
  ) STRICT;

  -- Contentless: the texts are in the records already; rowid is the position.
  CREATE VIRTUAL TABLE product_texts USING fts5 (
    name, short_name, tagline, label, description, long_description,
    content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );

  CREATE TABLE invoices (
    position INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,        -- JSON notation
    state TEXT NOT NULL,
    issued_at INTEGER,               -- milliseconds
    invoice TEXT NOT NULL,           -- JSON
    rest TEXT NOT NULL               -- JSON: raw and links
  ) STRICT;
  CREATE INDEX invoices_newest ON invoices (state, issued_at DESC);

  CREATE TABLE pictures (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,               -- JSON notation
    address TEXT NOT NULL,           -- JSON notation
    type TEXT NOT NULL,
    size INTEGER NOT NULL,           -- bytes
    bytes BLOB NOT NULL,
    UNIQUE (key, address)
  ) STRICT;
  CREATE INDEX pictures_age ON pictures (sequence, size)
`
