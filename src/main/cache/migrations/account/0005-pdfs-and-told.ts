export const pdfsAndTold = `
  CREATE TABLE pdfs (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    mark BLOB NOT NULL UNIQUE,       -- SHA-256 of the account's id and the invoice's key
    at TEXT NOT NULL,                -- ISO 8601
    size INTEGER NOT NULL,           -- bytes of the PDF
    box BLOB NOT NULL                -- encrypted
  ) STRICT;
  CREATE INDEX pdfs_age ON pdfs (sequence, size);

  -- Of the account's id and a fact that the person was told; of the id alone: something was noted.
  CREATE TABLE told (
    mark BLOB NOT NULL UNIQUE        -- the first 16 bytes of SHA-256
  ) STRICT
`
