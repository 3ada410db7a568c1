/** Pages of the product list: what is found, and the same answers as a plain list in memory gives. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../src/main/core/ports.ts'
import { PRODUCT_SORTS, type Product, type ProductQuery } from '../../../src/shared/model/product.ts'
import { ALL, cacheIn, folder, ID, INFO, product, keyOf } from './place.ts'

describe('search', () => {
  const catalogue = [
    product('res', { name: 'Résidentiel rotatif', tagline: 'Ça marche' }),
    product('dc', { shortName: 'DC-10', description: 'Data center, 10-gbit uplink (IPv4)' }),
    product('mob', { label: 'Mobile 4G', longHtmlDescription: '<p>Sticky <b>sessions</b></p><img alt="hidden">' }),
    product('or', { name: 'This OR that', description: 'NEAR "quoted" words*' }),
    product('ru', { name: 'Домашние прокси' })
  ]

  test.each([
    ['', ['res', 'dc', 'mob', 'or', 'ru']],
    ['residentiel', ['res']],
    ['RÉSIDENTIEL', ['res']],
    ['ca', ['res']],
    ['resi rota', ['res']],
    ['rota mobile', []],
    ['dentiel', []],
    ['10-gbit', ['dc']],
    ['dc10', []],
    ['sess', ['mob']],
    ['hidden', []],
    ['дом', ['ru']],
    ['this OR mobile', []],
    ['OR', ['or']],
    ['NEAR(', ['or']],
    ['"quoted', ['or']],
    ["'); DROP TABLE products; --", []],
    ['name:this', []],
    ['res*', ['res']],
    ['^this', ['or']],
    ['{name} : this', []],
    ['- + * "" ( )', ['res', 'dc', 'mob', 'or', 'ru']],
    ['words\0', ['or']],
    ['\ud800', ['res', 'dc', 'mob', 'or', 'ru']]
  ])('%j finds %j', async (text, keys) => {
    const cache = cacheIn(folder()).open(ID, keyOf)
    await cache.saveProducts(catalogue, INFO)
    const page = await cache.productPage({ ...ALL, text })
    expect(page.rows.map((row) => row.key)).toEqual(keys)
    expect(page).toMatchObject({ matched: keys.length, total: 5 })
  })
})

describe('order', () => {
  const at = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
  const catalogue = [
    product('a', { name: 'plan 10', weight: 5, creationDateTime: at(2), lastUpdateDateTime: at(9) }),
    product('b', { name: 'Plan 9', weight: 5, creationDateTime: at(3) }),
    product('c', { name: null, weight: null, creationDateTime: null }),
    product('d', { shortName: 'Élan', weight: -1, creationDateTime: 'soon', lastUpdateDateTime: at(8) })
  ]

  test.each([
    ['server', false, 'abcd'],
    ['server', true, 'dcba'],
    ['name', false, 'dbac'],
    ['name', true, 'abdc'],
    ['weight', false, 'dabc'],
    ['weight', true, 'abdc'],
    ['newest', false, 'bacd'],
    ['newest', true, 'abcd'],
    ['updated', false, 'adbc'],
    ['updated', true, 'dabc']
  ] as const)('%s, reversed: %s', async (sort, reverse, keys) => {
    const cache = cacheIn(folder()).open(ID, keyOf)
    await cache.saveProducts(catalogue, INFO)
    const { rows } = await cache.productPage({ ...ALL, sort, reverse })
    expect(rows.map((row) => row.key).join('')).toBe(keys)
  })
})

test('any catalogue and any query: as from a plain list', async () => {
  const cache = cacheIn(folder()).open(ID, keyOf)
  await fc.assert(
    fc.asyncProperty(catalogues, fc.array(queries, { minLength: 1, maxLength: 6 }), async (records, asked) => {
      await cache.saveProducts(records, INFO)
      for (const query of asked) {
        const page = await cache.productPage(query)
        const expected = plain(records, query)
        expect({ ...page, rows: page.rows.map((row) => row.key) }).toEqual(expected)
      }
    }),
    { numRuns: 150 }
  )
})

// ── the model: no SQL, no full-text index ───────────────────────────────────────────────────────────────────────

function plain(records: ProductRecord[], query: ProductQuery): { rows: string[]; matched: number; total: number } {
  const matched = records
    .filter(({ product: one }) => !query.available || one.isAvailable === true)
    .filter(({ product: one }) => !query.featured || one.isFeatured === true)
    .filter(({ product: one }) => query.text.split(/\s+/).every((word) => found(one, tokens(word))))
  const rows = sorted(matched, query).map((record) => record.key)
  const { offset, limit } = query
  return { rows: rows.slice(offset, offset + limit), matched: rows.length, total: records.length }
}

/** The word's parts must stand side by side in one text, the last of them by its beginning. */
function found(one: Product, parts: string[]): boolean {
  const html = one.longHtmlDescription?.replaceAll(/<\/?[bp]>/g, ' ')
  return [one.name, one.shortName, one.tagline, one.label, one.description, html]
    .map((text) => tokens(text ?? ''))
    .some((text) =>
      [...text.keys(), 0].some((start) =>
        parts.every((part, at) =>
          at === parts.length - 1 ? text[start + at]?.startsWith(part) : text[start + at] === part
        )
      )
    )
}

