import { afterEach, expect, test } from 'vitest'
import {
  isGreater,
  parseTypedDecimal,
  toTypedDecimal
} from '../../../src/renderer/src/features/invoices/typedAmounts.ts'
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
  ['ar-EG', '\u061c-١٬٢٥٠٫٥', '-1250.5'],
  ['ar-EG', '1250.5', '1250.5'],
  ['fa-IR', '\u200e\u2212۱٬۲۳۴٫۵', '-1234.5'],
  ['sv-SE', '\u22121\u00a0234,50', '-1234.50'],
  ['de-AT', '1.234,50', '1234.50'],
  ['de-AT', '1\u00a0234,50', '1234.50'],
  ['de-AT', '1.234', '1234'],
  ['de-AT', '12.50', '12.50'],
  ['de-CH', "1'234.50", '1234.50'],
  ['hi-IN', '1,23,456.00', '123456.00'],
  ['hi-IN', '12,34,56,789', '123456789'],
  ['en-IN', '1,23,456', '123456'],
  ['en-IN', '1,234,567.5', '1234567.5'],
  ['fr-CH', '1\u202f234.50', '1234.50'],
  ['fr-CH', '1\u202f234,50', '1234.50'],
  ['pt-PT', '1 234,50', '1234.50'],
  ['es-ES', '1234,50', '1234.50'],
  ['es-ES', '12.345,50', '12345.50'],
  ['pt-CV', '1\u00a0234$50', '1234.50'],
  ['fy', '1.234,50-', '-1234.50'],
  ['en-DE', '1.234,50', '1234.50'],
  ['en-DE', '1,234.50', '1234.50'],
  ['en-DE', '1,234', null],
  ['en-DE', '1.234', null],
  ['en-GB', '1 250,50', '1250.50'],
  ['en-GB', '1,23,456', null],
  ['en-GB', '12 50', null],
  ['en-GB', "1'2", null],
  ['hi-IN', '1,2,3456', null],
  ['de-AT', '1.234.50', null],
  ['en-GB', '--5', null],
  ['en-GB', '-5-', null],
  ['en-GB', '-', null],
  ['en-GB', ' '.repeat(200), null],
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
