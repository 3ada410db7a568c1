/** Queries of any catalogue have the same results as a plain list in memory. */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { writeMeta } from '../../../../src/main/catalogue/storage/list-info.ts'
import {
  findAll,
  labels,
  productPage,
  records as recordsOf,
  seek
} from '../../../../src/main/catalogue/storage/product-query.ts'
import { dropSortOrder, putSortOrder, sortOrders } from '../../../../src/main/catalogue/storage/sort-orders.ts'
import { catalogueSchema } from '../../../../src/main/catalogue/storage/catalogue-schema.ts'
import { indexSorts, indexTexts, putProduct, replaceProducts } from '../../../../src/main/catalogue/storage/products.ts'
import { atOnce } from '../../../../src/main/concurrency.ts'
import { openFile, openSecondConnection, transaction } from '../../../../src/main/storage/database.ts'
import type { ProductRecord } from '../../../../src/main/ports/index.ts'
import { EVERY_PRODUCT, MOST_LABELS, MOST_SORT_ORDERS, type LabelGroup } from '../../../../src/shared/models/product.ts'
import { runs } from '../../../support/depth.ts'
import { ALL, folder, product } from '../../storage/fixtures.ts'
import { chosenKeys, countedLabels, groupsOf, orderName, sought, type Orders } from './model.ts'
import { anything, known, providerOrders, type TriedOrder } from './tried.ts'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'

function openCatalogue(file = join(folder(), 'catalogue.db')): DatabaseSync {
  const db = openFile(file, catalogueSchema)
  onTestFinished(() => db.close())
  return db
}

const store = (db: DatabaseSync, records: readonly ProductRecord[]): void =>
  transaction(db, () => {
    replaceProducts(
      db,
      records.map((record) => ({ record, listRecord: null }))
    )
    atOnce(indexSorts(db))
    atOnce(indexTexts(db))
  })

const FETCHED_AT = '2026-11-20T10:00:00.000Z'
const place = fc.nat({ max: 16 })

test('a search of all, with the index and without it', () => {
  const db = openCatalogue()
  fc.assert(
    fc.property(known.catalogues, fc.array(known.texts, { minLength: 1, maxLength: 8 }), (records, texts) => {
      store(db, records)
      const keysAt = (positions: Uint32Array): unknown[] => Array.from(positions, (at) => records[at]?.key)
      const found = texts.map((text) => keysAt(findAll(db, text)))
      expect(found).toEqual(texts.map((text) => chosenKeys(records, { ...EVERY_PRODUCT, text }, new Map())))
      writeMeta(db, 'unindexed', 1)
      expect(texts.map((text) => keysAt(findAll(db, text)))).toEqual(found)
    }),
    { numRuns: runs(40) }
  )
})

test('pages, numbers, labels, records and seeking', () => {
  const db = openCatalogue()
  const asked = fc.record({
    choice: known.choices,
    offset: place,
    limit: fc.integer({ min: 1, max: 15 }),
    prefix: fc.oneof(
      known.texts.filter((text) => text !== ''),
      fc.constantFrom('p', 'plan 1', 'plan 01', 'plan 0', 'pro ', ' e', '1', 'L', '"')
    ),
    from: place
  })
  fc.assert(
    fc.property(
      known.catalogues,
      providerOrders,
      fc.array(asked, { minLength: 1, maxLength: 8 }),
      (records, tried, all) => {
        store(db, records)
        const places = putOrders(db, tried)
        for (const { choice, offset, limit, prefix, from } of all) {
          const keys = chosenKeys(records, choice, places)
          const page = productPage(db, { ...choice, offset, limit })
          expect(page.rows.map((row) => row.key)).toEqual(keys.slice(offset, offset + limit))
          const given = choice.sort === 'providerSort' && places.has(orderName(choice.providerSort, choice.reverse))
          expect(page).toMatchObject({
            matched: keys.length,
            groups: choice.grouped ? placesOf(groupsOf(records, keys)) : [],
            total: records.length,
            sortOrder: given ? { key: choice.providerSort, reverse: choice.reverse, fetchedAt: FETCHED_AT } : null
          })
          expect(recordsOf(db, { ...choice, offset, limit }).records.map(({ key }) => key)).toEqual(
            keys.slice(offset, offset + limit)
          )
          expect(seek(db, { choice, prefix, from })).toBe(sought(records, keys, { choice, prefix, from }))
        }
        const byLabel = labels(db)
        expect(byLabel.map(({ count }) => count)).toEqual(countedLabels(records).map(({ count }) => count))
        expect(new Set(byLabel.map((one) => JSON.stringify(one)))).toEqual(
          new Set(countedLabels(records).map((one) => JSON.stringify(one)))
        )
      }
    ),
    { numRuns: runs(300) }
  )
})

