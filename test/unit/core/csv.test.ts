import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productTable } from '../../../src/main/core/catalogue/export.ts'
import { csvTable, exact } from '../../../src/main/core/csv.ts'
import { PRODUCT_FIELDS, type Product } from '../../../src/shared/models/product.ts'
import { growthOf, LINEAR, SMALL } from '../../support/growth.ts'

const csvLine = (product: Product): string => productTable.row(product)

/** RFC 4180, read by its grammar. */
function cells(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < csv.length) {
    let cell = ''
    if (csv[at] === '"') {
      for (at += 1; csv[at] !== '"' || csv[at + 1] === '"'; at += 1) {
        if (at >= csv.length) throw new Error('a quote that is not closed')
        if (csv[at] === '"') at += 1
        cell += csv[at]
      }
      at += 1
    } else {
      for (; at < csv.length && !',\r\n"'.includes(csv[at] ?? ''); at += 1) cell += csv[at]
    }
    row.push(cell)
    if (csv[at] === ',') at += 1
    else if (csv.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else throw new Error(`neither the next cell nor the next line at ${at}`)
  }
  return rows
}

/** The cell without those apostrophes that the text doesn't have. */
function withoutAdded(cell: string, given: string): string {
  let kept = ''
  for (const one of cell) if (one !== "'" || given.startsWith("'", kept.length)) kept += one
  return kept
}

const column = (field: keyof Product, product: Product): string | undefined =>
  cells(csvLine(product))[0]?.[PRODUCT_FIELDS.indexOf(field)]

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
const products: fc.Arbitrary<Product[]> = fc.array(
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

test('the columns of products are the documented fields, in the document’s order, and nothing else', () => {
  expect(productTable.header).toBe(
    '\uFEFFid,owner,creationDateTime,lastUpdateDateTime,isFeatured,isAllowed,weight,contextData,customData,name,shortName,' +
      'tagline,label,description,longHtmlDescription,icon,imagePath,isAvailable,isInMarketplace,preHook,postHook\r\n'
  )
})

test('a decimal is a number, whatever its sign, and keeps every digit', () => {
  const { row } = csvTable<null>([
    ['a', () => exact('-130.10')],
    ['b', () => '-130.10'],
    ['c', () => exact('0.100000000000000000001')],
    ['d', () => exact(null)]
  ])
  expect(row(null)).toBe("-130.10,'-130.10,0.100000000000000000001,\r\n")
})

test('a comma, a quote or a line break stands between quotes', () => {
  expect(csvLine({ id: 'a,b', owner: 'say "x"', name: 'two\nlines' })).toBe(
    '"a,b","say ""x""",,,,,,,,"two\nlines",,,,,,,,,,,\r\n'
  )
})

test('numbers and flags are themselves; what is null or absent is empty', () => {
  expect(csvLine({ id: 'p1', weight: -5, isFeatured: false, isAvailable: true, name: null })).toBe(
    'p1,,,,false,,-5,,,,,,,,,,,true,,,\r\n'
  )
  expect(csvLine({})).toBe(`${','.repeat(20)}\r\n`)
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

test('whatever is in them, as many lines of as many cells come back, and no text begins a formula', () => {
  fc.assert(
    fc.property(products, (list) => {
      const rows = cells(list.map(csvLine).join(''))
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
          for (const parting of [';', '|', '\t', /[\r\n]/, /[;|\t\r\n]/]) {
            for (const piece of cell.split(parting).slice(1)) {
              expect(piece).not.toMatch(/^[\s\p{Cc}\p{Cf}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u)
            }
          }
        })
      })
    })
  )
})
