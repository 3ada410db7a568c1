/** Files that the version before wrote: schema 1, without validators and without a status of its own for each invoice. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { accountMigrations } from '../../../src/main/cache/migrations/account/index.ts'
import { migrate } from '../../../src/main/cache/migrations/migrate.ts'
import { accountFile, ALL, cacheIn, folder, ID, INFO, invoice } from './place.ts'

const BEFORE = { fetchedAt: INFO.fetchedAt, notes: INFO.notes, validators: null }
const RECORDS = [
  invoice('1', { platformStatus: '2', statusIsNumber: true, state: 'unknown' }),
  invoice('2', { platformStatus: 'Payé', statusIsNumber: false, state: 'settled' }),
  invoice('3', { platformStatus: '2', statusIsNumber: true, state: 'unknown' }),
  invoice('4', { platformStatus: null, statusIsNumber: false })
]

function writeFirstVersion(path: string): void {
  mkdirSync(dirname(accountFile(path)), { recursive: true })
  const db = new DatabaseSync(accountFile(path))
  migrate(db, accountMigrations.slice(0, 1))
  const topic = db.prepare('INSERT INTO topics (topic, fetched_at, notes) VALUES (?, ?, ?)')
  for (const name of ['invoices', 'catalogue']) topic.run(name, INFO.fetchedAt, JSON.stringify(INFO.notes))
  const line = db.prepare('INSERT INTO invoices (position, key, state, invoice, rest) VALUES (?, ?, ?, ?, ?)')
  for (const [position, { invoice: one, ...rest }] of RECORDS.entries()) {
    line.run(position, JSON.stringify(one.key), one.state, JSON.stringify(one), JSON.stringify(rest))
  }
  db.close()
}

test('opens with all that is in it, and takes what is new', async () => {
  const path = folder()
  writeFirstVersion(path)
  const cache = cacheIn(path).open(ID)
  expect(cache.condition()).toBe('fine')
  expect(await cache.info('invoices')).toEqual(BEFORE)
  expect(await cache.invoiceRecords()).toEqual(RECORDS)
  expect(await cache.invoiceStatuses()).toEqual([
    { status: '2', isNumber: true, count: 2, state: 'unknown' },
    { status: 'Payé', isNumber: false, count: 1, state: 'settled' }
  ])
  await cache.saveInvoices(RECORDS, INFO)
  expect(await cache.info('invoices')).toEqual(INFO)
  expect((await cache.productPage(ALL)).total).toBe(0)
})

test('an invoice that is no JSON is damage when it is met, and no reason not to open', async () => {
  const path = folder()
  writeFirstVersion(path)
  const db = new DatabaseSync(accountFile(path))
  db.exec("UPDATE invoices SET invoice = 'cut o' WHERE position = 0")
  db.close()
  const cache = cacheIn(path).open(ID)
  expect(cache.condition()).toBe('fine')
  expect(await cache.invoice('2')).toEqual(RECORDS[1])
})

test('that can’t be brought up to date is read as it is, into memory', async () => {
  const path = folder()
  writeFirstVersion(path)
  const other = new DatabaseSync(accountFile(path))
  onTestFinished(() => other.close())
  other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE')
  const cache = cacheIn(path).open(ID)
  expect(cache.condition()).toBe('memory')
  expect(await cache.info('catalogue')).toEqual(BEFORE)
  expect(await cache.info('invoices')).toEqual(BEFORE)
  expect(await cache.invoiceRecords()).toEqual(RECORDS)
  expect((await cache.invoiceStatuses())[0]).toMatchObject({ status: '2', count: 2 })
  expect(other.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
})
