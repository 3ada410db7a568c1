/** Cancelled and outdated lists, and provider orders. Any lists in place of others: see model.test.ts. */
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../src/main/ports/index.ts'
import { atOnce } from '../../../src/main/concurrency.ts'
import { DEFAULTS } from '../../../src/shared/models/provider.ts'
import { readProduct } from '../../../src/main/provider/readers/read-product.ts'
import { ALL, folder } from '../storage/fixtures.ts'
import { fileIn, openCatalogue, keysOf, saved, staged, changeTexts } from './catalogue.ts'

type Raw = ProductRecord['raw']
const raw = (id: string): Raw => ({ id, name: `Name ${id}`, description: `word${id}` })
const [a, b, c, d, e] = [raw('a'), raw('b'), raw('c'), raw('d'), raw('e')]

describe('a cancelled list', () => {
  test('can neither continue nor be stored', async () => {
    const catalogue = openCatalogue()
    const id = staged(catalogue, [c])
    catalogue.discardImport(id)
    await expect(catalogue.commit(id, { fetchedAt: 'never', validators: null })).rejects.toMatchObject(CANCELLED)
    expect(() => catalogue.parseChunk(id, new Uint8Array([0x20]))).toThrow(expect.objectContaining(CANCELLED))
  })

  test('for a new attempt leaves nothing of the first one', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [a, b, c])
    catalogue.startImport(7001, { secrets: [] })
    catalogue.parseChunk(7001, Buffer.from(`[${JSON.stringify(a)},{"id":"broken`))
    catalogue.startImport(7001, { secrets: [] })
    catalogue.parseChunk(7001, Buffer.from(JSON.stringify([a, c])))
    catalogue.endPage(7001)
    expect(await catalogue.commit(7001, { fetchedAt: 'now', validators: null })).toBe(1)
    expect(keysOf(catalogue)).toEqual(['a', 'c'])
    expect(changeTexts(catalogue)).toEqual(['gone b'])
  })

  test('in favour of a list with a better field name in the same body', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [a, b, c])
    // `data` is trusted more than `products`, wherever it stands.
    expect(await saved(catalogue, JSON.stringify({ products: [a, d], data: [c, a, e] }))).toBe(2)
    expect(keysOf(catalogue)).toEqual(['c', 'a', 'e'])
  })
})

test('a list that was compared with an outdated list is rejected', async () => {
  const catalogue = openCatalogue()
  await saved(catalogue, [a, b])
  const late = staged(catalogue, [b, a])
  await saved(catalogue, [c, d])
  await expect(catalogue.commit(late, { fetchedAt: 'late', validators: null })).rejects.toMatchObject(CANCELLED)
  expect(keysOf(catalogue)).toEqual(['c', 'd'])
  expect(catalogue.condition()).toBe('fine')
})

test('an order whose list was compared with another is refused where only that one knows the keys, and harms nothing', async () => {
  const order = { key: 'price', reverse: false, fetchedAt: 'now' }
  const nameless: Raw = { name: 'Nameless' }
  const catalogue = openCatalogue()
  await saved(catalogue, [a, b, c, nameless])
  const [late, other] = [staged(catalogue, [b, nameless, a]), staged(catalogue, [b, a])]
  await saved(catalogue, [a, b])
  await expect(catalogue.commitSortOrder(late, order)).rejects.toMatchObject(CANCELLED)
  expect(catalogue.condition()).toBe('fine')
  expect(keysOf(catalogue)).toEqual(['a', 'b'])
  await catalogue.commitSortOrder(other, order)
  expect(catalogue.page({ ...ALL, sort: 'providerSort', providerSort: 'price' }).rows.map(({ key }) => key)).toEqual([
    'b',
    'a'
  ])
})

test('a removed product loses its place in provider orders for good', async () => {
  const catalogue = openCatalogue()
  await saved(catalogue, [a, b, c, d])
  for (const [key, list] of [
    ['price', [d, c, b, a]],
    ['speed', [c, d, a, b]]
  ] as const) {
    await catalogue.commitSortOrder(staged(catalogue, [...list]), { key, reverse: false, fetchedAt: key })
  }
  const ordered = async (providerSort: string): Promise<string> =>
    catalogue
      .page({ ...ALL, sort: 'providerSort', providerSort })
      .rows.map(({ key }) => key)
      .join('')
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dcba', 'cdab'])
  await saved(catalogue, [a, b, d])
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dba', 'dab'])
  await saved(catalogue, [a, b, d, c])
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dbac', 'dabc'])
})

test('a product’s own URL may return no id, or another: the product keeps its key, and the list its notes', async () => {
  const catalogue = openCatalogue()
  const list = [{ id: 'a', name: 'Alpha', weight: 'heavy' }, b]
  await saved(catalogue, list)
  const notes = [{ kind: 'wrongType', field: 'weight', count: 1 }]
  for (const shown of [{ name: 'without' }, { id: 'z', name: 'other', weight: 7 }]) {
    await catalogue.save(atOnce(readProduct(shown, 'a', (text) => text)).value)
    for (const next of [list, list.toReversed(), list]) {
      expect(await saved(catalogue, next)).toBe(0)
      expect(keysOf(catalogue)).toEqual(next === list ? ['a', 'b'] : ['b', 'a'])
      expect(catalogue.info()?.notes).toEqual(notes)
    }
  }
  expect(changeTexts(catalogue)).toEqual([])
})

