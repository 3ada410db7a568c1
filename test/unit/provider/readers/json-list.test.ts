/** A list that is read while it comes is the list that parseJson finds in the whole body, cut wherever. */
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { JsonListReader, parseRecord } from '../../../../src/main/provider/readers/json/json-list.ts'
import { parseJson } from '../../../../src/main/provider/readers/json/parse-json.ts'
import { plainName } from '../../../../src/main/provider/readers/names.ts'
import { isObject } from '../../../../src/main/provider/readers/records.ts'
import { DEEPEST_WRAPPER, WRAPPERS, wrappersIn } from '../../../../src/main/provider/readers/wrappers.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import { outcomeOf } from '../../../support/outcome.ts'
import { runs } from '../../../support/depth.ts'

/** The lists of a whole body, bare, inside a wrapper, or inside a wrapper's wrapper, in order of trust. */
function listsIn(body: Json, name = '', depth = 0): { name: string; list: Json[] }[] {
  if (Array.isArray(body)) return [{ name, list: body }]
  if (!isObject(body) || depth > DEEPEST_WRAPPER) return []
  return wrappersIn(body).flatMap((inner) => listsIn(body[inner] ?? null, inner, depth + 1))
}

/** The first one that has something, or whose name says what it has; else the first one. */
function listIn(body: Json): Json[] | null {
  const lists = listsIn(body)
  const isDecisive = (name: string): boolean => ['invoices', 'products'].includes(plainName(name))
  const found = lists.find(({ name, list }) => list.length > 0 || isDecisive(name)) ?? lists[0]
  return found?.list ?? null
}

interface Streamed {
  list: Json[] | null
  rest: string
}

function reader(parts = 100_000, records = 1000): { read: JsonListReader; list: () => Json[] | null } {
  let records_: Json[] = []
  const read = new JsonListReader(
    {
      restart: () => {
        records_ = []
      },
      add: (bytes) => void records_.push(parseRecord(bytes))
    },
    { parts, partsOfRecord: 50_000, records, brief: { records: 20_000, bytes: 100 } }
  )
  return { read, list: () => (read.found === null ? null : records_) }
}

/** Reads the bytes in pieces of these lengths, the last one again and again. */
function streamed(bytes: Uint8Array, lengths: number[], parts?: number, records?: number): Streamed {
  const { read, list } = reader(parts, records)
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const length = Math.max(1, lengths[Math.min(turn, lengths.length - 1)] ?? bytes.length)
    read.write(bytes.slice(at, at + length))
    at += length
  }
  return { list: list(), rest: new TextDecoder().decode(read.rest) }
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const error = (text: string, length: number, parts?: number, records?: number): unknown =>
  outcomeOf(() => streamed(bytesOf(text), [length], parts, records))

