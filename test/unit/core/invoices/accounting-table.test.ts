import { expect, test } from 'vitest'
import { accountingTable, isForAccounting, supplierOf } from '../../../../src/main/core/invoices/accounting-table.ts'
import { INVOICE_STATES, type Invoice } from '../../../../src/shared/models/invoice.ts'
import { parseCsv, PLAIN_CSV } from '../../../support/csv.ts'
import { invoice } from '../../../support/ports.ts'

const { header, row } = accountingTable(PLAIN_CSV)
const headings = parseCsv(header.slice(1))[0] ?? []

/** The row of an invoice, by heading. */
function written(facts: Partial<Invoice>, supplier = 'Hypeproxy'): Record<string, string> {
  const [cells = []] = parseCsv(row({ invoice: invoice('key-1', facts), supplier, pdf: 'a.pdf' }))
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
      supplier: 'Acme, Inc.',
      pdf: '2026-11-01_007.pdf'
    })
  ).toBe(
    '2026-11-01,"007","Acme, Inc.",100.00,19.00,119.00,EUR,2026-11-15,2026-11-03,19.50,2026-11-01_007.pdf,open\r\n'
  )
})

test('what the provider doesn’t state is empty, never 0', () => {
  const bare = invoice('key-1', { number: null, total: null, currency: null, issuedDay: null, paidAt: 'yesterday' })
  expect(row({ invoice: bare, supplier: '', pdf: null })).toBe(',,,,,,,,,,,open\r\n')
})

test.each<[string, Partial<Invoice>, string]>([
  ['the subtotal', { subtotal: '100', taxes: '19', total: '119' }, '100'],
  ['the subtotal, even if the total has more in it', { subtotal: '100', taxes: '19', total: '69' }, '100'],
  ['the subtotal without a tax', { subtotal: '100', total: '119' }, '100'],
  ['less the discount', { subtotal: '100', discount: '10', taxes: '17.10', total: '107.10' }, '90'],
  ['less a discount below zero', { subtotal: '100', discount: '-10', taxes: '17.10', total: '107.10' }, '90'],
  ['a subtotal after the discount', { subtotal: '90', discount: '10', taxes: '17.10', total: '107.10' }, '90'],
  ['less the discount without a tax', { subtotal: '100', discount: '10', total: '90.00' }, '90'],
  ['no discount of 0', { subtotal: '100.0', discount: '0.00', total: '100' }, '100.0'],
  ['unknown with a discount that nothing confirms', { subtotal: '100', discount: '10', total: '200' }, ''],
  ['unknown with a discount and no total', { subtotal: '100', discount: '10', total: null }, ''],
  ['the total less the tax', { taxes: '0.30', total: '1.00' }, '0.70'],
  ['unknown with the total alone', { total: '119' }, '']
])('the net is %s', (_what, facts, net) => {
  expect(written(facts)['Net']).toBe(net)
})

test('amounts of a credit are below zero, with or without the provider’s minus sign', () => {
  for (const sign of ['', '-']) {
    const amounts = { total: `${sign}119.00`, taxes: `${sign}19.00`, subtotal: `${sign}100.00`, remaining: '20' }
    expect(written({ state: 'credit', ...amounts })).toMatchObject({
      Net: '-100.00',
      Tax: '-19.00',
      Gross: '-119.00',
      Remaining: '-20',
      Status: 'credit'
    })
  }
  expect(written({ state: 'credit', total: '-119.00', taxes: '19.00' })['Net']).toBe('-100.00')
  const discounted = { total: '-107.10', taxes: '17.10', subtotal: '100', discount: '-10' }
  expect(written({ state: 'credit', ...discounted })['Net']).toBe('-90')
  expect(written({ state: 'credit', total: '-5', taxes: '0.00', remaining: null })).toMatchObject({
    Tax: '0.00',
    Remaining: ''
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

test('the supplier is the provider, whatever the account is called', () => {
  const baseUrl = 'https://api.example/v1'
  expect(supplierOf({ connection: { provider: null, baseUrl, name: 'Acme' } })).toBe('Acme')
  expect(supplierOf({ connection: { provider: null, baseUrl } })).toBe('api.example')
})
