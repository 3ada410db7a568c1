/** A part of a list removes nothing: invoices and plans in the account's file, products in the catalogue's. */
import { READERS_VERSION } from '../../../src/main/provider/readers/records.ts'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { MOST_PLANS, type Plan } from '../../../src/shared/models/plan.ts'
import type { InvoiceRecord, KeyOf, Stored, StoredInfo } from '../../../src/main/ports/index.ts'
import type { PartialList } from '../../../src/shared/models/freshness.ts'
import { ALL, folder, INFO, invoice, KEY, launch, product, TODAY, type Listed } from './fixtures.ts'
import { plan } from '../../support/plans.ts'
import { changeTexts, keysOf, openCatalogue, saved } from '../catalogue/catalogue.ts'

const at = (hour: number): string => `2026-11-20T${hour}:00:00.000Z`
const PART: PartialList = { received: 2, total: 52 }
const VALIDATORS = { etag: '"list"', lastModified: null, of: 'endpoint' }
const whole = (hour: number): StoredInfo => ({ ...INFO, fetchedAt: at(hour), validators: VALIDATORS })
const part = (hour: number): StoredInfo => ({ fetchedAt: at(hour), notes: [], validators: null, partial: PART })

describe('plans', () => {
  const list = (...keys: string[]): Plan[] => keys.map((key) => plan({ key }))
  const agesOf = (stored: Stored<Plan[]> | null) =>
    stored?.value.map(({ key, receivedAt }) => [key, receivedAt ?? null])

  test('update or join the saved ones, which keep their age, also after a restart, until a whole list comes', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    await account.savePlans(list('a', 'b', 'c'), whole(10))
    await account.savePlans([plan({ key: 'b', name: 'Pro' })], part(11))
    await account.savePlans(list('a', 'new'), part(12))
    const expected = [
      ['a', null],
      ['new', null],
      ['b', at(11)],
      ['c', at(10)]
    ]
    expect(agesOf(await account.plans())).toEqual(expected)
    expect((await account.plans())?.value[2]?.name).toBe('Pro')
    quit()
    const again = launch(path).account
    expect(agesOf(await again.plans())).toEqual(expected)
    expect(await again.info('plans')).toEqual(part(12))
    await again.savePlans(list('a'), whole(13))
    expect(agesOf(await again.plans())).toEqual([['a', null]])
  })

  test('are limited, however many parts come', async () => {
    const { account } = launch()
    const many = (from: number): Plan[] => list(...Array.from({ length: 300 }, (_, id) => String(from + id)))
    await account.savePlans(many(0), part(10))
    await account.savePlans(many(300), part(11))
    const { value } = (await account.plans()) ?? { value: [] }
    expect([value.length, value.at(-1)?.key]).toEqual([MOST_PLANS, '199'])
  })
})