/** Texts with what stands on a border badly: letters of several bytes, halves of pairs, escapes. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', '[{,}]', 'é', '\u{1f600}', '\ud800', '\u0000', ']', '\u2028')
)
const name = fc.oneof(
  fc.constantFrom(...WRAPPERS, 'message', 'statusCode', 'errors', '__proto__', 'd\u0061ta'),
  text.filter((one) => one.length < 20)
)
const value = fc.letrec<{ any: Json; list: Json; object: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.constant(null), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }), text),
    tie('list'),
    tie('object')
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(name, tie('any'), { maxKeys: 5 })
}))
const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 })
const indent = fc.constantFrom(undefined, 1, '\t', '\r\n ')

describe('the same as the whole body', () => {
  test('for any JSON value, in any pieces', () => {
    fc.assert(
      fc.property(fc.oneof(value.any, value.object), lengths, indent, fc.boolean(), (body, pieces, space, ascii) => {
        const plain = JSON.stringify(body, null, space)
        // Every letter as an escape, where one may be.
        const written = ascii
          ? plain.replace(/[^\x20-\x7e\s]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : plain
        const { list, rest } = streamed(bytesOf(written), pieces)
        const whole = parseJson(new TextDecoder().decode(bytesOf(written)))
        expect(list).toEqual(listIn(whole))
        expect(() => JSON.parse(rest) as unknown).not.toThrow()
      }),
      { numRuns: runs(1000) }
    )
  })

  test('for any bytes: a list only where parseJson finds one', () => {
    const broken = fc
      .tuple(
        fc.oneof(value.list, value.object),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: -1, max: 255 })), { maxLength: 3 })
      )
      .map(([body, changes]) => {
        const bytes = [...bytesOf(JSON.stringify(body))]
        for (const [at, byte] of changes) {
          if (byte < 0) bytes.splice(at % bytes.length, 1)
          else bytes[at % bytes.length] = byte
        }
        return new Uint8Array(bytes)
      })
    fc.assert(
      fc.property(broken, lengths, (bytes, pieces) => {
        let whole: Json[] | null
        try {
          whole = listIn(parseJson(new TextDecoder().decode(bytes)))
        } catch {
          whole = null
        }
        let read: Json[] | null
        try {
          const { list, rest } = streamed(bytes, pieces)
          JSON.parse(rest)
          read = list
        } catch {
          // A name that stands twice is refused here, though JSON.parse takes the last one.
          return
        }
        expect(read).toEqual(whole)
      }),
      { numRuns: runs(1000) }
    )
  })
})

test.each([
  ['bare', '[1,"a",null]', [1, 'a', null]],
  ['none in it', ' [ ] ', []],
  ['wrapped', '{"total":2,"items":[1,2],"next":null}', [1, 2]],
  ['in a wrapper of a wrapper of a wrapper', '{"data":{"data":{"items":[7]}}}', [7]],
  ['too deep', '{"data":{"data":{"data":{"items":[7]}}}}', null],
  ['a better name later', '{"products":[1,2],"data":[3]}', [3]],
  ['a better name before', '{"data":[3],"products":[1,2]}', [3]],
  ['a better name without a list', '{"products":[1,2],"data":{"items":5}}', [1, 2]],
  ['a name written as an escape', '{"d\\u0061ta":[3]}', [3]],
  ['a name in other letters', '{"Status":"OK","Billing_Invoices":[3]}', [3]],
  ['a trusted name in other letters', '{"orders":[1],"Data":[3]}', [3]],
  ['in two names of other wrappers', '{"QueryResponse":{"Invoice":[3],"maxResults":1}}', [3]],
  ['beside a scalar of a wrapper\u2019s name', '{"result":"success","invoices":{"invoice":[3]}}', [3]],
  ['in something else', '{"meta":{"data":[1]},"errors":[2]}', null],
  ['a byte order mark', '\ufeff[1]', [1]]
])('%s', (_name, body, list) => {
  for (const length of [1, 2, 3, 1000]) expect(streamed(bytesOf(body), [length]).list).toEqual(list)
})

test('what stands around the list is kept, the list emptied', () => {
  const body = '{"message":"No","statusCode":401,"data":[{"a":[1]},2],"errors":[{"code":"X"}]}'
  for (const length of [1, 5, 1000]) {
    expect(JSON.parse(streamed(bytesOf(body), [length]).rest)).toEqual({
      message: 'No',
      statusCode: 401,
      data: [],
      errors: [{ code: 'X' }]
    })
  }
})

test.each([
  '[1,]',
  '[\v]',
  '{"data":[\ufeff]}',
  '[,1]',
  '[1 2]',
  '[1}',
  '[{"a":1},{"b"}]',
  '[1,2]]',
  '[01]',
  '[tru]',
  '["a\n"]',
  '{"data":[1,,2]}',
  '{"data":[1],"data":[2]}',
  '{"data":[1],"Data":[2]}',
  '{"data":{"items":[1],"items":2}}'
])('%s is malformed at once', (body) => {
  for (const length of [1, 4, 1000]) {
    expect(error(body, length)).toEqual({ code: 'BAD_REPLY', found: 'malformed' })
  }
})

test.each(['[1', '[1,2', '{"data":[1]', '{"data":[{"a":"', '{"data" [1]}', '{"data":5 [1]}', '[1] [2]', '[1]x'])(
  '%s leaves a rest that is no JSON',
  (body) => {
    for (const length of [1, 1000]) {
      const { rest } = streamed(bytesOf(body), [length])
      expect(() => JSON.parse(rest) as unknown).toThrow(SyntaxError)
    }
  }
)

const many = (record: string, count: number): string => `[${`${record},`.repeat(count - 1)}${record}]`

test.each<[string, body: string, parts?: number, records?: number]>([
  ['records', many('0', 1001)],
  ['records, of a list that is not taken too', `{"data":[1],"items":${many('0', 1001)}}`],
  ['records that say next to nothing', many('{}', 20_001), 1e6, 1e6],
  ['parts in all', many('{"a":1,"b":2}', 20), 50],
  ['parts of one record, before it ends', `[{"a":[${'1,'.repeat(60_000)}`, 1e6],
  ['a record that is too long, before it ends', `[{"a":"${'x'.repeat(4 * 1024 * 1024)}`],
  ['around the list', `{"message":"${'x'.repeat(1024 * 1024)}`],
  ['nothing but space', ' '.repeat(1024 * 1024 + 1)]
])('too much: %s', (_name, body, parts, records) => {
  expect(error(body, 1000, parts, records)).toEqual({ code: 'TOO_LARGE' })
})

test('as much as there may be', () => {
  expect(streamed(bytesOf(many('0', 1000)), [7]).list).toHaveLength(1000)
  expect(error(many('{}', 20_000), 65_536, 1e6, 1e6)).toMatchObject({ list: { length: 20_000 } })
  const record = `{"a":"${'x'.repeat(100)}"}`
  expect(error(many(record, 20_001), 65_536, 1e6, 1e6)).toMatchObject({ list: { length: 20_001 } })
})

test('levels are limited, but brackets of a page mean nothing', () => {
  expect(error('['.repeat(600), 7)).toEqual({ code: 'BAD_REPLY', found: 'unknownShape' })
  const page = `<html><script>${'['.repeat(600)}</script>`
  expect(streamed(bytesOf(page), [7])).toEqual({ list: null, rest: page })
})

test.each<[Json, Json[]]>([
  [{ data: [], invoices: [{ id: 1 }] }, [{ id: 1 }]],
  [{ orders: [{ id: 1 }], data: [] }, [{ id: 1 }]],
  [{ bills: [], orders: [{ id: 1 }] }, [{ id: 1 }]],
  // There are none: its name says what it has.
  [{ invoices: [], transactions: [{ id: 1 }] }, []],
  [{ transactions: [{ id: 1 }], invoices: [] }, []],
  [{ data: [{ id: 1 }], invoices: [] }, [{ id: 1 }]]
])('an empty list hides another one only if its name says what it has: %j', (body, list) => {
  expect(streamed(bytesOf(JSON.stringify(body)), [3]).list).toEqual(list)
})

describe('the place that the definition names', () => {
  const readAt = (
    place: string,
    body: string,
    length: number
  ): { found: number | null; list: Json[]; rest: string } => {
    let list: Json[] = []
    const sink = { restart: () => void (list = []), add: (bytes: Buffer) => void list.push(parseRecord(bytes)) }
    const read = new JsonListReader(
      sink,
      { parts: 1e5, partsOfRecord: 5e4, records: 1000, brief: { records: 20_000, bytes: 100 } },
      place
    )
    const bytes = bytesOf(body)
    for (let at = 0; at < bytes.length; at += length) read.write(bytes.slice(at, at + length))
    return { found: read.found, list, rest: new TextDecoder().decode(read.rest) }
  }

  test.each<[name: string, place: string, body: string, list: Json[] | null]>([
    ['has the list', 'offers', '{"offers":[1,2]}', [1, 2]],
    ['of any name', 'stuff', '{"stuff":[1,2]}', [1, 2]],
    ['in other letters', 'my_stuff', '{"MyStuff":[1]}', [1]],
    ['in letters without a case', 'счета', '{"счета":[1],"заказы":[2]}', [1]],
    ['is trusted more than a usual name before it', 'stuff', '{"data":[1],"stuff":[2]}', [2]],
    ['is trusted more than a usual name after it', 'stuff', '{"stuff":[2],"data":[1]}', [2]],
    ['is trusted more than a usual name, also empty', 'stuff', '{"data":[1],"stuff":[]}', []],
    ['in an object', 'result.list', '{"result":{"other":[3],"list":[1]},"list":[2]}', [1]],
    ['in many objects', 'a.b.c.d.e', '{"a":{"b":{"c":{"d":{"e":[1]}}}}}', [1]],
    ['in an object of any name, beside others', 'a.items', '{"b":{"items":[2]},"items":[3],"a":{"items":[1]}}', [1]],
    ['is missing', 'offers', '{"data":[1],"items":[]}', null],
    ['is missing in its object', 'result.list', '{"result":{"items":[1]},"list":[2]}', null],
    ['is an object', 'result', '{"result":{"list":[1]}}', null],
    ['is deeper than a list', 'data.items', '{"data":[{"items":[1]}]}', null],
    ['is none of a bare list', 'data', '[1]', null],
    ['is in a list', 'data.0.items', '{"data":[{"items":[1]},{"items":[2]}]}', [1]],
    ['is in a later element', 'data.1.items', '{"data":[{"items":[1]},{"items":[2,3]},4]}', [2, 3]],
    ['is an element', 'data.1', '{"data":[[1],[2,{"a":[3]}]]}', [2, { a: [3] }]],
    ['is in a bare list', '0.items', '[{"items":[1]}, [2]]', [1]],
    ['is an element of a bare list', '1', ' [ [1] , [2] ]', [2]],
    ['is in lists in lists', 'a.0.1.b', '{"a":[[0,{"b":[5]}],7]}', [5]],
    ['is missing in a list', 'data.2.items', '{"data":[{"items":[1]}]}', null],
    ['is missing in an empty list', 'data.0.items', '{"data":[],"items":[1]}', null],
    ['is a number of an object', 'data.0', '{"data":{"0":[1]}}', [1]],
    ['has a number that isn’t written so', 'data.00', '{"data":[[1]]}', null]
  ])('%s', (_name, place, body, list) => {
    for (const length of [1, 3, 1000]) {
      const { found, list: read, rest } = readAt(place, body, length)
      expect(found === null ? null : read).toEqual(list)
      expect(() => JSON.parse(rest) as unknown).not.toThrow()
    }
  })

  test('twice is malformed: nobody can tell which one is meant', () => {
    const error = { code: 'BAD_REPLY', found: 'malformed' }
    expect(outcomeOf(() => readAt('stuff', '{"stuff":[1],"Stuff":[2]}', 5))).toEqual(error)
    expect(outcomeOf(() => readAt('a.stuff', '{"a":{"stuff":[1]},"A":{"stuff":[2]}}', 5))).toEqual(error)
    expect(outcomeOf(() => readAt('stuff', '{"stuff":5,"stuff":[2]}', 5))).toEqual(error)
  })

  test('leaves links and other words in the rest', () => {
    const body = '{"links":[{"rel":"next","href":"?page=2"}],"stuff":[1],"data":[{"a":1}],"total":3}'
    expect(JSON.parse(readAt('stuff', body, 7).rest)).toEqual({
      links: [{ rel: 'next', href: '?page=2' }],
      stuff: [],
      data: [],
      total: 3
    })
  })

  test('a broken record of another list is malformed all the same', () => {
    expect(outcomeOf(() => readAt('stuff', '{"data":[{"a"}],"stuff":[1]}', 5))).toEqual({
      code: 'BAD_REPLY',
      found: 'malformed'
    })
  })
})
