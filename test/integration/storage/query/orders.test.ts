/** Limits of provider orders, and records for an export. */
import { expect, test } from 'vitest'
import { orders, putOrder } from '../../../../src/main/storage/catalogue/provider-orders.ts'
import { records } from '../../../../src/main/storage/catalogue/product-query.ts'
import { transaction } from '../../../../src/main/storage/database.ts'
import { MOST_ORDERS } from '../../../../src/shared/models/product.ts'
import { ALL, product } from '../fixtures.ts'
import { catalogueOf } from './stored.ts'

const three = ['a', 'b', 'c'].map((key) => product(key, { name: `Product ${key}` }))

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

test('a missing record is damage, not the end of the list', () => {
  const db = catalogueOf(['a', 'b', 'c'].map((key) => product(key)))
  expect(records(db, ALL).records.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  db.exec('DELETE FROM product_records WHERE position = 1')
  expect(() => records(db, ALL)).toThrow(expect.objectContaining({ name: 'Damaged' }))
})
