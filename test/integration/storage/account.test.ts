import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Invoice } from '../../../src/shared/models/invoice.ts'
import { cut } from '../../../src/shared/i18n/format.ts'
import type { Picture } from '../../../src/main/core/ports/index.ts'
import { PICTURES_BYTES } from '../../../src/main/storage/account-store.ts'
import {
  accountFile,
  ALL,
  ANY,
  arrived,
  storageIn,
  catalogueFile,
  folder,
  ID,
  INFO,
  invoice,
  keyOf,
  LISTED,
  product,
  saveList,
  TODAY
} from './fixtures.ts'

const OTHER_ID = ID.replace('0b', '1c')
const isStorageError = (error: unknown): boolean => toErrorInfo(error).code === 'STORAGE'

describe('stored data is read back, also after a restart', () => {
  test('profile', async () => {
    const path = folder()
    const first = storageIn(path)
    const storage = first.open(ID, keyOf)
    expect(await storage.profile()).toBeNull()
    expect(await storage.info('profile')).toBeNull()
    const profile = {
      title: 'Zoë',
      email: null,
      groups: { person: [{ name: 'fullName', value: 'Zoë' }], address: [], company: [], account: [], other: [] },
      dropped: 3
    }
    await storage.saveProfile(profile, INFO)
    first.close()
    expect(await storageIn(path).open(ID, keyOf).profile()).toEqual({ value: profile, ...INFO })
  })

  test('products, in the provider’s order', async () => {
    const path = folder()
    const first = storageIn(path)
    const records = [product('b', { name: 'Residential', weight: -3, icon: 'globe' }), product('a', { name: null })]
    await saveList(first.open(ID, keyOf), records)
    first.close()
    const storage = storageIn(path).open(ID, keyOf)
    expect(await storage.info('catalogue')).toEqual(LISTED)
    expect((await storage.catalogue.product('b'))?.record).toEqual(records[0])
    expect((await storage.catalogue.product('a'))?.record).toEqual(records[1])
    expect(await storage.catalogue.product('c')).toBeNull()
    const page = await storage.catalogue.page(ALL)
    expect(page).toMatchObject({ matched: 2, total: 2 })
    expect(page.rows[0]).toEqual({
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
    expect(page.rows[1]?.key).toBe('a')
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
      notes: [
        { kind: 'wrongType', field: 'id', count: 1 },
        { kind: 'wrongType', field: 'weight', count: 1 }
      ]
    })
    expect((await storage.info('catalogue'))?.notes).toEqual([
      { kind: 'noId', count: 5 },
      { kind: 'wrongType', field: 'id', count: 1 },
      { kind: 'wrongType', field: 'weight', count: 1 }
    ])
  })

  test('whether a product has a picture or an icon name', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    const looks = { p: { imagePath: '/a.png' }, i: { icon: 'https://x.example/a.svg' }, n: { icon: 'Server-2' }, o: {} }
    await saveList(
      storage,
      Object.entries(looks).map(([key, fields]) => product(key, fields))
    )
    const { rows } = await storage.catalogue.page(ALL)
    expect(rows.map(({ key, hasImage, iconName }) => [key, hasImage, iconName])).toEqual([
      ['p', true, null],
      ['i', true, null],
      ['n', false, 'Server-2'],
      ['o', false, null]
    ])
  })

  test('invoices', async () => {
    const path = folder()
    const first = storageIn(path)
    const records = [invoice('2', { number: 'F-2' }), invoice('1')]
    await first.open(ID, keyOf).saveInvoices(records, INFO)
    first.close()
    const storage = storageIn(path).open(ID, keyOf)
    expect(await storage.invoice('2')).toEqual(records[0])
    expect(await storage.invoice('3')).toBeNull()
    expect(await storage.info('invoices')).toEqual(INFO)
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

describe('one product saved', () => {
  test('keeps its position, and is found by its new words only', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await saveList(storage, [product('a', { name: 'Old words' }), product('b', { name: 'Other' })])
    const renewed = product('a', { name: 'New words', isFeatured: true })
    await storage.catalogue.save(renewed)
    expect((await storage.catalogue.product('a'))?.record).toEqual(renewed)
    const keys = async (query: object): Promise<string[]> =>
      (await storage.catalogue.page({ ...ALL, ...query })).rows.map((row) => row.key)
    expect(await keys({})).toEqual(['a', 'b'])
    expect(await keys({ text: 'new' })).toEqual(['a'])
    expect(await keys({ text: 'old' })).toEqual([])
    expect(await keys({ featured: true })).toEqual(['a'])
  })

  test('does nothing if the list lacks it', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await saveList(storage, [product('a')])
    await storage.catalogue.save(product('z'))
    expect(await storage.catalogue.product('z')).toBeNull()
    expect(await storage.catalogue.page(ALL)).toMatchObject({ matched: 1, total: 1 })
  })
})

describe('invoice pages', () => {
  test('newest first, those without a date last in the provider’s order, by state', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await storage.saveInvoices(
      [
        invoice('undated 1'),
        invoice('march', { issuedAt: '2026-03-01', state: 'settled' }),
        invoice('june', { issuedAt: '2026-06-01T00:00:00+02:00' }),
        invoice('undated 2'),
        invoice('may', { issuedAt: '2026-05-31T21:59:00Z', state: 'void' })
      ],
      INFO
    )
    const page = await storage.invoicePage(ANY, TODAY)
    expect(page.rows.map((one) => one.key)).toEqual(['june', 'may', 'march', 'undated 1', 'undated 2'])
    expect(page.matched).toBe(5)
    expect(page.summary.byState).toEqual({ open: 3, settled: 1, void: 1, unknown: 0 })
    const second = await storage.invoicePage({ ...ANY, offset: 1, limit: 1, state: 'open' }, TODAY)
    expect(second.rows.map((one) => one.key)).toEqual(['undated 1'])
    expect(second).toMatchObject({ matched: 3, summary: { total: 5 } })
  })

  test('sums open amounts exactly, per currency, with unknown currency separate', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    expect((await storage.invoiceSummary(TODAY)).openAmounts).toEqual([])
    await storage.saveInvoices(
      [
        invoice('1', { total: '0.1', currency: 'EUR' }),
        invoice('2', { total: '0.20', currency: 'EUR' }),
        invoice('3', { total: '5', currency: null }),
        invoice('4', { total: '7.5', currency: 'CHF' }),
        invoice('5', { total: null, currency: 'CHF' }),
        invoice('6', { total: '1000', currency: 'EUR', state: 'settled' })
      ],
      INFO
    )
    expect(await storage.invoiceSummary(TODAY)).toEqual({
      total: 6,
      byState: { open: 5, settled: 1, void: 0, unknown: 0 },
      overdue: 0,
      openAmounts: [
        { currency: 'CHF', amount: '7.5' },
        { currency: 'EUR', amount: '0.30' },
        { currency: null, amount: '5' }
      ],
      openWithoutAmount: 1
    })
  })
})

