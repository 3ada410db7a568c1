/** Amounts as text: read if they can be read in one way only. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountOf,
  currencyOf,
  decimalOfMinor,
  isSameCurrency
} from '../../../../src/main/provider/readers/read-amount.ts'
import { compareDecimals } from '../../../../src/shared/models/decimal.ts'

const read = (value: unknown, currency: string | null = null) => amountOf(value, currency)?.decimal ?? null

describe('an amount as text', () => {
  test.each<[string, string, string | null]>([
    ['1,234.56', '1234.56', null],
    ['1.234,56', '1234.56', null],
    ['1.234,56 €', '1234.56', 'EUR'],
    ['$29.90', '29.90', '$'],
    ['29.90 USD', '29.90', 'USD'],
    ['29.90 USDT', '29.90', 'USDT'],
    ['US$ 1,000.00 USD', '1000.00', 'USD'],
    ['1 234,56 zł', '1234.56', 'PLN'],
    ['1\u202f234,56\u00a0€', '1234.56', 'EUR'],
    ["1'234.50", '1234.50', null],
    ['₹1,00,000.00', '100000.00', 'INR'],
    ['1.234.567', '1234567', null],
    ['12,5', '12.5', null],
    ['250.000 ₫', '250000', 'VND'],
    ['¥ 6,000 JPY', '6000', 'JPY'],
    ['₩12,000', '12000', 'KRW'],
    ['1.234,5 CREDITS', '1234.5', 'CREDITS'],
    ['1234.567', '1234.567', null],
    ['0.123', '0.123', null],
    ['100.0000', '100.0000', null],
    ['-5', '-5', null],
    ['\u22125,00 €', '-5.00', 'EUR'],
    ['€ -5.00', '-5.00', 'EUR'],
    ['(5.00)', '-5.00', null],
    ['-0.00', '0.00', null]
  ])('%j is %s', (text, decimal, mark) => {
    expect(amountOf(text, null)).toEqual({ decimal, mark })
  })

  test.each([
    ...['1.234', '1,234', '12.345 €', '1,234.567.89', '1.234.56', '12 34', '1,23,45', '.5', '5.', '1e5', '', 'free'],
    ...['2 items', '10%', '$5 EUR', '5 EUR USD', '1-2', '5.00-', '300 -', '12:30', `${'1'.repeat(81)}`]
  ])('%j is not read', (text) => {
    expect(read(text)).toBeNull()
  })

  test.each<[string, string | null, string | null]>([
    ['6,000', 'JPY', '6000'],
    ['6.000', 'CLP', '6000'],
    ['¥6,000', 'JPY', '6000'],
    ['12,000.50', 'JPY', '12000.50'],
    ['1.5', 'JPY', '1.5'],
    ['5.00 credits', 'Credits', '5.00'],
    // Of yuan, "¥6,000" may be 6.
    ['¥6,000', 'CNY', null],
    ['¥6,000', null, null],
    ['6,000', null, null],
    ['5 items', 'Credits', null]
  ])('%j of an invoice in %s is %s', (text, currency, decimal) => {
    expect(read(text, currency)).toBe(decimal)
  })

  test('with three decimals is read in a currency that has three', () => {
    expect([read('12.500', 'KWD'), read('12,500', 'KWD'), read('12.500', 'EUR')]).toEqual(['12.500', null, null])
  })

  test('is the number that a program wrote in any of the usual formats', () => {
    const formats = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'sv-SE', 'pl-PL'].map(
      (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    )
    const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
    fc.assert(
      fc.property(cents, fc.constantFrom(...formats), (amount, format) => {
        const text = format.format(amount / 100)
        expect([text, compareDecimals(read(text) ?? 'unread', (amount / 100).toFixed(2))]).toEqual([text, 0])
      })
    )
  })
})

describe('a number', () => {
  test.each<[number, string]>([
    [434.99999999999994, '435'],
    [0.1 + 0.2, '0.3'],
    [59.98000000000001, '59.98'],
    [1.005, '1.005'],
    [0.3333333333333333, '0.3333333333333333'],
    [1234567890.123456, '1234567890.123456'],
    [123456789012.345, '123456789012.345'],
    [-434.99999999999994, '-435'],
    [1e21, '1000000000000000000000']
  ])('%d is %s: noise of binary arithmetic is rounded, other digits stay', (number, decimal) => {
    expect(read(number)).toBe(decimal)
  })

  test('of minor units is an integer without the noise', () => {
    expect(decimalOfMinor(43499.99999999999, 2)).toBe('435.00')
    expect(decimalOfMinor(434.5, 2)).toBeNull()
  })

  test('as text stays exact', () => {
    expect(read('434.99999999999994')).toBe('434.99999999999994')
  })

  test('rounds to the currency’s decimals', () => {
    expect(read(1.2340000000000002, 'KWD')).toBe('1.234')
    expect(read(434.99999999999994, 'JPY')).toBe('435')
  })
})

describe('a currency', () => {
  test.each<[unknown, string | null]>([
    ['eur', 'EUR'],
    [' USD ', 'USD'],
    ['€', 'EUR'],
    ['Euro', 'EUR'],
    ['US Dollars', 'USD'],
    ['usdt', 'USDT'],
    ['1inch', '1INCH'],
    ['$', '$'],
    ['Credits', 'Credits'],
    ['a\u0000b\nc', 'a b c'],
    ['x'.repeat(100), `${'x'.repeat(23)}…`],
    ['', null],
    [978, null]
  ])('%j is %s', (value, currency) => {
    expect(currencyOf(value)).toBe(currency)
  })

  test('of a shared sign may be any of those that share it', () => {
    expect(isSameCurrency('$', 'CAD')).toBe(true)
    expect(isSameCurrency('kr.', 'SEK')).toBe(true)
    expect(isSameCurrency('$', 'EUR')).toBe(false)
    expect(isSameCurrency('CAD', '$')).toBe(false)
  })
})
