import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOrder, sum } from '../../../src/main/storage/decimal.ts'

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

describe('the order of exact decimals', () => {
  const before = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0

  test('is that of these', () => {
    const amounts = [
      '-100',
      '-10.5',
      '-10',
      '-9.99',
      '-0.2',
      '-0.05',
      '0',
      '0.05',
      '0.2',
      '1',
      '9.99',
      '10',
      '10.5',
      '100'
    ]
    const orders = amounts.map(amountOrder)
    for (const [at, order] of orders.slice(1).entries()) expect(before(orders[at] ?? '', order), amounts[at]).toBe(true)
  })

  test.each([
    ['1.5', '1.50'],
    ['0', '-0.00'],
    ['7', '007'],
    ['-2', '-2.0']
  ])('%s is %s', (one, other) => {
    expect(amountOrder(one)).toBe(amountOrder(other))
  })

  test('is that of any two numbers', () => {
    const amount = fc.tuple(fc.bigInt({ min: -(10n ** 32n), max: 10n ** 32n }), fc.integer({ min: 0, max: 30 }))
    fc.assert(
      fc.property(amount, amount, ([one, places], [other, more]) => {
        const [first, second] = [one * 10n ** BigInt(30 - places), other * 10n ** BigInt(30 - more)]
        const [a, b] = [amountOrder(text(one, places)), amountOrder(text(other, more))]
        expect(before(a, b)).toBe(first < second)
        expect(a === b).toBe(first === second)
      })
    )
  })
})

/** So many units of the last of so many decimal places. */
function text(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const end = digits.length - places
  return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${places > 0 ? `.${digits.slice(end)}` : ''}`
}

function inHundredths(cents: bigint): string {
  const size = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`
}
