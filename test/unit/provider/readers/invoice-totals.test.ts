/** Amounts side by side: which one is owed, in what scale and currency. What nothing tells is unread. */
import { describe, expect, test } from 'vitest'
import { invoiceLines } from '../../../../src/main/provider/readers/invoice-lines.ts'
import { parseJson } from '../../../../src/main/provider/readers/json/parse-json.ts'
import { readInvoices } from '../../../../src/main/provider/readers/read-invoice.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import type { InvoiceSettings } from '../../../../src/shared/providers/definition.ts'

interface Raw {
  [name: string]: Json
}

function read(raw: Raw, settings: Partial<InvoiceSettings> = {}) {
  const by = { ...BUILT_IN['hypeproxy-v2'], ...settings }
  const { value, notes } = readInvoices([{ id: 1, status: 'open', ...raw }], by, (text) => text, { now: new Date() })
  if (!value[0]) throw new Error('no record')
  const { invoice } = value[0]
  return { ...invoice, unread: notes.filter(({ kind }) => kind === 'wrongType').map(({ field }) => field) }
}

describe('with and without tax, the total', () => {
  test.each<[Raw, string]>([
    [{ total: 80, total_incl_vat: 96 }, '96'],
    [{ total: 80, amount_with_vat: 96 }, '96'],
    [{ total: '80.00', total_ttc: '96.00' }, '96.00'],
    [{ total: 80, gross_amount: 96 }, '96'],
    [{ amount: 80, TotalIncTax: 96 }, '96'],
    [{ total_amount: 80, totalAmountWithTax: 96 }, '96'],
    [{ total_cents: 8000, total_incl_vat_cents: 9600 }, '96.00'],
    [{ total: -80, total_incl_tax: -96 }, '-96'],
    [{ total: 80, total_tax_incl: 96, total_tax_excl: 80 }, '96'],
    [{ total: 80, grand_total: 96 }, '96'],
    [{ total_excl_vat: 80, total_incl_vat: 96 }, '96'],
    [{ net_amount: 80, gross_amount: 96 }, '96'],
    // The same, or one that isn't in use.
    [{ total: 96, gross_total: 96, subtotal: 80 }, '96'],
    [{ total: 96, total_incl_vat: 0 }, '96'],
    [{ total: 0, total_incl_vat: 96 }, '96'],
    // Before a discount, or with both.
    [{ total: 80, gross_amount: 100, discount: 20 }, '80'],
    [{ total: 80, gross_amount: 96, tax: 16, discount: 20 }, '96'],
    [{ total: 80, total_incl_vat: 96, discount: 20 }, '96'],
    // A list is no amount.
    [{ total: 12, gross_total: [{ rate: 20, amount: 12 }] }, '12'],
    [{ total: 12, grand_total: [{ rate: 20, amount: 2 }], total_price: [{ net: 10 }] }, '12'],
    [{ total: 0, grand_total: [{ name: 'x', value: 0 }], status: 'paid' }, '0'],
    [{ total: 0, gross_total: [{ rate: 20, amount: 0 }] }, '0'],
    // Not an amount.
    [{ total: 80, gross: false }, '80'],
    [{ total: 80, gross: 'yes' }, '80']
  ])('of %j is %s', (raw, total) => {
    expect(read(raw)).toMatchObject({ total, unread: [] })
  })

  test.each<[Raw]>([
    [{ total: 80, total_incl_vat: '1.234' }],
    [{ total: 80, gross_amount: 100, discount: 10 }],
    [{ total: 80, gross_amount: ['96'] }],
    [{ total: 80, gross_amount: 100, discount: '20%' }],
    [{ total: 96, amount_with_tax: 80 }],
    [{ total: 80, currency: 'EUR', total_ttc: { amount: 96, currency: 'USD' } }]
  ])('of %j is unread', (raw) => {
    const { total, state, unread } = read(raw)
    expect([total, state, unread.length > 0]).toEqual([null, 'open', true])
  })

  test('is what its stated place says', () => {
    expect(read({ total: 80, total_incl_vat: 96 }, { invoiceFields: { total: 'total' } }).total).toBe('80')
    expect(read({ net_cents: 80, gross_cents: 96 }, { invoiceFields: { total: 'net_cents' } }).total).toBe('0.80')
  })

  test('leaves what remains', () => {
    expect(read({ total: 80, total_incl_vat: 96, amount_paid: 80 })).toMatchObject({ state: 'open', remaining: '16' })
    expect(read({ gross_amount: 100, discount: 20, amount_due: 80 })).toMatchObject({ total: '80', remaining: null })
  })
})

