import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productTable } from '../../src/main/catalogue/catalogue-export.ts'
import { csvTable, exact, identifier, type CsvValue } from '../../src/main/csv.ts'
import type { CsvFormat } from '../../src/shared/models/csv-format.ts'
import { PRODUCT_FIELDS, type Product } from '../../src/shared/models/product.ts'
import { parseCsv, PLAIN_CSV } from '../support/csv.ts'
import { growthOf, LINEAR, SMALL } from '../support/growth.ts'

const products = productTable(PLAIN_CSV)
const csvLine = (product: Product): string => products.row(product)

/** The cell without those apostrophes that the text doesn't have. */
function withoutAdded(cell: string, given: string): string {
  let kept = ''
  for (const one of cell) if (one !== "'" || given.startsWith("'", kept.length)) kept += one
  return kept
}

const column = (field: keyof Product, product: Product): string | undefined =>
  parseCsv(csvLine(product))[0]?.[PRODUCT_FIELDS.indexOf(field)]

const DANGER = [
  ';',
  '|',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\uFF1D',
  '\uFF0B',
  '\uFF0D',
  '\uFF20',
  ' ',
  '\u200B',
  '\uFEFF'
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...DANGER, ',', '"', "'", 'a', '1', '\0'), maxLength: 8 })
)
const value = fc.option(text, { nil: undefined })
const productLists: fc.Arbitrary<Product[]> = fc.array(
  fc.record({
    id: value,
    name: fc.oneof(value, fc.constant(null)),
    longHtmlDescription: value,
    weight: fc.option(fc.integer(), { nil: null }),
    isFeatured: fc.option(fc.boolean(), { nil: null }),
    postHook: value
  }),
  { maxLength: 5 }
)

test('the columns of products are the documented fields, in the document’s order, then the price', () => {
  expect(products.header).toBe(
    '\uFEFFid,owner,creationDateTime,lastUpdateDateTime,isFeatured,isAllowed,weight,contextData,customData,name,shortName,' +
      'tagline,label,description,longHtmlDescription,icon,imagePath,isAvailable,isInMarketplace,preHook,postHook,' +
      'price,currency,interval\r\n'
  )
})

test('a decimal is a number, whatever its sign, and keeps every digit', () => {
  const { row } = csvTable<null>(
    [
      ['a', () => exact('-130.10')],
      ['b', () => '-130.10'],
      ['c', () => exact('0.100000000000000000001')],
      ['d', () => exact(null)]
    ],
    PLAIN_CSV
  )
  expect(row(null)).toBe("-130.10,'-130.10,0.100000000000000000001,\r\n")
})

const GERMAN: CsvFormat = { separator: ';', decimalSign: ',', identifiersAsFormulas: false }
const oneCell = (value: CsvValue, format: CsvFormat): string =>
  csvTable<null>([['a', () => value]], format)
    .row(null)
    .slice(0, -2)

test.each<[CsvFormat['separator'], CsvFormat['decimalSign'], string]>([
  [',', '.', '-1234.50,"a,b",a;b'],
  [',', ',', '"-1234,50","a,b",a;b'],
  [';', '.', '-1234.50;a,b;"a;b"'],
  [';', ',', '-1234,50;a,b;"a;b"']
])('with the separator %s and the decimal sign %s, only what needs quotes has them', (separator, decimalSign, line) => {
  const { header, row } = csvTable<null>(
    [
      ['Amount', () => exact('-1234.50')],
      ['Comma', () => 'a,b'],
      ['Semicolon', () => 'a;b']
    ],
    { ...PLAIN_CSV, separator, decimalSign }
  )
  expect(header).toBe(`\uFEFF${['Amount', 'Comma', 'Semicolon'].join(separator)}\r\n`)
  expect(row(null)).toBe(`${line}\r\n`)
  const [[amount, ...texts] = []] = parseCsv(row(null), separator)
  expect([amount?.replace(',', '.'), ...texts]).toEqual(['-1234.50', 'a,b', 'a;b'])
})

test('between semicolons, what a comma would part can’t become a formula', () => {
  expect(oneCell('a,=1;=2', GERMAN)).toBe(`"a,'=1;=2"`)
  expect(oneCell('a;=1,+2', GERMAN)).toBe(`"a;=1,'+2"`)
  expect(oneCell('a;=1,+2', PLAIN_CSV)).toBe(`"a;'=1,+2"`)
})

