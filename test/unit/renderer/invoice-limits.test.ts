import { afterEach, expect, test } from 'vitest'
import { isGreater, parseTypedDecimal, toTypedDecimal } from '../../../src/renderer/src/components/invoices/amounts.ts'
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
