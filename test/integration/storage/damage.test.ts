/**
 * Files that are damaged, from another version, or can't be written. Modes prove nothing where tests run as root, so a
 * place that can't be written is a directory where the file should be, a file where the folder should be, or SQLite's
 * own switches that give the very errors of a read-only file system and a full disk.
 */
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { AccountStorage, Picture } from '../../../src/main/ports/index.ts'
import { quarantine } from '../../../src/main/storage/files.ts'
import { FileStorage } from '../../../src/main/storage/file-storage.ts'
import {
  account,
  accountFile,
  ALL,
  catalogueFile,
  edit,
  folder,
  ID,
  INFO,
  invoice,
  keyOf,
  LISTED,
  OTHER_ID,
  product,
  saveList,
  startSharedWorker,
  storageIn
} from './fixtures.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const MANY = Array.from({ length: 3000 }, (_, at) =>
  product(`p${at}`, { name: `Proxy ${at}`, description: 'x'.repeat(1500) })
)
const PICTURES = 200
const PICTURE: Picture = { type: 'image/png', bytes: new Uint8Array(20_000) }

/** Filled once for all tests: 3,000 products and 200 pictures take longer to store than to copy. */
let seed: string
beforeAll(async () => {
  seed = mkdtempSync(join(tmpdir(), 'portside-damage-'))
  const storage = new FileStorage(seed, startSharedWorker)
  const account = storage.open(ID, keyOf)
  await saveList(account, MANY)
  await account.saveInvoices([invoice('i')], INFO)
  for (let at = 0; at < PICTURES; at += 1) await account.savePicture(`p${at}`, 'x', PICTURE)
  storage.close()
})
afterAll(() => rmSync(seed, { recursive: true, force: true, maxRetries: 5 }))

const fill = (path: string): void => cpSync(seed, path, { recursive: true })

/** The two files of an account: what is in each, and that each works without it. */
const FILES = {
  'account.db': {
    file: accountFile,
    async isWhole(storage: AccountStorage) {
      expect(await (await storage.invoices()).records()).toEqual([invoice('i')])
      expect(await storage.picture('p7', 'x')).toEqual(PICTURE)
    },
    async isEmpty(storage: AccountStorage) {
      expect(await (await storage.invoices()).records()).toEqual([])
      expect(await storage.info('invoices')).toBeNull()
      expect(await storage.picture('p7', 'x')).toBeNull()
    },
    async readAll(storage: AccountStorage) {
      for (let at = 0; at < PICTURES; at += 1) await storage.picture(`p${at}`, 'x')
    },
    async works(storage: AccountStorage) {
      await storage.saveInvoices([invoice('again')], INFO)
      expect(await (await storage.invoices()).records()).toEqual([invoice('again')])
      await storage.savePicture('again', 'x', PICTURE)
      expect(await storage.picture('again', 'x')).toEqual(PICTURE)
    }
  },
  'catalogue.db': {
    file: catalogueFile,
    async isWhole(storage: AccountStorage) {
      expect((await storage.catalogue.page(ALL)).total).toBe(MANY.length)
      expect(await storage.info('catalogue')).toEqual(LISTED)
    },
    async isEmpty(storage: AccountStorage) {
      expect((await storage.catalogue.page(ALL)).total).toBe(0)
      expect(await storage.info('catalogue')).toBeNull()
    },
    async readAll(storage: AccountStorage) {
      for (let at = 0; at < MANY.length; at += 50) await storage.catalogue.product(`p${at}`)
    },
    async works(storage: AccountStorage) {
      await saveList(storage, [product('a', { name: 'again' })])
      expect((await storage.catalogue.page({ ...ALL, text: 'again' })).matched).toBe(1)
    }
  }
} as const
const NAMES = ['account.db', 'catalogue.db'] as const
const other = (name: (typeof NAMES)[number]): (typeof NAMES)[number] => (name === 'account.db' ? NAMES[1] : NAMES[0])

