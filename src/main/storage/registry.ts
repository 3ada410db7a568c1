/** Accounts, settings and the app lock: one small file, read before the first window. */
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod/mini'
import { ERROR_CODES, FOUND_INSTEAD } from '../../shared/ipc/error.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import { FOLDER_PROBLEMS } from '../../shared/models/pdf-folder.ts'
import { SETTING_NAMES, type Settings } from '../../shared/models/settings.ts'
import type { LostSetting, StorageCondition } from '../../shared/models/status.ts'
import type {
  LockRecord,
  PdfFolderRecord,
  ProxyPasswordRecord,
  RefreshAnswer,
  Registry,
  UpdateRecord
} from '../ports/index.ts'
import { accountIdsIn } from './account-folders.ts'
import { readableRows, readFrom, readVersion, type Copy, type Schema, type Unreadable } from './database.ts'
import { removeDatabase, removeQuarantined } from './files.ts'
import { openStore, type Store } from './store.ts'
import {
  copyAccounts,
  isUnderLock,
  markUnderLock,
  parseStoredAccount,
  readAccountRows,
  rescueAccountRows,
  saveIds,
  storedAccountText,
  withUsableIds
} from './stored-accounts.ts'
import { LONGEST_SETTINGS, parseStoredSettings, writeStoredSettings } from './stored-settings.ts'

const copy: Copy = (from, to) => {
  for (const { name, value } of readableRows(from, 'choices')) writeValue(to, String(name), String(value))
  copyAccounts(from, to)
}

/** Of the file: see Schema. */
const REGISTRY_VERSION = 1

const schema: Schema = {
  version: REGISTRY_VERSION,
  sql: `
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      account TEXT NOT NULL          -- JSON, with underLock while a PIN is set
    ) STRICT;

    CREATE TABLE choices (           -- 'settings', 'shownAccountId', 'lock', 'keychainJournal', 'pdfFolder', 'refreshAnswers',
      name TEXT PRIMARY KEY,         -- 'updates', 'proxyPassword', 'damagedSettings', 'damagedPdfFolder'
      value TEXT NOT NULL            -- JSON; damaged ones as they were found
    ) STRICT`,
  copyToMemory: copy,
  inMemory: ['accounts', 'choices'],
  salvage: copy,
  // The email address of a removed account must not stay in the file.
  secureDelete: true
}

export class RegistryFile implements Registry {
  readonly #file: string
  #store: Store

  constructor(file: string) {
    this.#file = file
    this.#store = this.#open()
    this.#replaceUnusableIds()
  }

  accounts(): AccountRecord[] {
    return this.#store.read(readAccountRows).map(parseStoredAccount)
  }

  saveAccount(account: AccountRecord): void {
    this.#store.change((db) => writeAccount(db, account, readLock(db) !== null))
  }

