/** While a long list is stored, in a real worker: reads, writes and cancellation. */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AccountStorage } from '../../../src/main/ports/index.ts'
import type { ListDownload } from '../../../src/main/ports/index.ts'
import { MOST_PENDING } from '../../../src/main/catalogue/storage/list-import.ts'
import type { Progress } from '../../../src/shared/models/freshness.ts'
import { ALL_CHANGES } from './catalogue.ts'
import { startCatalogueWorker } from '../../support/catalogue-worker.ts'
import {
  ALL,
  storageIn,
  catalogueFile,
  folder,
  ID,
  INFO,
  keyOf,
  LISTED,
  product,
  saveList,
  stage,
  STORAGE_ERROR
} from '../storage/fixtures.ts'

const list = (name: string, length: number) =>
  Array.from({ length }, (_, at) => product(`p${at}`, { name, description: `${at} `.repeat(50) }))
const OLD = list('old', 500)
const NEW = list('new', 6000)
const CANCELLED = { info: { code: 'CANCELLED' } }
const LATER = { ...INFO, fetchedAt: '2026-11-21T00:00:00.000Z' }

/**
 * A long list that is being stored. What a test sends in the same turn reaches the worker in the first pause of the storing,
 * however long this thread then waits for a processor.
 */
async function storing() {
  const path = folder()
  const whole = storageIn(path, startCatalogueWorker)
  const storage = whole.open(ID, keyOf)
  await saveList(storage, OLD)
  const stop = new AbortController()
  const staged = await stage(storage, NEW, { signal: stop.signal })
  let ended = false
  const commit = staged.commit(LATER.fetchedAt).finally(() => (ended = true))
  commit.catch(() => undefined)
  return { path, whole, storage, stop, storing: commit, ended: () => ended }
}

async function isOld(storage: AccountStorage): Promise<void> {
  const page = await storage.catalogue.page({ ...ALL, text: 'old' })
  expect([page.total, page.matched]).toEqual([OLD.length, OLD.length])
  expect((await storage.catalogue.page({ ...ALL, text: 'new' })).matched).toBe(0)
  expect(await storage.info('catalogue')).toEqual(LISTED)
  expect((await storage.catalogue.changes(ALL_CHANGES)).total).toBe(0)
  expect(await storage.condition()).toBe('fine')
}

test('pages are of the old or the new list, and don’t wait for the end', async () => {
  const { storage, storing: commit, ended } = await storing()
  const seen: string[] = []
  const early = [1, 2, 3].map(() => storage.catalogue.page(ALL))
  while (!ended()) {
    const { rows, total, matched } = await (early.shift() ?? storage.catalogue.page(ALL))
    expect(matched).toBe(total)
    seen.push([...new Set(rows.map(({ name }) => name)), total].join(' '))
  }
  expect(await commit).toBe(NEW.length)
  expect(new Set(seen.slice(0, -1))).toEqual(new Set(['old 500']))
  expect(seen.length).toBeGreaterThan(2)
  expect((await storage.catalogue.page(ALL)).total).toBe(NEW.length)
})

test('writes wait, and are then in the new list', async () => {
  const { storage, storing: commit } = await storing()
  const own = product('p7', { name: 'by its own address' })
  const order: string[] = []
  const all = [
    commit.then(() => order.push('commit')),
    storage.catalogue.save(own).then(() => order.push('save')),
    storage.catalogue.markAllSeen(1_000_000, 'now').then(() => order.push('markAllSeen')),
    storage.confirm('catalogue', 'confirmed').then(() => order.push('confirm'))
  ]
  await Promise.all(all)
  expect(order).toEqual(['commit', 'save', 'markAllSeen', 'confirm'])
  expect((await storage.catalogue.product('p7'))?.record).toEqual(own)
  expect((await storage.catalogue.changes(ALL_CHANGES)).total).toBe(5000)
  expect(await storage.catalogue.unseen()).toBe(0)
  expect(await storage.info('catalogue')).toEqual({ ...LISTED, fetchedAt: 'confirmed', validators: null })
})

