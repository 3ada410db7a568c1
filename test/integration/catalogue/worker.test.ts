/** The worker crashes, hangs or doesn't start: pending calls fail, and the next call uses a new worker with the stored data. */
import { Worker } from 'node:worker_threads'
import type { ListDownload } from '../../../src/main/ports/index.ts'
import { createCatalogueClient } from '../../../src/main/catalogue/storage/catalogue-client.ts'
import type { WorkerClient } from '../../../src/main/catalogue/storage/worker-client.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { Progress } from '../../../src/shared/models/freshness.ts'
import { startCatalogueWorker, startStallingWorker } from '../../support/catalogue-worker.ts'
import { downloadOf } from '../../support/product-list.ts'
import {
  ALL,
  folder,
  ID,
  INFO,
  keyOf,
  LISTED,
  product,
  saveList,
  stage,
  storageIn,
  STORAGE_ERROR
} from '../storage/fixtures.ts'
import { describe, expect, test } from 'vitest'

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
  const staged = await stage(storage, NEW)
  const storing = staged.commit(INFO.fetchedAt)
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

describe('an import', () => {
  const open = (call: WorkerClient['call']) => createCatalogueClient({ call, isRunning: true }, 'x', () => undefined)
  const onProgress = (): void => undefined

  test('does not start in the worker after its abort', async () => {
    const methods: string[] = []
    const catalogue = open(async (_file, method) => void methods.push(method))
    const stop = new AbortController()
    const download: ListDownload = {
      secrets: [],
      async receive(start) {
        stop.abort()
        await start().end()
        return null
      }
    }
    await expect(catalogue.import(download, { signal: stop.signal, onProgress })).rejects.toMatchObject({
      info: { code: 'CANCELLED' }
    })
    expect(new Set(methods)).toEqual(new Set(['discardImport']))
  })

  test('sends each chunk with a buffer of its own, which the worker gets', async () => {
    const whole = new TextEncoder().encode('[{"id":"a"},{"id":"b"}]')
    const sent: unknown[] = []
    const catalogue = open(async (_file, method, [, chunk]) => {
      if (method === 'parseChunk') sent.push(chunk)
      return method === 'endPage' ? { rest: new Uint8Array(), found: 2, products: 2, repeated: 0, lastId: null } : 0
    })
    const { signal } = new AbortController()
    await catalogue.import(downloadOf([whole.subarray(0, 12), whole.subarray(12)]), { signal, onProgress })
    expect(
      sent.map((chunk) => [(chunk as Uint8Array).buffer.byteLength, Buffer.from(chunk as Uint8Array).toString()])
    ).toEqual([
      [12, '[{"id":"a"},'],
      [11, '{"id":"b"}]']
    ])
  })

  test('counts the bytes and products of a list page after page, from 0 again after a retry', async () => {
    const end = { rest: new Uint8Array(), found: 3, products: 3, repeated: 1, lastId: null }
    const catalogue = open(async (_file, method) => (method === 'endPage' ? end : 0))
    const seen: Progress[] = []
    let progress: Progress = { phase: 'asking', bytes: 0, products: 0 }
    const note = (): void => void seen.push(progress)
    const download = downloadOf([], {
      async receive(start) {
        const first = start()
        await first.write(new Uint8Array(10))
        await first.write(new Uint8Array(5))
        note()
        const second = start()
        note()
        await second.write(new Uint8Array(2))
        await second.end()
        note()
        await second.write(new Uint8Array(3))
        await second.end()
        return { validators: null }
      }
    })
    const { signal } = new AbortController()
    await catalogue.import(download, { signal, onProgress: (change) => void (progress = { ...progress, ...change }) })
    note()
    expect(seen).toEqual([
      { phase: 'arriving', bytes: 15, products: 0 },
      { phase: 'asking', bytes: 0, products: 0 },
      { phase: 'arriving', bytes: 2, products: 2 },
      { phase: 'storing', bytes: 5, products: 4 }
    ])
  })

  test('fails with the first error, even if it can’t be discarded', async () => {
    const catalogue = open(() => Promise.reject(new AppError('STORAGE')))
    const download = downloadOf([], { receive: () => Promise.reject(new AppError('SERVER', { status: 500 })) })
    const { signal } = new AbortController()
    await expect(catalogue.import(download, { signal, onProgress })).rejects.toMatchObject({
      info: { code: 'SERVER', status: 500 }
    })
  })
})