describe('invoices', () => {
  const list = (...keys: string[]): InvoiceRecord[] => keys.map((key) => invoice(key))
  /** Key, total and age of each invoice. */
  const agesOf = (records: InvoiceRecord[]) =>
    records.map(({ invoice: { key, total }, receivedAt }) => [key, total, receivedAt ?? null])

  test('update or join the saved ones, which keep their age, also after a restart', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    await account.saveInvoices(list('a', 'b', 'c'), whole(10))
    await account.saveInvoices([invoice('new'), invoice('b', { total: '7.00' })], part(11))
    const expected = [
      ['new', '10.00', null],
      ['b', '7.00', null],
      ['a', '10.00', at(10)],
      ['c', '10.00', at(10)]
    ]
    expect(agesOf(await (await account.invoices()).records())).toEqual(expected)
    expect((await (await account.invoices()).summary(TODAY, null)).total).toBe(4)
    quit()
    const again = launch(path).account
    expect(agesOf(await (await again.invoices()).records())).toEqual(expected)
    expect(await again.info('invoices')).toEqual(part(11))
    expect((await again.invoice('a'))?.receivedAt).toBe(at(10))
  })

  test('one that came alone takes the place of the saved one, also after a restart', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    await account.saveInvoice(invoice('a'))
    expect(await account.info('invoices')).toBeNull()
    await account.saveInvoices(list('a', 'b'), whole(10))
    await account.saveInvoice(invoice('b', { total: '7.00' }))
    await account.saveInvoice(invoice('gone'))
    const expected = [
      ['a', '10.00', null],
      ['b', '7.00', null]
    ]
    expect(agesOf(await (await account.invoices()).records())).toEqual(expected)
    quit()
    const again = launch(path).account
    expect(agesOf(await (await again.invoices()).records())).toEqual(expected)
    // It isn't what the list said any more, so the list is to be read again.
    expect(await again.info('invoices')).toEqual({ ...whole(10), validators: null })
  })

  test('keep the age that they have, until they come again', async () => {
    const { account } = launch()
    await account.saveInvoices(list('a', 'b', 'c'), whole(10))
    await account.saveInvoices(list('a'), part(11))
    await account.saveInvoices(list('b'), part(12))
    expect(agesOf(await (await account.invoices()).records())).toEqual([
      ['b', '10.00', null],
      ['a', '10.00', at(11)],
      ['c', '10.00', at(10)]
    ])
  })

  test('keep the zone of whose midnights their times are days, also after a restart', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    await account.saveInvoices(list('a'), { ...whole(10), dayZone: 'Europe/Paris' })
    quit()
    expect((await launch(path).account.info('invoices'))?.dayZone).toBe('Europe/Paris')
  })

  test('are all replaced by a later whole list', async () => {
    const { account } = launch()
    await account.saveInvoices(list('a', 'b'), whole(10))
    await account.saveInvoices(list('c'), part(11))
    await account.saveInvoices(list('a'), whole(12))
    expect(agesOf(await (await account.invoices()).records())).toEqual([['a', '10.00', null]])
    expect((await account.info('invoices'))?.partial ?? null).toBeNull()
  })

  test('are what came, if nothing was saved', async () => {
    const { account } = launch()
    await account.saveInvoices(list('a', 'b'), part(11))
    expect(agesOf(await (await account.invoices()).records())).toEqual([
      ['a', '10.00', null],
      ['b', '10.00', null]
    ])
    await account.confirm('invoices', at(12))
    expect(await account.info('invoices')).toEqual({ ...part(11), fetchedAt: at(12) })
  })

  test('of an empty part all stay', async () => {
    const { account } = launch()
    await account.saveInvoices(list('a'), whole(10))
    await account.saveInvoices([], part(11))
    expect(agesOf(await (await account.invoices()).records())).toEqual([['a', '10.00', at(10)]])
  })

  test('are limited, however many parts come', async () => {
    const { account } = launch()
    const many = (from: number) => Array.from({ length: 30_000 }, (_, index) => invoice(String(from + index)))
    await account.saveInvoices(many(0), part(10))
    await account.saveInvoices(many(30_000), part(11))
    const records = await (await account.invoices()).records()
    expect(records).toHaveLength(50_000)
    expect(records.at(-1)?.invoice.key).toBe('19999')
  }, 30_000)

  describe('whose key is out of reach', () => {
    /** A keychain that can be locked and opened. */
    function keychain() {
      let isOpen = false
      const keyOf: KeyOf = () => (isOpen ? Promise.resolve(KEY) : Promise.reject(new AppError('KEYCHAIN_LOCKED')))
      return { keyOf, open: () => void (isOpen = true) }
    }
    async function left(): Promise<string> {
      const path = folder()
      const { account, quit } = launch(path)
      await account.saveInvoices(list('a', 'b'), whole(10))
      quit()
      return path
    }

    test('stay in the file: the part is in memory, and joins them once the key is there', async () => {
      const path = await left()
      const { keyOf, open } = keychain()
      const { account, quit } = launch(path, keyOf)
      await account.saveInvoices(list('b', 'c'), part(11))
      await account.saveInvoices(list('d'), part(12))
      expect(agesOf(await (await account.invoices()).records())).toEqual([
        ['d', '10.00', null],
        ['b', '10.00', at(11)],
        ['c', '10.00', at(11)]
      ])
      open()
      await account.writeUnwritten()
      const expected = [
        ['d', '10.00', null],
        ['b', '10.00', at(11)],
        ['c', '10.00', at(11)],
        ['a', '10.00', at(10)]
      ]
      expect(agesOf(await (await account.invoices()).records())).toEqual(expected)
      quit()
      expect(agesOf(await (await launch(path).account.invoices()).records())).toEqual(expected)
    })

    test('stay in the file if the key never comes', async () => {
      const path = await left()
      const { account, quit } = launch(path, keychain().keyOf)
      await account.saveInvoices(list('c'), part(11))
      quit()
      expect(agesOf(await (await launch(path).account.invoices()).records())).toHaveLength(2)
    })

    test('are replaced by a whole list that came after the part', async () => {
      const path = await left()
      const { keyOf, open } = keychain()
      const { account } = launch(path, keyOf)
      await account.saveInvoices(list('c'), part(11))
      await account.saveInvoices(list('d'), whole(12))
      open()
      await account.writeUnwritten()
      expect(agesOf(await (await account.invoices()).records())).toEqual([['d', '10.00', null]])
    })

    test('are replaced if they are of another key', async () => {
      const path = await left()
      const other = randomBytes(32).toString('base64')
      const { account } = launch(path, async () => other)
      await account.saveInvoices(list('c'), part(11))
      expect(agesOf(await (await account.invoices()).records())).toEqual([['c', '10.00', null]])
    })
  })
})

