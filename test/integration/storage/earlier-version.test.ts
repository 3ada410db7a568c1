/**
 * Files that earlier versions wrote: schema 1, without validators and without a status of its own for each invoice; schema 2,
 * where profile and invoices are still plain; schema 3, where the catalogue is still in the same file as they are.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accountMigrations } from '../../../src/main/storage/migrations/account/index.ts'
import { migrate } from '../../../src/main/storage/migrations/migrate.ts'
import {
  accountFile,
  ALL,
  bytesIn,
  storageIn,
  catalogueFile,
  folder,
  ID,
  INFO,
  invoice,
  keyOf,
  LISTED,
  product,
  saveList
} from './place.ts'

const CANARY = 'canary-4711'
const RECORDS = [invoice('1', { number: CANARY }), invoice('2', { providerStatus: 'Payé', statusIsNumber: false })]
const PRODUCTS = Array.from({ length: 400 }, (_, at) => product(`p${at}`, { description: `word ${'x'.repeat(3000)}` }))
const PICTURE = { type: 'image/png', bytes: new Uint8Array([137, 80]) } as const
const TOPIC = 'INSERT INTO topics (topic, fetched_at, notes) VALUES (?, ?, ?)'

/** Left open when asked for: the next one who opens the file then finds a -wal, as after a crash. */
function write(path: string, version: 1 | 2 | 3, leave: 'closed' | 'open' = 'closed'): void {
  mkdirSync(dirname(accountFile(path)), { recursive: true })
  const db = new DatabaseSync(accountFile(path))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  migrate(db, accountMigrations.slice(0, version))
  db.prepare(TOPIC).run('catalogue', INFO.fetchedAt, '[]')
  if (version < 3) putPlain(db)
  putProducts(db)
  const put = db.prepare('INSERT INTO pictures (key, address, type, size, bytes) VALUES (?, ?, ?, ?, ?)')
  put.run('"p"', '"x"', PICTURE.type, PICTURE.bytes.length, PICTURE.bytes)
  if (leave === 'closed') db.close()
  else onTestFinished(() => db.close())
}

function putPlain(db: DatabaseSync): void {
  const putInvoices = (): void => {
    const line = db.prepare('INSERT INTO invoices (position, key, state, invoice, rest) VALUES (?, ?, ?, ?, ?)')
    for (const [position, { invoice: one, ...rest }] of RECORDS.entries()) {
      line.run(position, JSON.stringify(one.key), one.state, JSON.stringify(one), JSON.stringify(rest))
    }
  }
  for (const name of ['profile', 'invoices']) db.prepare(TOPIC).run(name, INFO.fetchedAt, '[]')
  db.prepare('INSERT INTO profile (only, profile) VALUES (1, ?)').run(JSON.stringify({ title: `Zoë ${CANARY}` }))
  putInvoices()
  // Once more: what was there before is left in free pages.
  db.exec('DELETE FROM invoices')
  putInvoices()
}

function putProducts(db: DatabaseSync): void {
  const line = db.prepare('INSERT INTO products (position, key, available, featured, row) VALUES (?, ?, 0, 0, ?)')
  const record = db.prepare('INSERT INTO product_records (position, key, raw, unknown_fields) VALUES (?, ?, ?, ?)')
  const texts = db.prepare('INSERT INTO product_texts (rowid, description) VALUES (?, ?)')
  // One wait for the disk, not 1,200.
  db.exec('BEGIN')
  for (const [position, { key, product: one, raw }] of PRODUCTS.entries()) {
    line.run(position, JSON.stringify(key), JSON.stringify({ key }))
    record.run(position, JSON.stringify(key), JSON.stringify(raw), '["extra"]')
    texts.run(position, one.description ?? null)
  }
  db.exec('COMMIT')
}

/** As a process leaves its files that was killed. */
function crashed(path: string): string {
  const other = folder()
  mkdirSync(dirname(accountFile(other)), { recursive: true })
  for (const side of ['', '-wal']) writeFileSync(accountFile(other) + side, readFileSync(accountFile(path) + side))
  return other
}

/** All of it is fetched again, the pictures too, of which the address was kept as it is. */
async function hasNothing(path: string): Promise<void> {
  const cache = storageIn(path).open(ID, keyOf)
  expect(await cache.condition()).toBe('fine')
  expect(await cache.picture('p', 'x')).toBeNull()
  for (const topic of ['catalogue', 'profile', 'invoices'] as const) expect(await cache.info(topic)).toBeNull()
  expect((await cache.catalogue.page(ALL)).total).toBe(0)
  expect(await cache.profile()).toBeNull()
  expect(await cache.invoiceRecords()).toEqual([])
  expect(bytesIn(path)).not.toContain(CANARY)
}

function tables(path: string): string[] {
  const db = new DatabaseSync(accountFile(path), { readOnly: true })
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
  db.close()
  return rows.map(({ name }) => String(name)).sort()
}