describe('an identifier', () => {
  const asFormulas = { ...PLAIN_CSV, identifiersAsFormulas: true }
  test.each([
    ['12345678901234567890', '"12345678901234567890"', '"=""12345678901234567890"""'],
    ['007', '"007"', '"=""007"""'],
    ['3-4', '"3-4"', '"=""3-4"""'],
    ['a,b', '"a,b"', '"=""a,b"""'],
    // These would end the formula's text, or begin a formula of their own.
    ['1"2', '"1""2"', '"1""2"'],
    ['-1', `"'-1"`, `"'-1"`],
    ['=1+1', `"'=1+1"`, `"'=1+1"`],
    ['1;=2', `"1;'=2"`, `"1;'=2"`],
    ['1\n2', '"1\n2"', '"1\n2"'],
    ['', '""', '""']
  ])('%j is always in quotes, and on request the text of a formula', (text, plain, protectedText) => {
    expect(oneCell(identifier(text), PLAIN_CSV)).toBe(plain)
    expect(oneCell(identifier(text), asFormulas)).toBe(protectedText)
  })

  test('stays plain when it is longer than the text of a formula can be', () => {
    expect(oneCell(identifier('1'.repeat(255)), asFormulas)).toContain('=')
    expect(oneCell(identifier('1'.repeat(256)), asFormulas)).not.toContain('=')
    expect(oneCell(identifier('1'.repeat(1_000_000)), asFormulas)).toHaveLength(1_000_002)
    expect(oneCell(identifier(null), asFormulas)).toBe('')
  })

  test('comes back whatever is in it, and is nothing but a text in a formula', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(',' as const, ';' as const), (given, separator) => {
        const written = oneCell(identifier(given), { ...asFormulas, separator })
        const [[cell = ''] = []] = parseCsv(`${written}\r\n`, separator)
        if (cell.startsWith('=')) {
          expect(cell).toBe(`="${given}"`)
          expect(given).not.toContain('"')
        } else expect(withoutAdded(cell, given)).toBe(given)
      })
    )
  })
})

test('a comma, a quote or a line break stands between quotes', () => {
  expect(csvLine({ id: 'a,b', owner: 'say "x"', name: 'two\nlines' })).toBe(
    '"a,b","say ""x""",,,,,,,,"two\nlines",,,,,,,,,,,,,,\r\n'
  )
})

test('numbers and flags are themselves; what is null or absent is empty', () => {
  expect(
    csvLine({ id: 'p1', weight: -5, isFeatured: false, isAvailable: true, name: null, price: '-9.50', currency: 'EUR' })
  ).toBe('p1,,,,false,,-5,,,,,,,,,,,true,,,,-9.50,EUR,\r\n')
  expect(csvLine({})).toBe(`${','.repeat(23)}\r\n`)
})

test.each(['=1+1', '+1', '-5', '@SUM(A1)', '\t', '\r\n', '\uFF1DA1', ' =1', '\u200B\uFEFF-2', '\n'])(
  'the text %j gets an apostrophe before it',
  (dangerous) => {
    expect(column('name', { name: dangerous })).toBe(`'${dangerous}`)
  }
)

test.each([
  ['a;=1', "a;'=1"],
  ['a|+1', "a|'+1"],
  ['a\t-1', "a\t'-1"],
  ['a\n- first\r\n- second', "a\n'- first\r\n'- second"],
  ['a; \u200B@x', "a;' \u200B@x"],
  ['a;"=1"', 'a;\'"=1"'],
  ['a;;|\uFF1D1', "a;;|'\uFF1D1"],
  ['\t=1', "'\t'=1"],
  [';=1', ";'=1"]
])('the text %j, which may fall into several cells, becomes %j', (text, safe) => {
  expect(column('name', { name: text })).toBe(safe)
})

test.each([';', '\t', ' ', '"', '; ', '\n"', ';=', '\t -', 'a;'])(
  'a long text of %j is written in time that grows with its length',
  (part) => {
    const make = (size: number): { name: string } => ({ name: `a${part.repeat(size / part.length)}b` })
    expect(growthOf(make, csvLine, SMALL)).toBeLessThan(LINEAR)
  }
)

test.each([
  'a;b',
  'a; b=1',
  'a|',
  'a\n1-2',
  'a\tb',
  'a "-1"',
  'a -1',
  'a=1',
  '1-2',
  '  b',
  "'=1",
  'ada@example.com',
  '"',
  '🦊 -1'
])('the text %j stays as it is', (harmless) => {
  expect(column('name', { name: harmless })).toBe(harmless)
})

test.each([',', ';'] as const)(
  'between %s, as many lines of as many cells come back whatever is in them, and no text begins a formula',
  (separator) => {
    const { row: lineOf } = productTable({ ...PLAIN_CSV, separator })
    const partings =
      separator === ',' ? [';', '|', '\t', /[\r\n]/, /[;|\t\r\n]/] : [',', '|', '\t', /[\r\n]/, /[,|\t\r\n]/]
    fc.assert(
      fc.property(productLists, (list) => {
        const rows = parseCsv(list.map(lineOf).join(''), separator)
        expect(rows).toHaveLength(list.length)
        list.forEach((product, place) => {
          const row = rows[place] ?? []
          expect(row).toHaveLength(PRODUCT_FIELDS.length)
          PRODUCT_FIELDS.forEach((field, at) => {
            const cell = row[at] ?? ''
            const given = product[field] ?? ''
            if (typeof given !== 'string') return expect(cell).toBe(String(given))
            expect(withoutAdded(cell, given)).toBe(given)
            expect(cell).not.toMatch(/^[\t\r\n]/)
            expect(cell.trimStart()).not.toMatch(/^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/)
            // However it is parted.
            for (const parting of partings) {
              for (const piece of cell.split(parting).slice(1)) {
                expect(piece).not.toMatch(/^[\s\p{Cc}\p{Cf}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u)
              }
            }
          })
        })
      })
    )
  }
)