function placesOf(groups: [string | null, string[]][]): LabelGroup[] {
  let at = 0
  return groups.map(([label, { length: count }]) => ({ label, count, at: (at += count) - count }))
}

test.each([12, 13])('a word that begins %i others finds them all', (count) => {
  const db = openCatalogue()
  store(
    db,
    Array.from({ length: count }, (_none, at) => product(`key ${at}`, { name: `Word${at}`, tagline: 'words' }))
  )
  expect(productPage(db, { ...ALL, text: 'word1', limit: 20 })).toMatchObject({ matched: count - 9 })
  expect(productPage(db, { ...ALL, text: 'WORD', limit: 20 })).toMatchObject({ matched: count })
  expect(productPage(db, { ...ALL, text: 'wordy', limit: 20 })).toMatchObject({ matched: 0, rows: [] })
})

test('a word longer than FTS5 stores, which it cuts within a character, is found by its beginning', () => {
  const db = openCatalogue()
  // With a name: without one, the description's beginning is found as the name.
  store(db, [product('long', { name: 'Mobile', description: '漢'.repeat(20_000) })])
  expect(productPage(db, { ...ALL, text: '漢漢漢漢' })).toMatchObject({ matched: 1 })
})

test('labels beyond the most are one group, the last', () => {
  const db = openCatalogue()
  store(
    db,
    Array.from({ length: MOST_LABELS + 2 }, (_none, at) => product(`key ${at}`, { label: `label ${at}` }))
  )
  const { groups, rows } = productPage(db, { ...ALL, grouped: true, offset: MOST_LABELS, limit: 5 })
  expect(groups).toHaveLength(MOST_LABELS + 1)
  expect(groups.at(-1)).toEqual({ label: null, at: MOST_LABELS, count: 2 })
  expect(rows.map(({ key }) => key)).toEqual([`key ${MOST_LABELS}`, `key ${MOST_LABELS + 1}`])
})