describe('a scale', () => {
  test.each<[Json, string]>([
    [{ amount: 1234, decimals: 2, currency: 'EUR' }, '12.34'],
    [{ value: 1234, precision: 2, currency: 'EUR' }, '12.34'],
    [{ amount: '1234', scale: 2 }, '12.34'],
    [{ value: 1234, exponent: -2, currency: 'EUR' }, '12.34'],
    [{ value: 1234, exponent: 0 }, '1234'],
    [{ currency_code: 'EUR', units: '12', nanos: 340_000_000 }, '12.34'],
    [{ currency_code: 'EUR', units: 12 }, '12'],
    [{ currency_code: 'EUR', units: '-1', nanos: -750_000_000 }, '-1.75'],
    [{ currency_code: 'EUR', nanos: 5_000_000 }, '0.005'],
    [{ unscaledValue: 123_456, scale: 4 }, '12.3456'],
    [{ unscaled: '5', scale: '2' }, '0.05'],
    // It says how many decimals are shown.
    [{ amount: 12.34, decimals: 2, currency: 'EUR' }, '12.34'],
    [{ amount: '12.34', precision: 2 }, '12.34']
  ])('inside of %j makes it %s', (total, expected) => {
    expect(read({ total, currency: 'EUR' })).toMatchObject({ total: expected, unread: [] })
  })

  test.each<[Json]>([
    [{ amount: 12.34, scale: 2 }],
    [{ amount: 1234, decimals: 'two' }],
    [{ amount: 1234, scale: 99 }],
    [{ amount: 1234, scale: 1.5 }],
    [{ amount: '€ 12', exponent: 2.5 }],
    // Of goods, or not a whole number.
    [{ units: 5, id: 1 }],
    [{ currency_code: 'EUR', units: 1.5, nanos: 5 }],
    [{ unscaledValue: 1234 }]
  ])('inside of %j leaves it unread', (total) => {
    expect(read({ total, currency: 'EUR' })).toMatchObject({ total: null, unread: ['total'] })
  })

  test.each<[Raw, string | null]>([
    [{ total: 1234, scale: 2 }, '12.34'],
    [{ total: 1234, exponent: -2, tax: 200 }, '12.34'],
    [{ total: 1234, scale: 0 }, '1234'],
    [{ amount: 1234, currency_exponent: 2 }, '12.34'],
    // May say how many decimals are shown.
    [{ total: 1234, decimals: 2 }, null],
    [{ total: 1234, precision: 2, tax: 200 }, null],
    [{ amount: 1234, amount_decimals: 2 }, null],
    [{ total: 12.34, scale: 2 }, null],
    [{ total: 1234, decimals: 2, tax: 12.5 }, '1234'],
    [{ total: '12.34', decimals: 2 }, '12.34'],
    [{ total: 0, decimals: 2 }, '0'],
    [{ total: 1234, decimals: 0 }, '1234'],
    [{ total: '€ 12.50', decimals: 2 }, '12.50'],
    [{ total_cents: 1234, decimals: 2 }, '12.34']
  ])('beside the amounts: the total of %j is %s', (raw, total) => {
    expect(read({ currency: 'EUR', ...raw }).total).toBe(total)
  })

  test.each<[Raw, string | null]>([
    [{ total: 8000, exponent: 3 }, '8.000'],
    [{ total: 80_000_000, scale: 6, currency: 'USDT' }, '80.000000'],
    [{ total: 8000, currency_exponent: '-2' }, '80.00'],
    [{ total: 8000, scale: 0, currency: 'JPY' }, '8000'],
    [{ total: { amount: 8000 }, exponent: 3 }, '80.00'],
    [{ total: { amount: 8000, scale: 3 } }, '8.000'],
    [{ total_cents: 8000, exponent: 3 }, '80.00'],
    [{ total: 8000, decimals: 3 }, '80.00'],
    [{ total: 8000, scale: 'three' }, null],
    // Minor units, or whole ones.
    [{ total: 8000, scale: 0 }, null]
  ])('beside amounts in minor units: the total of %j is %s', (raw, total) => {
    expect(read({ currency: 'EUR', ...raw }, { amountUnit: 'minor' }).total).toBe(total)
  })

  test('holds in lines, too', () => {
    const amountsOf = (raw: Raw): (string | null)[] =>
      invoiceLines(raw, 'EUR', BUILT_IN['hypeproxy-v2']).lines.map(({ amount }) => amount)
    expect(amountsOf({ scale: 2, lines: [{ amount: 1234 }, { amount: 5, scale: 0 }] })).toEqual(['12.34', '5'])
    expect(amountsOf({ lines: [{ name: 'a', amount: 5, decimals: 2 }, { amount: { units: 5, nanos: 0 } }] })).toEqual([
      null,
      '5.00'
    ])
    const inMinor = { ...BUILT_IN['hypeproxy-v2'], amountUnit: 'minor' } as const
    expect(invoiceLines({ scale: 3, lines: [{ amount: 1234 }] }, 'EUR', inMinor).lines[0]?.amount).toBe('1.234')
    expect(amountsOf({ lines: [{ price: 2.5, amount: 5, decimals: 2 }] })).toEqual(['5'])
  })
})

