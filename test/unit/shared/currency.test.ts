/** Minor units by ISO 4217: the reader, the page's and main's texts agree. */
import { expect, test } from 'vitest'
import { readInvoices } from '../../../src/main/provider/readers/read-invoice.ts'
import { moneyText } from '../../../src/shared/i18n/format.ts'
import { BUILT_IN } from '../../../src/shared/providers/built-in.ts'
import { currencyDecimals } from '../../../src/shared/models/currency.ts'

test.each([
  [1_234_500, 'HUF', '12345.00', 'HUF 12,345.00'],
  [1_234_500, 'IDR', '12345.00', 'IDR 12,345.00'],
  [1_234_500, 'COP', '12345.00', 'COP 12,345.00'],
  [1_234_500, 'PKR', '12345.00', 'PKR 12,345.00'],
  [1_234_500, 'ALL', '12345.00', 'ALL 12,345.00'],
  [1_234_500, 'LBP', '12345.00', 'LBP 12,345.00'],
  [1_234_500, 'IQD', '1234.500', 'IQD 1,234.500'],
  [1_234_500, 'JPY', '1234500', '¥1,234,500'],
  [1_234_500, 'CLF', '123.4500', 'CLF 123.4500'],
  [1_234_500, 'EUR', '12345.00', '€12,345.00']
])('%d minor units of %s are %s, shown as %s', (total, currency, amount, text) => {
  const { value } = readInvoices(
    [{ total, currency }],
    { ...BUILT_IN['hypeproxy-v2'], amountUnit: 'minor' },
    (same) => same,
    {
      now: new Date()
    }
  )
  expect(value[0]?.invoice.total).toBe(amount)
  expect(moneyText({ amount, currency }, 'en-US').replaceAll('\u00a0', ' ')).toBe(text)
})

test('a unit that is no currency has two decimals and stands behind the amount', () => {
  expect(currencyDecimals('USDT')).toBe(2)
  expect(currencyDecimals(null)).toBe(2)
  expect(moneyText({ amount: '25', currency: 'USDT' }, 'en-US')).toBe('25.00 USDT')
  expect(moneyText({ amount: '29.90', currency: '$' }, 'en-US')).toBe('29.90 $')
  expect(moneyText({ amount: '0.00012', currency: 'Credits' }, 'en-US')).toBe('0.00012 Credits')
})

test('no digit of the provider’s amount is lost', () => {
  expect(moneyText({ amount: '1299.55', currency: 'JPY' }, 'en-US')).toBe('¥1,299.55')
  expect(moneyText({ amount: '12.34567', currency: 'EUR' }, 'en-US')).toBe('€12.34567')
})
