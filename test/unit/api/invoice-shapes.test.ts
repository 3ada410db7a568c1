/**
 * Invoices as real billing APIs write them: each record is made up after the public reference of its API, in that API's field
 * names, types and words. What the reader must make of it stands beside it.
 */
import { describe, expect, test } from 'vitest'
import { invoiceLines } from '../../../src/main/api/readers/read-invoice.ts'
import { readInvoices, type InvoiceSettings } from '../../../src/main/api/readers/read-invoice.ts'
import { PRESETS } from '../../../src/shared/models/connection.ts'
import type { Invoice, InvoiceLine } from '../../../src/shared/models/invoice.ts'
import type { Json } from '../../../src/shared/models/json.ts'

interface Shape {
  settings?: Partial<InvoiceSettings>
  raw: { [name: string]: Json }
  invoice: Partial<Invoice>
  lines: InvoiceLine[]
  links?: { pageUrl?: string; pdfUrl?: string }
  /** Fields that are known by name, and hold something that is not read. */
  unread?: string[]
}

const line = (text: string | null, quantity: string | null, unitAmount: string | null, amount: string | null) => ({
  text,
  quantity,
  unitAmount,
  amount
})

const SHAPES: Record<string, Shape> = {
  'the published v3': {
    raw: {
      id: '0f2c',
      createdAt: '2026-10-01T08:00:00Z',
      updatedAt: '2026-10-02T09:00:00Z',
      status: 'Issued',
      paymentMethod: null,
      taxesAmount: 7.7,
      discountAmount: 0,
      subtotalAmount: 100,
      totalAmount: 107.7,
      couponId: null,
      purchaseId: 'p',
      billingDetails: { country: 'Switzerland' },
      hostedInvoicePdfUrl: 'https://pay.example.com/0f2c.pdf'
    },
    invoice: {
      number: '0f2c',
      state: 'open',
      providerStatus: 'Issued',
      total: '107.7',
      subtotal: '100',
      taxes: '7.7',
      discount: '0',
      currency: null,
      issuedDay: '2026-10-01',
      dueDay: null,
      dueBy: null
    },
    lines: [],
    links: { pdfUrl: 'https://pay.example.com/0f2c.pdf' }
  },

  'the published v2': {
    raw: {
      id: 'b3',
      owner: 'o',
      creationDateTime: '2023-05-01T23:30:00.1234567',
      lastUpdateDateTime: '2023-05-02T08:00:00',
      isFeatured: null,
      weight: 0,
      thirdPartyInvoiceId: 'in_1',
      unitPrice: 10.5,
      amount: 31.5,
      finalAmount: 25.25,
      status: 2,
      hostedInvoiceUrl: 'https://pay.example.com/b3',
      hostedInvoicePdf: 'https://pay.example.com/b3.pdf',
      details: '4G mobile proxy, 1 month'
    },
    invoice: {
      number: 'in_1',
      state: 'unknown',
      providerStatus: '2',
      statusIsNumber: true,
      total: '25.25',
      issuedDay: '2023-05-01',
      updatedAt: '2023-05-02T08:00:00'
    },
    lines: [line('4G mobile proxy, 1 month', null, null, null)],
    links: { pageUrl: 'https://pay.example.com/b3', pdfUrl: 'https://pay.example.com/b3.pdf' }
  },

  Stripe: {
    settings: { amountUnit: 'minor' },
    raw: {
      id: 'in_1MtHbELkdIwHu7ixl4OzzPMv',
      object: 'invoice',
      amount_due: 900,
      amount_paid: 100,
      amount_remaining: 900,
      created: 1680644467,
      currency: 'usd',
      customer_name: 'Jenny',
      due_date: 1681249267,
      hosted_invoice_url: 'https://invoice.stripe.com/i/acct_1/test_1',
      invoice_pdf: 'https://pay.stripe.com/invoice/acct_1/test_1/pdf',
      lines: {
        object: 'list',
        data: [
          {
            id: 'il_1',
            object: 'line_item',
            amount: 1000,
            description: 'Bandwidth',
            quantity: 2,
            price: { unit_amount: 500 }
          }
        ],
        has_more: false
      },
      number: 'A1B2-0001',
      paid: false,
      status: 'open',
      status_transitions: { finalized_at: 1680644470, paid_at: null, voided_at: null },
      subtotal: 1000,
      tax: null,
      total: 1000
    },
    invoice: {
      key: 'in_1MtHbELkdIwHu7ixl4OzzPMv',
      number: 'A1B2-0001',
      state: 'open',
      total: '10.00',
      subtotal: '10.00',
      currency: 'USD',
      issuedAt: '2023-04-04T21:41:07.000Z',
      issuedDay: '2023-04-04',
      dueDay: '2023-04-11',
      dueBy: 'platform',
      paidAt: null
    },
    lines: [line('Bandwidth', '2', '5.00', '10.00')],
    links: {
      pageUrl: 'https://invoice.stripe.com/i/acct_1/test_1',
      pdfUrl: 'https://pay.stripe.com/invoice/acct_1/test_1/pdf'
    }
  },

  'Stripe in yen, which has no decimals': {
    settings: { amountUnit: 'minor' },
    raw: {
      id: 'in_2',
      created: 1680644467,
      currency: 'jpy',
      status: 'paid',
      status_transitions: { paid_at: 1680644999 },
      total: 1200,
      total_tax_amounts: [],
      lines: { data: [{ description: 'Proxy', amount: 1200, quantity: 1, unit_amount_decimal: '1200' }] }
    },
    invoice: { state: 'settled', total: '1200', currency: 'JPY', paidAt: '2023-04-04T21:49:59.000Z' },
    lines: [line('Proxy', '1', null, '1200')]
  },

  'Stripe in Kuwaiti dinars, which have three': {
    settings: { amountUnit: 'minor' },
    raw: {
      id: 'in_3',
      created: 1680644467,
      currency: 'kwd',
      status: 'uncollectible',
      total: 5125,
      lines: { data: [] }
    },
    invoice: { state: 'open', total: '5.125', currency: 'KWD' },
    lines: []
  },

  Chargebee: {
    settings: { amountUnit: 'minor' },
    raw: {
      id: '203',
      status: 'payment_due',
      date: 1517505731,
      due_date: 1518715331,
      paid_at: null,
      updated_at: 1517505732,
      currency_code: 'EUR',
      sub_total: 2000,
      tax: 380,
      total: 2380,
      amount_due: 2380,
      amount_paid: 0,
      line_items: [
        { id: 'li', unit_amount: 1000, quantity: 2, amount: 2000, description: 'SSL', date_from: 1517505731 }
      ]
    },
    invoice: {
      number: '203',
      state: 'open',
      total: '23.80',
      subtotal: '20.00',
      taxes: '3.80',
      currency: 'EUR',
      issuedDay: '2018-02-01',
      dueDay: '2018-02-15',
      updatedAt: '2018-02-01T17:22:12.000Z'
    },
    lines: [line('SSL', '2', '10.00', '20.00')]
  },

  Recurly: {
    raw: {
      id: 'k1',
      object: 'invoice',
      number: '1001',
      state: 'past_due',
      collection_method: 'manual',
      currency: 'USD',
      subtotal: 40,
      discount: 4,
      tax: 3.15,
      total: 39.15,
      paid: 10.5,
      balance: 28.65,
      created_at: '2026-09-01T23:59:59Z',
      due_at: '2026-09-30T23:59:59Z',
      closed_at: null,
      line_items: {
        object: 'list',
        has_more: false,
        data: [{ description: 'Plan', quantity: 1, unit_amount: 40, amount: 40, subtotal: 40 }]
      }
    },
    invoice: {
      number: '1001',
      state: 'open',
      total: '39.15',
      discount: '4',
      taxes: '3.15',
      issuedDay: '2026-09-01',
      dueDay: '2026-09-30'
    },
    lines: [line('Plan', '1', '40', '40')],
    unread: ['paid']
  },

  Lago: {
    raw: {
      lago_id: '1a901a90-1a90-1a90-1a90-1a901a901a90',
      sequential_id: 2,
      number: 'LAG-1234-001-002',
      issuing_date: '2022-04-30',
      payment_due_date: '2022-05-30',
      invoice_type: 'subscription',
      status: 'finalized',
      payment_status: 'failed',
      currency: 'EUR',
      coupons_amount_cents: 10,
      taxes_amount_cents: 20,
      sub_total_excluding_taxes_amount_cents: 100,
      total_amount_cents: 110,
      file_url: 'https://files.example.com/1.pdf',
      created_at: '2022-04-30T22:00:00Z',
      updated_at: '2022-04-30T22:00:01Z',
      fees: [{ lago_id: 'f', item: { type: 'charge', name: 'Traffic' }, units: '5.5', amount_cents: 90 }]
    },
    invoice: {
      key: '1a901a90-1a90-1a90-1a90-1a901a901a90',
      number: 'LAG-1234-001-002',
      state: 'open',
      providerStatus: 'finalized',
      total: '1.10',
      subtotal: '1.00',
      taxes: '0.20',
      discount: '0.10',
      issuedDay: '2022-04-30',
      dueDay: '2022-05-30'
    },
    lines: [line('Traffic', '5.5', null, '0.90')],
    links: { pdfUrl: 'https://files.example.com/1.pdf' }
  },

  'Paddle (a transaction)': {
    settings: { amountUnit: 'minor' },
    raw: {
      id: 'txn_01',
      status: 'past_due',
      invoice_number: '325-10566',
      billed_at: '2026-08-30T21:58:00.000Z',
      created_at: '2026-08-01T21:58:00.000Z',
      updated_at: '2026-08-30T22:00:00.000Z',
      currency_code: 'GBP',
      details: {
        totals: { subtotal: '30000', tax: '6000', discount: '0', total: '36000', grand_total: '36000' },
        line_items: [
          {
            quantity: 10,
            product: { name: 'ISP proxy' },
            unit_totals: { subtotal: '3000' },
            totals: { subtotal: '30000', total: '36000' }
          }
        ]
      },
      checkout: { url: 'https://example.com/pay' }
    },
    invoice: {
      number: '325-10566',
      state: 'open',
      total: '360.00',
      subtotal: '300.00',
      taxes: '60.00',
      currency: 'GBP',
      issuedDay: '2026-08-30'
    },
    lines: [line('ISP proxy', '10', '30.00', '300.00')]
  },

  Xero: {
    raw: {
      Type: 'ACCREC',
      InvoiceID: '243216c5-369e-4056-ac67-05388f86dc81',
      InvoiceNumber: 'OIT00546',
      Reference: 'PO 12',
      Status: 'AUTHORISED',
      DateString: '2009-05-27T00:00:00',
      Date: '/Date(1243382400000+0000)/',
      DueDateString: '2009-06-06T00:00:00',
      DueDate: '/Date(1244246400000+0000)/',
      CurrencyCode: 'NZD',
      SubTotal: 1800,
      TotalTax: 225,
      Total: 2025,
      AmountDue: 1025,
      AmountPaid: 1000,
      UpdatedDateUTC: '/Date(1243440000000)/',
      LineItems: [{ Description: 'Onsite project', Quantity: 1, UnitAmount: 1800, LineAmount: 1800 }]
    },
    invoice: {
      key: '243216c5-369e-4056-ac67-05388f86dc81',
      number: 'OIT00546',
      state: 'open',
      total: '2025',
      subtotal: '1800',
      taxes: '225',
      currency: 'NZD',
      issuedAt: '2009-05-27T00:00:00.000+00:00',
      issuedDay: '2009-05-27',
      dueDay: '2009-06-06',
      updatedAt: '2009-05-27T16:00:00.000Z'
    },
    lines: [line('Onsite project', '1', '1800', '1800')]
  },

  'QuickBooks Online': {
    raw: {
      Id: '130',
      DocNumber: '1037',
      TxnDate: '2024-09-19',
      DueDate: '2024-10-19',
      TotalAmt: 362.07,
      Balance: 362.07,
      CurrencyRef: { value: 'USD', name: 'United States Dollar' },
      TxnTaxDetail: { TotalTax: 26.82 },
      MetaData: { CreateTime: '2024-09-19T13:16:17-07:00', LastUpdatedTime: '2024-09-19T13:16:18-07:00' },
      Line: [{ Description: 'Rock Fountain', Amount: 275, SalesItemLineDetail: { UnitPrice: 275, Qty: 1 } }]
    },
    invoice: {
      key: '130',
      number: '1037',
      state: 'unknown',
      providerStatus: null,
      total: '362.07',
      taxes: '26.82',
      currency: 'USD',
      issuedDay: '2024-09-19',
      dueDay: '2024-10-19'
    },
    lines: [line('Rock Fountain', '1', '275', '275')]
  },

  'Zoho Books': {
    raw: {
      invoice_id: '982000000567114',
      invoice_number: 'INV-00003',
      status: 'partially_paid',
      date: '2013-11-17',
      due_date: '2013-12-03',
      created_time: '2013-11-18T02:31:51-0800',
      last_modified_time: '2013-11-18T02:31:51-0800',
      currency_code: 'USD',
      sub_total: 153,
      tax_total: 22.6,
      taxes: [{ tax_name: 'VAT', tax_amount: 22.6 }],
      total: 40.6,
      balance: 20.6,
      invoice_url: 'https://books.example.com/portal/1',
      line_items: [{ name: 'Hard Drive', description: '500GB', rate: 120, quantity: 1, item_total: 120 }]
    },
    invoice: {
      key: '982000000567114',
      number: 'INV-00003',
      state: 'open',
      total: '40.6',
      subtotal: '153',
      taxes: '22.6',
      issuedDay: '2013-11-17',
      dueDay: '2013-12-03',
      updatedAt: '2013-11-18T02:31:51-0800'
    },
    lines: [line('500GB', '1', '120', '120')],
    links: { pageUrl: 'https://books.example.com/portal/1' }
  },

  WHMCS: {
    raw: {
      id: 1,
      userid: 1,
      invoicenum: '',
      date: '2016-01-01',
      duedate: '2016-01-14',
      datepaid: '0000-00-00 00:00:00',
      subtotal: '19.95',
      credit: '0.00',
      tax: '0.00',
      total: '19.95',
      status: 'Unpaid',
      paymentmethod: 'paypal',
      currencycode: 'USD',
      items: { item: [{ id: '1', type: 'Hosting', description: 'Proxy hosting', amount: '19.95' }] }
    },
    invoice: {
      key: '1',
      number: '1',
      state: 'open',
      total: '19.95',
      currency: 'USD',
      issuedDay: '2016-01-01',
      dueDay: '2016-01-14',
      paidAt: null,
      paymentMethod: 'paypal'
    },
    lines: [line('Proxy hosting', null, null, '19.95')]
  },

  'Shopify (an order)': {
    raw: {
      id: 450789469,
      name: '#1001',
      created_at: '2008-01-10T23:00:00-05:00',
      currency: 'USD',
      financial_status: 'partially_refunded',
      total_price: '598.94',
      subtotal_price: '597.00',
      total_tax: '11.94',
      total_discounts: '10.00',
      line_items: [{ title: 'IPod Nano', quantity: 1, price: '199.00' }]
    },
    invoice: {
      state: 'settled',
      providerStatus: 'partially_refunded',
      total: '598.94',
      subtotal: '597.00',
      taxes: '11.94',
      discount: '10.00',
      issuedDay: '2008-01-10'
    },
    lines: [line('IPod Nano', '1', '199.00', null)]
  },

  PayPal: {
    raw: {
      id: 'INV2-Z56S-5LLA-Q52L-CPZ5',
      status: 'MARKED_AS_PAID',
      detail: {
        invoice_number: '#123',
        invoice_date: '2018-11-12',
        currency_code: 'USD',
        payment_term: { term_type: 'NET_10', due_date: '2018-11-22' },
        metadata: { recipient_view_url: 'https://www.paypal.com/invoice/p/1' }
      },
      amount: { currency_code: 'USD', value: '74.21' },
      due_amount: { currency_code: 'USD', value: '0.00' },
      items: [{ name: 'Yoga Mat', quantity: '1', unit_amount: { currency_code: 'USD', value: '50.00' } }]
    },
    invoice: {
      number: '#123',
      state: 'settled',
      total: '74.21',
      currency: 'USD',
      issuedDay: '2018-11-12',
      dueDay: '2018-11-22'
    },
    lines: [line('Yoga Mat', '1', '50.00', null)],
    links: { pageUrl: 'https://www.paypal.com/invoice/p/1' }
  },

  'Braintree (a transaction)': {
    raw: {
      id: 'a1b2',
      amount: '12.34',
      currencyIsoCode: 'EUR',
      status: 'submitted_for_settlement',
      createdAt: '2026-03-29T01:30:00Z',
      paymentInstrumentType: 'credit_card'
    },
    invoice: { state: 'unknown', providerStatus: 'submitted_for_settlement', total: '12.34', currency: 'EUR' },
    lines: []
  },

  Odoo: {
    raw: {
      id: 7,
      name: 'INV/2026/00007',
      state: 'posted',
      payment_state: 'paid',
      invoice_date: '2026-02-28',
      invoice_date_due: '2026-03-30',
      amount_untaxed: 100,
      amount_tax: 19,
      amount_total: 119,
      amount_residual: 0,
      currency_id: [1, 'EUR']
    },
    invoice: {
      state: 'settled',
      providerStatus: 'posted',
      total: '119',
      subtotal: '100',
      taxes: '19',
      issuedDay: '2026-02-28',
      dueDay: '2026-03-30'
    },
    lines: []
  },

  'a mixture, in kebab and Pascal case, with a list of texts': {
    settings: { paymentTermDays: 30 },
    raw: {
      'Invoice-Number': 'X-1',
      'Issue Date': '2024-02-29',
      'Total-Amount': '1.10',
      Status: 'Awaiting payment',
      details: ['One proxy', 'Another proxy', '', null]
    },
    invoice: {
      number: 'X-1',
      state: 'open',
      total: '1.10',
      issuedDay: '2024-02-29',
      dueAt: null,
      dueDay: '2024-03-30',
      dueBy: 'term'
    },
    lines: [line('One proxy', null, null, null), line('Another proxy', null, null, null)]
  }
}

