import { describe, expect, test } from 'vitest'
import { atOnce } from '../../../../src/main/concurrency.ts'
import { readProduct } from '../../../../src/main/provider/readers/read-product.ts'
import type { ProductRecord, Parsed } from '../../../../src/main/ports/index.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import { readList } from '../../../support/product-list.ts'

const one = (record: { [name: string]: Json }) => atOnce(readProduct(record, 'asked', (text) => text))
const readProducts = (list: Json[]): Promise<Parsed<ProductRecord[]>> => readList(JSON.stringify(list))

test.each<[names: string[], unknown: string[]]>([
  [
    ['offer_key', 'display_name', 'product', 'price_cents', 'enabled', 'capabilities', 'term'],
    ['product', 'price_cents', 'capabilities', 'term']
  ],
  [
    ['id', 'object', 'active', 'created', 'default_price', 'images', 'livemode', 'updated', 'url'],
    ['object', 'default_price', 'livemode', 'url']
  ],
  [
    ['id', 'shortDescription', 'webDescription', 'illustrationUrl', 'minimumOrder', 'availableStock', 'outOfStock'],
    ['minimumOrder', 'availableStock']
  ]
])('other names of documented fields are no unknown fields: %j', (names, unknown) => {
  const record = Object.fromEntries(names.map((name) => [name, 'x']))
  expect(one(record).value.unknownFields).toEqual(unknown)
})

describe('fields', () => {
  test('a documented record is read unchanged, without notes', () => {
    const record = {
      ...{ id: 'b3f0', owner: null, creationDateTime: '2024-01-01T00:00:00', lastUpdateDateTime: null },
      ...{ isFeatured: null, isAllowed: true, weight: -3, contextData: '{}', customData: null, name: 'Proxy' },
      ...{ shortName: '', tagline: null, label: null, description: 'Text', longHtmlDescription: '<p>Text</p>' },
      ...{
        icon: 'server',
        imagePath: '/a.png',
        isAvailable: false,
        isInMarketplace: true,
        preHook: null,
        postHook: 'x'
      }
    }
    const { value, notes } = one(record)
    expect(value).toEqual({ key: 'asked', product: record, raw: record, unknownFields: [], notes: [] })
    expect(value.raw).toBe(record)
    expect(notes).toEqual([])
  })

  test.each<[string, Json, unknown]>([
    ['weight', '5', 5],
    ['weight', 5.5, undefined],
    ['weight', 'heavy', undefined],
    ['weight', true, undefined],
    ['name', 7, '7'],
    ['name', false, 'false'],
    ['name', { en: 'Proxy' }, undefined],
    ['contextData', { country: 'FR' }, '{"country":"FR"}'],
    ['customData', [1], '[1]'],
    ['isAvailable', 'true', true],
    ['isAvailable', 0, false],
    ['isAvailable', null, undefined],
    ['isFeatured', 'perhaps', undefined]
  ])('%s given as %j is read as %j, with a note', (name, given, read) => {
    const { value, notes } = one({ id: 'b3f0', [name]: given })
    expect(value.product[name as 'name']).toBe(read)
    expect(value.raw[name]).toEqual(given)
    expect(notes).toContainEqual({ kind: 'wrongType', count: 1, field: name })
  })

  test('unknown fields are kept and named, also those that every object has', () => {
    const text = '{"id":"1","region":{"a":[1]},"constructor":"x","__proto__":{"y":1}}'
    const record = JSON.parse(text) as { [name: string]: Json }
    const { value } = one(record)
    expect(value.unknownFields).toEqual(['region', 'constructor', '__proto__'])
    expect(JSON.stringify(value.raw)).toBe(text)
  })

  test('documented names are read in any spelling, and noted as they came', () => {
    const { value, notes } = one({ ID: 7, Name: 'Proxy', tag_line: 'T', 'Is-Available': 'true', image_path: null })
    expect(value.product).toEqual({ id: '7', name: 'Proxy', tagline: 'T', isAvailable: true, imagePath: null })
    expect(value.unknownFields).toEqual([])
    expect(notes).toEqual([{ kind: 'wrongType', count: 1, field: 'Is-Available' }])
    expect(one({ NAME: 'B', name: 'A', Name: 'C' }).value.product).toEqual({ name: 'A' })
  })

  test('the requested id is the key', () => {
    expect(one({ id: 'other' }).value.key).toBe('asked')
    expect(one({}).notes).toEqual([{ kind: 'noId', count: 1 }])
    // A key is the list's to give.
    expect(one({}).value.notes).toEqual([])
  })
})

