/** The arithmetic with any amounts is proven by invoices.test.ts, whose model uses whole numbers. */
import { expect, test } from 'vitest'
import { amountOrder, sum } from '../../../src/main/storage/decimal.ts'

test.each([
  [[], '0'],
  [['5'], '5'],
  [['0.1', '0.2'], '0.3'],
  [['10.50', '0.5'], '11.00'],
  [['-130.10', '130.10'], '0.00'],
  [['-0.05'], '-0.05'],
  [['1', '-1.005'], '-0.005'],
  [['9007199254740993', '0.01'], '9007199254740993.01'],
  [['007.10', '0'], '7.10']
])('the sum of %j is %s', (terms, expected) => {
  expect(sum(terms)).toBe(expected)
})

test('amounts sort by value, and equal ones have the same key', () => {
  const amounts = '-100 -10.5 -10 -9.99 -0.2 -0.05 0 0.05 0.2 1 9.99 10 10.5 100'.split(' ')
  const keys = amounts.map(amountOrder)
  expect(keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))).toEqual(keys)
  expect(['1.5', '0', '7', '-2'].map(amountOrder)).toEqual(['1.50', '-0.00', '007', '-2.0'].map(amountOrder))
})