describe('validators', () => {
  const LATER = '2026-11-20T11:00:00.000Z'

  test('confirming changes only the age', async () => {
    const path = folder()
    const first = storageIn(path)
    await first.open(ID, keyOf).saveInvoices([invoice('1')], INFO)
    await first.open(ID, keyOf).confirm('invoices', LATER)
    first.close()
    const storage = storageIn(path).open(ID, keyOf)
    expect(await storage.info('invoices')).toEqual({ ...INFO, fetchedAt: LATER })
    expect(await storage.invoiceRecords()).toEqual([invoice('1')])
  })

  test('confirming does nothing if nothing is stored', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await storage.confirm('profile', LATER)
    expect(await storage.info('profile')).toBeNull()
  })

  test('a response without validators replaces earlier validators', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await saveList(storage, [product('a')])
    await saveList(storage, [product('a')], { ...INFO, validators: null })
    expect(await storage.info('catalogue')).toEqual({ ...LISTED, validators: null })
  })

  test('saving a single product drops the list’s validators', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await saveList(storage, [product('a'), product('b')])
    await storage.saveInvoices([invoice('1')], INFO)
    await storage.catalogue.save(product('not in the list'))
    expect(await storage.info('catalogue')).toEqual(LISTED)
    await storage.catalogue.save(product('a', { name: 'newer than the list' }))
    expect(await storage.info('catalogue')).toEqual({ ...LISTED, validators: null })
    expect(await storage.info('invoices')).toEqual(INFO)
  })
})

test('invoices are read back as records, in the provider’s order', async () => {
  const storage = storageIn(folder()).open(ID, keyOf)
  const records = [invoice('b', { issuedAt: '2020-01-01' }), invoice('a', { issuedAt: '2026-01-01' }), invoice('c')]
  await storage.saveInvoices(records, INFO)
  expect(await storage.invoiceRecords()).toEqual(records)
})

