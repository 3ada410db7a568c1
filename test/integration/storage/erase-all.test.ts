/** "Erase everything on this computer", as far as files go. */
import type * as Files from 'node:fs'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/shared/models/settings.ts'
import type { AccountStorage } from '../../../src/main/ports/index.ts'
import type { FileStorage } from '../../../src/main/storage/file-storage.ts'
import {
  account,
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
  OTHER_ID,
  product,
  saveList,
  STORAGE_ERROR
} from './fixtures.ts'

/** A path of which this is true can't be deleted, as when another program holds it on Windows. */
const held = vi.hoisted(() => ({ is: (_path: string): boolean => false }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Files>()
  const rmSync: typeof fs.rmSync = (path, options) => {
    if (held.is(String(path))) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', errno: -16 })
    fs.rmSync(path, options)
  }
  return { ...fs, rmSync }
})
beforeEach(() => {
  held.is = () => false
})

const CANARY = 'canary-4711'

/** Two accounts, one of them closed with something in memory only, files set aside, and every choice made. */
async function full(path: string): Promise<{ storage: FileStorage; open: AccountStorage }> {
  const storage = storageIn(path)
  const { registry } = storage
  for (const id of [ID, OTHER_ID]) registry.saveAccount(account(id, `${CANARY}-${id}@x.example`))
  registry.saveShownAccountId(ID)
  registry.saveSettings({ ...DEFAULT_SETTINGS, theme: 'dark' })
  registry.saveLock({ verifier: CANARY, failures: 1, waitUntil: null, uptimeUntil: null })
  const open = storage.open(ID, keyOf)
  await saveList(open, [product('p', { name: CANARY })])
  await open.saveInvoices([invoice('1', { number: CANARY })], INFO)
  const other = storage.open(OTHER_ID, async () => null)
  await other.saveInvoices([invoice('memory only')], INFO)
  other.close()
  // The thread takes calls in their order: after this one, it has let go of the other's files.
  await open.catalogue.unseen()
  for (const file of [accountFile(path), catalogueFile(path), join(path, 'portside.db')]) {
    for (const side of ['', '-wal']) writeFileSync(`${file}.aside-2026-11-20T10-00-00-123Z${side}`, CANARY)
  }
  return { storage, open }
}

function isAsAtTheStart({ registry }: FileStorage): void {
  expect(registry.accounts()).toEqual([])
  expect(registry.shownAccountId()).toBeNull()
  expect(registry.settings()).toEqual(DEFAULT_SETTINGS)
  expect(registry.keychainJournal()).toEqual([])
  expect(registry.lock()).toBeNull()
  expect(registry.condition()).toBe('fine')
}

test('leaves no byte of the data and all other files, and the registry starts empty', async () => {
  const path = folder()
  const { storage, open } = await full(path)
  const { registry } = storage
  mkdirSync(join(path, 'Local Storage'))
  writeFileSync(join(path, 'portside-notes.txt'), 'mine')
  expect(bytesIn(path)).toContain(CANARY)
  storage.eraseAll()
  expect(bytesIn(path)).not.toContain(CANARY)
  const files = readdirSync(path).filter((name) => !/-(wal|shm)$/.test(name))
  expect(files.sort()).toEqual(['Local Storage', 'portside-notes.txt', 'portside.db'])
  expect(storage.registry).toBe(registry)
  isAsAtTheStart(storage)

  await expect(open.catalogue.page(ALL)).rejects.toMatchObject(STORAGE_ERROR)
  await expect(open.invoices().then((list) => list.records())).rejects.toMatchObject(STORAGE_ERROR)
  for (const id of [ID, OTHER_ID]) {
    const again = storage.open(id, keyOf)
    expect(await (await again.invoices()).records()).toEqual([])
    expect((await again.catalogue.page(ALL)).total).toBe(0)
  }
  registry.saveAccount(account(ID, 'new@x.example'))
  storage.close()
  expect(storageIn(path).registry.accounts()).toEqual([account(ID, 'new@x.example')])
})

test('accounts with saved data are found without the registry, until they are erased', async () => {
  const path = folder()
  const { storage } = await full(path)
  storage.close()
  rmSync(join(path, 'portside.db'))
  mkdirSync(join(path, 'accounts', 'No account'))
  const later = storageIn(path)
  expect(later.registry.accounts()).toEqual([])
  expect(later.accountIds().sort()).toEqual([ID, OTHER_ID].sort())
  later.eraseAll()
  expect(later.accountIds()).toEqual([])
})

test('also where the accounts’ folder is a link to another disk, with what isn’t ours left there', async () => {
  const path = folder()
  const disk = folder()
  symlinkSync(disk, join(path, 'accounts'))
  const { storage } = await full(path)
  writeFileSync(join(disk, 'thesis.txt'), 'mine')
  expect(bytesIn(disk)).toContain(CANARY)
  storage.eraseAll()
  expect(readdirSync(disk)).toEqual(['thesis.txt'])
  expect(bytesIn(path)).not.toContain(CANARY)
  isAsAtTheStart(storage)
})

test('account files that can’t be deleted are an error, and no other data is lost', async () => {
  const path = folder()
  const { storage } = await full(path)
  held.is = (one) => one.startsWith(join(path, 'accounts'))
  expect(() => storage.eraseAll()).toThrow(expect.objectContaining(STORAGE_ERROR))
  expect(() => storage.erase(ID)).toThrow(expect.objectContaining(STORAGE_ERROR))
  expect(storage.registry.accounts()).toHaveLength(2)
  expect(storage.registry.lock()?.verifier).toBe(CANARY)
  storage.registry.saveKeychainJournal([])
  expect((await storage.open(ID, keyOf).catalogue.page(ALL)).total).toBe(1)
  held.is = () => false
  storage.eraseAll()
  isAsAtTheStart(storage)
  expect(bytesIn(path)).not.toContain(CANARY)
})

test.each(['portside.db', 'portside.db.aside-2026-11-20T10-00-00-123Z'])(
  'with %s that can’t be deleted the registry goes on, and can be erased again',
  async (name) => {
    const path = folder()
    const { storage } = await full(path)
    held.is = (one) => one === join(path, name)
    expect(() => storage.eraseAll()).toThrow(expect.objectContaining(STORAGE_ERROR))
    expect(storage.registry.accounts()).toHaveLength(2)
    storage.registry.saveAccount(account('account-c', 'c@x.example'))
    expect(storage.registry.accounts()).toHaveLength(3)
    held.is = () => false
    storage.eraseAll()
    isAsAtTheStart(storage)
    expect(bytesIn(path)).not.toContain(CANARY)
  }
)

test('the keychain journal stays, and no other byte', async () => {
  const path = folder()
  const { storage } = await full(path)
  storage.registry.saveKeychainJournal([ID])
  storage.eraseAll()
  expect(bytesIn(path)).not.toContain(CANARY)
  expect(storage.registry.keychainJournal()).toEqual([ID])
  storage.registry.saveKeychainJournal([])
  isAsAtTheStart(storage)
  storage.close()
  const later = storageIn(path)
  expect(later.registry.accounts()).toEqual([])
})

test('without a writable folder it erases the data in memory', async () => {
  const path = join(folder(), 'data')
  writeFileSync(path, '')
  const storage = storageIn(path)
  storage.registry.saveAccount(account(ID, 'a@x.example'))
  await storage.open(ID, keyOf).saveInvoices([invoice('1')], INFO)
  storage.eraseAll()
  expect(storage.registry.accounts()).toEqual([])
  expect(await (await storage.open(ID, keyOf).invoices()).records()).toEqual([])
})
