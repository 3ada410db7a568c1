import { describe, expect, test } from 'vitest'
import { readProduct } from '../../../src/main/api/readers/read-product.ts'
import type { ProductRecord, Reading } from '../../../src/main/core/ports/index.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import { productSchema } from '../../support/replies.ts'
import { directIntake } from '../../support/intake.ts'

const same = (text: string): string => text
const one = (record: { [name: string]: Json }) => readProduct(record, 'asked', same)
async function readProducts(list: Json[]): Promise<Reading<ProductRecord[]>> {
  const intake = directIntake()
  intake.begin({ secrets: [] })
  await intake.take(new TextEncoder().encode(JSON.stringify(list)))
  await intake.end()
  return intake.reading()
}

describe('fields', () => {
  test('a whole record is read as it is, without a note', () => {
    const record = {
      id: 'b3f0',
      owner: null,
      creationDateTime: '2024-01-01T00:00:00',
      lastUpdateDateTime: null,
      isFeatured: null,
      isAllowed: true,
      weight: -3,
      contextData: '{}',
      customData: null,
      name: 'Proxy',
      shortName: '',
      tagline: null,
      label: null,
      description: 'Text',
      longHtmlDescription: '<p>Text</p>',
      icon: 'server',
      imagePath: '/a.png',
      isAvailable: false,
      isInMarketplace: true,
      preHook: null,
      postHook: 'x'
    }
    const { value, notes } = one(record)
    expect(value.product).toEqual(record)
    expect(value.raw).toBe(record)
    expect(value.unknownFields).toEqual([])
    expect(value.notes).toEqual([])
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
    ['isFeatured', 'perhaps', undefined],
    ['id', 12, '12']
  ])('%s given as %j is %j, and noted', (name, given, read) => {
    const { value, notes } = one({ id: 'b3f0', [name]: given })
    expect(value.product[name as 'name']).toBe(read)
    expect(value.raw[name]).toEqual(given)
    expect(notes).toContainEqual({ kind: 'wrongType', count: 1, field: name })
    expect(productSchema.safeParse(value.product).success).toBe(true)
  })

  test('unknown fields are kept and named, also those that every object has', () => {
    const record = JSON.parse('{"id":"1","region":{"a":[1]},"constructor":"x","__proto__":{"y":1}}') as {
      [n: string]: Json
    }
    const { value } = one(record)
    expect(value.unknownFields).toEqual(['region', 'constructor', '__proto__'])
    expect(JSON.parse(JSON.stringify(value.raw))).toEqual(record)
  })

  test('credential-like fields are dropped at any depth and counted', () => {
    const { value, notes } = one({
      id: '1',
      customData: { nested: [{ api_key: 'k', fine: 1 }] },
      accessToken: 't',
      hasPassword: true
    })
    expect(JSON.stringify(value)).not.toMatch(/"k"|"t"/)
    expect(value.raw).toEqual({ id: '1', customData: { nested: [{ fine: 1 }] }, hasPassword: true })
    expect(notes.filter(({ kind }) => kind === 'credentialDropped')).toEqual([
      { kind: 'credentialDropped', count: 1, field: 'api_key' },
      { kind: 'credentialDropped', count: 1, field: 'accessToken' }
    ])
  })

  test('the id that was asked for stays the key', () => {
    expect(one({ id: 'other' }).value.key).toBe('asked')
    expect(one({}).notes).toEqual([{ kind: 'noId', count: 1 }])
    // A key is the list's to give.
    expect(one({}).value.notes).toEqual([])
  })
})

describe('keys', async () => {
  const keys = async (list: Json[]): Promise<string[]> => (await readProducts(list)).value.map(({ key }) => key)

  test('an id is its own key, a second holder gets a stand-in', async () => {
    const { value, notes } = await readProducts([
      { id: 'a', name: '1' },
      { id: 'a', name: '2' },
      { id: 'a~2' },
      { id: 'a' }
    ])
    expect(value.map(({ key }) => key)).toEqual(['a', 'a~3', 'a~2', 'a~4'])
    expect(value.map(({ product }) => product.id)).toEqual(['a', 'a', 'a~2', 'a'])
    expect(notes).toEqual([{ kind: 'sameId', count: 2 }])
  })

  test('without an id the key comes from the names, so that it outlives a refresh and a new order', async () => {
    const before = await keys([{ name: 'A', weight: 1 }, { name: 'B' }, { id: null, name: 'C' }, { id: ' ' }])
    const after = await keys([{ id: ' ' }, { name: 'C', weight: 9 }, { name: 'B', description: 'new' }, { name: 'A' }])
    expect(new Set(before).size).toBe(4)
    expect(after).toEqual([...before].reverse())
  })

  test('records that nothing tells apart still get keys of their own', async () => {
    const list = [{ name: 'A' }, { name: 'A' }, {}, {}]
    expect(new Set(await keys(list)).size).toBe(4)
    expect(await keys(list)).toEqual(await keys(list))
  })

  test('an id too long for a key gets a stand-in that stays the same', async () => {
    const [key] = await keys([{ id: 'x'.repeat(5000), name: 'A' }])
    expect(key?.length).toBeLessThan(100)
    expect(await keys([{ id: 'x'.repeat(5000), name: 'B' }])).toEqual([key])
  })

  test('elements that are no objects are left out and noted', async () => {
    const { value, notes } = await readProducts([null, { id: 'a' }, 'x', [], 5])
    expect(value.map(({ key }) => key)).toEqual(['a'])
    expect(notes).toEqual([{ kind: 'notAnObject', count: 4 }])
  })
})
