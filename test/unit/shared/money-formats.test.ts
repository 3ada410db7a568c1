/** Formats of money are made once for each currency: making one takes a hundred times as long as using it. */
import { afterEach, expect, test, vi } from 'vitest'
import { currencyDecimals } from '../../../src/shared/models/currency.ts'
import { moneyText, shortMoneyText } from '../../../src/shared/i18n/format.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((one) => LETTERS.flatMap((two) => LETTERS.map((three) => one + two + three)))
const names = new Intl.DisplayNames('en-GB', { type: 'currency', fallback: 'none' })
const NAMED = CODES.filter((code) => names.of(code) !== undefined)
const NAMELESS = CODES.filter((code) => names.of(code) === undefined)

afterEach(() => vi.restoreAllMocks())

/** How many formats it makes. */
function made(act: () => void): number {
  const formats = vi.spyOn(Intl, 'NumberFormat')
  act()
  const { length } = formats.mock.calls
  formats.mockRestore()
  return length
}
/** 20,000 amounts, each currency in turn, with up to 40 decimals. */
function writeAmounts(currencies: readonly string[], write: typeof moneyText, locale: string): void {
  for (let at = 0; at < 20_000; at += 1) {
    const amount = `${at}.${'1'.repeat((at % 40) + 1)}`
    write({ amount, currency: currencies[at % currencies.length] ?? null }, locale)
  }
}

test.each([
  [50, NAMED.slice(0, 50), moneyText, 'en-IE'],
  [200, NAMED.slice(0, 200), moneyText, 'en-IE'],
  [200, NAMED.slice(0, 200), shortMoneyText, 'en-IE'],
  [NAMED.length, NAMED, moneyText, 'en-IE']
])('20,000 amounts in %i currencies', (_count, currencies, write, locale) => {
  // Short ones are written in full; and the formats of other tests, which there are in full number, may be dropped meanwhile.
  expect(made(() => writeAmounts(currencies, write, locale))).toBeLessThanOrEqual(currencies.length * 4)
  expect(made(() => writeAmounts(currencies, write, locale))).toBe(0)
})

test('10,000 currencies that a provider made up share their formats', () => {
  expect(NAMELESS.length).toBeGreaterThan(10_000)
  // Some have three or four decimals.
  expect(made(() => writeAmounts(NAMELESS.slice(0, 10_000), moneyText, 'en-CA'))).toBeLessThan(10)
  expect(made(() => writeAmounts(NAMELESS.slice(0, 10_000), shortMoneyText, 'en-SG'))).toBeLessThan(10)
  const units = CODES.slice(0, 10_000).map((code) => `${code} credits`)
  expect(made(() => writeAmounts(units, moneyText, 'en-HK'))).toBeLessThan(10)
})

test.each(['en-GB', 'de-CH', 'ar-EG', 'zh-CN', 'ru-RU', 'es-AR', 'fr-CA', 'pt-BR', 'fa-IR', 'hi-IN', 'uz-Arab', 'kea'])(
  'an unnamed currency is written as Intl writes it: %s',
  (locale) => {
    // ATS and DEM have a sign in Switzerland only, and the old shekel, ILR, is written as ILS in China.
    const some = [
      ...CODES.filter((_code, at) => at % 97 === 0),
      'ATS',
      'BGO',
      'DEM',
      'ILR',
      'QQQ',
      'SDD',
      'XXX',
      'EUR',
      'KPW'
    ]
    for (const currency of some) {
      for (const amount of ['-1234567.5', '0.125', '12']) {
        const digits = { minimumFractionDigits: currencyDecimals(currency), maximumFractionDigits: 20 }
        const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits })
        expect(moneyText({ amount, currency }, locale)).toBe(format.format(amount as `${number}`))
      }
    }
  }
)

test('an amount keeps all of its decimals, and no more', () => {
  const text = (amount: string): string => moneyText({ amount, currency: 'EUR' }, 'en-GB')
  expect(text('12')).toBe('€12.00')
  expect(text('12.500')).toBe('€12.50')
  expect(text(`0.${'0'.repeat(59)}1`)).toBe(`€0.${'0'.repeat(59)}1`)
  expect(text('123456789012345678901234567890.123')).toBe('€123,456,789,012,345,678,901,234,567,890.123')
})