describe.each(Object.entries(SHAPES))(
  '%s',
  (_name, { settings = {}, raw, invoice, lines, links = {}, unread = [] }) => {
    const all = { ...PRESETS.v2, ...settings }
    const { value, notes } = readInvoices([raw], all, (text) => text)
    const [record] = value

    test('is read', () => {
      expect(record?.invoice).toMatchObject(invoice)
      expect(record).toMatchObject({ pageUrl: links.pageUrl ?? null, pdfUrl: links.pdfUrl ?? null, raw })
      expect(notes.filter(({ kind }) => kind === 'wrongType').map(({ field }) => field)).toEqual(unread)
    })

    test('has its lines, and is found by what they say', () => {
      expect(invoiceLines(raw, record?.invoice.currency ?? null, all)).toEqual({ lines, more: 0 })
      for (const { text } of lines) expect(record?.lineTexts).toContain(text)
    })

    test('read again from what is stored, it is the same', () => {
      const again = readInvoices([JSON.parse(JSON.stringify(record?.raw)) as Json], all, (text) => text)
      expect(again.value).toEqual(value)
    })
  }
)

describe('what a status says', () => {
  const stateOf = (raw: { [name: string]: Json }): string | undefined =>
    readInvoices([{ id: 'i', ...raw }], PRESETS.v2, (text) => text).value[0]?.invoice.state

  test.each([
    ['open', ['sent', 'Viewed', 'POSTED', 'AUTHORISED', 'payment_due', 'Partially Paid', 'Collections', 'billed']],
    ['settled', ['settled', 'paid in full', 'MARKED_AS_PAID', 'partially_refunded']],
    ['void', ['VOIDED', 'deleted', 'MARKED_AS_REFUNDED']],
    [
      'unknown',
      [
        'draft',
        'Draft',
        'scheduled',
        'partial',
        'pending approval',
        'approved',
        'finalized',
        'processing',
        'failed',
        'authorized',
        'Payment Pending',
        'closed',
        'settling',
        'written off',
        'expired',
        ''
      ]
    ]
  ])('%s: %j', (state, words) => {
    for (const status of words) expect([status, stateOf({ status })]).toEqual([status, state])
  })

  test.each([
    [{ status: 'finalized', payment_status: 'pending' }, 'open'],
    [{ status: 'finalized', payment_status: 'succeeded' }, 'settled'],
    [{ status: 'finalized', payment_status: 'processing' }, 'unknown'],
    [{ status: 'draft', payment_status: 'pending' }, 'unknown'],
    [{ status: 'failed', payment_status: 'pending' }, 'unknown'],
    [{ status: 'voided', payment_status: 'succeeded' }, 'void'],
    [{ status: 'posted', payment_state: 'not_paid' }, 'open'],
    [{ status: 'posted', payment_state: 'in_payment' }, 'open'],
    [{ status: 2, payment_status: 'succeeded' }, 'settled'],
    [{ status: 2, payment_status: 'pending' }, 'unknown'],
    [{ payment_status: 'pending' }, 'open'],
    [{ payment_status: 1 }, 'unknown']
  ])('%j is %s', (raw, state) => {
    expect(stateOf(raw)).toBe(state)
  })

  test('what the person says of the word counts before a word for the payment', () => {
    const settings = { ...PRESETS.v2, statuses: { finalized: 'void' } as const }
    const { value } = readInvoices([{ status: 'Finalized', payment_status: 'paid' }], settings, (text) => text)
    expect(value[0]?.invoice.state).toBe('void')
  })
})

