import { closeSync, copyFileSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { checkSettings, DEFAULT_SETTINGS, SETTINGS, type Settings } from '../../../src/shared/models/settings.ts'
import type { LockRecord, RefreshAnswer } from '../../../src/main/ports/index.ts'
import { readRefreshAnswer, type RegistryFile } from '../../../src/main/storage/registry.ts'
import { account, bytesIn, edit, storageIn, folder } from './fixtures.ts'

const [A, B, C] = ['account-a', 'account-b', 'account-c']

test('accounts keep their order and their connection, also when one of them changes', () => {
  const path = folder()
  const first = storageIn(path)
  for (const id of [B, A, C]) first.registry.saveAccount(account(id, `${id}@x.example`))
  const changed: Partial<Connection> = {
    amountUnit: 'minor',
    currency: 'CHF',
    statuses: { '7': 'void', Shelved: 'open' }
  }
  const before = account(A, 'new@x.example')
  const connection = { ...before.connection, ...changed }
  const renamed = { ...before, connection, label: 'Büro', tokenStored: false }
  first.registry.saveAccount(renamed)
  first.registry.removeAccount(B)
  first.close()
  expect(storageIn(path).registry.accounts()).toEqual([renamed, account(C, `${C}@x.example`)])
})

test('a removed account leaves no trace in the files', () => {
  const path = folder()
  const { registry } = storageIn(path)
  registry.saveAccount(account(A, 'canary-4711@x.example'))
  registry.saveAccount(account(B, 'stays@x.example'))
  writeFileSync(join(path, 'portside.db.aside-2026-11-20T10-00-00-123Z'), 'canary-4711@x.example')
  registry.removeAccount(A)
  expect(bytesIn(path)).toContain('stays@x.example')
  expect(bytesIn(path)).not.toContain('canary-4711')
})

const PDF_FOLDER = {
  folder: '/home/user/Invoices',
  problem: { kind: 'gone', since: '2026-11-20T10:00:00.000Z', notified: true },
  lastSavedAt: null
} as const

test('the folder for new PDFs is kept until everything is erased, and one that can’t be read is none', () => {
  const path = folder()
  const first = storageIn(path)
  expect(first.registry.pdfFolder()).toBeNull()
  first.registry.savePdfFolder(PDF_FOLDER)
  first.close()
  const second = storageIn(path)
  expect(second.registry.pdfFolder()).toEqual(PDF_FOLDER)
  second.registry.eraseAll()
  expect(second.registry.pdfFolder()).toBeNull()
  second.close()
  edit(
    join(path, 'portside.db'),
    `INSERT INTO choices VALUES ('pdfFolder', '${JSON.stringify({ ...PDF_FOLDER, folder: 7 })}')`
  )
  expect(storageIn(path).registry.pdfFolder()).toBeNull()
})

test('accounts are reordered, with unnamed ones last', () => {
  const path = folder()
  const first = storageIn(path)
  const ids = (): string[] => first.registry.accounts().map(({ id }) => id)
  for (const id of [A, B, C]) first.registry.saveAccount(account(id, `${id}@x.example`))
  first.registry.orderAccounts([C, A, B])
  expect(ids()).toEqual([C, A, B])
  first.registry.orderAccounts([B])
  expect(ids()).toEqual([B, C, A])
  first.registry.orderAccounts([A, 'nobody', A, B])
  expect(ids()).toEqual([A, B, C])
  first.registry.saveAccount(account('account-d', 'd@x.example'))
  first.registry.saveAccount({ ...account(B, 'new@x.example'), named: true })
  first.close()
  expect(
    storageIn(path)
      .registry.accounts()
      .map(({ id }) => id)
  ).toEqual([A, B, C, 'account-d'])
})

test('another process reads the answer to its request while the app runs, and nothing else', () => {
  const path = folder()
  const file = join(path, 'portside.db')
  expect(readRefreshAnswer(file, 'one'), 'before the first start').toBeNull()
  const { registry } = storageIn(path)
  expect(readRefreshAnswer(file, 'one')).toBeNull()
  const answers: RefreshAnswer[] = [
    { id: 'one', state: 'running', accounts: [] },
    { id: 'two', state: 'ended', accounts: [{ accountId: A, error: { code: 'SERVER', found: undefined } }] }
  ]
  registry.saveRefreshAnswers(answers)
  expect(readRefreshAnswer(file, 'one')).toEqual(answers[0])
  expect(readRefreshAnswer(file, 'two')).toEqual(answers[1])
  expect(readRefreshAnswer(file, 'three')).toBeNull()
  registry.saveRefreshAnswers([])
  expect(readRefreshAnswer(file, 'one'), 'nothing grows').toBeNull()
})

test('the app lock; after it is turned off, its verifier is in no file', () => {
  const path = folder()
  const { registry } = storageIn(path)
  expect(registry.lock()).toBeNull()
  registry.saveLock({ ...LOCK, verifier: 'canary-verifier' })
  registry.saveLock({ ...LOCK, verifier: 'another' })
  expect(bytesIn(path)).not.toContain('canary-verifier')
  registry.saveLock(null)
  expect(registry.lock()).toBeNull()
  expect(bytesIn(path)).not.toContain('another')
})

/** A registry with every choice made, edited by another program while it was closed. */
function edited(sql: string, lock: LockRecord | null = LOCK): RegistryFile {
  const path = closedRegistry(lock)
  const db = new DatabaseSync(join(path, 'portside.db'))
  db.exec(sql)
  db.close()
  return storageIn(path).registry
}

function closedRegistry(lock: LockRecord | null): string {
  const path = folder()
  const first = storageIn(path)
  first.registry.saveAccount(account(A, `${A}@x.example`))
  first.registry.saveShownAccountId(B)
  first.registry.saveSettings(CHANGED)
  first.registry.saveKeychainJournal([C])
  first.registry.saveLock(LOCK)
  // One account is older than the lock, one is newer.
  first.registry.saveAccount(account(B, `${B}@x.example`))
  if (lock === null) first.registry.saveLock(null)
  first.close()
  return path
}
const stored = (name: string, value: unknown): RegistryFile =>
  edited(`UPDATE choices SET value = '${JSON.stringify(value)}' WHERE name = '${name}'`)

/** No value is the default. */
const changed = Object.values(SETTINGS).map((row) =>
  'values' in row ? row.values.find((value) => value !== row.default) : 'least' in row ? row.least : !row.default
)
const CHANGED: Settings = {
  ...checkSettings(Object.fromEntries(Object.keys(SETTINGS).map((name, at) => [name, changed[at]]))).settings,
  language: 'de',
  region: 'de-CH',
  proxy: { mode: 'none', manual: null },
  quietHours: { from: 22 * 60, to: 7 * 60 },
  balanceThreshold: '12.50',
  globalShortcut: 'Ctrl+Alt+K',
  invoiceColumns: ['total', 'issued'],
  pdfFolderPattern: '{number}.pdf',
  pdfFolderAccounts: [A],
  pdfFolderFrom: '2026-11-01'
}
const LOCK: LockRecord = { verifier: 'of 1234', failures: 3, waitUntil: '2026-11-20T12:00:00.000Z', uptimeUntil: 5000 }
/** On, and no PIN opens it. */
const UNREADABLE = { verifier: 'unreadable', failures: 0, waitUntil: null, uptimeUntil: null }

describe('an unreadable value affects no other', () => {
  test.each(['settings', 'keychainJournal', 'lock', 'shownAccountId'])('%s that is no JSON', (name) => {
    const registry = edited(`UPDATE choices SET value = 'cut o' WHERE name = '${name}'`)
    expect({
      accounts: registry.accounts().map(({ id }) => id),
      shownAccountId: registry.shownAccountId(),
      settings: registry.settings(),
      journal: registry.keychainJournal(),
      lock: registry.lock()
    }).toEqual({
      accounts: [A, B],
      shownAccountId: name === 'shownAccountId' ? null : B,
      settings: name === 'settings' ? DEFAULT_SETTINGS : CHANGED,
      journal: name === 'keychainJournal' ? [] : [C],
      lock: name === 'lock' ? UNREADABLE : LOCK
    })
    expect(registry.condition()).toBe('fine')
  })

  test('also in a file of another version', () => {
    const registry = edited(`PRAGMA user_version = 99; UPDATE choices SET value = 'cut o' WHERE name = 'lock';
      UPDATE accounts SET account = 'cut o' WHERE id = '${A}'`)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.lock()).toEqual(UNREADABLE)
    expect(registry.accounts().map(({ id }) => id)).toEqual([A, B])
    expect(registry.settings()).toEqual(CHANGED)
  })

  test('no setting of this file has its default', () => {
    for (const name of Object.keys(CHANGED) as (keyof Settings)[])
      expect(CHANGED[name], name).not.toEqual(DEFAULT_SETTINGS[name])
  })

  test.each(Object.keys(CHANGED) as (keyof Settings)[])(
    'the setting %s with an unknown value has its default',
    (name) => {
      const settings = stored('settings', { ...CHANGED, [name]: 'unknown', other: true }).settings()
      expect(settings).toEqual({ ...CHANGED, [name]: DEFAULT_SETTINGS[name] })
    }
  )

  test.each([[{}], [null], ['dark'], [7], [[]]])('settings of %j have all defaults', (value) => {
    expect(stored('settings', value).settings()).toEqual(DEFAULT_SETTINGS)
  })

  test('an empty list of invoice columns counts as none chosen', () => {
    expect(stored('settings', { invoiceColumns: [] }).settings().invoiceColumns).toBeNull()
  })

  test.each([[7], [''], [{}], [[]], [{ ...LOCK, verifier: 5 }]])(
    'an app lock of %j is on, and no PIN opens it',
    (value) => {
      expect(stored('lock', value).lock()).toEqual(UNREADABLE)
    }
  )

  test('an app lock keeps its PIN when other fields can’t be read', () => {
    expect(stored('lock', { ...LOCK, failures: 'many' }).lock()).toEqual({ ...LOCK, failures: 0 })
    expect(stored('lock', { ...LOCK, waitUntil: 'tomorrow' }).lock()).toEqual({ ...LOCK, waitUntil: null })
    expect(stored('lock', { ...LOCK, uptimeUntil: 'soon' }).lock()).toEqual({ ...LOCK, uptimeUntil: null })
    expect(stored('lock', { verifier: LOCK.verifier }).lock()).toEqual({
      ...UNREADABLE,
      verifier: LOCK.verifier
    })
  })
})

