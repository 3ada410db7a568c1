import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cut } from '../../../src/shared/i18n/format.ts'
import type { Picture } from '../../../src/main/ports/index.ts'
import { PICTURES_BYTES } from '../../../src/main/catalogue/storage/picture-store.ts'
import {
  accountFile,
  ALL,
  storageIn,
  catalogueFile,
  folder,
  ID,
  INFO,
  invoice,
  keyOf,
  LISTED,
  OTHER_ID,
  product,
  saveList,
  stage,
  STORAGE_ERROR
} from './fixtures.ts'

describe('stored data is read back', () => {
  test('after a restart: products, in the provider’s order', async () => {
    const path = folder()
    const first = storageIn(path)
    const records = [product('b', { name: 'Residential', weight: -3, icon: 'globe' }), product('a', { name: null })]
    await saveList(first.open(ID, keyOf), records)
    first.close()
    const storage = storageIn(path).open(ID, keyOf)
    expect(await storage.info('catalogue')).toEqual(LISTED)
    for (const record of records) expect((await storage.catalogue.product(record.key))?.record).toEqual(record)
    expect(await storage.catalogue.product('c')).toBeNull()
    const { rows, matched, total } = await storage.catalogue.page(ALL)
    expect([rows.map(({ key }) => key), matched, total]).toEqual([['b', 'a'], 2, 2])
    expect(rows[0]).toEqual({
      key: 'b',
      name: 'Residential',
      tagline: null,
      label: null,
      isFeatured: null,
      isAllowed: null,
      isAvailable: null,
      isInMarketplace: null,
      weight: -3,
      hasImage: false,
      iconName: 'globe'
    })
  })

  test('records with unreadable fields and unusual keys', async () => {
    const records = [
      { id: 7, name: 'n', weight: 'heavy', ['__proto__']: { a: [] } },
      ...['\0', '\ud800', '\udc00', '', 'é'.repeat(600)].map((id) => product(id, { name: `name ${id}` }).raw)
    ]
    const storage = storageIn(folder()).open(ID, keyOf)
    await saveList(storage, records)
    const { rows } = await storage.catalogue.page(ALL)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(records.length)
    const stored = await Promise.all(rows.map(async ({ key }) => (await storage.catalogue.product(key))?.record))
    expect(stored.map((one) => one?.raw)).toEqual(records)
    expect(rows.map(({ name }) => name)).toEqual(stored.map((one) => cut(one?.product.name?.trim() ?? '', 300)))
    expect(stored[0]).toMatchObject({
      product: { id: '7', name: 'n' },
      notes: [{ kind: 'wrongType', field: 'weight', count: 1 }]
    })
    expect((await storage.info('catalogue'))?.notes).toEqual([
      { kind: 'noId', count: 5 },
      { kind: 'wrongType', field: 'weight', count: 1 }
    ])
  })

  test('pictures, by product and address', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await storage.savePicture('a', 'https://x.example/1', { type: 'image/png', bytes: new Uint8Array([137, 0, 255]) })
    await storage.savePicture('a', 'https://x.example/1', { type: 'image/gif', bytes: new Uint8Array([71, 73]) })
    expect(await storage.picture('a', 'https://x.example/1')).toEqual({
      type: 'image/gif',
      bytes: new Uint8Array([71, 73])
    })
    expect(await storage.picture('a', 'https://x.example/2')).toBeNull()
    expect(await storage.picture('b', 'https://x.example/1')).toBeNull()
  })
})

test('saving a single product drops the list’s validators, and so does a response without them', async () => {
  const storage = storageIn(folder()).open(ID, keyOf)
  await saveList(storage, [product('a'), product('b')])
  await storage.saveInvoices([invoice('1')], INFO)
  await storage.catalogue.save(product('not in the list'))
  expect(await storage.info('catalogue')).toEqual(LISTED)
  await storage.catalogue.save(product('a', { name: 'newer than the list' }))
  expect(await storage.info('catalogue')).toEqual({ ...LISTED, validators: null })
  expect(await storage.info('invoices')).toEqual(INFO)
  await saveList(storage, [product('a')])
  expect(await storage.info('catalogue')).toEqual(LISTED)
  await saveList(storage, [product('a')], { ...INFO, validators: null })
  expect(await storage.info('catalogue')).toEqual({ ...LISTED, validators: null })
})

test('pictures stay within their limit, the oldest are deleted first', async () => {
  const storage = storageIn(folder()).open(ID, keyOf)
  const large: Picture = { type: 'image/png', bytes: new Uint8Array(PICTURES_BYTES / 4) }
  for (const key of ['1', '2', '3', '4']) await storage.savePicture(key, 'x', large)
  await storage.savePicture('1', 'x', large)
  await storage.savePicture('5', 'x', { ...large, bytes: new Uint8Array(1) })
  const kept = async (key: string): Promise<boolean> => (await storage.picture(key, 'x')) !== null
  expect(await Promise.all(['1', '2', '3', '4', '5'].map(kept))).toEqual([true, false, true, true, true])
})

