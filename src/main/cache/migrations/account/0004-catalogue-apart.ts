import type { Step } from '../migrate.ts'

/** The catalogue has a file of its own now, in a thread of its own, and is fetched again. */
export const catalogueApart: Step = {
  sql: `
    DROP TABLE IF EXISTS product_texts;
    DROP TABLE IF EXISTS product_records;
    DROP TABLE IF EXISTS products;
    DROP TABLE IF EXISTS topics`,
  // Not for secrecy: the file would stay as large as it was.
  leavesNoTrace: true
}