describe('names of other APIs', () => {
  test.each<[given: { [name: string]: Json }, read: object]>([
    [
      { pid: 5, title: 'T', short_description: 's', 'long-description': 'l', descriptionHtml: '<p>' },
      { id: '5', name: 'T', tagline: 's', description: 'l', longHtmlDescription: '<p>' }
    ],
    [{ product_name: 'P', display_name: 'D' }, { name: 'D' }],
    [{ created: 1_762_000_000, updated_at: 'x' }, { creationDateTime: '2025-11-01T12:26:40.000Z' }],
    [{ category: { id: 5, name: 'Mobile' } }, { label: 'Mobile' }],
    [{ category: 5, type: 'products', group: [] }, {}],
    [{ images: [{ src: 'https://a.example/1.png' }] }, { imagePath: 'https://a.example/1.png' }],
    [{ image: { id: 1, url: '/1.png' } }, { imagePath: '/1.png' }],
    [{ image: 'server', images: [], thumbnail: '/t.png' }, { imagePath: '/t.png' }],
    [
      { featured: true, allowed: 0, in_marketplace: 'false' },
      { isFeatured: true, isAllowed: false, isInMarketplace: false }
    ],
    [{ title: { en: 'T' }, summary: false }, {}]
  ])('%j is read as %j, without notes', (given, read) => {
    const { value } = one(given)
    expect(value).toMatchObject({ product: read, unknownFields: expect.not.arrayContaining(Object.keys(given)) })
    expect(Object.keys(value.product)).toEqual(expect.arrayContaining(Object.keys(read)))
    expect([Object.keys(value.product).length, value.raw, value.notes]).toEqual([Object.keys(read).length, given, []])
  })

  test.each<[given: { [name: string]: Json }, isAvailable: boolean | undefined]>([
    [{ active: true }, true],
    [{ in_stock: 1 }, true],
    [{ enabled: false }, false],
    [{ out_of_stock: false }, true],
    [{ active: true, outOfStock: true }, false],
    [{ available: true, is_disabled: true }, false],
    [{ isAvailable: true, outOfStock: true }, true],
    [{ isAvailable: null, outOfStock: true }, false],
    [{ active: 'soon', stock: 0, status: 'active' }, undefined]
  ])('%j says of its availability: %j', (given, isAvailable) => {
    expect(one(given).value.product.isAvailable).toBe(isAvailable)
  })

  test('fill only documented fields without a value', () => {
    const product = { name: 'Proxy', tagline: '', label: null, description: 'd' }
    const others = { title: 'x', summary: 's', category_name: 'c', long_description: 'x' }
    expect(one({ ...product, ...others }).value.product).toEqual({ ...product, tagline: 's', label: 'c' })
  })
})

describe('keys', () => {
  const keys = async (list: Json[]): Promise<string[]> => (await readProducts(list)).value.map(({ key }) => key)

  test('come from the names without an id, so that they outlive a refresh and a new order', async () => {
    const before = await keys([{ name: 'A', weight: 1 }, { name: 'B' }, { id: null, name: 'C' }, { id: ' ' }])
    const after = await keys([{ id: ' ' }, { name: 'C', weight: 9 }, { name: 'B', description: 'new' }, { name: 'A' }])
    expect(new Set(before).size).toBe(4)
    expect(after).toEqual(before.toReversed())
  })

  test('come from names of other APIs too, not from a price', async () => {
    const before = await keys([
      { title: 'A', price: 1 },
      { title: 'B', price: 1 }
    ])
    expect(
      await keys([
        { title: 'B', price: 2 },
        { title: 'A', price: 2 }
      ])
    ).toEqual(before.toReversed())
    expect(new Set(before).size).toBe(2)
  })

  test('replace an id that is too long', async () => {
    const [key] = await keys([{ id: 'x'.repeat(5000), name: 'A' }])
    expect(key?.length).toBeLessThan(100)
    expect(await keys([{ id: 'x'.repeat(5000), name: 'B' }])).toEqual([key])
  })
})
