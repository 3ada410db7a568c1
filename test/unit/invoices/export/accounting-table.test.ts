import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountingTable, isForAccounting, supplierOf } from '../../../../src/main/invoices/export/accounting-table.ts'
import { addDecimals, compareDecimals } from '../../../../src/shared/models/decimal.ts'
import { INVOICE_KINDS, INVOICE_STATES, type Invoice } from '../../../../src/shared/models/invoice.ts'
import { parseCsv, PLAIN_CSV } from '../../../support/csv.ts'
import { invoice } from '../../../support/ports.ts'

const { header, row } = accountingTable(PLAIN_CSV)
const headings = parseCsv(header.slice(1))[0] ?? []

/** The row of an invoice, by heading. */
function written(facts: Partial<Invoice>, supplier = 'Hypeproxy Ltd'): Record<string, string> {
  const [cells = []] = parseCsv(row({ invoice: invoice('key-1', facts), account: 'Work', supplier, pdf: 'a.pdf' }))
  return Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? 'missing']))
}

test('has every column, as the provider states its values', () => {
  expect(
    row({
      invoice: invoice('key-1', {
        number: '007',
        state: 'open',
        issuedDay: '2026-11-01',
        dueDay: '2026-11-15',
        paidAt: '2026-11-03T00:30:00+14:00',
        currency: 'eur',
        subtotal: '100.00',
        taxes: '19.00',
        total: '119.00',
        remaining: '19.50'
      }),
      account: 'Work; Ads',
      supplier: 'Acme, Inc.',
      pdf: '2026-11-01_007.pdf'
    })
  ).toBe(
    '2026-11-01,"007","Acme, Inc.",100.00,19.00,119.00,EUR,2026-11-15,2026-11-03,19.50,2026-11-01_007.pdf,open,Work; Ads,subtotal\r\n'
  )
})

test('what the provider doesn’t state is empty, never 0', () => {
  const bare = invoice('key-1', { number: null, total: null, currency: null, issuedDay: null, paidAt: 'yesterday' })
  expect(row({ invoice: bare, account: 'Work', supplier: 'acme.example', pdf: null })).toBe(
    ',,acme.example,,,,,,,,,open,Work,\r\n'
  )
})

const from = { subtotal: 'subtotal', discounted: 'subtotal less discount', computed: 'gross less tax', unknown: '' }

test.each<[string, Partial<Invoice>, net: string, keyof typeof from]>([
  ['the subtotal', { subtotal: '100', taxes: '19', total: '119' }, '100', 'subtotal'],
  ['the subtotal, in other decimals', { subtotal: '100.0', taxes: '0', total: '100' }, '100.0', 'subtotal'],
  ['the subtotal less a tax that is withheld', { subtotal: '100', taxes: '-10', total: '90' }, '100', 'subtotal'],
  ['less the discount', { subtotal: '100', discount: '10', taxes: '17.10', total: '107.10' }, '90', 'discounted'],
  ['less a discount below zero', { subtotal: '100', discount: '-10', taxes: '0', total: '90' }, '90', 'discounted'],
  ['a subtotal after the discount', { subtotal: '90', discount: '10', taxes: '9', total: '99' }, '90', 'subtotal'],
  ['no discount of 0', { subtotal: '100.0', discount: '0.00', taxes: '0', total: '100' }, '100.0', 'subtotal'],
  ['the total less the tax', { taxes: '0.30', total: '1.00' }, '0.70', 'computed'],
  ['the total less the tax, whatever the discount', { discount: '5', taxes: '19', total: '119' }, '100', 'computed'],
  ['without a tax that the subtotal has in it', { subtotal: '119', taxes: '19', total: '119' }, '100', 'computed'],
  [
    'without a tax that the subtotal has in it, less the discount',
    { subtotal: '129', discount: '10', taxes: '19', total: '119' },
    '100',
    'computed'
  ],
  ['unknown with a fee', { subtotal: '100', taxes: '19', total: '124' }, '', 'unknown'],
  ['unknown with a credit that was deducted', { subtotal: '100', taxes: '19', total: '69' }, '', 'unknown'],
  ['unknown with a cent that is missing', { subtotal: '100', taxes: '19', total: '118.99' }, '', 'unknown'],
  ['unknown with more tax than total', { taxes: '19', total: '10' }, '', 'unknown'],
  ['unknown with a total of 0', { subtotal: '100', taxes: '19', total: '0' }, '', 'unknown'],
  ['unknown without a tax', { subtotal: '100', total: '119' }, '', 'unknown'],
  ['unknown without a tax, even if the subtotal is the total', { subtotal: '119', total: '119' }, '', 'unknown'],
  ['unknown with a discount and no tax', { subtotal: '100', discount: '10', total: '90.00' }, '', 'unknown'],
  [
    'unknown with a discount that nothing confirms',
    { subtotal: '100', discount: '10', taxes: '0', total: '200' },
    '',
    'unknown'
  ],
  ['unknown without a total', { subtotal: '100', taxes: '19', total: null }, '', 'unknown'],
  ['unknown with the total alone', { total: '119' }, '', 'unknown']
])('the net is %s', (_what, facts, net, source) => {
  expect(written(facts)).toMatchObject({ Net: net, 'Net from': from[source] })
})