describe.each([1, 2] as const)('of schema %d', (version) => {
  test('opens; of what was personal and plain no byte is left', async () => {
    const path = folder()
    write(path, version)
    expect(bytesIn(path)).toContain(CANARY)
    await hasNothing(path)
  })

  test('also after a crash, when it was all in the -wal', async () => {
    const path = folder()
    write(path, version, 'open')
    const other = crashed(path)
    expect(readFileSync(`${accountFile(other)}-wal`, 'latin1')).toContain(CANARY)
    await hasNothing(other)
  })

  test('takes what is new', async () => {
    const path = folder()
    write(path, version)
    const first = storageIn(path)
    await first.open(ID, keyOf).saveInvoices(RECORDS, INFO)
    first.close()
    const cache = storageIn(path).open(ID, keyOf)
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
  await hasNothing(other)
})

describe('of schema 3', () => {
  /** With documents that are sealed already. */
  async function writeSealed(path: string): Promise<void> {
    const current = folder()
    const cache = storageIn(current)
    await cache.open(ID, keyOf).saveInvoices(RECORDS, INFO)
    cache.close()
    write(path, 3)
    const db = new DatabaseSync(accountFile(path))
    db.exec(`ATTACH '${accountFile(current)}' AS current; INSERT INTO sealed SELECT * FROM current.sealed`)
    db.close()
  }

  test('keeps what is sealed; catalogue and pictures are fetched again, and their room in the file is free', async () => {
    const path = folder()
    await writeSealed(path)
    const before = statSync(accountFile(path)).size
    expect(before).toBeGreaterThan(1_000_000)
    const first = storageIn(path)
    const cache = first.open(ID, keyOf)
    expect(await cache.condition()).toBe('fine')
    expect(await cache.invoiceRecords()).toEqual(RECORDS)
    expect(await cache.picture('p', 'x')).toBeNull()
    await cache.savePicture('p', 'x', PICTURE)
    expect(await cache.picture('p', 'x')).toEqual(PICTURE)
    expect(await cache.info('catalogue')).toBeNull()
    expect((await cache.catalogue.page(ALL)).total).toBe(0)
    await saveList(cache, PRODUCTS)
    expect((await cache.catalogue.page({ ...ALL, text: 'word' })).matched).toBe(PRODUCTS.length)
    first.close()
    expect(statSync(accountFile(path)).size).toBeLessThan(before / 10)
    expect(tables(path)).toEqual(['pdfs', 'pictures', 'sealed', 'told'])
    const again = storageIn(path).open(ID, keyOf)
    expect(await again.info('catalogue')).toEqual(LISTED)
    expect(await again.invoiceRecords()).toEqual(RECORDS)
  })

  test('cut off between the step and its end, it is done again', async () => {
    const path = folder()
    await writeSealed(path)
    const db = new DatabaseSync(accountFile(path))
    const step = accountMigrations[3] as { sql: string }
    db.exec(`BEGIN; ${step.sql}; COMMIT`)
    db.close()
    const cache = storageIn(path)
    expect(await cache.open(ID, keyOf).invoiceRecords()).toEqual(RECORDS)
    cache.close()
    expect(statSync(accountFile(path)).size).toBeLessThan(100_000)
    expect(tables(path)).toEqual(['pdfs', 'pictures', 'sealed', 'told'])
  })
})

test('that can’t be brought up to date is read as it is, into memory, but for what was plain', async () => {
  const path = folder()
  write(path, 1)
  const other = new DatabaseSync(accountFile(path))
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const cache = storageIn(path).open(ID, keyOf)
  expect(await cache.condition()).toBe('memory')
  expect(await cache.profile()).toBeNull()
  await cache.saveInvoices(RECORDS, INFO)
  expect(await cache.invoiceRecords()).toEqual(RECORDS)
  // The catalogue has a file of its own, and that one can be written.
  await saveList(cache, PRODUCTS)
  expect(existsSync(catalogueFile(path))).toBe(true)
  expect(other.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
})

describe('that was set aside', () => {
  test('while personal documents were plain, is deleted with all that lies beside it', () => {
    const path = folder()
    write(path, 2, 'open')
    const other = crashed(path)
    const aside = `${accountFile(other)}.aside-2026-11-20T10-00-00-123Z`
    for (const side of ['', '-wal']) renameSync(accountFile(other) + side, aside + side)
    storageIn(other).open(ID, keyOf)
    for (const side of ['', '-wal']) expect(existsSync(aside + side)).toBe(false)
    expect(bytesIn(other)).not.toContain(CANARY)
  })

  test('is deleted at once when it is damaged and of such a version', async () => {
    const path = folder()
    write(path, 2)
    const db = new DatabaseSync(accountFile(path), { defensive: false })
    db.exec("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'topics'")
    db.close()
    expect(bytesIn(path)).toContain(CANARY)
    expect(await storageIn(path).open(ID, keyOf).condition()).toBe('rebuilt')
    expect(bytesIn(path)).not.toContain(CANARY)
  })
})
