import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '../../../src/main/cache/decimal.ts'

describe('sum of exact decimals', () => {
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
  ])('%j is %s', (terms, expected) => {
    expect(sum(terms)).toBe(expected)
  })

  test('any amounts in hundredths, against whole numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), { minLength: 1 }), (cents) => {
        const text = sum(cents.map(inHundredths))
        expect(BigInt(text.replace('.', ''))).toBe(cents.reduce((a, b) => a + b, 0n))
        expect(text).toMatch(/^-?\d+\.\d\d$/)
      })
    )
  })
})

function inHundredths(cents: bigint): string {
  const size = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`
}
