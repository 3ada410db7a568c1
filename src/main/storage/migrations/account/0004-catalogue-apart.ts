import type { Step } from '../migrate.ts'

/**
 * The catalogue has a file of its own now, in a thread of its own, and is fetched again. So are pictures, of which the address
 * was kept, as long as it may be.
 */
export const catalogueApart: Step = {
  sql: `
    DROP TABLE IF EXISTS product_texts;
    DROP TABLE IF EXISTS product_records;
    DROP TABLE IF EXISTS products;
    DROP TABLE IF EXISTS topics;
    DROP TABLE IF EXISTS pictures;

    CREATE TABLE pictures (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      mark BLOB NOT NULL UNIQUE,     -- SHA-256 of the product's key and the picture's address
      type TEXT NOT NULL,
      size INTEGER NOT NULL,         -- bytes
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX pictures_age ON pictures (sequence, size)`,
  // Not for secrecy: the file would stay as large as it was.
  leavesNoTrace: true
}
