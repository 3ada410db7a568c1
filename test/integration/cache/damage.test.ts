/**
 * Files that are damaged, from a newer version, or can't be written. Modes prove nothing where tests run as root, so a
 * place that can't be written is a directory where the file should be, a file where the folder should be, or SQLite's
 * own switches that give the very errors of a read-only file system and a full disk.
 */
import {
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AccountCache } from '../../../src/main/core/ports.ts'
import { DEFAULT_SETTINGS } from '../../../src/shared/model/settings.ts'
import { accountCache, openAccountStore } from '../../../src/main/cache/account.ts'
import { personalDocuments } from '../../../src/main/cache/personal.ts'
import { setAside } from '../../../src/main/cache/place.ts'
import type { Store } from '../../../src/main/cache/store.ts'
import { account, accountFile, ALL, cacheIn, folder, ID, INFO, invoice, product, keyOf } from './place.ts'

const MANY = Array.from({ length: 3000 }, (_, at) =>
  product(`p${at}`, { name: `Proxy ${at}`, description: 'x'.repeat(1500) })
)
const SETTINGS = { ...DEFAULT_SETTINGS, theme: 'dark', density: 'comfortable' } as const
const INVOICES = { offset: 0, limit: 10, state: 'all' } as const

async function filled(path: string): Promise<void> {
  const cache = cacheIn(path)
  await cache.open(ID, keyOf).saveProducts(MANY, INFO)
  cache.close()
}

async function worksWhenEmpty(cache: AccountCache): Promise<void> {
  expect((await cache.productPage(ALL)).total).toBe(0)
  expect(await cache.info('catalogue')).toBeNull()
  await cache.saveProducts([product('a', { name: 'again' })], INFO)
  expect((await cache.productPage({ ...ALL, text: 'again' })).matched).toBe(1)
}

function asideIn(path: string): string[] {
  return readdirSync(dirname(accountFile(path))).filter((file) => file.includes('.aside-'))
}

describe('a damaged file is set aside and made anew', () => {
  const harm: Record<string, (file: string) => void> = {
    'not a database': (file) => writeFileSync(file, 'no database at all\n'.repeat(1000)),
    'cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    'a stump': (file) => truncateSync(file, 100),
    'garbage in the middle': (file) => scribble(file, 8192),
    'from a newer version': (file) => edit(file, 'PRAGMA user_version = 99'),
    'of another program': (file) => edit(file, 'PRAGMA application_id = 7')
  }

  test.each(Object.entries(harm))('%s', async (_, harmIt) => {
    const path = folder()
    await filled(path)
    harmIt(accountFile(path))
    const cache = cacheIn(path).open(ID, keyOf)
    expect(cache.condition()).toBe('rebuilt')
    await worksWhenEmpty(cache)
    expect(asideIn(path)).toHaveLength(1)
  })

  test('together with what SQLite keeps beside it', () => {
    const path = folder()
    const file = join(path, 'cache.db')
    for (const side of ['', '-wal', '-shm']) writeFileSync(file + side, `was ${side}`)
    const aside = setAside(file, new Date('2026-11-20T10:00:00.123Z'))
    expect(aside).toBe(`${file}.aside-2026-11-20T10-00-00-123Z`)
    expect(readdirSync(path).sort()).toEqual(['', '-shm', '-wal'].map((side) => basename(aside) + side))
    for (const side of ['', '-wal', '-shm']) expect(readFileSync(aside + side, 'utf8')).toBe(`was ${side}`)
  })

  test('of files set aside only the newest stays', async () => {
    const path = folder()
    await filled(path)
    writeFileSync(`${accountFile(path)}.aside-2020-01-01T00-00-00-000Z`, 'an earlier one')
    scribble(accountFile(path), 0)
    expect(cacheIn(path).open(ID, keyOf).condition()).toBe('rebuilt')
    expect(asideIn(path)).toEqual([expect.not.stringContaining('2020')])
  })

  test('also when the damage shows only in use', async () => {
    const path = folder()
    await filled(path)
    const cache = cacheIn(path).open(ID, keyOf)
    expect(cache.condition()).toBe('fine')
    scribble(accountFile(path), 4096)
    for (let at = 0; at < 3000 && cache.condition() === 'fine'; at += 50) await cache.product(`p${at}`)
    expect(cache.condition()).toBe('rebuilt')
    await worksWhenEmpty(cache)
  })

  test('and is fine at the next start', async () => {
    const path = folder()
    await filled(path)
    scribble(accountFile(path), 0)
    const first = cacheIn(path)
    await worksWhenEmpty(first.open(ID, keyOf))
    first.close()
    const cache = cacheIn(path).open(ID, keyOf)
    expect(cache.condition()).toBe('fine')
    expect((await cache.productPage(ALL)).total).toBe(1)
  })
})