describe('statuses of invoices', () => {
  const of = (key: string, providerStatus: string | null, state: Invoice['state'], statusIsNumber = false) =>
    invoice(key, { providerStatus, state, statusIsNumber })

  test('as the provider writes them, most frequent first, each with the most frequent state', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await storage.saveInvoices(
      [
        of('1', 'Paid', 'settled'),
        of('2', '2', 'unknown', true),
        of('3', '2', 'settled', true),
        of('4', '2', 'unknown', true),
        of('5', 'paid', 'settled'),
        of('6', 'Paid', 'settled'),
        of('7', null, 'open')
      ],
      INFO
    )
    expect(await storage.invoiceStatuses()).toEqual([
      { status: '2', isNumber: true, count: 3, state: 'unknown' },
      { status: 'Paid', isNumber: false, count: 2, state: 'settled' },
      { status: 'paid', isNumber: false, count: 1, state: 'settled' }
    ])
  })

  test('are empty without invoices, and follow each new list', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    expect(await storage.invoiceStatuses()).toEqual([])
    await storage.saveInvoices([of('1', 'Old', 'unknown')], INFO)
    await storage.saveInvoices([of('1', '\ud800', 'unknown'), of('2', '\udc00', 'unknown')], INFO)
    expect((await storage.invoiceStatuses()).map(({ status }) => status)).toEqual(['\ud800', '\udc00'])
  })

  test('are at most 200', async () => {
    const storage = storageIn(folder()).open(ID, keyOf)
    const many = Array.from({ length: 20_000 }, (_, at) => of(`i${at}`, `status ${at % 300}`, 'unknown'))
    await storage.saveInvoices([...many, of('x', 'status 299', 'unknown'), of('y', 'status 299', 'unknown')], INFO)
    const statuses = await storage.invoiceStatuses()
    expect(statuses).toHaveLength(200)
    expect(statuses[0]).toEqual({ status: 'status 299', isNumber: false, count: 68, state: 'unknown' })
  })
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

  test.each(['data:image/gif;base64,R0k=', ' DATA:,GI'])('%j has the picture in it already', async (address) => {
    const storage = storageIn(folder()).open(ID, keyOf)
    await storage.savePicture('a', address, one)
    expect(await storage.picture('a', address)).toBeNull()
  })
})

describe('files', () => {
  test('are private to the person', async () => {
    const path = join(folder(), 'data')
    const storage = storageIn(path)
    await saveList(storage.open(ID, keyOf), [product('a')])
    storage.registry.setActiveAccountId(ID)
    const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8)
    // Windows has no such modes; there the person's profile folder is closed to others.
    const [forFolders, forFiles] = process.platform === 'win32' ? ['666', '666'] : ['700', '600']
    expect([path, dirname(accountFile(path))].map(mode)).toEqual([forFolders, forFolders])
    const names = [accountFile(path), catalogueFile(path), join(path, 'portside.db')]
    const files = ['', '-wal', '-shm'].flatMap((side) => names.map((name) => name + side))
    expect(files.map(mode)).toEqual(files.map(() => forFiles))
  })

  test('have no -wal or -shm after a regular close', async () => {
    const path = folder()
    const whole = storageIn(path)
    await saveList(whole.open(ID, keyOf), [product('a')])
    whole.close()
    expect(readdirSync(dirname(accountFile(path))).sort()).toEqual(['account.db', 'catalogue.db'])
    expect(readdirSync(path).sort()).toEqual(['accounts', 'portside.db'])
  })

  test('are closed with the account, also in the worker, and late calls don’t open them', async () => {
    const path = folder()
    const whole = storageIn(path)
    const storage = whole.open(ID, keyOf)
    await saveList(storage, [product('a')])
    storage.close()
    await expect(storage.catalogue.page(ALL)).rejects.toSatisfy(isStorageError)
    await expect(storage.info('catalogue')).rejects.toSatisfy(isStorageError)
    await expect(storage.condition()).rejects.toSatisfy(isStorageError)
    // The thread takes calls in their order: after this one, it has dealt with the closing.
    await whole.open(OTHER_ID, keyOf).catalogue.unseen()
    expect(readdirSync(dirname(accountFile(path))).sort()).toEqual(['account.db', 'catalogue.db'])
  })

  test.each(['erase', 'eraseAll', 'close'] as const)('late calls after %s don’t create a file again', async (how) => {
    const path = folder()
    const whole = storageIn(path)
    const storage = whole.open(ID, keyOf)
    await saveList(storage, [product('a')])
    const intake = await arrived(storage, [product('b')])
    whole[how](ID)
    const files = (): string[] => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
    const before = files()
    const late = [
      () => storage.catalogue.page(ALL),
      () => storage.catalogue.save(product('a')),
      () => storage.info('catalogue'),
      () => storage.confirm('catalogue', INFO.fetchedAt),
      () => saveList(storage, [product('c')]),
      () => intake.commit(INFO),
      () => intake.discard()
    ]
    for (const call of late) await expect(call()).rejects.toSatisfy(isStorageError)
    storage.close()
    expect(files()).toEqual(before)
  })

  test('an account opened again after it was closed has its data', async () => {
    const storage = storageIn(folder())
    const first = storage.open(ID, keyOf)
    await saveList(first, [product('a')])
    first.close()
    const second = storage.open(ID, keyOf)
    first.close()
    expect((await second.catalogue.page(ALL)).total).toBe(1)
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

  test.each([['..'], ['../../etc'], [''], ['a/b-cdef'], ['A2345678'], ['con'], ['.hidden'], ['x'.repeat(65)]])(
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
