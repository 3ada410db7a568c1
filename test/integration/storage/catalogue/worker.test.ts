/** The thread breaks, or never was: what waits is told, and the next call has a new thread and what was stored. */
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { catalogueFile } from '../../../../src/main/storage/catalogue/client.ts'
import type { Thread } from '../../../../src/main/storage/catalogue/worker.ts'
import { startCatalogueWorker, startStallingThread } from '../../../support/catalogue-thread.ts'
import { ALL, arrived, storageIn, folder, ID, INFO, keyOf, LISTED, product, saveList } from '../place.ts'

const CACHE = { info: { code: 'STORAGE' } }
const NEW = Array.from({ length: 4000 }, (_, at) =>
  product(`p${at}`, { name: 'new', description: `${at} `.repeat(50) })
)

test('what waits for a thread that breaks is CACHE; the next call works with what was stored', async () => {
  const workers: Worker[] = []
  const start = (): Worker => {
    const worker = workers.length === 0 ? startStallingThread() : startCatalogueWorker()
    workers.push(worker)
    return worker
  }
  const cache = storageIn(folder(), start).open(ID, keyOf)
  await saveList(cache, [product('a', { name: 'old' })])
  const intake = await arrived(cache, NEW)
  const storing = intake.commit(INFO)
  // Heard in the first pause of the storing. A thread merely terminated may well be faster with its answers.
  workers[0]?.postMessage('stall')
  const waiting = [storing, cache.catalogue.page(ALL), cache.catalogue.save(product('a')), cache.condition()]
  void workers[0]?.terminate()
  for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ status: 'rejected', reason: CACHE })

  expect((await cache.catalogue.page(ALL)).rows.map(({ name }) => name)).toEqual(['old'])
  expect(await cache.info('catalogue')).toEqual(LISTED)
  expect(await cache.condition()).toBe('fine')
  expect(workers).toHaveLength(2)
  expect(await saveList(cache, NEW)).toBe(NEW.length + 1)
})

test('a thread that can’t be started is STORAGE, at each try anew', async () => {
  let starts = 0
  const broken = (): Worker => {
    starts += 1
    return new Worker('throw new Error("broken")', { eval: true })
  }
  const cache = storageIn(folder(), broken).open(ID, keyOf)
  for (const _time of [1, 2]) await expect(cache.catalogue.page(ALL)).rejects.toMatchObject(CACHE)
  await expect(cache.condition()).rejects.toMatchObject(CACHE)
  expect(starts).toBeGreaterThan(1)
})

test('a thread that hangs is ended by who closes its file, and keeps nobody waiting', async () => {
  const workers: Worker[] = []
  const start = (): Worker => {
    const worker = workers.length === 0 ? new Worker('for (;;) {}', { eval: true }) : startCatalogueWorker()
    workers.push(worker)
    return worker
  }
  const whole = storageIn(folder(), start)
  const waiting = whole.open(ID, keyOf).catalogue.page(ALL)
  whole.erase(ID)
  await expect(waiting).rejects.toMatchObject(CACHE)
  expect((await whole.open(ID, keyOf).catalogue.page(ALL)).total).toBe(0)
  expect(workers).toHaveLength(2)
})

test('an intake that was called off begins nothing', () => {
  const asked: string[] = []
  const thread: Thread = {
    call: (_file, method) => {
      asked.push(method)
      return new Promise(() => undefined)
    },
    follow: () => undefined,
    close: () => undefined,
    end: () => undefined
  }
  const stop = new AbortController()
  const intake = catalogueFile(thread, 'x').intake({ signal: stop.signal, onProgress: () => undefined })
  stop.abort()
  intake.begin({ secrets: [] })
  expect(asked).toEqual(['condition', 'discard'])
})