describe('a match in a field that no row shows', () => {
  const found = (fields: Parameters<typeof product>[1], text: string) => {
    const db = openCatalogue()
    store(db, [product('a', fields)])
    return productPage(db, { ...ALL, text }).rows[0]?.foundIn
  }
  test.for([
    ['a name', { name: 'Mobile' }, 'mob', undefined],
    ['a label', { name: 'Mobile', label: 'Beta' }, 'bet', undefined],
    ['a short name', { name: 'Mobile', shortName: 'm-de' }, 'de', { field: 'shortName', text: 'm-de' }],
    [
      'one of two words',
      { name: 'Mobile', description: 'In Łódź' },
      'mob lodz',
      { field: 'description', text: 'In Łódź' }
    ],
    [
      'HTML',
      { name: 'Mobile', longHtmlDescription: '<p>Runs in <b>Oslo</b> &amp; Bergen</p>' },
      'oslo',
      { field: 'longHtmlDescription', text: 'Runs in Oslo & Bergen' }
    ],
    [
      'the middle of a long text',
      { name: 'Mobile', description: `${'long '.repeat(100)}needle ${'after '.repeat(100)}` },
      'needle',
      { field: 'description', text: expect.stringMatching(/^… (long ){3}needle( after){12} …$/) }
    ],
    [
      'a long text without spaces before it',
      { name: 'Mobile', description: `${'long,'.repeat(100)}needle ${'after '.repeat(100)}` },
      'needle',
      { field: 'description', text: expect.stringMatching(/^… g,(long,){2}needle( after){12} …$/) }
    ],
    [
      'a long text without spaces',
      { name: 'Mobile', description: `${'long,'.repeat(100)}needle${',after'.repeat(100)}` },
      'needle',
      { field: 'description', text: expect.stringMatching(/^… g,(long,){2}needle(,after){12},a …$/) }
    ],
    [
      'a long text with spaces only beside it',
      { name: 'Mobile', description: `${'long,'.repeat(100)} needle ${'after,'.repeat(100)}` },
      'needle',
      { field: 'description', text: expect.stringMatching(/^… ,(long,){2} needle (after,){12}a …$/) }
    ],
    [
      'a long text whose letters before it are longer when folded',
      { name: 'Mobile', description: `${'안녕 '.repeat(100)}needle ${'after '.repeat(100)}` },
      'needle',
      { field: 'description', text: expect.stringMatching(/^… (안녕 ){4}needle( after){12} …$/) }
    ],
    [
      'a long text of characters that are cut in two',
      { name: 'Mobile', description: `${'😀'.repeat(100)},needle,,${'😀'.repeat(100)}` },
      'needle',
      { field: 'description', text: expect.stringMatching(/^… 😀{5},needle,,😀{36} …$/u) }
    ],
    [
      'HTML of which only the beginning of a tag is read',
      {
        name: 'Mobile',
        longHtmlDescription: `<p>${'long '.repeat(1590)}</p><img alt="needle" src="${'x'.repeat(100)}">needle`
      },
      'needle',
      undefined
    ],
    [
      'HTML with a less-than sign',
      { name: 'Mobile', longHtmlDescription: '<p>&lt; 9, < 10 needle' },
      'needle',
      { field: 'longHtmlDescription', text: '< 9, < 10 needle' }
    ],
    [
      'a text with a NUL, which ends texts in C',
      { name: 'Mobile', description: 'Before\0needle after' },
      'needle',
      { field: 'description', text: 'Before\0needle after' }
    ],
    [
      'a record too large to quote',
      { name: 'Mobile', shortName: 'm-de', longHtmlDescription: 'x'.repeat(100_000) },
      'de',
      undefined
    ]
  ] as const)('%s', ([, fields, text, expected]) => {
    expect(found(fields, text)).toEqual(expected)
  })
})

test('any characters: no errors, and only products of the list, each once', () => {
  const db = openCatalogue()
  fc.assert(
    fc.property(
      anything.catalogues,
      providerOrders,
      fc.array(fc.tuple(anything.choices, anything.texts, place), { minLength: 1, maxLength: 6 }),
      (records, tried, all) => {
        store(db, records)
        putOrders(db, tried)
        for (const [choice, prefix, from] of all) {
          const page = productPage(db, { ...choice, offset: 0, limit: 200 })
          const keys = page.rows.map((row) => row.key)
          expect(new Set(keys).size).toBe(page.matched)
          expect(keys.filter((key) => !records.some((record) => record.key === key))).toEqual([])
          // Page by page it is the same list.
          const pieces = keys.map((_key, at) => productPage(db, { ...choice, offset: at, limit: 1 }).rows[0]?.key)
          expect(pieces).toEqual(keys)
          const at = seek(db, { choice, prefix, from })
          expect(at === null || at < page.matched).toBe(true)
        }
      }
    ),
    { numRuns: runs(200) }
  )
})

