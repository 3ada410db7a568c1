import { afterEach, describe, expect, test } from 'vitest'
import { toTypedDecimal, parseTypedDecimal } from '../../../src/renderer/src/components/invoices/parseAmount.ts'
import { isGreater } from '../../../src/renderer/src/components/invoices/decimal.ts'
import { limitsIn } from '../../../src/renderer/src/components/invoices/limits.ts'
import { setRegionalFormat } from '../../../src/renderer/src/i18n.ts'

afterEach(() => setRegionalFormat('en-GB'))

test.each([
  ['en-GB', '12', '12'],
  ['en-GB', ' 12.50 ', '12.50'],
  ['en-GB', '1,250.50', '1250.50'],
  ['en-GB', '1,250,000', '1250000'],
  ['en-GB', '12,5', '12.5'],
  ['en-GB', '-45.10', '-45.10'],
  ['en-GB', '\u221245', '-45'],
  ['de-DE', '1.250,50', '1250.50'],
  ['de-DE', '12,50', '12.50'],
  ['de-DE', '12.50', '12.50'],
  ['fr-FR', '1\u202f250,50', '1250.50'],
  ['de-CH', '1’250.50', '1250.50'],
  ['ar-EG', '١٬٢٥٠٫٥', '1250.5'],
  ['en-GB', '0.1234567890123456789', '0.1234567890123456789'],
  ['en-GB', 'abc', null],
  ['en-GB', '12 EUR', null],
  ['en-GB', '1,2,3', null],
  ['en-GB', '1e3', null],
  ['en-GB', '.', null],
  ['en-GB', '9'.repeat(31), null]
])('in %s “%s” is %s', (locale, typed, amount) => {
  setRegionalFormat(locale)
  expect(parseTypedDecimal(typed)).toBe(amount)
})

test.each(['en-GB', 'de-DE', 'fr-FR', 'ar-EG'])('what is shown to be changed is understood again, in %s', (locale) => {
  setRegionalFormat(locale)
  for (const amount of ['1250', '1.250', '1250.500', '-0.5'])
    expect(parseTypedDecimal(toTypedDecimal(amount))).toBe(amount)
})

test.each([
  ['2', '10', false],
  ['10', '2', true],
  ['1.10', '1.1', false],
  ['-2', '-10', true],
  ['0.30000000000000000001', '0.3', true]
])('%s above %s: %s', (one, other, above) => {
  expect(isGreater(one, other)).toBe(above)
})

describe('two limits', () => {
  const read = (text: string): string | null => (/^\d+$/.test(text) ? text : null)
  const of = (low: string, high: string) => limitsIn({ low, high }, read, isGreater)

  test('say what they say, or what is wrong', () => {
    expect(of('', ' ')).toEqual({ limits: { low: null, high: null }, wrong: null })
    expect(of('1', '')).toEqual({ limits: { low: '1', high: null }, wrong: null })
    expect(of('2', '2')).toEqual({ limits: { low: '2', high: '2' }, wrong: null })
    expect(of('x', '1')).toEqual({ limits: null, wrong: 'low' })
    expect(of('1', 'x')).toEqual({ limits: null, wrong: 'high' })
    expect(of('3', '2')).toEqual({ limits: null, wrong: 'order' })
  })
})