test('a placed price is stored with its product, in its row, and its change is logged', async () => {
  const catalogue = openCatalogue()
  const settings = { ...DEFAULTS, productFields: { price: 'cost.amount', currency: 'cost.unit' } }
  const list = (amount: number) => [
    { id: 'a', price: 1, cost: { amount, unit: 'EUR' } },
    { id: 'b', price: 2 }
  ]
  await saved(catalogue, list(9), { settings })
  const known = catalogue.product('a')
  expect(known?.record.product).toEqual({ id: 'a', price: '9', currency: 'EUR' })
  expect(known?.row.price).toEqual({ amount: '9', currency: 'EUR', interval: null })
  expect(catalogue.product('b')?.record.product).toEqual({ id: 'b' })
  expect(catalogue.page(ALL).rows.map(({ price }) => price?.amount)).toEqual(['9', undefined])
  await saved(catalogue, list(10), { settings })
  expect(changeTexts(catalogue)).toEqual(['price a: price cost'])
})

test('equal bytes are read again when the definition has other places', async () => {
  const catalogue = openCatalogue()
  const list = [{ id: 'a', kind: 'x' }]
  const settings = { ...DEFAULTS, productFields: { label: 'kind' } }
  const read = () => catalogue.product('a')?.record
  await saved(catalogue, list)
  expect([read()?.product, read()?.unknownFields]).toEqual([{ id: 'a' }, ['kind']])
  await saved(catalogue, list, { settings })
  expect([read()?.product, read()?.unknownFields]).toEqual([{ id: 'a', label: 'x' }, []])
  const { edition } = catalogue.page(ALL)
  await saved(catalogue, list, { settings })
  expect(catalogue.page(ALL).edition).toBe(edition)
  await saved(catalogue, list)
  expect(read()?.product).toEqual({ id: 'a' })
})

test('a newer list wins over the product’s own URL also by another name of a field', async () => {
  const catalogue = openCatalogue()
  await saved(catalogue, [{ id: 'a', title: 'Alpha', extra: 1 }])
  const shown = { id: 'a', title: 'Alpha', extra: 1, body_html: '<p>w</p>', more: 2 }
  await catalogue.save(atOnce(readProduct(shown, 'a', (text) => text)).value)
  await saved(catalogue, [{ id: 'a', title: 'Beta', extra: 1 }])
  const { product, unknownFields } = catalogue.product('a')?.record ?? {}
  expect(product).toEqual({ id: 'a', name: 'Beta', longHtmlDescription: '<p>w</p>' })
  expect(unknownFields?.toSorted()).toEqual(['extra', 'more'])
})

const CANCELLED = { info: { code: 'CANCELLED' } }

test('a new list is sorted alike before and after it has the indexes for it, also the second one', async () => {
  const path = folder()
  const catalogue = openCatalogue(path)
  const records: Raw[] = Array.from({ length: 40 }, (_none, at) => ({
    id: `p${at}`,
    name: `Name ${(at * 17) % 40}`,
    label: `Label ${(at * 7) % 40}`,
    creationDateTime: `2026-01-${String(((at * 11) % 28) + 1).padStart(2, '0')}T00:00:00Z`
  }))
  const indexes = (): unknown[] => {
    const db = new DatabaseSync(fileIn(path), { readOnly: true })
    try {
      return db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% ON products (%' ORDER BY name")
        .all()
        .map(({ name }) => name)
    } finally {
      db.close()
    }
  }
  const sorted = () =>
    (['name', 'newest', 'label'] as const).map((sort) =>
      catalogue.page({ ...ALL, sort, limit: 40 }).rows.map(({ key }) => key)
    )
  for (const list of [records, records.toReversed()]) {
    await catalogue.commit(staged(catalogue, list), { fetchedAt: 'now', validators: null })
    expect(indexes()).toEqual(['products_by_key', 'products_by_label'])
    const before = sorted()
    await catalogue.ensureIndexed()
    expect(indexes()).toHaveLength(5)
    expect(sorted()).toEqual(before)
    expect(before).not.toContainEqual(list.map(({ id }) => id))
  }
})

test('a new list is shown before its index, which the next launch makes if this one ends first', async () => {
  const path = folder()
  const first = openCatalogue(path)
  await first.commit(staged(first, [a, b]), { fetchedAt: 'first', validators: null })
  expect(first.page(ALL)).toMatchObject({ total: 2, isIndexing: true })
  const cancelled = first.ensureIndexed()
  first.close()
  await expect(cancelled).rejects.toMatchObject(CANCELLED)

  const next = openCatalogue(path)
  expect(next.page(ALL)).toMatchObject({ total: 2, isIndexing: true })
  await next.ensureIndexed()
  expect(next.page({ ...ALL, text: 'wordb' })).toMatchObject({ matched: 1, isIndexing: false })
})
