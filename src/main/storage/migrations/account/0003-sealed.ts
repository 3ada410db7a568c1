import type { Step } from '../migrate.ts'

/** What is personal was plain until now. It is fetched again, and stored encrypted. */
export const sealed: Step = {
  sql: `
    DROP TABLE IF EXISTS profile;
    DROP TABLE IF EXISTS invoices;
    DELETE FROM topics WHERE topic <> 'catalogue';

    CREATE TABLE IF NOT EXISTS sealed (
      topic TEXT NOT NULL,
      part TEXT NOT NULL,            -- 'document', 'about'
      box BLOB NOT NULL,
      PRIMARY KEY (topic, part)
    ) STRICT`,
  leavesNoTrace: true
}
