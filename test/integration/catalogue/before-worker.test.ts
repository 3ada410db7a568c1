/** What a start shows of the catalogue, read without its worker: from a sound file only. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileStorage } from '../../../src/main/storage/file-storage.ts'
import { OVERVIEW_CHANGES } from '../../../src/shared/ipc/first-calls.ts'
import { seedProfile } from '../../bench/seed.ts'
import { startCatalogueWorker } from '../../support/catalogue-worker.ts'

const ID = '00000000-0000-4000-8000-000000000001'
let folder: string
let file: string
let workers: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portside-before-worker-'))
  file = join(folder, 'accounts', ID, 'catalogue.db')
  workers = 0
  await seedProfile(folder, 12)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function overview() {
  const storage = new FileStorage(folder, () => {
    workers += 1
    return startCatalogueWorker()
  })
  const account = storage.open(ID, () => Promise.resolve(null))
  const shown = {
    products: await account.catalogue.size(),
    unseen: await account.catalogue.unseen(),
    changes: (await account.catalogue.changes({ ...OVERVIEW_CHANGES, from: null, visit: '2026-11-20T00:00:00.000Z' }))
      .rows,
    condition: await account.condition()
  }
  storage.close()
  return shown
}

const NOTHING_NEW = { unseen: 0, changes: [], condition: 'fine' }

test('starts no worker, and leaves no files behind that count as a crash', async () => {
  expect(await overview()).toEqual({ products: 12, ...NOTHING_NEW })
  expect(workers).toBe(0)
  expect(existsSync(`${file}-wal`)).toBe(false)
})

test.each([
  ['of an account without a list', () => rmSync(file), { products: null, ...NOTHING_NEW }],
  [
    'of another version',
    () => edit('PRAGMA user_version = 99'),
    { products: null, ...NOTHING_NEW, condition: 'rebuilt' }
  ]
])('a file %s is the worker’s', async (_, change, shown) => {
  change()
  expect(await overview()).toEqual(shown)
  expect(workers).toBe(1)
})

function edit(sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}