describe('names', () => {
  const totalOf = (raw: { [name: string]: Json }): string | null | undefined =>
    readInvoices([raw], PRESETS.v2, (text) => text).value[0]?.invoice.total

  test.each([
    [{ Total: 1, Amount: 2 }, '1'],
    [{ TotalAmount: 1, total: 2 }, '1'],
    [{ TOTAL_AMOUNT: 1, Total: 2 }, '1'],
    [{ balance: 1 }, null],
    [{ amount_remaining: 1, amount_paid: 2 }, null],
    [{ total: null, grand_total: 3 }, '3'],
    [{ total: {}, amount: 3 }, '3'],
    [{ total: { amount: { amount: 1 } } }, null],
    [{ total: { value: '12.00', currency_code: 'EUR' } }, '12.00'],
    [{ total_set: 5, total: { shop_money: { amount: '7.5', currency_code: 'EUR' } } }, '7.5'],
    [{ total_in_cents: 1999 }, '19.99'],
    [{ total: 3, total_in_cents: 1999 }, '3']
  ])('%j comes to %j', (raw, total) => {
    expect(totalOf(raw)).toBe(total)
  })

  test('the currency beside an amount counts where the invoice names none', () => {
    const currencyOf = (raw: { [name: string]: Json }) =>
      readInvoices([raw], { ...PRESETS.v2, currency: 'CHF' }, (text) => text).value[0]?.invoice.currency
    expect(currencyOf({ total: { value: 1, currency_code: 'eur' } })).toBe('EUR')
    expect(currencyOf({ total: { value: 1, currency_code: 'eur' }, currency: 'USD' })).toBe('USD')
    expect(currencyOf({ total: { value: 1 } })).toBe('CHF')
    expect(currencyOf({ total: { value: 1, currency_code: 'eur' }, currency: 'points' })).toBeNull()
  })

  test('more shapes than are remembered are read all the same', () => {
    const list = Array.from({ length: 500 }, (_none, at) => ({ id: String(at), Total: at, [`field ${at}`]: 1 }))
    const read = readInvoices([...list, ...list.toReversed()], PRESETS.v2, (text) => text).value
    expect(read.map(({ invoice }) => Number(invoice.total))).toEqual([
      ...list.map(({ Total }) => Total),
      ...list.toReversed().map(({ Total }) => Total)
    ])
  })
})

