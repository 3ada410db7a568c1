/**
 * A catalogue's file that can't be written any more: a full disk and a read-only file system, as SQLite tells of them, on the
 * connection that reads and saves, or on the one that stores a list.
 */
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Database from '../../../../src/main/storage/database.ts'
import { ALL, folder, product } from '../place.ts'
import { beside, bookIn, keysOf, ledgerOf, saved } from './book.ts'

const limit = vi.hoisted(() => ({ sql: '', open: new Set<DatabaseSync>() }))
vi.mock('../../../../src/main/storage/database.ts', async (original) => {
  const database = await original<typeof Database>()
  const openFile: typeof database.openFile = (file, schema) => {
    const db = database.openFile(file, schema)
    limit.open.add(db)
    return db
  }
  const openSecondConnection: typeof database.openSecondConnection = (file) => {
    const db = database.openSecondConnection(file)
    if (limit.sql !== '') db.exec(limit.sql)
    return db
  }
  return { ...database, openFile, openSecondConnection }
})
beforeEach(() => {
  limit.sql = ''
  limit.open.clear()
})

const OLD = [product('a', { name: 'old' }), product('b', { name: 'old' })]
const NEW = Array.from({ length: 500 }, (_, at) => product(`p${at}`, { name: 'new', description: 'x'.repeat(2000) }))
const ORDER = { key: 'price', reverse: true, fetchedAt: '2026-11-20T10:00:00.000Z' }
const VALIDATORS = { etag: 'e', lastModified: null, of: 'x' }
const CACHE = { info: { code: 'STORAGE' } }

async function filled(path = folder()) {
  const book = bookIn(path)
  await saved(book, [OLD[0] ?? product('a')])
  await saved(book, OLD, { fetchedAt: 'stored', validators: VALIDATORS })
  await book.begin(9001, { secrets: [] })
  await book.take(9001, Buffer.from('[{"id":"b"},{"id":"a"}]'))
  await book.end(9001)
  await book.commitOrder(9001, ORDER)
  expect(await book.unseen()).toBe(1)
  return book
}

const CASES = [
  ['a full disk', 'PRAGMA max_page_count = 1'],
  ['read-only', 'PRAGMA query_only = ON']
] as const

test.each(CASES)(
  '%s while a list is stored: all of the old one moves to memory, and the next try works',
  async (_, sql) => {
    const book = await filled()
    limit.sql = sql
    await expect(saved(book, NEW, { fetchedAt: 'later' })).rejects.toMatchObject(CACHE)
    expect(book.condition()).toBe('memory')
    expect(await keysOf(book)).toEqual(['a', 'b'])
    expect(await book.info()).toEqual({ fetchedAt: 'stored', notes: [], validators: VALIDATORS })
    expect((await book.page({ ...ALL, text: 'old' })).matched).toBe(2)
    expect((await ledgerOf(book)).map(({ kind, key }) => [kind, key])).toEqual([['new', 'b']])
    expect(await book.unseen()).toBe(1)
    expect(await book.orders()).toMatchObject([ORDER])
    const ordered = await book.page({ ...ALL, sort: 'platform', providerSort: 'price', reverse: true })
    expect(ordered.rows.map(({ key }) => key)).toEqual(['b', 'a'])

    expect(await saved(book, NEW, { fetchedAt: 'later' })).toBe(502)
    expect((await book.page(ALL)).total).toBe(500)
    expect(await saved(book, NEW, { fetchedAt: 'later' })).toBe(0)
    expect(await book.unseen()).toBe(503)
  }
)

test.each(CASES)('%s when one product is saved: it is, in memory, with all the rest', async (_, sql) => {
  const path = folder()
  const first = await filled(path)
  for (const db of limit.open) db.exec(sql)
  const own = product('a', { name: 'by its own address', description: 'x'.repeat(100_000) })
  await first.save(own)
  expect(first.condition()).toBe('memory')
  expect((await first.product('a'))?.record).toEqual(own)
  expect(await keysOf(first)).toEqual(['a', 'b'])
  // Nobody looks at it for a while: what is in memory only stays.
  await first.leave()
  expect((await first.product('a'))?.record).toEqual(own)
  first.close()
  const book = bookIn(path)
  expect(book.condition()).toBe('fine')
  expect((await book.product('a'))?.record.product.name).toBe('old')
})

test('damage that storing a list meets sets the file aside, and the next try works', async () => {
  const path = folder()
  const book = await filled(path)
  beside(path).exec("UPDATE product_records SET raw = '{' WHERE position = 1")
  await expect(saved(book, NEW)).rejects.toMatchObject(CACHE)
  expect(book.condition()).toBe('rebuilt')
  expect(await keysOf(book)).toEqual([])
  expect(await saved(book, NEW)).toBe(500)
})
