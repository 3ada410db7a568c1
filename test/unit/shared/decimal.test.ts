/** The arithmetic with any amounts is proven by storage/invoices.test.ts, whose model uses whole numbers. */
import { expect, test } from 'vitest'
import {
  absolute,
  addDecimals,
  compareDecimals,
  isNegative,
  isZero,
  subtractDecimals
} from '../../../src/shared/models/decimal.ts'

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
  expect(addDecimals(terms)).toBe(expected)
})

test.each([
  ['300', '250.50', '49.50'],
  ['0', '5', '-5'],
  ['-5', '-5.00', '0.00'],
  ['1', '-0.5', '1.5']
])('%s − %s is %s', (from, what, expected) => {
  expect(subtractDecimals(from, what)).toBe(expected)
})

test('decimals are compared by their value', () => {
  expect(compareDecimals('10', '9.99')).toBeGreaterThan(0)
  expect(compareDecimals('-10', '9')).toBeLessThan(0)
  expect(compareDecimals('1.50', '1.5')).toBe(0)
  expect(['0', '-0.00', '0.05', '-5'].map((one) => [isZero(one), isNegative(one), absolute(one)])).toEqual([
    [true, false, '0'],
    [true, false, '0.00'],
    [false, false, '0.05'],
    [false, true, '5']
  ])
})
