/** The worker crashes, hangs or doesn't start: pending calls fail, and the next call uses a new worker with the stored data. */
import { Worker } from 'node:worker_threads'
import { createCatalogueClient, type CatalogueWorker } from '../../../../src/main/storage/catalogue/catalogue-client.ts'
import { startCatalogueWorker, startStallingWorker } from '../../../support/catalogue-worker.ts'
import {
  ALL,
  arrived,
  folder,
  ID,
  INFO,
  keyOf,
  LISTED,
  product,
  saveList,
  storageIn,
  STORAGE_ERROR
} from '../fixtures.ts'
import { expect, test } from 'vitest'

const NEW = Array.from({ length: 4000 }, (_, at) =>
  product(`p${at}`, { name: 'new', description: `${at} `.repeat(50) })
)

test('fails pending calls when the worker crashes; the next call finds the stored list', async () => {
  const workers: Worker[] = []
  const start = (): Worker => {
    const worker = workers.length === 0 ? startStallingWorker() : startCatalogueWorker()
    workers.push(worker)
    return worker
  }
  const storage = storageIn(folder(), start).open(ID, keyOf)
  await saveList(storage, [product('a', { name: 'old' })])
  const intake = await arrived(storage, NEW)
  const storing = intake.commit(INFO)
  // Received in the first pause of the storing. A worker that is only terminated may answer first.
  workers[0]?.postMessage('stall')
  const waiting = [storing, storage.catalogue.page(ALL), storage.catalogue.save(product('a')), storage.condition()]
  void workers[0]?.terminate()
  for (const one of await Promise.allSettled(waiting))
    expect(one).toMatchObject({ status: 'rejected', reason: STORAGE_ERROR })

  expect((await storage.catalogue.page(ALL)).rows.map(({ name }) => name)).toEqual(['old'])
  expect(await storage.info('catalogue')).toEqual(LISTED)
  expect(await storage.condition()).toBe('fine')
  expect(workers).toHaveLength(2)
  expect(await saveList(storage, NEW)).toBe(NEW.length + 1)
})

test('tries to start the worker again with each call', async () => {
  let starts = 0
  const broken = (): Worker => {
    starts += 1
    return new Worker('throw new Error("broken")', { eval: true })
  }
  const storage = storageIn(folder(), broken).open(ID, keyOf)
  for (const _time of [1, 2]) await expect(storage.catalogue.page(ALL)).rejects.toMatchObject(STORAGE_ERROR)
  await expect(storage.condition()).rejects.toMatchObject(STORAGE_ERROR)
  expect(starts).toBeGreaterThan(1)
})

test('ends a worker that hangs when its file is closed', async () => {
  const workers: Worker[] = []
  const start = (): Worker => {
    const worker = workers.length === 0 ? new Worker('for (;;) {}', { eval: true }) : startCatalogueWorker()
    workers.push(worker)
    return worker
  }
  const whole = storageIn(folder(), start)
  const waiting = whole.open(ID, keyOf).catalogue.page(ALL)
  whole.erase(ID)
  await expect(waiting).rejects.toMatchObject(STORAGE_ERROR)
  expect((await whole.open(ID, keyOf).catalogue.page(ALL)).total).toBe(0)
  expect(workers).toHaveLength(2)
})

test('does not begin an intake after its abort', () => {
  const methods: string[] = []
  const call: CatalogueWorker['call'] = (_file, method) => {
    methods.push(method)
    return new Promise(() => undefined)
  }
  const stop = new AbortController()
  const intake = createCatalogueClient({ call, isRunning: () => true }, 'x').intake({
    signal: stop.signal,
    onProgress: () => undefined
  })
  stop.abort()
  intake.begin({ secrets: [] })
  expect(methods).toEqual(['discard'])
})
