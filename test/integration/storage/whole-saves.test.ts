/** A save is all or nothing, for whoever looks. */
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'
import {
  ALL,
  arrived,
  storageIn,
  catalogueFile,
  folder,
  ID,
  INFO,
  keyOf,
  LISTED,
  product,
  saveList
} from './fixtures.ts'

const isStorageError = (error: unknown): boolean => toErrorInfo(error).code === 'STORAGE'

/** Names and age, as another connection sees them in one moment. */
function reader(path: string): () => string {
  const db = new DatabaseSync(catalogueFile(path), { readOnly: true })
  onTestFinished(() => db.close())
  const read = db.prepare(
    `SELECT (SELECT group_concat(DISTINCT row ->> 'name') FROM products) AS names,
       (SELECT count(*) FROM products) AS rows, (SELECT count(*) FROM product_records) AS records,
       (SELECT fetched_at FROM topics) AS age`
  )
  return () => Object.values(read.get() ?? {}).join(' ')
}

test('another connection sees the old list until the new one is complete', async () => {
  const path = folder()
  const storage = storageIn(path).open(ID, keyOf)
  const list = (name: string, length: number) => Array.from({ length }, (_, at) => product(`${at}`, { name }))
  await saveList(storage, list('old', 3000), { ...INFO, fetchedAt: 'before' })
  const look = reader(path)

  const seen = new Map<string, number>()
  const intake = await arrived(storage, list('new', 4000))
  let stored = false
  const storing = intake.commit({ ...INFO, fetchedAt: 'after' }).finally(() => (stored = true))
  while (!stored) {
    // An answer of the thread between two looks, so that they are spread over its work.
    await storage.catalogue.unseen()
    const look1 = look()
    seen.set(look1, (seen.get(look1) ?? 0) + 1)
  }
  expect(await storing).toBe(4000)
  expect(look()).toBe('new 4000 4000 after')
  expect([...seen.keys()].filter((one) => one !== 'new 4000 4000 after')).toEqual(['old 3000 3000 before'])
  expect(seen.get('old 3000 3000 before')).toBeGreaterThan(3)
})

test('an incomplete list leaves the old one, with its age', async () => {
  const storage = storageIn(folder()).open(ID, keyOf)
  await saveList(storage, [product('1', { name: 'old' })])
  const broken = arrived(storage, `[${JSON.stringify(product('a', { name: 'new' }).raw)},{"id":}]`)
  await expect(broken).rejects.toSatisfy((error) => toErrorInfo(error).code === 'BAD_REPLY')
  expect(await storage.info('catalogue')).toEqual(LISTED)
  const page = await storage.catalogue.page({ ...ALL, text: 'old' })
  expect(page.rows.map((row) => row.key)).toEqual(['1'])
  expect((await storage.catalogue.page({ ...ALL, text: 'new' })).matched).toBe(0)
  expect(await storage.condition()).toBe('fine')
})

test('while another process writes, a save fails without losing data', async () => {
  const path = folder()
  const storage = storageIn(path).open(ID, keyOf)
  await saveList(storage, [product('1')])
  const other = new DatabaseSync(catalogueFile(path))
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  await expect(saveList(storage, [])).rejects.toSatisfy(isStorageError)
  await expect(storage.catalogue.save(product('1', { name: 'new' }))).rejects.toSatisfy(isStorageError)
  await expect(storage.catalogue.markSeen(1)).rejects.toSatisfy(isStorageError)
  expect((await storage.catalogue.page(ALL)).rows).toMatchObject([{ key: '1', name: '1' }])
  other.exec('ROLLBACK')
  await saveList(storage, [])
  expect((await storage.catalogue.page(ALL)).total).toBe(0)
  expect(await storage.condition()).toBe('fine')
})