describe('a picture’s address', () => {
  const one: Picture = { type: 'image/gif', bytes: new Uint8Array([71, 73]) }

  test('is stored as a hash only, however long it is', async () => {
    const path = folder()
    const storage = storageIn(path).open(ID, keyOf)
    const address = `https://x.example/${'long'.repeat(250_000)}`
    await storage.savePicture('canary-key', address, one)
    expect(await storage.picture('canary-key', address)).toEqual(one)
    expect(await storage.picture('canary-key', `${address}.`)).toBeNull()
    const written = ['', '-wal'].map((side) => readFileSync(accountFile(path) + side, 'latin1')).join('')
    expect(written).not.toContain('longlong')
    expect(written).not.toContain('canary-key')
    expect(written.length).toBeLessThan(300_000)
  })

  test('is distinct from others with lone surrogates, or another boundary of the key', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await storage.savePicture('a', 'x\ud800', one)
    await storage.savePicture('b","c', 'd', one)
    expect(await storage.picture('a', 'x\ud801')).toBeNull()
    expect(await storage.picture('a', 'x\ufffd')).toBeNull()
    expect(await storage.picture('b', 'c","d')).toBeNull()
    expect(await storage.picture('a', 'x\ud800')).toEqual(one)
  })
})

describe('files', () => {
  test('are private to the person, and have no -wal or -shm after a regular close', async () => {
    const path = join(folder(), 'data')
    const storage = storageIn(path)
    await saveList(storage.open(ID, keyOf), [product('a')])
    storage.registry.saveShownAccountId(ID)
    const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8)
    // Windows has no such modes; there the user's profile folder is closed to others.
    const [forFolders, forFiles] = process.platform === 'win32' ? ['666', '666'] : ['700', '600']
    expect([path, dirname(accountFile(path))].map(mode)).toEqual([forFolders, forFolders])
    const names = [accountFile(path), catalogueFile(path), join(path, 'portside.db')]
    const files = ['', '-wal', '-shm'].flatMap((side) => names.map((name) => name + side))
    expect(files.map(mode)).toEqual(files.map(() => forFiles))
    storage.close()
    expect(readdirSync(dirname(accountFile(path))).sort()).toEqual(['account.db', 'catalogue.db'])
    expect(readdirSync(path).sort()).toEqual(['accounts', 'portside.db'])
  })

  test('are closed with the account, also in the worker, and late calls don’t open them', async () => {
    const path = folder()
    const whole = storageIn(path)
    const storage = whole.open(ID, keyOf)
    await saveList(storage, [product('a')])
    storage.close()
    await expect(storage.catalogue.page(ALL)).rejects.toMatchObject(STORAGE_ERROR)
    await expect(storage.info('catalogue')).rejects.toMatchObject(STORAGE_ERROR)
    await expect(storage.condition()).rejects.toMatchObject(STORAGE_ERROR)
    // The thread takes calls in their order: after this one, it has dealt with the closing.
    await whole.open(OTHER_ID, keyOf).catalogue.unseen()
    expect(readdirSync(dirname(accountFile(path))).sort()).toEqual(['account.db', 'catalogue.db'])
  })

  test.each(['erase', 'eraseAll', 'close'] as const)('late calls after %s don’t create a file again', async (how) => {
    const path = folder()
    const whole = storageIn(path)
    const storage = whole.open(ID, keyOf)
    await saveList(storage, [product('a')])
    const staged = await stage(storage, [product('b')])
    whole[how](ID)
    const files = (): string[] => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
    const before = files()
    const late = [
      () => storage.catalogue.page(ALL),
      () => storage.catalogue.save(product('a')),
      () => storage.info('catalogue'),
      () => storage.confirm('catalogue', INFO.fetchedAt),
      () => saveList(storage, [product('c')]),
      () => staged.commit(INFO.fetchedAt),
      () => staged.discard()
    ]
    for (const call of late) await expect(call()).rejects.toMatchObject(STORAGE_ERROR)
    storage.close()
    expect(files()).toEqual(before)
  })

  test('are deleted by erase, and the next opening starts empty', async () => {
    const path = folder()
    const storage = storageIn(path)
    await saveList(storage.open(ID, keyOf), [product('a', { name: 'canary' })])
    for (const file of [accountFile(path), catalogueFile(path)]) writeFileSync(`${file}.aside-earlier`, 'canary')
    storage.erase(ID)
    expect(existsSync(dirname(accountFile(path)))).toBe(false)
    storage.erase(ID)
    expect((await storage.open(ID, keyOf).catalogue.page(ALL)).total).toBe(0)
  })

  test.each(['../../etc', '', 'a/b-cdef', 'A2345678', 'con', '.hidden', 'x'.repeat(65)])(
    'an account id of %j is refused',
    (id) => {
      const path = folder()
      mkdirSync(join(path, 'accounts'))
      const storage = storageIn(path)
      for (const call of [() => storage.open(id, keyOf), () => storage.erase(id)]) {
        expect(call).toThrow(expect.objectContaining({ info: { code: 'BAD_REQUEST', found: 'input' } }))
      }
      expect(readdirSync(join(path, 'accounts'))).toEqual([])
    }
  )
})
