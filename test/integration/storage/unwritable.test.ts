/** Files that can't be written: SQLite's switches give the errors of a full disk and of a read-only file system. */
import { mkdirSync, renameSync, rmdirSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Database from '../../../src/main/storage/database.ts'
import { staged, beside, openCatalogue, keysOf, changesOf, saved } from '../catalogue/catalogue.ts'
import {
  accountFile,
  ALL,
  ANY,
  folder,
  INFO,
  invoice,
  launch,
  product,
  PROFILE,
  STORAGE_ERROR,
  TODAY
} from './fixtures.ts'

const limit = vi.hoisted(() => ({ sql: '', open: new Set<DatabaseSync>() }))
vi.mock('../../../src/main/storage/database.ts', async (original) => {
  const database = await original<typeof Database>()
  const openFile: typeof database.openFile = (file, schema) => {
    // Until there is room again.
    if (limit.sql !== '') throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    const db = database.openFile(file, schema)
    limit.open.add(db)
    return db
  }
  const openSecondConnection: typeof database.openSecondConnection = (file) => {
    const db = database.openSecondConnection(file)
    if (limit.sql !== '') db.exec(limit.sql)
    return db
  }
  const attach: typeof database.attach = (db, file, name) => {
    database.attach(db, file, name)
    if (limit.sql !== '') db.exec(limit.sql.replace('max_page_count', `${name}.max_page_count`))
  }
  return { ...database, openFile, openSecondConnection, attach }
})
beforeEach(() => {
  limit.sql = ''
  limit.open.clear()
})

const OLD = [product('a', { name: 'old' }), product('b', { name: 'old' })]
const NEW = Array.from({ length: 500 }, (_, at) => product(`p${at}`, { name: 'new', description: 'x'.repeat(2000) }))
const ORDER = { key: 'price', reverse: true, fetchedAt: '2026-11-20T10:00:00.000Z' }
const VALIDATORS = { etag: 'e', lastModified: null, of: 'x' }

async function filled(path = folder()) {
  const catalogue = openCatalogue(path)
  await saved(catalogue, [OLD[0] ?? product('a')])
  await saved(catalogue, OLD, { fetchedAt: 'stored', validators: VALIDATORS })
  catalogue.startImport(9001, { secrets: [] })
  catalogue.parseChunk(9001, Buffer.from('[{"id":"b"},{"id":"a"}]'))
  catalogue.endPage(9001)
  await catalogue.commitSortOrder(9001, ORDER)
  expect(catalogue.unseen()).toBe(1)
  return catalogue
}

const CASES = [
  ['a full disk', 'PRAGMA max_page_count = 1'],
  ['read-only', 'PRAGMA query_only = ON']
] as const

test.each(CASES)(
  '%s while a list is stored: all of the old one moves to memory, and the next try works',
  async (_, sql) => {
    const catalogue = await filled()
    limit.sql = sql
    await expect(saved(catalogue, NEW, { fetchedAt: 'later' })).rejects.toMatchObject(STORAGE_ERROR)
    expect(catalogue.condition()).toBe('memory')
    expect(keysOf(catalogue)).toEqual(['a', 'b'])
    expect(catalogue.info()).toEqual({ fetchedAt: 'stored', notes: [], validators: VALIDATORS })
    await catalogue.ensureIndexed()
    expect(catalogue.page({ ...ALL, text: 'old' }).matched).toBe(2)
    expect(changesOf(catalogue).map(({ kind, key }) => [kind, key])).toEqual([['new', 'b']])
    expect(catalogue.unseen()).toBe(1)
    expect(catalogue.sortOrders()).toMatchObject([ORDER])
    const ordered = catalogue.page({ ...ALL, sort: 'providerSort', providerSort: 'price', reverse: true })
    expect(ordered.rows.map(({ key }) => key)).toEqual(['b', 'a'])

    expect(await saved(catalogue, NEW, { fetchedAt: 'later' })).toBe(502)
    expect(catalogue.page(ALL).total).toBe(500)
    expect(await saved(catalogue, NEW, { fetchedAt: 'later' })).toBe(0)
    expect(catalogue.unseen()).toBe(503)
  }
)

test.each(CASES)(
  '%s while a new list is indexed: it is shown and searched from memory, and the next launch indexes what was stored',
  async (_, sql) => {
    const path = folder()
    const first = await filled(path)
    // An index of so many words doesn't fit where the old list was.
    const words = (at: number): string => Array.from({ length: 40 }, (_none, word) => `new${at}x${word}`).join(' ')
    const list = NEW.map(({ key }, at) => product(key, { description: words(at) }))
    await first.commit(staged(first, list), { fetchedAt: 'later', validators: null })
    limit.sql = sql
    await expect(first.ensureIndexed()).rejects.toMatchObject(STORAGE_ERROR)
    expect(first.condition()).toBe('memory')
    expect(first.page(ALL)).toMatchObject({ total: 500, isIndexing: true })
    await first.ensureIndexed()
    expect(first.page({ ...ALL, text: 'new' })).toMatchObject({ matched: 500, isIndexing: false })
    first.close()
    limit.sql = ''
    const second = openCatalogue(path)
    expect(second.page(ALL)).toMatchObject({ total: 500, isIndexing: true })
    await second.ensureIndexed()
    expect(second.condition()).toBe('fine')
    expect(second.page({ ...ALL, text: 'new' })).toMatchObject({ matched: 500, isIndexing: false })
  }
)

test.each(CASES)('%s when one product is saved: it is stored in memory, with all others', async (_, sql) => {
  const path = folder()
  const first = await filled(path)
  for (const db of limit.open) db.exec(sql)
  limit.sql = sql
  const own = product('a', { name: 'by its own address', description: 'x'.repeat(100_000) })
  await first.save(own)
  expect(first.condition()).toBe('memory')
  expect(first.product('a')?.record).toEqual(own)
  expect(keysOf(first)).toEqual(['a', 'b'])
  // Data in memory stays while nobody uses the account.
  first.leave()
  expect(first.product('a')?.record).toEqual(own)
  first.close()
  limit.sql = ''
  const catalogue = openCatalogue(path)
  expect(catalogue.condition()).toBe('fine')
  expect(catalogue.product('a')?.record.product.name).toBe('old')
})

test('damage while storing a list quarantines the file, and the next attempt works', async () => {
  const path = folder()
  const catalogue = await filled(path)
  beside(path).exec("UPDATE product_records SET raw = '{' WHERE position = 1")
  await expect(saved(catalogue, NEW)).rejects.toMatchObject(STORAGE_ERROR)
  expect(catalogue.condition()).toBe('rebuilt')
  expect(keysOf(catalogue)).toEqual([])
  expect(await saved(catalogue, NEW)).toBe(500)
})

test.each(CASES)(
  '%s when invoices are saved: stored documents stay readable, and the save is not lost',
  async (_, sql) => {
    const { account: storage } = launch()
    await storage.saveProfile(PROFILE, INFO)
    await storage.saveInvoices([invoice('i')], INFO)
    for (const db of limit.open) db.exec(sql)
    limit.sql = sql
    const later = { ...INFO, fetchedAt: '2026-11-21T00:00:00.000Z' }
    await storage.saveInvoices(
      Array.from({ length: 500 }, (_none, at) => invoice(`later ${at}`)),
      later
    )
    expect(await storage.condition()).toBe('memory')
    expect((await (await storage.invoices()).page(ANY, TODAY)).matched).toBe(500)
    expect(await storage.info('invoices')).toEqual(later)
    expect((await storage.profile())?.value).toEqual(PROFILE)
  }
)

test.each(CASES)('%s, then room again: what is in memory returns to the file with the next change', async (_, sql) => {
  const path = folder()
  const first = await filled(path)
  limit.sql = sql
  await expect(saved(first, NEW, { fetchedAt: 'later' })).rejects.toMatchObject(STORAGE_ERROR)
  expect(await saved(first, NEW.slice(0, 10), { fetchedAt: 'later' })).toBe(12)
  expect(first.condition()).toBe('memory')
  limit.sql = ''
  await first.markSeen([1], 'now')
  expect(first.condition()).toBe('fine')
  expect(await saved(first, NEW, { fetchedAt: 'latest' })).toBe(490)
  expect(first.page({ ...ALL, text: 'new' })).toMatchObject({ matched: 500, isIndexing: false })
  first.close()
  const second = openCatalogue(path)
  expect(second.page({ ...ALL, text: 'new' })).toMatchObject({ matched: 500, isIndexing: false })
  expect(second.sortOrders()).toMatchObject([ORDER])
})

test('a file of which not all could be read keeps its rows: data in memory doesn’t return to it', async () => {
  const path = folder()
  const { account, quit } = launch(path)
  await account.saveProfile(PROFILE, INFO)
  quit()
  // As a drive that isn't there for a while.
  const hidden = `${accountFile(path)}-hidden`
  renameSync(accountFile(path), hidden)
  mkdirSync(accountFile(path))
  const { account: next, quit: quitAgain } = launch(path)
  expect(await next.condition()).toBe('memory')
  rmdirSync(accountFile(path))
  renameSync(hidden, accountFile(path))
  await next.saveInvoices([invoice('i')], INFO)
  expect(await next.condition()).toBe('memory')
  quitAgain()
  expect((await launch(path).account.profile())?.value).toEqual(PROFILE)
})

test('accounts on a drive that comes back keep what they have: nothing in memory overwrites it', async () => {
  const path = folder()
  const { account, quit } = launch(path)
  await account.saveProfile(PROFILE, INFO)
  await account.saveInvoices([invoice('i')], INFO)
  quit()
  const accounts = dirname(dirname(accountFile(path)))
  const drive = `${accounts}-drive`
  renameSync(accounts, drive)
  symlinkSync(`${drive}-away`, accounts)
  const { account: next, quit: quitAgain } = launch(path)
  expect(await next.condition()).toBe('memory')
  renameSync(drive, `${drive}-away`)
  await next.saveInvoices([], INFO)
  expect(await next.condition()).toBe('memory')
  quitAgain()
  const { account: last } = launch(path)
  expect((await last.profile())?.value).toEqual(PROFILE)
  expect(await (await last.invoices()).records()).toHaveLength(1)
})
