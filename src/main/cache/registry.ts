/** Accounts and settings: one small file, read before the first window. */
import type { DatabaseSync } from 'node:sqlite'
import { accountSchema, type Account } from '../../shared/model/account.ts'
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from '../../shared/model/settings.ts'
import type { Registry } from '../core/ports.ts'
import { readableRows } from './carry.ts'
import type { Schema } from './database.ts'
import { parse } from './json.ts'
import { registryMigrations } from './migrations/registry/index.ts'
import { openStore, type Condition } from './store.ts'

export interface OpenRegistry extends Registry {
  condition(): Condition
  close(): void
}

const schema: Schema = {
  migrations: registryMigrations,
  // The list of accounts can't be fetched from anywhere: of a damaged file, what can be read is kept.
  salvage: true,
  // An email address is gone when its account is removed.
  wipe: true,
  carryOver(from, to) {
    for (const row of readableRows(from, 'choices')) putChoice(to, String(row['name']), parse(row['value']))
    const byPosition = readableRows(from, 'accounts').sort((a, b) => Number(a['position']) - Number(b['position']))
    for (const row of byPosition) {
      const account = accountOf(row['account'])
      if (account) putAccount(to, account)
    }
  }
}

export function openRegistry(file: string): OpenRegistry {
  const store = openStore(file, schema)
  return {
    accounts: () =>
      store.read((db) =>
        db
          .prepare('SELECT account FROM accounts ORDER BY position')
          .all()
          .map((row) => accountOf(row['account']))
          .filter((account) => account !== null)
      ),
    saveAccount: (account) => store.change((db) => putAccount(db, account)),
    removeAccount(id) {
      store.change((db) => db.prepare('DELETE FROM accounts WHERE id = ?').run(id))
      // The -wal holds pages as they were before.
      store.read((db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    },
    activeAccountId: () =>
      store.read((db) => {
        const id = choice(db, 'activeAccountId')
        return typeof id === 'string' ? id : null
      }),
    setActiveAccountId: (id) => store.change((db) => putChoice(db, 'activeAccountId', id)),
    settings: () =>
      store.read((db): Settings => {
        const stored = settingsSchema.partial().safeParse(choice(db, 'settings') ?? {})
        return stored.success ? settingsSchema.parse({ ...DEFAULT_SETTINGS, ...stored.data }) : DEFAULT_SETTINGS
      }),
    saveSettings: (settings) => store.change((db) => putChoice(db, 'settings', settings)),
    condition: store.condition,
    close: store.close
  }
}

/** null: written by a version that knew accounts otherwise. */
function accountOf(column: unknown): Account | null {
  const account = accountSchema.safeParse(parse(column))
  return account.success ? account.data : null
}

/** A known account keeps its place in the list; a new one comes last. */
function putAccount(db: DatabaseSync, account: Account): void {
  db.prepare(
    `INSERT INTO accounts (id, position, account)
     VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM accounts), ?)
     ON CONFLICT (id) DO UPDATE SET account = excluded.account`
  ).run(account.id, JSON.stringify(account))
}

function choice(db: DatabaseSync, which: string): unknown {
  const row = db.prepare('SELECT value FROM choices WHERE name = ?').get(which)
  return row ? parse(row['value']) : null
}

function putChoice(db: DatabaseSync, which: string, value: unknown): void {
  db.prepare('INSERT OR REPLACE INTO choices (name, value) VALUES (?, ?)').run(which, JSON.stringify(value))
}
