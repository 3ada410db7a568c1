import { describe, expect, test } from 'vitest'
import { recordIn, recordsByIdIn, unwrapped, valueAt } from '../../../../src/main/provider/readers/wrappers.ts'
import { parseJson } from '../../../../src/main/provider/readers/json/parse-json.ts'
import type { JsonObject } from '../../../../src/main/provider/readers/records.ts'
import type { Json } from '../../../../src/shared/models/json.ts'

describe('an element of a list', () => {
  test.each<[name: string, element: JsonObject, record: JsonObject]>([
    ['is the record', { id: 1, total: 5 }, { id: 1, total: 5 }],
    ['has the record under its kind', { invoice: { id: 1, total: 5 } }, { id: 1, total: 5 }],
    ['has a customer beside the record', { invoice: { id: 1 }, customer: { id: 2 } }, { customer: { id: 2 }, id: 1 }],
    ['has a kind in other letters', { Invoice: { id: 1 }, card: null }, { card: null, id: 1 }],
    [
      'has two kinds: an invoice is trusted more',
      { order: { id: 2 }, invoice: { id: 1 } },
      { order: { id: 2 }, id: 1 }
    ],
    ['has an object of its own', { id: 1, product: { id: 2 } }, { id: 1, product: { id: 2 } }],
    ['has no known kind', { subscription: { id: 1 } }, { subscription: { id: 1 } }],
    ['has nothing', {}, {}],
    [
      'is a resource of JSON:API',
      { id: '12', type: 'invoices', attributes: { id: 12, status: 'paid' }, relationships: { items: {} } },
      { id: '12', type: 'invoices', status: 'paid', relationships: { items: {} } }
    ],
    [
      'is a resource whose attributes have a type',
      { id: '1', type: 'a', attributes: { type: 'b' } },
      { id: '1', type: 'b' }
    ],
    [
      'is a record with attributes',
      { id: 1, name: 'a', attributes: { b: 1 } },
      { id: 1, name: 'a', attributes: { b: 1 } }
    ]
  ])('%s', (_name, element, record) => {
    expect(unwrapped(element)).toEqual(record)
  })

  test('keeps a field named __proto__', () => {
    const element = parseJson('{"invoice":{"__proto__":{"a":1},"id":1}}') as JsonObject
    expect(Object.keys(unwrapped(element))).toEqual(['__proto__', 'id'])
  })
})

describe('a single record', () => {
  test.each<[name: string, body: Json, record: JsonObject | null]>([
    ['bare', { id: 1 }, { id: 1 }],
    ['in an envelope', { data: { id: 1 }, statusCode: 200, message: null }, { id: 1 }],
    ['in an envelope in other letters', { Data: { id: 1 }, Status_Code: 200 }, { id: 1 }],
    ['as a result', { result: { id: 1 }, error: null }, { id: 1 }],
    [
      'in an envelope, as a resource',
      { data: { id: '1', type: 'a', attributes: { b: 2 } } },
      { id: '1', type: 'a', b: 2 }
    ],
    ['under its kind', { product: { id: 1 } }, { id: 1 }],
    ['with a field named data', { id: 1, data: 10_737_418_240 }, { id: 1, data: 10_737_418_240 }],
    ['with a field named result', { id: 1, result: { a: 1 } }, { id: 1, result: { a: 1 } }],
    ['in an envelope without one', { data: null, message: 'No' }, null],
    ['a list', [{ id: 1 }], null]
  ])('%s', (_name, body, record) => {
    expect(recordIn(body)).toEqual(record)
  })
})

describe('records by their ids', () => {
  test.each<[name: string, body: Json, records: JsonObject[]]>([
    [
      'numbers',
      { data: { '1': { total: 5 }, '3': { total: 7 } } },
      [
        { id: '1', total: 5 },
        { id: '3', total: 7 }
      ]
    ],
    ['numbers of records with ids', { data: { '0': { invoice_id: 'a' } } }, [{ invoice_id: 'a' }]],
    ['in a wrapper of a wrapper', { result: { invoices: { '7': { total: 5 } } } }, [{ id: '7', total: 5 }]],
    [
      'UUIDs',
      { Invoices: { '9d9d9d9d-0000-4000-8000-000000000001': { total: 5 } } },
      [{ id: '9d9d9d9d-0000-4000-8000-000000000001', total: 5 }]
    ],
    [
      'names that the records repeat',
      { data: { inv_a: { id: 'inv_a' }, inv_b: { id: 'inv_b' } } },
      [{ id: 'inv_a' }, { id: 'inv_b' }]
    ]
  ])('%s', (_name, body, records) => {
    expect(recordsByIdIn(body)).toEqual(records)
  })

  test.each<[name: string, body: Json]>([
    ['the addresses of a record', { data: { billing: { city: 'a' }, shipping: { city: 'b' } } }],
    ['the fields of a record', { data: { id: 1, total: 5, customer: { id: 2 } } }],
    ['numbers with something else', { data: { '1': { total: 5 }, '2': 7 } }],
    ['one name that is no id', { data: { '1': { total: 5 }, note: { text: 'a' } } }],
    ['under another name', { meta: { '1': { total: 5 } } }],
    ['too deep', { data: { data: { data: { data: { '1': {} } } } } }],
    ['nothing', { data: {} }],
    ['no object', [1]]
  ])('are not %s', (_name, body) => {
    expect(recordsByIdIn(body)).toBeNull()
  })
})

test.each<[place: string, value: Json]>([
  ['data', { next_cursor: 'a', 'next-cursor': 'b' }],
  ['data.next_cursor', 'a'],
  ['data.nextCursor', 'a'],
  ['DATA.next-cursor', 'b'],
  ['data.toString', null],
  ['data.next_cursor.length', null],
  ['other', null]
])('the value at %s', (place, value) => {
  expect(valueAt({ data: { next_cursor: 'a', 'next-cursor': 'b' } }, place)).toEqual(value)
})

test('records by their ids are found where the definition has them', () => {
  const records = { '1': { a: 1 }, '2': { a: 2 } }
  expect(recordsByIdIn({ stuff: records }, 'stuff')).toHaveLength(2)
  expect(recordsByIdIn({ data: records }, 'stuff')).toBeNull()
})
