/** Data files that somebody else made, cut off, replaced or put things beside: a synced or restored folder, another program. */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { readSavedRegistry } from '../../../src/main/storage/registry.ts'
import { classify } from '../../../src/main/storage/sqlite-error.ts'
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
  launch,
  LISTED,
  product,
  saveList,
  storageIn
} from './fixtures.ts'

const A = account('account-a', 'a@x.example')
const B = account('account-b', 'b@x.example')

const registryIn = (path: string): string => join(path, 'portside.db')

/** A closed portside.db with two accounts. */
function filled(): { path: string; file: string } {
  const path = folder()
  const { registry, close } = opened(path)
  for (const each of [A, B]) registry.saveAccount(each)
  close()
  return { path, file: registryIn(path) }
}

function opened(path: string) {
  const storage = storageIn(path)
  return { registry: storage.registry, storage, close: () => storage.close() }
}

/** What a crash leaves: the file without its latest changes, and a -wal that has them. */
function crashed(): { path: string; file: string } {
  const { path: first } = filled()
  const { registry } = opened(first)
  registry.saveAccount(account('account-c', 'c@x.example'))
  const path = folder()
  for (const side of ['', '-wal']) copyFileSync(registryIn(first) + side, registryIn(path) + side)
  return { path, file: registryIn(path) }
}

const asideIn = (path: string): string[] => readdirSync(path).filter((name) => name.includes('.aside-'))

describe.skipIf(process.platform === 'win32')('something else in the place of a file of SQLite’s', () => {
  const THINGS: Record<string, (path: string, elsewhere: string) => void> = {
    'a folder': (path) => void mkdirSync(path),
    'a link': (path, elsewhere) => symlinkSync(elsewhere, path),
    'a link to nothing': (path, elsewhere) => symlinkSync(`${elsewhere}-none`, path),
    'a pipe': (path) => void spawnSync('mkfifo', [path])
  }
  const CASES = ['-wal', '-shm', '-journal'].flatMap((side) =>
    Object.keys(THINGS).map((thing) => [side, thing] as const)
  )

  test.each(CASES)('%s: %s is set aside, and everything is saved', (side, thing) => {
    const { path, file } = filled()
    const elsewhere = join(folder(), 'thesis')
    writeFileSync(elsewhere, 'mine')
    THINGS[thing]?.(file + side, elsewhere)
    const before = lstatSync(file + side).ino
    // A command reads, and leaves it.
    expect(readSavedRegistry(file)).toMatchObject({ accounts: [A, B] })
    expect(lstatSync(file + side).ino).toBe(before)
    const { registry, close } = opened(path)
    expect(registry.accounts()).toEqual([A, B])
    registry.removeAccount(A.id)
    expect(registry.condition()).toBe('fine')
    close()
    expect(opened(path).registry.accounts()).toEqual([B])
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
    expect(existsSync(`${elsewhere}-none`)).toBe(false)
  })
})

describe('code in a file', () => {
  const VIEW = "DROP TABLE choices; CREATE VIEW choices AS SELECT 'settings' AS name, '{}' AS value"
  const COMPUTED = 'DROP TABLE choices; CREATE TABLE choices (name TEXT, value TEXT AS (hex(zeroblob(9))))'
  const TRIGGER = 'CREATE TRIGGER t AFTER INSERT ON accounts BEGIN DELETE FROM accounts; END'

  test.each(Object.entries({ VIEW, COMPUTED }))('%s: none of it runs, and the file is set aside', (_, sql) => {
    const { path, file } = filled()
    edit(file, sql)
    expect(readSavedRegistry(file)).toBe('damaged')
    const { registry } = opened(path)
    expect(registry.condition()).toBe('rebuilt')
    registry.saveAccount(A)
    expect(registry.accounts()).toEqual([A])
  })

  test('a trigger deletes nothing, and accounts are kept', () => {
    const { path, file } = filled()
    edit(file, TRIGGER)
    const { registry } = opened(path)
    expect(registry.condition()).toBe('rebuilt')
    registry.saveAccount(account('account-c', 'c@x.example'))
    expect(registry.accounts()).toHaveLength(3)
  })

  test('also in a catalogue', async () => {
    const path = folder()
    const first = launch(path)
    await saveList(first.account, [product('a')])
    first.quit()
    edit(catalogueFile(path), 'ALTER TABLE topics RENAME TO t2; CREATE VIEW topics AS SELECT * FROM t2')
    const { account: again } = launch(path)
    expect(await again.info('catalogue')).toBeNull()
    expect(await again.condition()).toBe('rebuilt')
    await saveList(again, [product('b')])
    expect(await again.info('catalogue')).toEqual(LISTED)
    expect((await again.catalogue.page(ALL)).total).toBe(1)
  })
})

