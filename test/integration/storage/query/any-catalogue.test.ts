/** Any catalogue, any choice: the same answers as a plain list in memory gives. */
import type { DatabaseSync } from 'node:sqlite'
import {
  labels,
  productPage,
  records as recordsOf,
  seek
} from '../../../../src/main/storage/catalogue/product-query.ts'
import { dropOrder, orders, putOrder } from '../../../../src/main/storage/catalogue/provider-orders.ts'
import { transaction } from '../../../../src/main/storage/database.ts'
import { runs } from '../../../support/depth.ts'
import { chosenKeys, countedLabels, orderName, sought, type Orders } from './model.ts'
import { openCatalogue, store } from './stored.ts'
import { anything, known, providerOrders, type TriedOrder } from './tried.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const FETCHED_AT = '2026-11-20T10:00:00.000Z'
const place = fc.nat({ max: 16 })

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
          const given = choice.sort === 'platform' && places.has(orderName(choice.providerSort, choice.reverse))
          expect(page).toMatchObject({
            matched: keys.length,
            total: records.length,
            order: given ? { key: choice.providerSort, reverse: choice.reverse, fetchedAt: FETCHED_AT } : null
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
        const found = keysOf(db, name.slice(0, 200))
        // Words that only one of the two reads as such are looked for in vain; letters and digits of ASCII never are.
        if (/^[ -~]*$/.test(name)) expect(found).toContain(`key ${at}`)
        if (/^[a-z]/i.test(name) && name.length <= 100)
          expect(seek(db, { choice: LISTED, prefix: name.trimEnd(), from: at })).toBe(at)
      }
    }),
    { numRuns: runs(100) }
  )
})

const LISTED = {
  text: '',
  available: false,
  featured: false,
  allowed: false,
  inMarketplace: false,
  label: null,
  sort: 'server',
  providerSort: '',
  reverse: false
} as const

function keysOf(db: DatabaseSync, text: string): string[] {
  return productPage(db, { ...LISTED, text, offset: 0, limit: 200 }).rows.map(({ key }) => key)
}

function putOrders(db: DatabaseSync, tried: readonly TriedOrder[]): Orders {
  return transaction(db, () => {
    for (const order of orders(db)) dropOrder(db, order)
    return new Map(
      tried.map(({ key, reverse, places }) => {
        const keys = places.map((number) => `key ${number}`)
        putOrder(db, { key, reverse, fetchedAt: FETCHED_AT }, keys)
        return [orderName(key, reverse), keys]
      })
    )
  })
}