describe('an app lock that is lost stays on, and no PIN opens it', () => {
  /** The page of the table `choices`, overwritten. */
  function withoutChoices(lock: LockRecord | null, byte: number): RegistryFile {
    const path = closedRegistry(lock)
    const file = join(path, 'portside.db')
    const db = new DatabaseSync(file)
    const rootOf = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'choices'")
    const page = Number(rootOf.get()?.['rootpage'])
    db.close()
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(4096, byte), 0, 4096, (page - 1) * 4096)
    closeSync(handle)
    return storageIn(path).registry
  }

  test.each([0, 0xa5])('in a damaged file whose accounts can be read (%i)', (byte) => {
    const registry = withoutChoices(LOCK, byte)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.accounts().map(({ id }) => id)).toEqual([A, B])
    expect(registry.lock()).toEqual(UNREADABLE)
  })

  test('in a file whose schema names another column', () => {
    const path = closedRegistry(LOCK)
    const file = join(path, 'portside.db')
    writeFileSync(file, readFileSync(file, 'latin1').replace('value TEXT', 'valui TEXT'), 'latin1')
    const { registry } = storageIn(path)
    expect(registry.lock()).toEqual(UNREADABLE)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.accounts().map(({ id }) => id)).toEqual([A, B])
  })

  test('and a number too large for JavaScript costs nothing', () => {
    const registry = edited(`PRAGMA user_version = 99; DELETE FROM choices WHERE name = 'lock';
      UPDATE accounts SET rowid = 9007199254740993 WHERE id = '${A}'`)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.accounts().map(({ id }) => id)).toEqual([A, B])
    expect(registry.lock()).toEqual(UNREADABLE)
  })

  test.each([A, B])('with %s alone', (id) => {
    const registry = edited(`DELETE FROM choices WHERE name = 'lock'; DELETE FROM accounts WHERE id <> '${id}'`)
    expect(registry.condition()).toBe('fine')
    expect(registry.lock()).toEqual(UNREADABLE)
  })

  test('until it is set again or turned off', () => {
    const registry = withoutChoices(LOCK, 0)
    registry.saveLock(LOCK)
    expect(registry.lock()).toEqual(LOCK)
    registry.saveLock(null)
    expect(registry.lock()).toBeNull()
  })

  test('setting one deletes copies from before it: renamed back, they would open without it', () => {
    const path = closedRegistry(null)
    const copy = join(path, 'portside.db.aside-2026-11-20T10-00-00-123Z')
    copyFileSync(join(path, 'portside.db'), copy)
    const { registry } = storageIn(path)
    registry.saveLock(LOCK)
    expect(existsSync(copy)).toBe(false)
    // One from after it opens with the PIN only.
    copyFileSync(join(path, 'portside.db'), copy)
    registry.saveLock({ ...LOCK, failures: 4 })
    expect(existsSync(copy)).toBe(true)
  })

  test('a damaged file without a lock opens', () => {
    const registry = withoutChoices(null, 0)
    expect(registry.accounts().map(({ id }) => id)).toEqual([A, B])
    expect(registry.lock()).toBeNull()
  })

  test('setting one leaves an unreadable account as it is', () => {
    const registry = edited(`UPDATE accounts SET account = 'cut o' WHERE id = '${A}'`, null)
    registry.saveLock(LOCK)
    expect(registry.condition()).toBe('fine')
    expect(registry.lock()).toEqual(LOCK)
  })

  test('an account whose text is cut off doesn’t open it, and doesn’t keep it on', () => {
    const cut = `UPDATE accounts SET account = rtrim(account, '}') || ',"x'`
    const registry = edited(`DELETE FROM choices WHERE name = 'lock'; ${cut}`)
    expect(registry.lock()).toEqual(UNREADABLE)
    registry.saveLock(null)
    expect(registry.lock()).toBeNull()
  })
})
