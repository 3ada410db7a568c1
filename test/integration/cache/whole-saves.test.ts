/** A save is all or nothing, for whoever looks. */
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { ProductRecord } from '../../../src/main/core/ports.ts'
import { failureOf } from '../../../src/shared/ipc/failure.ts'
import { accountFile, ALL, cacheIn, folder, ID, INFO, product, keyOf } from './place.ts'

function reader(path: string): () => string[] {
  const db = new DatabaseSync(accountFile(path), { readOnly: true })
  onTestFinished(() => db.close())
  const read = db.prepare('SELECT row FROM products ORDER BY position')
  return () => read.all().map((row) => String((JSON.parse(String(row['row'])) as { name: string }).name))
}

test('another connection sees the old list until the new one is whole', async () => {
  const path = folder()
  const cache = cacheIn(path).open(ID, keyOf)
  const old = [product('1', { name: 'old' }), product('2', { name: 'old' })]
  await cache.saveProducts(old, INFO)
  const look = reader(path)

  const seen: string[][] = []
  class Watched extends Array<ProductRecord> {
    // The cache walks through the list while it stores it: a look after each record.
    override *[Symbol.iterator](): ArrayIterator<ProductRecord> {
      for (let at = 0; at < this.length; at++) {
        yield this[at] as ProductRecord
        seen.push(look())
      }
    }
  }
  const fresh = Watched.from(['a', 'b', 'c'].map((key) => product(key, { name: 'new' }))) as Watched
  await cache.saveProducts(fresh, INFO)

  expect(seen).toEqual([
    ['old', 'old'],
    ['old', 'old'],
    ['old', 'old']
  ])
  expect(look()).toEqual(['new', 'new', 'new'])
})

test('a list that fails half-way leaves the old one, with its age', async () => {
  const cache = cacheIn(folder()).open(ID, keyOf)
  await cache.saveProducts([product('1', { name: 'old' })], INFO)
  const twice = [product('a', { name: 'new' }), product('a', { name: 'new' })]
  await expect(cache.saveProducts(twice, { ...INFO, fetchedAt: 'later' })).rejects.toSatisfy(
    (error) => failureOf(error).code === 'CACHE'
  )
  expect(await cache.info('catalogue')).toEqual(INFO)
  const page = await cache.productPage({ ...ALL, text: 'old' })
  expect(page.rows.map((row) => row.key)).toEqual(['1'])
  expect((await cache.productPage({ ...ALL, text: 'new' })).matched).toBe(0)
  expect(cache.condition()).toBe('fine')
})

test('while another process writes, a save gives up with a failure and loses nothing', async () => {
  const path = folder()
  const cache = cacheIn(path).open(ID, keyOf)
  await cache.saveProducts([product('1')], INFO)
  const other = new DatabaseSync(accountFile(path))
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  await expect(cache.saveProducts([], INFO)).rejects.toSatisfy((error) => failureOf(error).code === 'CACHE')
  expect((await cache.productPage(ALL)).total).toBe(1)
  other.exec('ROLLBACK')
  await cache.saveProducts([], INFO)
  expect((await cache.productPage(ALL)).total).toBe(0)
  expect(cache.condition()).toBe('fine')
})
