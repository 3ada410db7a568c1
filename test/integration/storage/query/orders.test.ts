/** Orders of the provider's, and how the list goes by them. */
import type { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { dropOrder, orders, putOrder } from '../../../../src/main/storage/catalogue/provider-orders.ts'
import { productPage } from '../../../../src/main/storage/catalogue/product-query.ts'
import { transaction } from '../../../../src/main/storage/database.ts'
import { MOST_ORDERS } from '../../../../src/shared/models/product.ts'
import { ALL, product } from '../fixtures.ts'
import { catalogueOf } from './stored.ts'

const FETCHED_AT = '2026-11-20T10:00:00.000Z'
const three = ['a', 'b', 'c'].map((key) => product(key, { name: `Product ${key}` }))

const listed = (db: DatabaseSync, key: string, reverse: boolean): [string, unknown] => {
  const page = productPage(db, { ...ALL, sort: 'platform', providerSort: key, reverse })
  return [page.rows.map((row) => row.key).join(''), page.order]
}

test('an order is stored by key and direction; products that it lacks come last', () => {
  const db = catalogueOf(three)
  const order = { key: 'price', reverse: true, fetchedAt: FETCHED_AT }
  transaction(db, () => putOrder(db, order, ['gone', 'c', 'a']))
  expect(listed(db, 'price', true)).toMatchObject(['cab', order])
  expect(listed(db, 'price', false)).toEqual(['abc', null])
  expect(listed(db, '', true)).toEqual(['abc', null])

  const later = { ...order, fetchedAt: '2026-11-21T10:00:00.000Z' }
  transaction(db, () => putOrder(db, later, ['b']))
  expect(listed(db, 'price', true)).toMatchObject(['bac', later])
  expect(orders(db)).toMatchObject([later])

  dropOrder(db, order)
  expect(listed(db, 'price', true)).toEqual(['abc', null])
  expect(db.prepare('SELECT count(*) AS n FROM provider_positions').get()).toEqual({ n: 0 })
})

test('the oldest order is deleted if there are too many', () => {
  const db = catalogueOf(three)
  const all = Array.from({ length: MOST_ORDERS + 2 }, (_none, day) => ({
    key: `key ${day}`,
    reverse: false,
    // The second one is the oldest.
    fetchedAt: new Date(Date.UTC(2026, 0, day === 1 ? 1 : day + 2)).toISOString()
  }))
  transaction(db, () => {
    for (const order of all) putOrder(db, order, ['a'])
  })
  const kept = all.toSpliced(0, 2).toReversed()
  expect(orders(db)).toMatchObject(kept)
})