  removeAccount(id: string): void {
    // Quarantined copies may hold the account, too. Their readable data was copied when they were quarantined.
    removeQuarantined(this.#file)
    this.#store.change((db) => db.prepare('DELETE FROM accounts WHERE id = ?').run(id))
    this.#emptyWal()
  }

  orderAccounts(ids: readonly string[]): void {
    this.#store.change((db) => {
      const known = db.prepare('SELECT id FROM accounts ORDER BY position').all()
      const move = db.prepare('UPDATE accounts SET position = ? WHERE id = ?')
      const order = new Set([...ids, ...known.map(({ id }) => String(id))])
      for (const [at, id] of [...order].entries()) move.run(at + 1, id)
    })
  }

  shownAccountId(): string | null {
    return accountIdSchema.parse(this.#read('shownAccountId'))
  }

  saveShownAccountId(id: string | null): void {
    this.#write('shownAccountId', id)
  }

  settings(): Settings {
    return parseStoredSettings(this.#store.read(readSettingsText)).settings
  }

  unusableSettings(): readonly LostSetting[] {
    const text = this.#store.read(readSettingsText)
    // The damaged file may have had some.
    if (text === null && this.condition() === 'rebuilt') return SETTING_NAMES
    const { unusable } = parseStoredSettings(text)
    return this.#store.read(isPdfFolderUsable) ? unusable : [...unusable, 'pdfFolder']
  }

  saveSettings(settings: Settings): void {
    this.#store.change((db) => {
      const { unusable, unknown } = parseStoredSettings(readSettingsText(db))
      if (unusable.length > 0) setAside(db, 'settings', 'damagedSettings')
      writeValue(db, 'settings', writeStoredSettings(settings, unknown))
    })
  }

  keychainJournal(): string[] {
    return journalSchema.parse(this.#read('keychainJournal'))
  }

  saveKeychainJournal(ids: readonly string[]): void {
    this.#write('keychainJournal', ids)
  }

  lock(): LockRecord | null {
    return this.#store.read((db) => readLock(db))
  }

  saveLock(record: LockRecord | null): void {
    // A quarantined copy from before the PIN was set, renamed back, would open without it.
    if (record !== null && this.lock() === null) removeQuarantined(this.#file)
    this.#store.change((db) => {
      writeValue(db, 'lock', JSON.stringify(record))
      markUnderLock(db, record !== null)
    })
    this.#emptyWal()
  }

  pdfFolder(): PdfFolderRecord | null {
    return pdfFolderSchema.safeParse(this.#read('pdfFolder')).data ?? null
  }

  savePdfFolder(record: PdfFolderRecord | null): void {
    this.#store.change((db) => {
      if (!isPdfFolderUsable(db)) setAside(db, 'pdfFolder', 'damagedPdfFolder')
      writeValue(db, 'pdfFolder', JSON.stringify(record))
    })
  }

  updates(): UpdateRecord | null {
    return updatesSchema.parse(this.#read('updates'))
  }

  saveUpdates(record: UpdateRecord): void {
    this.#write('updates', record)
  }

  proxyPassword(): ProxyPasswordRecord | null {
    return proxyPasswordSchema.parse(this.#read('proxyPassword'))
  }

  saveProxyPassword(record: ProxyPasswordRecord | null): void {
    this.#write('proxyPassword', record)
  }

  saveRefreshAnswers(answers: readonly RefreshAnswer[]): void {
    this.#write('refreshAnswers', answers)
  }

  isLasting(): boolean {
    return this.#store.condition() !== 'memory'
  }

  condition(): StorageCondition {
    this.#store.returnToFile()
    return this.#store.condition()
  }

  /** Erases all but the keychain journal. If that fails, the file stays as it was. @throws STORAGE */
  eraseAll(): void {
    const journal = this.keychainJournal()
    if (journal.length > 0 && this.condition() === 'fine') {
      // One transaction: a crash that took only the journal would leave entries that no launch knows of.
      removeQuarantined(this.#file)
      this.#store.change((db) => db.exec("DELETE FROM accounts; DELETE FROM choices WHERE name <> 'keychainJournal'"))
      this.#emptyWal()
      if (this.condition() === 'fine') return
    }
    this.#store.close()
    try {
      removeDatabase(this.#file)
    } finally {
      this.#store = this.#open()
      if (journal.length > 0) this.saveKeychainJournal(journal)
    }
  }

  close(): void {
    this.#store.close()
  }

  #open(): Store {
    return openStore(this.#file, schema, () => hasAccountsBeside(this.#file))
  }

  /** An account without a usable id couldn't be saved, repaired or removed. */
  #replaceUnusableIds(): void {
    const rows = this.#store.read(readAccountRows)
    const replaced = withUsableIds(rows).filter((row, place) => row !== rows[place])
    if (replaced.length > 0) this.#store.change((db) => saveIds(db, replaced))
  }

  #read(name: string): unknown {
    return this.#store.read((db) => readValue(db, name))
  }

  #write(name: string, value: unknown): void {
    this.#store.change((db) => writeValue(db, name, JSON.stringify(value)))
  }

  /** secure_delete has overwritten the rows in the file. The -wal still holds earlier pages. */
  #emptyWal(): void {
    this.#store.read((db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
  }
}

const hasAccountsBeside = (file: string): boolean => accountIdsIn(join(dirname(file), 'accounts')).length > 0

function writeAccount(db: DatabaseSync, account: AccountRecord, underLock: boolean): void {
  const before = db.prepare('SELECT account FROM accounts WHERE id = ?').get(account.id)
  const text = storedAccountText(account, underLock, before ? String(before['account']) : null)
  db.prepare(
    `INSERT INTO accounts (id, position, account)
     VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM accounts), ?)
     ON CONFLICT (id) DO UPDATE SET account = excluded.account`
  ).run(account.id, text)
}

/** Reads the table itself: quick_check doesn't compare an index with it. null: nothing is stored. undefined: no JSON. */
function readValue(db: DatabaseSync, name: string): unknown {
  const row = db.prepare('SELECT value FROM choices NOT INDEXED WHERE name = ?').get(name)
  return row ? tryParseJson(row['value']) : null
}

function tryParseJson(column: unknown): unknown {
  try {
    return JSON.parse(String(column))
  } catch {
    return undefined
  }
}

function writeValue(db: DatabaseSync, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO choices (name, value) VALUES (?, ?)').run(name, value)
}

/** Of a text that is too long, only the start. */
function readSettingsText(db: DatabaseSync): string | null {
  const row = db
    .prepare(`SELECT substr(value, 1, ?) AS text FROM choices NOT INDEXED WHERE name = 'settings'`)
    .get(LONGEST_SETTINGS + 1)
  return row ? String(row['text']) : null
}

/** Keeps the text that the save replaces. Portside never reads it, but a person can. */
function setAside(db: DatabaseSync, name: string, damagedName: string): void {
  db.prepare(
    `INSERT OR REPLACE INTO choices (name, value) SELECT ?, value FROM choices NOT INDEXED WHERE name = ?`
  ).run(damagedName, name)
}