test.each([
  ['a file of another program', 'CREATE TABLE accounts (t); CREATE TABLE diary (t)', []],
  ['ours without its version', 'PRAGMA user_version = 0', [A, B]],
  ['ours with a version below 0', 'PRAGMA user_version = -1', [A, B]],
  // Of a column that SQLite compares by a function that it doesn't have.
  [
    'a damaged schema',
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'position INTEGER', 'position INTEGER COLLATE x')",
    [A, B]
  ]
])('%s is set aside, and the new file keeps what is saved', (name, sql, kept) => {
  const { path, file } = filled()
  if (kept.length === 0) rmSync(file)
  const db = new DatabaseSync(file, { defensive: false })
  db.exec(sql)
  db.close()
  const { registry, close } = opened(path)
  expect(registry.condition(), name).toBe('rebuilt')
  expect(asideIn(path)).toHaveLength(1)
  registry.saveAccount(account('account-c', 'c@x.example'))
  close()
  expect(
    opened(path)
      .registry.accounts()
      .map(({ id }) => id)
  ).toEqual([...kept.map(({ id }) => id), 'account-c'])
})

test('a text that is too long to be read is damage', () => {
  const long = Object.assign(new Error('Cannot create a string longer than …'), { code: 'ERR_STRING_TOO_LONG' })
  expect(classify(long)).toBe('damaged')
  expect(classify(Object.assign(new Error('string or blob too big'), { errcode: 18 }))).toBe('damaged')
})

test('a folder among the files that were set aside keeps no account from being read', () => {
  const { path, file } = filled()
  mkdirSync(join(`${file}.aside-2026-01-01T00-00-00-000Z`, 'deep'), { recursive: true })
  edit(file, 'PRAGMA user_version = 99')
  const { registry } = opened(path)
  expect(registry.condition()).toBe('rebuilt')
  expect(registry.accounts()).toEqual([A, B])
})

describe('a file that is empty or gone', () => {
  test.each<[string, (file: string) => void]>([
    ['empty', (file) => truncateSync(file, 0)],
    ['gone', (file) => rmSync(file)]
  ])('%s, beside a -wal with the latest changes: nothing deletes that, and it is said', (_, harm) => {
    const { path, file } = crashed()
    harm(file)
    const wal = readFileSync(`${file}-wal`)
    expect(readSavedRegistry(file)).toBe('damaged')
    expect(readFileSync(`${file}-wal`).equals(wal)).toBe(true)
    const { registry } = opened(path)
    expect(registry.condition()).toBe('rebuilt')
    const aside = asideIn(path).find((name) => name.endsWith('-wal'))
    expect(readFileSync(join(path, String(aside))).equals(wal)).toBe(true)
  })

  test.each<[string, (file: string) => void]>([
    ['empty', (file) => truncateSync(file, 0)],
    ['gone', (file) => rmSync(file)]
  ])('%s, beside data of accounts: it is said until everything is erased', async (_, harm) => {
    const path = folder()
    const first = launch(path)
    await first.account.saveInvoices([invoice('i')], INFO)
    first.storage.registry.saveAccount(A)
    first.quit()
    harm(registryIn(path))
    expect(readSavedRegistry(registryIn(path))).toBe('damaged')
    const { registry, storage } = opened(path)
    expect(registry.condition()).toBe('rebuilt')
    storage.eraseAll()
    expect(readSavedRegistry(registryIn(path))).toMatchObject({ accounts: [], isWhole: true })
    expect(registry.condition()).toBe('fine')
  })

  test('an account’s file that is gone from beside its catalogue is said, once', async () => {
    const path = folder()
    const first = launch(path)
    await first.account.saveInvoices([invoice('i')], INFO)
    await saveList(first.account, [product('a')])
    first.quit()
    rmSync(accountFile(path))
    const second = launch(path)
    expect(await second.account.condition()).toBe('rebuilt')
    second.quit()
    expect(await launch(path).account.condition()).toBe('fine')
  })

  test('a first start says nothing', async () => {
    const { storage, account: first } = launch()
    expect(storage.registry.condition()).toBe('fine')
    await saveList(first, [product('a')])
    expect(await first.condition()).toBe('fine')
  })
})

