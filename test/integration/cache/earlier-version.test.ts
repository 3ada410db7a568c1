/**
 * Files that earlier versions wrote: schema 1, without validators and without a status of its own for each invoice; schema 2,
 * where profile and invoices are still plain.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accountMigrations } from '../../../src/main/cache/migrations/account/index.ts'
import { migrate } from '../../../src/main/cache/migrations/migrate.ts'
import { replaceProducts } from '../../../src/main/cache/products.ts'
import { accountFile, ALL, bytesIn, cacheIn, folder, ID, INFO, invoice, keyOf, product } from './place.ts'

const CANARY = 'canary-4711'
const RECORDS = [invoice('1', { number: CANARY }), invoice('2', { platformStatus: 'Payé', statusIsNumber: false })]
const PRODUCTS = [product('p', { name: 'Residential' }), product('q', { name: 'Mobile' })]
const TOPIC = 'INSERT INTO topics (topic, fetched_at, notes) VALUES (?, ?, ?)'

/** Left open when asked for: the next one who opens the file then finds a -wal, as after a crash. */
function write(path: string, version: 1 | 2, leave: 'closed' | 'open' = 'closed'): void {
  mkdirSync(dirname(accountFile(path)), { recursive: true })
  const db = new DatabaseSync(accountFile(path))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  migrate(db, accountMigrations.slice(0, version))
  const putInvoices = (): void => {
    const line = db.prepare('INSERT INTO invoices (position, key, state, invoice, rest) VALUES (?, ?, ?, ?, ?)')
    for (const [position, { invoice: one, ...rest }] of RECORDS.entries()) {
      line.run(position, JSON.stringify(one.key), one.state, JSON.stringify(one), JSON.stringify(rest))
    }
  }
  for (const name of ['profile', 'invoices', 'catalogue']) db.prepare(TOPIC).run(name, INFO.fetchedAt, '[]')
  db.prepare('INSERT INTO profile (only, profile) VALUES (1, ?)').run(JSON.stringify({ title: `Zoë ${CANARY}` }))
  putInvoices()
  // Once more: what was there before is left in free pages.
  db.exec('DELETE FROM invoices')
  putInvoices()
  replaceProducts(db, PRODUCTS)
  if (leave === 'closed') db.close()
  else onTestFinished(() => db.close())
}

/** As a process leaves its files that was killed. */
function crashed(path: string): string {
  const other = folder()
  mkdirSync(dirname(accountFile(other)), { recursive: true })
  for (const side of ['', '-wal']) writeFileSync(accountFile(other) + side, readFileSync(accountFile(path) + side))
  return other
}

async function hasOnlyTheCatalogue(path: string): Promise<void> {
  const cache = cacheIn(path).open(ID, keyOf)
  expect(cache.condition()).toBe('fine')
  expect(await cache.info('catalogue')).toEqual({ fetchedAt: INFO.fetchedAt, notes: [], validators: null })
  expect((await cache.productPage({ ...ALL, text: 'resi' })).rows.map((row) => row.key)).toEqual(['p'])
  expect((await cache.product('q'))?.record).toEqual(PRODUCTS[1])
  for (const topic of ['profile', 'invoices'] as const) expect(await cache.info(topic)).toBeNull()
  expect(await cache.profile()).toBeNull()
  expect(await cache.invoiceRecords()).toEqual([])
  expect(bytesIn(path)).not.toContain(CANARY)
}

describe.each([1, 2] as const)('of schema %d', (version) => {
  test('opens with its catalogue; of what was personal and plain no byte is left', async () => {
    const path = folder()
    write(path, version)
    expect(bytesIn(path)).toContain(CANARY)
    await hasOnlyTheCatalogue(path)
  })

  test('also after a crash, when it was all in the -wal', async () => {
    const path = folder()
    write(path, version, 'open')
    const other = crashed(path)
    expect(readFileSync(`${accountFile(other)}-wal`, 'latin1')).toContain(CANARY)
    await hasOnlyTheCatalogue(other)
  })

  test('takes what is new', async () => {
    const path = folder()
    write(path, version)
    const first = cacheIn(path)
    await first.open(ID, keyOf).saveInvoices(RECORDS, INFO)
    first.close()
    const cache = cacheIn(path).open(ID, keyOf)
    expect(await cache.info('invoices')).toEqual(INFO)
    expect(await cache.invoiceRecords()).toEqual(RECORDS)
    expect(bytesIn(path)).not.toContain(CANARY)
  })
})

test('cut off between the step and its end, it is done again', async () => {
  const path = folder()
  write(path, 2, 'open')
  const db = new DatabaseSync(accountFile(path))
  const step = accountMigrations[2] as { sql: string }
  db.exec(`BEGIN; ${step.sql}; COMMIT`)
  const other = crashed(path)
  db.close()
  expect(readFileSync(`${accountFile(other)}-wal`, 'latin1')).toContain(CANARY)
  await hasOnlyTheCatalogue(other)
})

test('that can’t be brought up to date is read as it is, into memory, but for what was plain', async () => {
  const path = folder()
  write(path, 1)
  const other = new DatabaseSync(accountFile(path))
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const cache = cacheIn(path).open(ID, keyOf)
  expect(cache.condition()).toBe('memory')
  expect((await cache.info('catalogue'))?.fetchedAt).toBe(INFO.fetchedAt)
  expect((await cache.productPage(ALL)).total).toBe(2)
  expect(await cache.profile()).toBeNull()
  await cache.saveInvoices(RECORDS, INFO)
  expect(await cache.invoiceRecords()).toEqual(RECORDS)
  expect(other.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
})

describe('that was set aside', () => {
  test('while personal documents were plain, is deleted with all that lies beside it', () => {
    const path = folder()
    write(path, 2, 'open')
    const other = crashed(path)
    const aside = `${accountFile(other)}.aside-2026-11-20T10-00-00-123Z`
    for (const side of ['', '-wal']) renameSync(accountFile(other) + side, aside + side)
    cacheIn(other).open(ID, keyOf)
    for (const side of ['', '-wal']) expect(existsSync(aside + side)).toBe(false)
    expect(bytesIn(other)).not.toContain(CANARY)
  })

  test('is deleted at once when it is damaged and of such a version', () => {
    const path = folder()
    write(path, 2)
    const db = new DatabaseSync(accountFile(path), { defensive: false })
    db.exec("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'topics'")
    db.close()
    expect(bytesIn(path)).toContain(CANARY)
    expect(cacheIn(path).open(ID, keyOf).condition()).toBe('rebuilt')
    expect(bytesIn(path)).not.toContain(CANARY)
  })
})