test.each<[string, string]>([
  ['12345678901234.5678', '12345678901234.5678'],
  ['1234567890.123456', '1234567890.123456'],
  ['99999999999999999', '99999999999999999'],
  ['0.1234567890123456789', '0.1234567890123456789'],
  ['{"amount": 12345678901234.5678}', '12345678901234.5678'],
  ['59.979999999999997', '59.98']
])('a total of %s is %s', (text, total) => {
  expect(read({ total: parseJson(text) }).total).toBe(total)
})

describe('a discount or tax in percent', () => {
  test.each<[Raw]>([
    [{ discount: 10, discount_type: 'percent' }],
    [{ discount: '10', discountType: 'Percentage' }],
    [{ discount: { type: 'percent', value: 10 } }],
    [{ discount: { amount: 10, unit: '%' } }],
    [{ discount: '10%' }],
    [{ discount: 10, is_discount_percentage: true }],
    [{ discount: 10, is_amount_discount: false }],
    [{ tax: 20, tax_unit: 'percent' }],
    [{ taxes: [{ type: 'percentage', value: 20 }] }],
    [{ taxes: [{ name: 'VAT', rate: 20 }] }]
  ])('%j is no money', (raw) => {
    expect(read({ total: 80, ...raw })).toMatchObject({ total: '80', discount: null, taxes: null })
  })

  test.each<[Raw, string]>([
    [{ discount: 10, discount_type: 'fixed' }, '10'],
    [{ discount: { type: 'amount', value: 10 } }, '10'],
    [{ discount: 10, is_amount_discount: true }, '10'],
    [{ discount_amount: 10, discount_type: 3 }, '10']
  ])('is money otherwise: %j', (raw, discount) => {
    expect(read({ total: 80, ...raw }).discount).toBe(discount)
  })
})

