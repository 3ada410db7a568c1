/** Whole records for an export. */
import { expect, test } from 'vitest'
import { records } from '../../../../src/main/storage/catalogue/product-query.ts'
import { ALL, product } from '../fixtures.ts'
import { catalogueOf } from './stored.ts'

test('a missing record is damage, not the end of the list', () => {
  const db = catalogueOf(['a', 'b', 'c'].map((key) => product(key)))
  expect(records(db, ALL).records.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  db.exec('DELETE FROM product_records WHERE position = 1')
  expect(() => records(db, ALL)).toThrow(expect.objectContaining({ name: 'Damaged' }))
})