/** Without what SQLite puts beside a file that it reads. */
function asideIn(path: string): string[] {
  return readdirSync(dirname(accountFile(path))).filter(
    (file) => /\.aside-[^.]*$/.test(file) && !/-(wal|shm)$/.test(file)
  )
}

describe.each(NAMES)('a damaged %s is quarantined and created again, and the other file stays', (name) => {
  const { file, isEmpty, readAll, works } = FILES[name]
  const harm: Record<string, (file: string) => void> = {
    'not a database': (file) => writeFileSync(file, 'no database at all\n'.repeat(1000)),
    'cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    'a stump': (file) => truncateSync(file, 100),
    'garbage in the middle': (file) => scribble(file, 8192),
    'from another version': (file) => edit(file, 'PRAGMA user_version = 99'),
    'of another program': (file) => edit(file, 'PRAGMA application_id = 7')
  }

  test.each(Object.entries(harm))('%s', async (_, harmIt) => {
    const path = folder()
    fill(path)
    harmIt(file(path))
    const storage = storageIn(path).open(ID, keyOf)
    // The worker checks its file when it opens it, with its first call.
    await storage.info('catalogue')
    expect(await storage.condition()).toBe('rebuilt')
    await FILES[other(name)].isWhole(storage)
    await isEmpty(storage)
    await works(storage)
    expect(asideIn(path)).toEqual([expect.stringContaining(`${name}.aside-`)])
  })

  test('keeps only the newest quarantined file', async () => {
    const path = folder()
    fill(path)
    writeFileSync(`${file(path)}.aside-2020-01-01T00-00-00-000Z`, 'an earlier one')
    scribble(file(path), 0)
    expect(await storageIn(path).open(ID, keyOf).condition()).toBe('rebuilt')
    expect(asideIn(path)).toEqual([expect.not.stringContaining('2020')])
  })

  test('also if the damage shows only in use', async () => {
    const path = folder()
    fill(path)
    const storage = storageIn(path).open(ID, keyOf)
    expect(await storage.condition()).toBe('fine')
    scribble(file(path), 4096)
    await readAll(storage)
    expect(await storage.condition()).toBe('rebuilt')
    await isEmpty(storage)
    await works(storage)
    await FILES[other(name)].isWhole(storage)
  })
})

test('unreadable JSON that a search meets is damage', async () => {
  const path = folder()
  fill(path)
  // Only the description has the word, so the rows quote it.
  const search = { ...ALL, text: 'xxx' }
  const first = storageIn(path)
  expect((await first.open(ID, keyOf).catalogue.page(search)).matched).toBe(MANY.length)
  first.close()
  edit(catalogueFile(path), "UPDATE product_records SET raw = '{' WHERE position = 7")
  const storage = storageIn(path).open(ID, keyOf)
  await storage.catalogue.page(search)
  expect(await storage.condition()).toBe('rebuilt')
  await FILES['catalogue.db'].works(storage)
})

test('a file is quarantined together with its -wal and -shm', () => {
  const path = folder()
  const file = join(path, 'account.db')
  for (const side of ['', '-wal', '-shm']) writeFileSync(file + side, `was ${side}`)
  const quarantined = quarantine(file)
  expect(readdirSync(path).sort()).toEqual(['', '-shm', '-wal'].map((side) => basename(quarantined) + side))
  for (const side of ['', '-wal', '-shm']) expect(readFileSync(quarantined + side, 'utf8')).toBe(`was ${side}`)
})

