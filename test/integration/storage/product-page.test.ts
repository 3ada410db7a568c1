/** Pages of the product list: what is found, and in which order. Any catalogue and any choice: see query/. */
import { describe, expect, test } from 'vitest'
import { productPage } from '../../../src/main/storage/catalogue/product-query.ts'
import { ALL, product } from './fixtures.ts'
import { catalogueOf } from './query/stored.ts'

describe('search', () => {
  const catalogue = [
    product('res', { name: 'Résidentiel rotatif', tagline: 'Ça marche' }),
    product('dc', { shortName: 'DC-10', description: 'Data center, 10-gbit uplink (IPv4)' }),
    product('mob', { label: 'Mobile 4G', longHtmlDescription: '<p>Sticky <b>sessions</b></p><img alt="hidden">' }),
    product('or', { name: 'This OR that', description: 'NEAR "quoted" words*' }),
    product('ru', { name: 'Домашние прокси' }),
    product('pl', { name: 'Łódź', description: 'Straße, Århus, Đà Nẵng, œuvre, Ísafjörður, Reykjavík: Þing' })
  ]
  const everything = ['res', 'dc', 'mob', 'or', 'ru', 'pl']

  test.each([
    ['', everything],
    ['residentiel', ['res']],
    ['RÉSIDENTIEL', ['res']],
    ['ca', ['res']],
    ['resi rota', ['res']],
    ['rota mobile', []],
    ['dentiel', []],
    ['10-gbit', ['dc']],
    ['10-gb', ['dc']],
    ['10-bit', []],
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
    ['- + * "" ( )', everything],
    ['words\0', ['or']],
    ['\ud800', everything],
    ['lodz', ['pl']],
    ['ŁÓDŹ', ['pl']],
    ['strass', ['pl']],
    ['STRAẞE', ['pl']],
    ['arhus da nang oeuvre isafjordur thing', ['pl']]
  ])('%j finds %j', (text, keys) => {
    const page = productPage(catalogueOf(catalogue), { ...ALL, text })
    expect(page.rows.map((row) => row.key)).toEqual(keys)
    expect(page).toMatchObject({ matched: keys.length, total: 6 })
  })

  test('products with all words in their names come first, unless the list is sorted or reversed', () => {
    const db = catalogueOf([
      product('a', { name: 'Lane', description: 'fast proxy' }),
      product('b', { name: 'Proxy', shortName: 'fast' }),
      product('c', { name: 'Fast', tagline: 'proxy', weight: 1 }),
      product('d', { shortName: 'Proxy, fast', weight: 2 }),
      product('e', { name: 'Fast lane' })
    ])
    const keys = (query: Partial<typeof ALL>): string =>
      productPage(db, { ...ALL, text: 'fast proxy', ...query })
        .rows.map((row) => row.key)
        .join('')
    expect(keys({})).toBe('bdac')
    expect([0, 1, 2, 3, 4].map((offset) => keys({ offset, limit: 1 }))).toEqual(['b', 'd', 'a', 'c', ''])
    expect(keys({ reverse: true })).toBe('dcba')
    expect(keys({ sort: 'weight' })).toBe('cdab')
  })
})

test('a product without a name is sorted and found by its shown name', () => {
  const db = catalogueOf([
    product('zone', { name: 'Zone' }),
    product('x', { name: 'Mobile', tagline: 'fast' }),
    product('b', { shortName: ' ', tagline: 'Fast lane' }),
    product('c', { description: 'Every proxy is fast' }),
    product('able')
  ])
  const page = productPage(db, { ...ALL, sort: 'name' })
  expect(page.rows.map(({ name }) => name)).toEqual(['able', 'Every proxy is fast', 'Fast lane', 'Mobile', 'Zone'])
  const found = (text: string): string[] => productPage(db, { ...ALL, text }).rows.map(({ key }) => key)
  expect(found('fast')).toEqual(['b', 'c', 'x'])
  expect(found('able')).toEqual(['able'])
  expect(found('zone')).toEqual(['zone'])
})

describe('order', () => {
  const at = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
  const catalogue = [
    product('a', { name: 'plan 10', weight: 5, creationDateTime: at(2), lastUpdateDateTime: at(9) }),
    product('b', { name: 'Plan 9', weight: 5, creationDateTime: at(3) }),
    product('c', { id: ' ', name: null, weight: null, creationDateTime: null }),
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
  ] as const)('%s, reversed: %s', (sort, reverse, keys) => {
    const { rows } = productPage(catalogueOf(catalogue), { ...ALL, sort, reverse })
    expect(rows.map((row) => row.key).join('')).toBe(keys)
  })
})