function tokens(text: string): string[] {
  return bare(text).match(/[a-z0-9]+/g) ?? []
}

function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

function sorted(records: ProductRecord[], { sort, reverse }: ProductQuery): ProductRecord[] {
  if (sort === 'server') return reverse ? records.toReversed() : records
  const value = ({ product: one }: ProductRecord): string | number | null => {
    if (sort === 'weight') return one.weight ?? null
    if (sort === 'name') return [one.name, one.shortName].map((text) => bare(text ?? '').trim()).find(Boolean) ?? null
    const time = Date.parse((sort === 'newest' ? one.creationDateTime : one.lastUpdateDateTime) ?? '')
    return Number.isNaN(time) ? null : time
  }
  const compare = (a: string | number, b: string | number): number =>
    typeof a === 'string' && typeof b === 'string' ? byName(a, b) : Number(a) - Number(b)
  const direction = (sort === 'newest' || sort === 'updated') !== reverse ? -1 : 1
  return records.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return direction * compare(x, y)
  })
}

/** Piece by piece: digits by value, all else by code. */
function byName(a: string, b: string): number {
  const pieces = (text: string): string[] => text.match(/\d+|[^\d]/g) ?? []
  const [left, right] = [pieces(a), pieces(b)]
  for (const [at, piece] of left.entries()) {
    const other = right[at]
    if (other === undefined) return 1
    const numbers = /\d/.test(piece) && /\d/.test(other)
    const difference = numbers ? Number(piece) - Number(other) : piece < other ? -1 : piece > other ? 1 : 0
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

// ── what is tried ───────────────────────────────────────────────────────────────────────────────────────────────

const word = fc.constantFrom(
  'proxy',
  'Proxies',
  'pro',
  'é',
  'Élan',
  'elan',
  'ip4',
  'OR',
  'NOT',
  '10',
  '9',
  'a-b',
  'ab',
  'Ço',
  'co'
)
const glue = fc.constantFrom(' ', '-', '/', '. ', '" ', '* ', ':')
const words = fc
  .array(fc.tuple(word, glue), { maxLength: 4 })
  .map((pieces) => pieces.map(([piece, between], at) => (at === 0 ? '' : between) + piece).join(''))
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(
    { weight: 4, arbitrary: values },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant(undefined) }
  )
const time = fc.oneof(
  fc
    .date({ min: new Date('2025-01-01'), max: new Date('2025-01-05'), noInvalidDate: true })
    .map((day) => day.toISOString()),
  fc.constantFrom('2025-01-02T00:00:00Z', '2025-01-02T01:00:00+01:00', 'soon')
)
const catalogues = fc
  .array(
    fc.record({
      name: maybe(words),
      shortName: maybe(words),
      tagline: maybe(words),
      label: maybe(words),
      description: maybe(words),
      longHtmlDescription: maybe(words.map((text) => `<p>${text.replaceAll(' ', '</b> <b>')}</p>`)),
      weight: maybe(fc.integer({ min: -2, max: 2 })),
      isAvailable: maybe(fc.boolean()),
      isFeatured: maybe(fc.boolean()),
      creationDateTime: maybe(time),
      lastUpdateDateTime: maybe(time)
    }),
    { maxLength: 12 }
  )
  .map((list) =>
    list.map((fields, at) => {
      const present = Object.entries(fields).filter(
        ([field, value]) => value !== undefined && !(field === 'isAvailable' && value === null)
      )
      return product(`key ${at}`, Object.fromEntries(present))
    })
  )
const queries: fc.Arbitrary<ProductQuery> = fc.record({
  offset: fc.integer({ min: 0, max: 4 }),
  limit: fc.integer({ min: 1, max: 12 }),
  text: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 3, arbitrary: words }),
  available: fc.boolean(),
  featured: fc.boolean(),
  sort: fc.constantFrom(...PRODUCT_SORTS),
  reverse: fc.boolean()
})