describe('products', () => {
  const list = (...keys: string[]): Listed[] => keys.map((key) => product(key, { name: `name ${key}` }))

  test('update or join the stored ones, none of which is gone', async () => {
    const path = folder()
    const catalogue = openCatalogue(path)
    await saved(catalogue, list('a', 'b', 'c'))
    expect(await saved(catalogue, [product('b', { name: 'other' }), product('new')], { partial: PART })).toBe(2)
    expect(keysOf(catalogue)).toEqual(['b', 'new', 'a', 'c'])
    expect(changeTexts(catalogue)).toEqual(['text b: name', 'new new'])
    expect(catalogue.info()?.partial).toEqual(PART)
    await catalogue.confirm(at(12))
    catalogue.close()
    const again = openCatalogue(path)
    expect(again.info()).toEqual({ ...part(12) })
    expect(keysOf(again)).toEqual(['b', 'new', 'a', 'c'])
    expect(again.product('c')?.record.product.name).toBe('name c')
  })

  test('a part that is the beginning of the stored list is not taken for the whole', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, list('a', 'b', 'c'))
    expect(await saved(catalogue, list('a', 'b'), { partial: PART })).toBe(0)
    expect(keysOf(catalogue)).toEqual(['a', 'b', 'c'])
    expect(catalogue.info()?.partial).toEqual(PART)
    // The same part again, and then the whole list.
    expect(await saved(catalogue, list('a', 'b'), { partial: PART })).toBe(0)
    expect(await saved(catalogue, list('a', 'b', 'c'))).toBe(0)
    expect(catalogue.info()?.partial ?? null).toBeNull()
    expect(changeTexts(catalogue)).toEqual([])
  })

  test('the next whole list is compared with all that is stored', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, list('a', 'b', 'c', 'd'))
    await saved(catalogue, list('c', 'e'), { partial: PART })
    expect(keysOf(catalogue)).toEqual(['c', 'e', 'a', 'b', 'd'])
    await saved(catalogue, [...list('c', 'a'), product('d', { name: 'other' })])
    expect(keysOf(catalogue)).toEqual(['c', 'a', 'd'])
    expect(changeTexts(catalogue)).toEqual(['new e', 'gone e', 'gone b', 'text d: name'])
  })

  test('a stored list of which all comes again, byte for byte, is not stored again', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, list('a', 'b'))
    await saved(catalogue, list('c'), { partial: PART })
    const { edition } = catalogue.page(ALL)
    expect(await saved(catalogue, list('c', 'a', 'b'))).toBe(0)
    expect(catalogue.page(ALL).edition).toBe(edition)
  })

  test('what other readers stored stays too, and is read again when it comes', async () => {
    const path = folder()
    const old = openCatalogue(path, READERS_VERSION - 1)
    await saved(old, list('a', 'b'))
    old.close()
    const catalogue = openCatalogue(path)
    await saved(catalogue, list('b'), { partial: PART })
    expect(keysOf(catalogue)).toEqual(['b', 'a'])
    expect(await saved(catalogue, list('b', 'a'))).toBe(0)
    expect(changeTexts(catalogue)).toEqual([])
    expect(await saved(catalogue, list('b', 'a'))).toBe(0)
  })

  test('a record from a product’s own page stays with its product', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, list('a', 'b'))
    await catalogue.save(product('a', { name: 'name a', longHtmlDescription: '<p>long</p>' }))
    await saved(catalogue, list('new'), { partial: PART })
    expect(keysOf(catalogue)).toEqual(['new', 'a', 'b'])
    expect(catalogue.product('a')?.record.product).toMatchObject({ name: 'name a', longHtmlDescription: '<p>long</p>' })
  })

  test('the first list may be a part', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, list('a'), { partial: PART })
    expect(keysOf(catalogue)).toEqual(['a'])
    expect(catalogue.info()?.partial).toEqual(PART)
    expect(changeTexts(catalogue)).toEqual([])
  })
})

test('products whose ids are numbers beyond 2^53 stay apart, and stay listed', async () => {
  const catalogue = openCatalogue()
  const body = '[{"id":732822797798539264,"name":"a"},{"id":732822797798539265,"name":"b"}]'
  for (const _time of ['first', 'again']) {
    await saved(catalogue, body)
    expect(keysOf(catalogue)).toEqual(['732822797798539264', '732822797798539265'])
  }
  await saved(catalogue, body.replace('"b"', '"c"'))
  expect(changeTexts(catalogue)).toEqual(['text 732822797798539265: name'])
})