test('every product is found by its own words and its own name, whatever they are', () => {
  const db = openCatalogue()
  fc.assert(
    fc.property(anything.catalogues, (records) => {
      store(db, records)
      for (const [at, { product: one }] of records.entries()) {
        const name = one.name ?? ''
        expect(keysOf(db, name.slice(0, 200))).toContain(`key ${at}`)
        if (/^[a-z]/i.test(name) && name.length <= 100)
          expect(seek(db, { choice: ALL, prefix: name.trimEnd(), from: at })).toBe(at)
      }
    }),
    { numRuns: runs(100) }
  )
})

function keysOf(db: DatabaseSync, text: string): string[] {
  return productPage(db, { ...ALL, text }).rows.map(({ key }) => key)
}

function putOrders(db: DatabaseSync, tried: readonly TriedOrder[]): Orders {
  return transaction(db, () => {
    for (const order of sortOrders(db)) dropSortOrder(db, order)
    return new Map(
      tried.map(({ key, reverse, places }) => {
        const keys = places.map((number) => `key ${number}`)
        putSortOrder(db, { key, reverse, fetchedAt: FETCHED_AT }, keys)
        return [orderName(key, reverse), keys]
      })
    )
  })
}

describe('what is remembered of a catalogue', () => {
  const names = ['cherry', 'apple', 'avocado']
  const changed = product('apple', { name: 'zzz', label: 'z', isAvailable: true })
  const asked = [
    { text: 'a' },
    { text: 'a', available: true },
    { sort: 'name' },
    { sort: 'label', reverse: true }
  ] as const
  const answers = (db: DatabaseSync): string[] =>
    [...asked, ...asked].map((query) => {
      const { rows, matched } = productPage(db, { ...ALL, ...query })
      return `${matched}: ${rows.map(({ key }) => key).join(' ')}`
    })
  const BEFORE = ['2: apple avocado', '2: apple avocado', '3: apple avocado cherry', '3: avocado apple cherry']
  const AFTER = ['1: avocado', '1: avocado', '3: avocado cherry apple', '3: apple avocado cherry']

  test('changes with this connection’s commit and another’s, and not by a rollback', () => {
    const file = join(folder(), 'catalogue.db')
    const [db, other] = [openCatalogue(file), openSecondConnection(file)]
    onTestFinished(() => other.close())
    for (const connection of [db, other]) {
      store(
        db,
        names.map((name, at) => product(name, { name, label: `Label ${at}`, isAvailable: true }))
      )
      expect(answers(db)).toEqual([...BEFORE, ...BEFORE])
      for (const end of ['ROLLBACK', 'COMMIT']) {
        connection.exec('BEGIN IMMEDIATE')
        putProduct(connection, changed)
        expect(answers(db).slice(4)).toEqual(connection === db ? AFTER : BEFORE)
        connection.exec(end)
        expect(answers(db).slice(4)).toEqual(end === 'COMMIT' ? AFTER : BEFORE)
      }
    }
  })
})

test('the oldest order is deleted if there are too many', () => {
  const db = openCatalogue()
  const all = Array.from({ length: MOST_SORT_ORDERS + 2 }, (_none, day) => ({
    key: `key ${day}`,
    reverse: false,
    // The second one is the oldest.
    fetchedAt: new Date(Date.UTC(2026, 0, day === 1 ? 1 : day + 2)).toISOString()
  }))
  transaction(db, () => {
    for (const order of all) putSortOrder(db, order, ['a'])
  })
  expect(sortOrders(db)).toMatchObject(all.toSpliced(0, 2).toReversed())
})

test('a missing record is damage, not the end of the list', () => {
  const db = openCatalogue()
  store(
    db,
    ['a', 'b', 'c'].map((key) => product(key))
  )
  expect(recordsOf(db, ALL).records.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  db.exec('DELETE FROM product_records WHERE position = 1')
  expect(() => recordsOf(db, ALL)).toThrow(expect.objectContaining({ name: 'Damaged' }))
})
