/** Accounts, settings and the app lock: one small file, read before the first window. */
import type { DatabaseSync } from 'node:sqlite'
import { accountSchema } from '../core/schemas.ts'
import type { Account } from '../../shared/models/account.ts'
import type { Registry } from '../core/ports/index.ts'
import type { Copy, Schema } from './database.ts'
import { removeDatabase, removeQuarantined } from './files.ts'
import { parseOr } from './json-column.ts'
import { parseLock, parsePendingDeletions, parseSettings } from './registry-values.ts'
import { readableRows } from './salvage.ts'
import { openStore, type Condition } from './store.ts'

export interface OpenRegistry extends Registry {
  condition(): Condition
  /** Deletes the file and starts with an empty one. If it can't be deleted, it stays as it was. @throws STORAGE */
  reset(): void
  close(): void
}

const copy: Copy = (from, to) => {
  for (const { name, value } of readableRows(from, 'choices')) writeValue(to, String(name), String(value))
  const byPosition = readableRows(from, 'accounts').sort((a, b) => Number(a['position']) - Number(b['position']))
  for (const row of byPosition) {
    const account = parseAccount(row['account'])
    if (account) writeAccount(to, account)
  }
}

const schema: Schema = {
  version: 1,
  sql: `
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      account TEXT NOT NULL          -- JSON
    ) STRICT;

    CREATE TABLE choices (           -- 'settings', 'activeAccountId', 'lock', 'owed' (pending deletions)
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL            -- JSON
    ) STRICT`,
  copyToMemory: copy,
  // Accounts can't be fetched from anywhere.
  salvage: copy,
  // The email address of a removed account must not stay in the file.
  secureDelete: true
}

export function openRegistry(file: string): OpenRegistry {
  let store = openStore(file, schema)
  const save = (name: string, value: unknown): void => store.change((db) => writeValue(db, name, JSON.stringify(value)))
  /** secure_delete has overwritten the rows in the file. The -wal still holds earlier pages. */
  const emptyWal = (): void => store.read((db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))

  return {
    accounts: () => store.read(readAccounts),
    saveAccount: (account) => store.change((db) => writeAccount(db, account)),
    removeAccount(id) {
      // Quarantined copies may hold the account, too. Their readable data was copied when they were quarantined.
      removeQuarantined(file)
      store.change((db) => db.prepare('DELETE FROM accounts WHERE id = ?').run(id))
      emptyWal()
    },
    orderAccounts: (ids) =>
      store.change((db) => {
        const known = db.prepare('SELECT id FROM accounts ORDER BY position').all()
        const move = db.prepare('UPDATE accounts SET position = ? WHERE id = ?')
        const order = new Set([...ids, ...known.map(({ id }) => String(id))])
        for (const [at, id] of [...order].entries()) move.run(at + 1, id)
      }),
    activeAccountId: () =>
      store.read((db) => {
        const id = readValue(db, 'activeAccountId')
        return typeof id === 'string' ? id : null
      }),
    setActiveAccountId: (id) => save('activeAccountId', id),
    settings: () => store.read((db) => parseSettings(readValue(db, 'settings'))),
    saveSettings: (settings) => save('settings', settings),
    pendingDeletions: () => store.read((db) => parsePendingDeletions(readValue(db, 'owed'))),
    savePendingDeletions: (ids) => save('owed', ids),
    lock: () => store.read((db) => parseLock(readValue(db, 'lock'))),
    saveLock(record) {
      save('lock', record)
      emptyWal()
    },
    condition: () => store.condition(),
    reset() {
      store.close()
      try {
        removeDatabase(file)
      } finally {
        store = openStore(file, schema)
      }
    },
    close: () => store.close()
  }
}

export function readAccounts(db: DatabaseSync): Account[] {
  return db
    .prepare('SELECT account FROM accounts ORDER BY position')
    .all()
    .map((row) => parseAccount(row['account']))
    .filter((account) => account !== null)
}

export const hasLock = (db: DatabaseSync): boolean => parseLock(readValue(db, 'lock')) !== null

/** null: this version can't read it. */
function parseAccount(column: unknown): Account | null {
  const account = accountSchema.safeParse(parseOr(column, null))
  return account.success ? account.data : null
}

/** A known account keeps its position, a new one comes last. */
function writeAccount(db: DatabaseSync, account: Account): void {
  db.prepare(
    `INSERT INTO accounts (id, position, account)
     VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM accounts), ?)
     ON CONFLICT (id) DO UPDATE SET account = excluded.account`
  ).run(account.id, JSON.stringify(account))
}

/** null: nothing is stored. undefined: the stored text is no JSON. */
function readValue(db: DatabaseSync, name: string): unknown {
  const row = db.prepare('SELECT value FROM choices WHERE name = ?').get(name)
  return row ? parseOr(row['value'], undefined) : null
}

function writeValue(db: DatabaseSync, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO choices (name, value) VALUES (?, ?)').run(name, value)
}
