/** Profiles of versions before the first release: accounts and settings stay, cached data is deleted and fetched again. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  accountFile,
  ALL,
  bytesIn,
  catalogueFile,
  folder,
  ID,
  INFO,
  invoice,
  keyOf,
  LISTED,
  OTHER_ID,
  product,
  saveList,
  storageIn
} from './fixtures.ts'

const CANARY = 'canary-4711'
/** "PRTS", as every version wrote it. */
const APPLICATION_ID = 0x50525453

/** As stored by the version before; written out, so that this fails when a later version can't read it. */
const ACCOUNT = {
  id: ID,
  label: 'Acme',
  named: true,
  kind: 'password',
  connection: { baseAddress: 'https://api.example', preset: 'v2', currency: 'EUR' },
  email: 'zoe@acme.example',
  tokenStored: true,
  keyStored: true,
  signedOut: false,
  tokenExpiresAt: '2026-12-20T10:00:00.000Z',
  addedAt: '2026-11-20T10:00:00.000Z'
}
const SETTINGS = {
  theme: 'dark',
  density: 'comfortable',
  lockAfterMinutes: 5,
  lockWithScreen: false,
  expiryNoticeHours: 72,
  refreshMinutes: 60,
  notify: false,
  notifyAmounts: true,
  quietHours: { from: 1320, to: 420 },
  closing: 'stay',
  startWithSystem: true,
  startHidden: true,
  invoiceColumns: ['number', 'total'],
  invoiceChart: false
}
const LOCK = { verifier: 'scrypt$1', failures: 2, waitUntil: null }

function write(file: string, version: number, sql: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
    ${sql}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`)
  return db
}

function writeRegistry(path: string): void {
  const db = write(
    join(path, 'portside.db'),
    1,
    `CREATE TABLE accounts (id TEXT PRIMARY KEY, position INTEGER NOT NULL, account TEXT NOT NULL) STRICT;
     CREATE TABLE choices (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`
  )
  const put = db.prepare('INSERT INTO accounts (id, position, account) VALUES (?, ?, ?)')
  put.run(OTHER_ID, 2, JSON.stringify({ ...ACCOUNT, id: OTHER_ID }))
  put.run(ID, 1, JSON.stringify(ACCOUNT))
  const choose = db.prepare('INSERT INTO choices (name, value) VALUES (?, ?)')
  const choices = { settings: SETTINGS, activeAccountId: ID, owed: ['gone'], lock: LOCK }
  for (const [name, value] of Object.entries(choices)) choose.run(name, JSON.stringify(value))
  db.close()
}

const earlierFile = (path: string, id = ID): string => join(path, 'accounts', id, 'cache.db')

/** Schema 5, of the version before. */
function writeAccount(path: string): void {
  write(
    earlierFile(path),
    5,
    `CREATE TABLE sealed (topic TEXT NOT NULL, part TEXT NOT NULL, box BLOB NOT NULL, PRIMARY KEY (topic, part)) STRICT;
     CREATE TABLE told (mark BLOB NOT NULL UNIQUE) STRICT;
     INSERT INTO sealed VALUES ('profile', 'document', x'01'), ('profile', 'about', x'01');
     INSERT INTO told VALUES (x'07')`
  ).close()
  write(
    catalogueFile(path),
    1,
    `CREATE TABLE topics (topic TEXT PRIMARY KEY, fetched_at TEXT NOT NULL, notes TEXT NOT NULL, validators TEXT) STRICT;
     CREATE TABLE product_records (position INTEGER PRIMARY KEY, print BLOB) STRICT;
     CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
     INSERT INTO topics VALUES ('catalogue', '${INFO.fetchedAt}', '[]', '{"etag":"old"}');
     INSERT INTO meta VALUES ('edition', '7')`
  ).close()
}

describe('the profile of the version before', () => {
  let path: string
  beforeEach(() => {
    path = folder()
    writeRegistry(path)
    writeAccount(path)
  })

  test('keeps accounts, settings, app lock and pending deletions', () => {
    const { registry } = storageIn(path)
    expect(registry.condition()).toBe('fine')
    expect(registry.accounts()).toEqual([ACCOUNT, { ...ACCOUNT, id: OTHER_ID }])
    expect(registry.activeAccountId()).toBe(ID)
    // A setting the earlier version didn't know has its default.
    expect(registry.settings()).toEqual({ ...SETTINGS, railCollapsed: false, characterKeys: true })
    expect(registry.lock()).toEqual({ ...LOCK, uptimeUntil: null })
    expect(registry.pendingDeletions()).toEqual(['gone'])
  })

  test('opens without its cached data, and stores new data', async () => {
    const first = storageIn(path)
    const account = first.open(ID, keyOf)
    expect(await account.condition()).toBe('fine')
    for (const topic of ['catalogue', 'profile', 'invoices'] as const) expect(await account.info(topic)).toBeNull()
    expect((await account.catalogue.page(ALL)).total).toBe(0)
    await saveList(account, [product('a', { name: 'new' })])
    await account.saveInvoices([invoice('i')], INFO)
    first.close()
    const again = storageIn(path).open(ID, keyOf)
    expect(await again.condition()).toBe('fine')
    expect(await again.info('catalogue')).toEqual(LISTED)
    expect((await again.catalogue.page(ALL)).total).toBe(1)
    expect(await again.invoiceRecords()).toEqual([invoice('i')])
    expect(readdirSync(dirname(accountFile(path))).filter((name) => !/-(wal|shm)$/.test(name))).toEqual([
      'account.db',
      'catalogue.db'
    ])
  })
})

test('plain personal data of the first versions is deleted, also in quarantined and damaged files and a -wal', () => {
  const path = folder()
  for (const suffix of ['', '.aside-2026-11-20T10-00-00-123Z']) {
    const file = earlierFile(path) + suffix
    const db = write(file, 2, 'CREATE TABLE profile (profile TEXT NOT NULL) STRICT')
    db.prepare('INSERT INTO profile VALUES (?)').run(CANARY)
    // Open, so that some of the data is in the -wal, as after a crash.
    onTestFinished(() => db.close())
  }
  mkdirSync(dirname(earlierFile(path, OTHER_ID)), { recursive: true })
  writeFileSync(earlierFile(path, OTHER_ID), `no database ${CANARY}`)
  expect(bytesIn(path)).toContain(CANARY)
  storageIn(path)
  for (const id of [ID, OTHER_ID]) expect(readdirSync(dirname(earlierFile(path, id)))).toEqual([])
})
