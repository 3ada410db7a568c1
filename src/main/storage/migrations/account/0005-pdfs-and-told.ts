export const pdfsAndTold = `
  CREATE TABLE pdfs (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    mark BLOB NOT NULL UNIQUE,       -- of the invoice's key, see storage/keyed-hashes.ts
    at TEXT NOT NULL,                -- ISO 8601
    size INTEGER NOT NULL,           -- bytes of the PDF
    box BLOB NOT NULL                -- encrypted
  ) STRICT;
  CREATE INDEX pdfs_age ON pdfs (sequence, size);

  -- Of a fact that the person was told; of nothing: something was noted.
  CREATE TABLE told (
    mark BLOB NOT NULL UNIQUE
  ) STRICT
`