describe.skipIf(process.platform === 'win32')(
  'a link where a file should be is quarantined, and its target stays',
  () => {
    test.each(NAMES)('%s', async (name) => {
      const [path, elsewhere] = [folder(), join(folder(), 'elsewhere.db')]
      fill(path)
      const file = FILES[name].file(path)
      renameSync(file, elsewhere)
      chmodSync(elsewhere, 0o644)
      symlinkSync(elsewhere, file)
      const before = readFileSync(elsewhere)
      const storage = storageIn(path).open(ID, keyOf)
      await storage.info('catalogue')
      expect(await storage.condition()).toBe('rebuilt')
      await FILES[name].isEmpty(storage)
      await FILES[name].works(storage)
      expect(readFileSync(elsewhere).equals(before)).toBe(true)
      expect(statSync(elsewhere).mode & 0o777).toBe(0o644)
      expect(lstatSync(file).isFile()).toBe(true)
    })

    test('portside.db', () => {
      const [path, elsewhere] = [folder(), join(folder(), 'elsewhere')]
      symlinkSync(elsewhere, join(path, 'portside.db'))
      const { registry } = storageIn(path)
      expect(registry.condition()).toBe('rebuilt')
      registry.saveAccount(account(ID, 'a@x.example'))
      expect(existsSync(elsewhere)).toBe(false)
    })
  }
)

test.skipIf(process.platform === 'win32')('a folder that exists keeps its mode', () => {
  const path = folder()
  chmodSync(path, 0o755)
  storageIn(path)
  expect(statSync(path).mode & 0o777).toBe(0o755)
})

describe('a place that can’t be written: data stays in memory until quit', () => {
  test.each(NAMES)('a directory where %s should be', async (name) => {
    const path = folder()
    mkdirSync(FILES[name].file(path), { recursive: true })
    const storage = storageIn(path)
    expect(await storage.open(ID, keyOf).condition()).toBe('memory')
    await FILES[name].isEmpty(storage.open(ID, keyOf))
    for (const one of NAMES) await FILES[one].works(storage.open(ID, keyOf))
    expect(await storage.open(OTHER_ID, keyOf).condition()).toBe('fine')
    const again = storage.open(ID, keyOf)
    expect(await again.condition()).toBe('memory')
    expect((await again.catalogue.page(ALL)).total).toBe(1)
    expect(await (await again.invoices()).records()).toEqual([invoice('again')])
  })

  test('a file where the data folder should be, including the registry', async () => {
    const path = join(folder(), 'data')
    writeFileSync(path, '')
    const storage = storageIn(path)
    expect(storage.registry.condition()).toBe('memory')
    storage.registry.saveAccount(account(ID, 'a@x.example'))
    expect(storage.registry.accounts()).toHaveLength(1)
    expect(await storage.open(ID, keyOf).condition()).toBe('memory')
    for (const one of NAMES) await FILES[one].works(storage.open(ID, keyOf))
  })
})

describe('the list of accounts', () => {
  const ids = Array.from({ length: 60 }, (_, at) => `${ID.slice(0, -2)}${String(at).padStart(2, '0')}`)

  function registryFile(path: string): string {
    const storage = storageIn(path)
    for (const id of ids) storage.registry.saveAccount(account(id, `${id}@x.example`))
    storage.close()
    return join(path, 'portside.db')
  }

  test('is salvaged from a file that was cut off', () => {
    const path = folder()
    const file = registryFile(path)
    truncateSync(file, statSync(file).size - 4096)
    const { registry } = storageIn(path)
    expect(registry.condition()).toBe('rebuilt')
    const kept = registry.accounts()
    expect(kept.map(({ id }) => id)).toEqual(ids)
    const sound = kept.filter(({ connection }) => connection.provider !== 'unknown')
    expect(sound.length).toBeGreaterThan(0)
    expect(sound).toEqual(sound.map((one) => account(one.id, `${one.id}@x.example`)))
  })

  test('is empty if nothing can be read, and works', () => {
    const path = folder()
    writeFileSync(registryFile(path), 'x'.repeat(20_000))
    const { registry } = storageIn(path)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.accounts()).toEqual([])
    registry.saveAccount(account(ID, 'a@x.example'))
    expect(registry.accounts()).toHaveLength(1)
  })
})

/** Overwrites everything from a place on, the length kept. */
function scribble(file: string, from: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(statSync(file).size - from, 0xa5), 0, undefined, from)
  closeSync(handle)
}
