export const accountsAndSettings = `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    account TEXT NOT NULL            -- JSON
  ) STRICT;

  CREATE TABLE choices (             -- 'settings', 'activeAccountId'
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL              -- JSON
  ) STRICT
`