test('a net and the tax make the gross, whatever the provider sends, and have its sign', () => {
  const amount = fc.constantFrom(null, '0', '1', '19', '-19', '81', '100', '-100', '119', '-119', '0.5')
  const facts = fc.record({
    subtotal: amount,
    discount: amount,
    taxes: amount,
    total: amount,
    state: fc.constantFrom(...INVOICE_STATES),
    kind: fc.constantFrom(null, ...INVOICE_KINDS)
  })
  fc.assert(
    fc.property(facts, (each) => {
      const { Net = '', Tax = '', Gross = '', ...row } = written(each)
      expect(row['Net from'] === '').toBe(Net === '')
      if (Net !== '') expect(compareDecimals(addDecimals([Net, Tax]), Gross)).toBe(0)
      if (each.state !== 'credit' && each.kind !== 'credit' && !Gross.startsWith('-')) return
      for (const one of [Net, Tax, Gross]) expect(one).toMatch(/^$|^-|^[0.]+$/)
    })
  )
})

describe('amounts of a credit are below zero', () => {
  const credit = { Net: '-100.00', Tax: '-19.00', Gross: '-119.00' }

  test('with or without the provider’s minus sign', () => {
    for (const sign of ['', '-']) {
      const amounts = { total: `${sign}119.00`, taxes: `${sign}19.00`, subtotal: `${sign}100.00`, remaining: '20' }
      expect(written({ state: 'credit', ...amounts })).toMatchObject({ ...credit, Remaining: '-20', Status: 'credit' })
    }
    expect(written({ state: 'credit', total: '-119.00', taxes: '19.00' })['Net']).toBe('-100.00')
    const discounted = { total: '-107.10', taxes: '17.10', subtotal: '100', discount: '-10' }
    expect(written({ state: 'credit', ...discounted })['Net']).toBe('-90')
    expect(written({ state: 'credit', total: '-5', taxes: '0.00', remaining: null })).toMatchObject({
      Tax: '0.00',
      Remaining: ''
    })
  })

  test.each<[string, Partial<Invoice>]>([
    ['a minus sign at the total alone', { state: 'credit', total: '-119.00' }],
    ['a minus sign at the tax alone', { state: 'credit', taxes: '-19.00' }],
    ['a credit note of unknown state', { state: 'unknown', kind: 'credit' }],
    ['a draft of a total below zero', { state: 'unknown', total: '-119.00' }],
    ['a credit note that counts as paid', { state: 'settled', kind: 'credit', subtotal: '-100.00' }]
  ])('%s', (_what, facts) => {
    expect(written({ subtotal: '100.00', taxes: '19.00', total: '119.00', ...facts })).toMatchObject(credit)
  })
})

test('what remains is 0 of a paid invoice, what is to pay of an open one, and else what the provider states', () => {
  const remaining = (facts: Partial<Invoice>): string | undefined => written({ total: '10', ...facts })['Remaining']
  expect(remaining({ state: 'settled' })).toBe('0')
  expect(remaining({ state: 'open' })).toBe('10')
  expect(remaining({ state: 'open', remaining: '4' })).toBe('4')
  expect(remaining({ state: 'open', total: null })).toBe('')
  expect(remaining({ state: 'unknown' })).toBe('')
  expect(remaining({ state: 'unknown', remaining: '3' })).toBe('3')
})

test('each state but void has a row and an English word', () => {
  const states = INVOICE_STATES.filter((state) => isForAccounting({ state }))
  expect(states.map((state) => written({ state })['Status'])).toEqual(['open', 'paid', 'credit', 'unknown'])
})

test('texts of the provider become no formula, and keep their place', () => {
  const hostile = { number: '=1+1', currency: '@EUR', providerStatus: ';' }
  expect(written(hostile, '+Evil "Ltd", 2')).toMatchObject({
    Number: "'=1+1",
    Supplier: `'+Evil "Ltd", 2`,
    Currency: "'@EUR",
    'PDF file': 'a.pdf'
  })
})

test('texts are one line: a line of its own would be an entry of a journal', () => {
  const hostile = { number: '1\n2026-01-01 Evil\u2028x', currency: 'EUR\r\n  assets  -1' }
  expect(written(hostile, 'Acme\n\uFEFF; Ltd')).toMatchObject({
    Number: '1 2026-01-01 Evil x',
    Supplier: 'Acme ; Ltd',
    Currency: 'EUR   assets  -1'
  })
})

test('the supplier is the provider’s legal name, else its host, whatever API and account are called', () => {
  const baseUrl = 'https://api.example/v1'
  const own = { provider: null, baseUrl, name: 'Acme (API v2)' }
  expect(supplierOf({ connection: { ...own, legalName: 'Acme Hosting Ltd' } })).toBe('Acme Hosting Ltd')
  expect(supplierOf({ connection: own })).toBe('api.example')
  expect(supplierOf({ connection: { provider: null, baseUrl: 'http://127.0.0.1:8080' } })).toBe('127.0.0.1:8080')
  expect(supplierOf({ connection: { provider: 'webshare', baseUrl: 'https://proxy.webshare.io' } })).toBe(
    'proxy.webshare.io'
  )
})