describe('cancelled', () => {
  test('by the signal: the old list stays, and the next refresh works', async () => {
    const { storage, stop, storing: commit } = await storing()
    stop.abort()
    await expect(commit).rejects.toMatchObject(CANCELLED)
    await isOld(storage)
    expect(await saveList(storage, NEW, LATER)).toBe(NEW.length)
    expect((await storage.catalogue.page(ALL)).total).toBe(NEW.length)
  })

  test('by the signal while it arrives: `write` fails at once, also if it waits', async () => {
    const storage = storageIn(folder(), startCatalogueWorker).open(ID, keyOf)
    await saveList(storage, OLD)
    const stop = new AbortController()
    const refused = { status: 'rejected', reason: expect.objectContaining(CANCELLED) as unknown }
    const chunks = ['[{"id":"x","name":"', ...Array.from({ length: 20 }, () => 'x'.repeat(200_000))]
    const receive: ListDownload['receive'] = async (start) => {
      const writer = start()
      const writes = chunks.map((chunk) => writer.write(new TextEncoder().encode(chunk)))
      stop.abort()
      const ends = await Promise.allSettled(writes)
      expect(ends.slice(MOST_PENDING)).toEqual(writes.slice(MOST_PENDING).map(() => refused))
      await expect(writer.write(new Uint8Array([0x22]))).rejects.toMatchObject(CANCELLED)
      await expect(writer.end()).rejects.toMatchObject(CANCELLED)
      return { validators: null }
    }
    const options = { signal: stop.signal, onProgress: () => undefined }
    await expect(storage.catalogue.import({ secrets: [], receive }, options)).rejects.toMatchObject(CANCELLED)
    await isOld(storage)
  })

  test('by the signal before it is stored', async () => {
    const storage = storageIn(folder(), startCatalogueWorker).open(ID, keyOf)
    await saveList(storage, OLD)
    const stop = new AbortController()
    const staged = await stage(storage, NEW, { signal: stop.signal })
    stop.abort()
    await expect(staged.commit(LATER.fetchedAt)).rejects.toMatchObject(CANCELLED)
    await isOld(storage)
  })

  test.each(['close', 'erase', 'eraseAll'] as const)('by %s: it ends, and leaves no file', async (how) => {
    const { path, whole, storing: commit } = await storing()
    whole[how](ID)
    const left = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('catalogue'))
    expect(left).toEqual(how === 'close' ? [expect.stringMatching(/catalogue\.db$/)] : [])
    await expect(commit).rejects.toMatchObject({ info: { code: expect.stringMatching(/^(?:CANCELLED|CACHE)$/) } })
    if (how === 'close') await isOld(storageIn(path, startCatalogueWorker).open(ID, keyOf))
  })

  test('by leaving the account: it ends, and the file is closed', async () => {
    const { path, whole, storage, storing: commit } = await storing()
    storage.close()
    await expect(commit).rejects.toMatchObject(CANCELLED)
    expect(readdirSync(dirname(catalogueFile(path))).filter((name) => name.startsWith('catalogue'))).toEqual([
      'catalogue.db'
    ])
    await isOld(whole.open(ID, keyOf))
  })
})

test('reports progress in products, up to all of them', async () => {
  const storage = storageIn(folder(), startCatalogueWorker).open(ID, keyOf)
  const told: number[] = []
  const onProgress = ({ products }: Partial<Progress>): void => void (products !== undefined && told.push(products))
  const staged = await stage(storage, NEW, { onProgress })
  onTestFinished(() => staged.discard())
  expect(told.at(-1)).toBe(NEW.length)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})

test('while another process writes, a save fails without losing data', async () => {
  const path = folder()
  const storage = storageIn(path).open(ID, keyOf)
  await saveList(storage, [product('1')])
  const other = new DatabaseSync(catalogueFile(path))
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  await expect(saveList(storage, [])).rejects.toMatchObject(STORAGE_ERROR)
  await expect(storage.catalogue.save(product('1', { name: 'new' }))).rejects.toMatchObject(STORAGE_ERROR)
  expect((await storage.catalogue.page(ALL)).rows).toMatchObject([{ key: '1', name: '1' }])
  other.exec('ROLLBACK')
  await saveList(storage, [])
  expect((await storage.catalogue.page(ALL)).total).toBe(0)
  expect(await storage.condition()).toBe('fine')
})
