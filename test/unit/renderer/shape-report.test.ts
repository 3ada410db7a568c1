import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DOCUMENTED_FIELDS } from '../../../src/shared/models/product.ts'
import { fieldsOf } from '../../../src/renderer/src/features/catalogue/inspector/fieldState.ts'
import { BOUNDS, shapeReport, textShape } from '../../../src/renderer/src/features/catalogue/inspector/shapeReport.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import { growthOf, LINEAR } from '../../support/growth.ts'
import { runs } from '../../support/depth.ts'

type Record = { [name: string]: Json }

/** All that a report says of itself. */
const VOCABULARY = [
  ...DOCUMENTED_FIELDS,
  'record missing wrongType dropped list object name null boolean integer number',
  'string(empty) string(blank) string(uuid) string(date-time) string(date) string(decimal) string(data-url) string(url)',
  'string(path) string(email) string(json) string(html) string(≤ 16) string(≤ 64) string(≤ 256) string(≤ 1024)',
  'string(≤ 4096) string(≤ 65536) string(> 65536)'
]
  .join(' ')
  .toLowerCase()

/** Words as people and platforms use them, as values and as names: so that the two meet. */
const word = fc.constantFrom(
  'robin',
  'tier',
  'Nordlichtkai',
  'robin@example.com',
  'berlin',
  'secret stock',
  '4711',
  'x1y2'
)
const name = fc.oneof(word, fc.constantFrom(...DOCUMENTED_FIELDS), fc.string({ maxLength: 20 }), fc.uuid())
const leaf = fc.oneof(
  word,
  fc.string({ maxLength: 30 }),
  fc.uuid(),
  fc.webUrl(),
  fc.emailAddress(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
)
const { record } = fc.letrec<{ value: Json; record: Record }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value'), { maxLength: 6 }), tie('record')),
  record: fc.dictionary(name, tie('value'), { maxKeys: 8 })
}))

function valuesIn(value: Json): string[] {
  if (value === null || typeof value === 'boolean') return []
  return typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [String(value)]
}

/** The same with every text and number in place of another one of its form. */
function disguised(value: Json): Json {
  if (typeof value === 'string') return textShape(value) === 'string(≤ 16)' ? 'q'.repeat(value.length) : value
  if (Array.isArray(value)) return value.map(disguised)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, disguised(held)]))
}

describe('a report of a record’s shape', () => {
  test('says no value of four characters or more', () => {
    fc.assert(
      fc.property(record, (given) => {
        const said = shapeReport(given).toLowerCase()
        // The report is JSON. A made-up value such as `"nam` also stands in its `"name"`, which tells nothing.
        const isOwn = (value: string): boolean => VOCABULARY.includes(value.replaceAll(/["{}[\]:,]/g, ''))
        const told = valuesIn(given)
          .map((value) => value.toLowerCase())
          .filter((value) => value.trim().length >= 4 && !isOwn(value) && said.includes(value))
        expect(told).toEqual([])
      }),
      { numRuns: runs(500) }
    )
  })

  test('depends on the form of a value alone', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...DOCUMENTED_FIELDS), leaf), (given) => {
        expect(shapeReport(disguised(given) as Record)).toBe(shapeReport(given))
      })
    )
  })

  test('is JSON, and short, whatever the record is', () => {
    fc.assert(
      fc.property(record, (given) => {
        const report = JSON.parse(shapeReport(given)) as { record: object; missing: string[] }
        expect(report.missing).toEqual(DOCUMENTED_FIELDS.filter((field) => !Object.hasOwn(given, field)))
      })
    )
    const deep = JSON.parse(`${'{"a":['.repeat(200)}1${']}'.repeat(200)}`) as Record
    expect(shapeReport(deep).length).toBeLessThan(2000)
    const wide = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`field_${at % 7}${'x'.repeat(at % 30)}`, at])
    )
    const many = { lists: Array.from({ length: 50_000 }, (_, at) => ({ [`k${at}`]: wide })) }
    expect(shapeReport(many).length).toBeLessThan(200 * BOUNDS.parts)
  })

  test('tells names, types and formats', () => {
    const given: Record = {
      id: '0f8fad5b-d9cb-469f-a165-70867728950e',
      weight: '12',
      name: 'Mobile, France',
      longHtmlDescription: '<p>x</p>',
      creationDateTime: '2024-03-01T23:30:00Z',
      imagePath: '/images/a.png',
      icon: 'https://a.example/i.png',
      customData: '{"sku":"M-1"}',
      owner: null,
      prices: [{ amount: 1.5 }, { amount: 2.5 }, { amount: 2.5, currency: 'EUR' }],
      tier: 3,
      'robin@example.com': {},
      mobile: 'mobile'
    }
    const { record: shape, ...rest } = JSON.parse(shapeReport(given, fieldsOf(given, []))) as { record: object }
    expect(shape).toEqual({
      id: 'string(uuid)',
      weight: 'string(decimal)',
      name: 'string(≤ 16)',
      longHtmlDescription: 'string(html)',
      creationDateTime: 'string(date-time)',
      imagePath: 'string(path)',
      icon: 'string(url)',
      customData: 'string(json)',
      owner: 'null',
      prices: { list: 3, of: [{ amount: 'number' }, { amount: 'number', currency: 'string(≤ 16)' }] },
      tier: 'integer',
      'name 1': 'object(0)',
      'name 2': 'string(≤ 16)'
    })
    expect(rest).toMatchObject({ wrongType: ['weight'], dropped: 0 })
  })

  test('names that objects have by themselves are names like others', () => {
    const given = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "toString": "x"}') as Record
    const { record: shape } = JSON.parse(shapeReport(given)) as { record: object }
    expect(Object.keys(shape)).toEqual(['__proto__', 'constructor', 'toString'])
    expect({}).not.toHaveProperty('polluted')
  })
})

test('the cost of telling the form of a text grows linearly with it', () => {
  for (const part of ['<a', '<a ', '<!', '"', '/', 'a@', '1.']) {
    const make = (size: number): string => part.repeat(size / part.length)
    expect(growthOf(make, textShape, 128), JSON.stringify(part)).toBeLessThan(LINEAR)
  }
})