test.each<[Raw, string | null]>([
  [{ tax: 5, tax2: 3.5 }, '8.5'],
  [{ tax1: '5.00', tax2: '3.50', tax3: '1.00' }, '9.50'],
  [{ tax_amount1: 5, tax_amount2: 3 }, '8'],
  [{ total_tax_amounts: [{ amount: 5, inclusive: false }, { amount: 3 }] }, '8'],
  [
    {
      taxes: [
        { name: 'VAT', amount: 5 },
        { name: 'City', amount: 3 }
      ]
    },
    '8'
  ],
  [
    {
      tax_lines: [
        { title: 'GST', rate: 0.05, price: '5.00' },
        { title: 'PST', price: '7.00' }
      ]
    },
    '12.00'
  ],
  [{ taxes: [{ tax_amount: 5 }, { tax_value: 3 }] }, '8'],
  [{ tax: 5, tax2: 0 }, '5'],
  [{ tax: 5, tax2: null }, '5'],
  [{ total_tax: 8, tax: 5, tax2: 3 }, '8'],
  // One of them can't be read.
  [{ tax: 5, tax2: '1.234' }, null],
  [{ taxes: [{ amount: 5 }, { rate: 3 }] }, null]
])('the taxes of %j are %s', (raw, taxes) => {
  expect(read({ total: 80, ...raw }).taxes).toBe(taxes)
})

describe('a unit', () => {
  test.each<[Raw, string, string]>([
    [{ currency: 'USDT', total: 80 }, '80', 'USDT'],
    [{ total: '80.50 USDT' }, '80.50', 'USDT'],
    [{ total: { amount: 80, currency: 'USDC' } }, '80', 'USDC'],
    [{ currency: 'Credits', total: '80 credits' }, '80', 'Credits'],
    [{ total: { amount: '0.005', currency: 'Bitcoin' } }, '0.005', 'BTC'],
    [{ currency: 'TOKENS', total: '80 TOKENS' }, '80', 'TOKENS'],
    [{ currency: 'JPY', total: '6,000' }, '6000', 'JPY'],
    [{ total: '250.000 ₫' }, '250000', 'VND']
  ])('of %j: %s %s', (raw, total, currency) => {
    expect(read(raw)).toMatchObject({ total, currency, unread: [] })
  })

  test('that isn’t the invoice’s leaves the amount unread', () => {
    expect(read({ currency: 'USD', total: '80 USDT' }).total).toBeNull()
    expect(read({ currency: 'EUR', total: { amount: 80, currency: 'Credits' } }).total).toBeNull()
  })
})

describe('an amount in another currency', () => {
  test.each<[Raw, string | null]>([
    [{ currency: 'EUR', amount: 80, currency_amount: 74 }, null],
    [{ currency: 'EUR', total: 80, amount_in_currency: '74.00' }, null],
    [{ currency: 'EUR', amount: 80, foreign_amount: { amount: 74, currency: 'USD' } }, null],
    [{ currency: 'EUR', amount: 80, amount_currency: 'USD' }, null],
    // The same amount and currency.
    [{ currency: 'EUR', total: 74, amount: 80, currency_amount: 74 }, '74'],
    [{ currency: 'EUR', amount: 80, amount_currency: 'eur' }, '80'],
    [{ currency: 'EUR', amount: 80, currency_amount: null }, '80']
  ])('is not the total of %j: %s', (raw, total) => {
    expect(read(raw).total).toBe(total)
  })

  test('is told by its name, where no field has the currency', () => {
    expect(read({ amount: 80, amount_currency: 'EUR' })).toMatchObject({ total: '80', currency: 'EUR' })
  })
})

test('a record that says nothing of these keeps its amounts', () => {
  const invoice: Partial<Invoice> = { total: '107.7', subtotal: '100', taxes: '7.7', discount: '0' }
  expect(
    read({ taxesAmount: 7.7, discountAmount: 0, subtotalAmount: 100, totalAmount: 107.7, status: 'Issued' })
  ).toMatchObject({ ...invoice, unread: [] })
})