const journalSchema = z.catch(z.array(z.string()), [])
const dayTime = z.iso.datetime()
const pdfFolderSchema = z.nullable(
  z.object({
    folder: z.nullable(z.string()),
    problem: z.nullable(z.object({ kind: z.enum(FOLDER_PROBLEMS), since: dayTime, notified: z.boolean() })),
    lastSavedAt: z.nullable(dayTime),
    newFiles: z.optional(z.nullable(z.object({ day: z.string(), files: z.int().check(z.nonnegative()) })))
  })
)
const isPdfFolderUsable = (db: DatabaseSync): boolean => pdfFolderSchema.safeParse(readValue(db, 'pdfFolder')).success
const version = z.nullable(z.string().check(z.maxLength(40)))
const updatesSchema = z.catch(
  z.nullable(
    z.object({
      checkedAt: z.nullable(dayTime),
      triedAt: z.nullable(dayTime),
      failures: z.int().check(z.nonnegative()),
      skipped: version,
      remind: z.nullable(z.object({ version: z.string().check(z.maxLength(40)), at: dayTime })),
      wanted: version,
      installing: version
    })
  ),
  null
)
const proxyPasswordSchema = z.catch(
  z.nullable(z.object({ entry: z.string(), proxy: z.string(), user: z.string(), isStored: z.boolean() })),
  null
)
const accountIdSchema = z.catch(z.nullable(z.string()), null)

const lockRecordSchema = z.object({
  verifier: z.string(),
  failures: z.catch(z.int().check(z.nonnegative()), 0),
  waitUntil: z.catch(z.nullable(z.iso.datetime()), null),
  uptimeUntil: z.catch(z.nullable(z.number()), null)
})

const UNREADABLE_LOCK: LockRecord = { verifier: 'unreadable', failures: 0, waitUntil: null, uptimeUntil: null }

/** An unreadable or lost record must not unlock the app, so it becomes one that no PIN opens. */
function readLock(db: DatabaseSync, rows = readAccountRows(db)): LockRecord | null {
  const stored = readValue(db, 'lock')
  if (stored === null && !rows.some(isUnderLock)) return null
  return lockRecordSchema.safeParse(stored).data ?? UNREADABLE_LOCK
}

const refreshAnswersSchema = z.catch(
  z.array(
    z.object({
      id: z.string(),
      state: z.enum(['running', 'ended', 'locked', 'quit']),
      accounts: z.array(
        z.object({
          accountId: z.string(),
          error: z.nullable(z.object({ code: z.enum(ERROR_CODES), found: z.optional(z.enum(FOUND_INSTEAD)) }))
        })
      )
    })
  ),
  []
)

/** The running app's answer to this request. @returns null until there is one, or while the file can't be read */
export function readRefreshAnswer(file: string, id: string): RefreshAnswer | null {
  const stored = readFrom(file, (db) => readValue(db, 'refreshAnswers'))
  return refreshAnswersSchema.parse(stored).find((answer) => answer.id === id) ?? null
}

interface SavedRegistry {
  accounts: AccountRecord[]
  /** False: the file is damaged, or not all of it can be read, and there may be more. */
  isWhole: boolean
  hasLock: boolean
  /** See Registry. */
  keychainJournal: string[]
}

/** Reads beside a running app, without writing or repairing. */
export function readSavedRegistry(file: string): SavedRegistry | Unreadable {
  const registry = readVersion(file, REGISTRY_VERSION, readAccountsAndLock)
  if (registry === 'none') return hasAccountsBeside(file) ? 'damaged' : 'none'
  return typeof registry === 'string' ? registry : registry.value
}

/** Also beside a running app. The defaults if the file can't be read. */
export function readSavedSettings(file: string): Settings {
  const stored = readVersion(file, REGISTRY_VERSION, readSettingsText)
  return parseStoredSettings(typeof stored === 'string' ? null : stored.value).settings
}

/** Also beside a running app. */
export function readSavedProxyPassword(file: string): ProxyPasswordRecord | null {
  const saved = readVersion(file, REGISTRY_VERSION, (db) => proxyPasswordSchema.parse(readValue(db, 'proxyPassword')))
  return typeof saved === 'string' ? null : saved.value
}

/** Of the account shown, also beside a running app. null: none, or the file can't be read. */
export function readShownAccountId(file: string): string | null {
  const id = readVersion(file, REGISTRY_VERSION, (db) => accountIdSchema.parse(readValue(db, 'shownAccountId')))
  return typeof id === 'string' ? null : id.value
}

function readAccountsAndLock(db: DatabaseSync, isAll: boolean): SavedRegistry {
  const { rows, isWhole } = rescueAccountRows(db)
  const keychainJournal = journalSchema.parse(readValue(db, 'keychainJournal'))
  const hasLock = readLock(db, rows) !== null
  return { accounts: rows.map(parseStoredAccount), isWhole: isWhole && isAll, hasLock, keychainJournal }
}