describe('lines', () => {
  test('are told up to a bound; how many there are beyond it is known', () => {
    const items = Array.from({ length: 1205 }, (_none, at) => ({ name: `Line ${at}`, amount: at }))
    const { lines, more } = invoiceLines({ items }, null, PRESETS.v2)
    expect([lines.length, more]).toEqual([200, 1005])
    expect(lines.at(-1)).toEqual(line('Line 199', null, null, '199'))
  })

  test('of which nothing can be read are left out, and an empty list leaves the word to another name', () => {
    expect(invoiceLines({ lines: [], items: [{ sku: 1 }, { name: 'One' }, 7, null, []] }, null, PRESETS.v2)).toEqual({
      lines: [line('One', null, null, null)],
      more: 0
    })
    expect(invoiceLines({ lines: {}, details: 'All of it' }, null, PRESETS.v2).lines).toEqual([
      line('All of it', null, null, null)
    ])
  })

  test('a text of any length is cut', () => {
    const [only] = invoiceLines({ details: 'x'.repeat(100_000) }, null, PRESETS.v2).lines
    expect(only?.text?.length).toBeLessThanOrEqual(500)
    const items = Array.from({ length: 200 }, () => ({ name: 'y'.repeat(500) }))
    const [record] = readInvoices([{ items }], PRESETS.v2, (text) => text).value
    expect(record?.lineTexts?.length).toBeLessThanOrEqual(4000)
  })
})