describe('a place that can’t be written: the data lives in memory until quit', () => {
  test('a directory where the file should be', async () => {
    const path = folder()
    mkdirSync(accountFile(path), { recursive: true })
    const cache = cacheIn(path)
    expect(cache.open(ID, keyOf).condition()).toBe('memory')
    await worksWhenEmpty(cache.open(ID, keyOf))
    cache.open(ID, keyOf).close()
    expect((await cache.open(ID, keyOf).productPage(ALL)).total).toBe(1)
  })

  test('a file where the folder should be', async () => {
    const path = folder()
    writeFileSync(join(path, 'accounts'), '')
    const cache = cacheIn(path).open(ID, keyOf)
    expect(cache.condition()).toBe('memory')
    await worksWhenEmpty(cache)
  })

  test('a file where the whole place should be, the registry included', () => {
    const path = join(folder(), 'data')
    writeFileSync(path, '')
    const cache = cacheIn(path)
    expect(cache.registry.condition()).toBe('memory')
    cache.registry.saveAccount(account(ID, 'a@x.example'))
    expect(cache.registry.accounts()).toHaveLength(1)
    expect(cache.open(ID, keyOf).condition()).toBe('memory')
  })

  test.each([
    ['read-only', 'PRAGMA query_only = ON'],
    ['a full disk', 'PRAGMA max_page_count = 1']
  ])('%s: what was stored stays readable and the save is not lost', async (_, limit) => {
    const { store, cache } = opened()
    await cache.saveInvoices([invoice('i')], INFO)
    await cache.saveProducts([product('old', { name: 'old' })], INFO)
    store.read((db) => db.exec(limit))
    const later = { ...INFO, fetchedAt: '2026-11-21T00:00:00.000Z' }
    await cache.saveProducts(MANY.slice(0, 50), later)
    expect(cache.condition()).toBe('memory')
    expect((await cache.productPage(ALL)).total).toBe(50)
    expect(await cache.info('catalogue')).toEqual(later)
    expect((await cache.invoicePage(INVOICES)).matched).toBe(1)
  })
})

describe('the list of accounts', () => {
  const ids = Array.from({ length: 60 }, (_, at) => `${ID.slice(0, -2)}${String(at).padStart(2, '0')}`)

  function registryFile(path: string): string {
    const cache = cacheIn(path)
    for (const id of ids) cache.registry.saveAccount(account(id, `${id}@x.example`))
    cache.registry.setActiveAccountId(ids[3] as string)
    cache.registry.saveSettings(SETTINGS)
    cache.close()
    return join(path, 'portside.db')
  }

  test('of a newer version is kept as far as it is understood', () => {
    const path = folder()
    const file = registryFile(path)
    edit(file, `UPDATE accounts SET account = '{"another":"shape"}' WHERE id = '${ids[1]}'; PRAGMA user_version = 99`)
    const { registry } = cacheIn(path)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.accounts().map((one) => one.id)).toEqual(ids.filter((id) => id !== ids[1]))
    expect(registry.activeAccountId()).toBe(ids[3])
    expect(registry.settings()).toEqual(SETTINGS)
  })

  test('is salvaged from a file that was cut off', () => {
    const path = folder()
    const file = registryFile(path)
    truncateSync(file, statSync(file).size - 4096)
    const { registry } = cacheIn(path)
    expect(registry.condition()).toBe('rebuilt')
    const kept = registry.accounts()
    expect(kept.length).toBeGreaterThan(0)
    expect(kept).toEqual(kept.map((one) => account(one.id, `${one.id}@x.example`)))
  })

  test('is empty when nothing can be read, and works', () => {
    const path = folder()
    writeFileSync(registryFile(path), 'x'.repeat(20_000))
    const { registry } = cacheIn(path)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.accounts()).toEqual([])
    registry.saveAccount(account(ID, 'a@x.example'))
    expect(registry.accounts()).toHaveLength(1)
  })
})

function opened(): { store: Store; cache: Omit<AccountCache, 'close'> } {
  const store = openAccountStore(accountFile(folder()))
  onTestFinished(() => store.close())
  const personal = personalDocuments(ID, store, () => undefined)
  onTestFinished(() => personal.close())
  personal.use(keyOf)
  return { store, cache: accountCache(store, personal) }
}

/** Overwrites everything from a place on, the length kept. */
function scribble(file: string, from: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(statSync(file).size - from, 0xa5), 0, undefined, from)
  closeSync(handle)
}

function edit(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}