test('a command that can’t read the latest changes doesn’t call the accounts all', () => {
  const { file } = crashed()
  mkdirSync(`${file}-shm`)
  expect(readSavedRegistry(file)).toMatchObject({ accounts: [A, B], isWhole: false })
})

test.skipIf(process.platform === 'win32')('a folder that can’t be searched isn’t one without accounts', () => {
  const loop = join(folder(), 'loop')
  symlinkSync(loop, loop)
  expect(readSavedRegistry(registryIn(loop))).toBe('damaged')
})

describe('while the app runs', () => {
  const C = account('account-c', 'c@x.example')

  test('a file that is deleted is written anew', () => {
    const { path, file } = filled()
    const { registry, close } = opened(path)
    registry.saveAccount(A)
    for (const side of ['', '-wal', '-shm']) rmSync(file + side, { force: true })
    registry.saveAccount(C)
    expect(registry.condition()).toBe('fine')
    close()
    expect(opened(path).registry.accounts()).toEqual([A, B, C])
  })

  test('another file in its place stays as it is, and it is said', () => {
    const { path, file } = filled()
    const other = registryIn(folder())
    copyFileSync(file, other)
    edit(other, `DELETE FROM accounts WHERE id = '${B.id}'`)
    const { registry, close } = opened(path)
    registry.saveAccount(A)
    renameSync(other, file)
    const before = readFileSync(file)
    registry.saveAccount(C)
    expect(registry.condition()).toBe('memory')
    expect(registry.accounts()).toEqual([A, B, C])
    expect(readFileSync(file).equals(before)).toBe(true)
    close()
  })

  test('a folder that is gone isn’t made again: a drive may come back there', () => {
    const { path } = filled()
    const { registry } = opened(path)
    renameSync(path, `${path}-away`)
    registry.saveAccount(C)
    expect(registry.condition()).toBe('memory')
    expect(existsSync(path)).toBe(false)
    renameSync(`${path}-away`, path)
  })
})

test.skipIf(process.platform === 'win32')('erasing leaves what a link to somebody’s documents leads to', async () => {
  const path = folder()
  const first = launch(path)
  await first.account.saveInvoices([invoice('i')], INFO)
  const accounts = dirname(dirname(accountFile(path)))
  first.quit()
  const documents = join(folder(), 'documents')
  renameSync(accounts, documents)
  symlinkSync(documents, accounts)
  mkdirSync(join(documents, 'photos-2026'))
  writeFileSync(join(documents, 'photos-2026', 'me.jpg'), 'mine')
  const { storage } = opened(path)
  expect(storage.accountIds()).toEqual([ID])
  storage.erase('photos-2026')
  storage.eraseAll()
  expect(readdirSync(documents)).toEqual(['photos-2026'])
  expect(readFileSync(join(documents, 'photos-2026', 'me.jpg'), 'utf8')).toBe('mine')
})
