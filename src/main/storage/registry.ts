/** Accounts, settings and the app lock: one small file, read before the first window. */
import type { DatabaseSync } from 'node:sqlite'
import { accountSchema, type Account } from '../../shared/models/account.ts'
import type { Registry } from '../core/ports/index.ts'
import { readableRows } from './salvage.ts'
import { lockOf, pendingDeletionsOf, settingsOf } from './registry-values.ts'
import type { CarryOver, Schema } from './database.ts'
import { parseOr } from './json-column.ts'
import { registryMigrations } from './migrations/registry/index.ts'
import { removeAsides, removeDatabase } from './files.ts'
import { openStore, type Condition } from './store.ts'

export interface OpenRegistry extends Registry {
  condition(): Condition
  /** Deletes the file and begins as at the first start. When it can't be deleted, it stays as it was. @throws STORAGE */
  beginAnew(): void
  close(): void
}

const carryOver: CarryOver = (from, to) => {
  for (const { name, value } of readableRows(from, 'choices')) putChoice(to, String(name), String(value))
  const byPosition = readableRows(from, 'accounts').sort((a, b) => Number(a['position']) - Number(b['position']))
  for (const row of byPosition) {
    const account = accountOf(row['account'])
    if (account) putAccount(to, account)
  }
}

const schema: Schema = {
  migrations: registryMigrations,
  // The list of accounts can't be fetched from anywhere: of a damaged file, what can be read is kept.
  salvage: carryOver,
  // An email address is gone when its account is removed.
  wipe: true,
  carryOver
}

export function openRegistry(file: string): OpenRegistry {
  let store = openStore(file, schema)
  const save = (name: string, value: unknown): void => store.change((db) => putChoice(db, name, JSON.stringify(value)))
  /** What was just deleted is overwritten in the file; the -wal holds pages as they were before. */
  const leaveNoTrace = (): void => store.read((db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))

  return {
    accounts: () => store.read(accountsIn),
    saveAccount: (account) => store.change((db) => putAccount(db, account)),
    removeAccount(id) {
      // What could be read of files set aside was taken along at the time; what they still say of the account goes too.
      removeAsides(file)
      store.change((db) => db.prepare('DELETE FROM accounts WHERE id = ?').run(id))
      leaveNoTrace()
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
        const id = choice(db, 'activeAccountId')
        return typeof id === 'string' ? id : null
      }),
    setActiveAccountId: (id) => save('activeAccountId', id),
    settings: () => store.read((db) => settingsOf(choice(db, 'settings'))),
    saveSettings: (settings) => save('settings', settings),
    pendingDeletions: () => store.read((db) => pendingDeletionsOf(choice(db, 'owed'))),
    savePendingDeletions: (ids) => save('owed', ids),
    lock: () => store.read((db) => lockOf(choice(db, 'lock'))),
    saveLock(record) {
      save('lock', record)
      leaveNoTrace()
    },
    condition: () => store.condition(),
    beginAnew() {
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

export function accountsIn(db: DatabaseSync): Account[] {
  return db
    .prepare('SELECT account FROM accounts ORDER BY position')
    .all()
    .map((row) => accountOf(row['account']))
    .filter((account) => account !== null)
}

export const hasLock = (db: DatabaseSync): boolean => lockOf(choice(db, 'lock')) !== null

/** null: written by a version that knew accounts otherwise. */
function accountOf(column: unknown): Account | null {
  const account = accountSchema.safeParse(parseOr(column, null))
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

/** As choices.ts takes it: null when nothing was chosen, undefined when what is stored is no JSON. */
function choice(db: DatabaseSync, name: string): unknown {
  const row = db.prepare('SELECT value FROM choices WHERE name = ?').get(name)
  return row ? parseOr(row['value'], undefined) : null
}

function putChoice(db: DatabaseSync, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO choices (name, value) VALUES (?, ?)').run(name, value)
}
