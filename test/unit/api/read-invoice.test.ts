import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { readInvoices as read, type InvoiceSettings } from '../../../src/main/api/readers/read-invoice.ts'
import type { InvoiceRecord, Reading } from '../../../src/main/core/ports/index.ts'
import { PRESETS } from '../../../src/shared/models/connection.ts'
import type { ReadingNote } from '../../../src/shared/models/freshness.ts'
import type { Json } from '../../../src/shared/models/json.ts'

interface Raw {
  [name: string]: Json
}

const readInvoices = (list: Json[], settings: Partial<InvoiceSettings> = {}): Reading<InvoiceRecord[]> =>
  read(list, { ...PRESETS.v2, ...settings }, (text) => text)

const one = (raw: Raw, settings: Partial<InvoiceSettings> = {}): InvoiceRecord & { notes: ReadingNote[] } => {
  const { value, notes } = readInvoices([raw], settings)
  if (!value[0]) throw new Error('no record')
  return { ...value[0], notes }
}

test('each record has the issues that were met in it, the list has all of them', () => {
  const { value, notes } = readInvoices([
    { id: 'a', status: 'Paid' },
    { id: 'a', status: { code: 1 }, apiKey: 'k' },
    { colour: 'red' },
    7
  ])
  expect(value.map((record) => record.notes)).toEqual([
    undefined,
    [
      { kind: 'credentialDropped', count: 1, field: 'apiKey' },
      { kind: 'wrongType', count: 1, field: 'status' },
      { kind: 'unknownShape', count: 1 },
      { kind: 'sameId', count: 1 }
    ],
    [
      { kind: 'unknownShape', count: 1 },
      { kind: 'noId', count: 1 }
    ]
  ])
  expect(notes.map(({ kind, count }) => `${count} ${kind}`).sort()).toEqual([
    '1 credentialDropped',
    '1 noId',
    '1 notAnObject',
    '1 sameId',
    '1 wrongType',
    '2 unknownShape'
  ])
})

test('the v3 shape', () => {
  const { invoice, pdfUrl, pageUrl, notes } = one({
    id: 'i1',
    createdAt: '2026-10-01T08:00:00Z',
    updatedAt: '2026-10-02T08:00:00Z',
    status: 'NotPaid',
    paymentMethod: 'Card',
    taxesAmount: 7.7,
    discountAmount: 0,
    subtotalAmount: 100,
    totalAmount: 107.7,
    hostedInvoicePdfUrl: 'https://pay.example.com/i1.pdf'
  })
  expect(invoice).toEqual({
    key: 'i1',
    number: 'i1',
    state: 'open',
    providerStatus: 'NotPaid',
    statusIsNumber: false,
    total: '107.7',
    subtotal: '100',
    taxes: '7.7',
    discount: '0',
    currency: null,
    issuedAt: '2026-10-01T08:00:00Z',
    dueAt: null,
    paidAt: null,
    updatedAt: '2026-10-02T08:00:00Z',
    issuedDay: '2026-10-01',
    dueDay: null,
    dueBy: null,
    paymentMethod: 'Card',
    hasPage: false,
    hasPdf: true
  })
  expect([pageUrl, pdfUrl]).toEqual([null, 'https://pay.example.com/i1.pdf'])
  expect(notes).toEqual([])
})

test.each([
  ['Created', 'open'],
  ['Issued', 'open'],
  ['NotPaid', 'open'],
  ['Paid', 'settled'],
  ['Refunded', 'void'],
  ['Canceled', 'void'],
  // Nothing is asked for yet.
  ['Draft', 'unknown']
])('the published status %s is %s, without number, page, PDF or lines', (status, state) => {
  const { invoice, pageUrl, pdfUrl, lineTexts, notes } = one({ id: 'i1', status, totalAmount: 5, paymentMethod: null })
  expect(invoice).toMatchObject({ number: 'i1', state, providerStatus: status, hasPage: false, hasPdf: false })
  expect([pageUrl, pdfUrl, lineTexts ?? '', notes]).toEqual([null, null, '', []])
})

test('the v2 shape: a status number stays a number of unknown meaning', () => {
  const { invoice } = one({
    id: 'i2',
    creationDateTime: '2023-05-01T08:00:00.1234567',
    thirdPartyInvoiceId: 'in_1',
    unitPrice: 10,
    amount: 30,
    finalAmount: 25.5,
    status: 2,
    hostedInvoiceUrl: 'https://pay.example.com/i2'
  })
  expect(invoice).toMatchObject({
    number: 'in_1',
    state: 'unknown',
    providerStatus: '2',
    statusIsNumber: true,
    total: '25.5',
    issuedAt: '2023-05-01T08:00:00.1234567',
    hasPage: true
  })
})

test('foreign words: minor units, due date, currency', () => {
  const raw = {
    number: 'A-1',
    state: 'past_due',
    amount_cents: 1299,
    currency: 'eur',
    created: 1_790_000_000,
    due_date: '2026-10-05'
  }
  expect(one(raw).invoice).toMatchObject({
    number: 'A-1',
    state: 'open',
    total: '12.99',
    currency: 'EUR',
    issuedAt: '2026-09-21T14:13:20.000Z',
    dueAt: '2026-10-05'
  })
})

describe('state', () => {
  test.each<[Raw, string]>([
    [{ status: 'Created' }, 'open'],
    [{ status: 'Issued' }, 'open'],
    [{ status: 'not_paid' }, 'open'],
    [{ status: 'PENDING' }, 'open'],
    [{ status: 'uncollectible' }, 'open'],
    [{ status: 'Paid' }, 'settled'],
    [{ status: 'succeeded' }, 'settled'],
    [{ status: 'Refunded' }, 'void'],
    [{ status: 'Canceled' }, 'void'],
    [{ status: 'cancelled' }, 'void'],
    [{ status: 'Draft' }, 'unknown'],
    [{ status: 'Draft', paid: false }, 'unknown'],
    [{ status: 'In dispute' }, 'unknown'],
    [{ status: 3 }, 'unknown'],
    [{ status: 3, paid: true }, 'settled'],
    [{ status: '3' }, 'unknown'],
    [{ paid: true }, 'settled'],
    [{ isPaid: false }, 'open'],
    [{ status: 3, paid: 'true' }, 'settled'],
    [{ paid: 0 }, 'open'],
    [{ paid: 'in part' }, 'unknown'],
    [{ status: ' PAST-DUE ' }, 'open'],
    [{ status: null, state: 'void' }, 'void'],
    [{ status: { code: 1 } }, 'unknown']
  ])('%j is %s', (raw, state) => {
    expect(one(raw).invoice.state).toBe(state)
  })

  test('a number in a text is a number all the same', () => {
    expect(one({ status: '3' }).invoice).toMatchObject({ providerStatus: '3', statusIsNumber: true })
  })
})

test('a status or a flag that cannot be read is noted', () => {
  expect(one({ id: 'a', status: { code: 1 }, isPaid: 'soon' }).notes).toEqual([
    { kind: 'wrongType', count: 1, field: 'status' },
    { kind: 'wrongType', count: 1, field: 'isPaid' },
    { kind: 'unknownShape', count: 1 }
  ])
})

describe('meanings of statuses, as the person says', () => {
  const statuses = {
    '2': 'settled',
    'In Dispute': 'open',
    ' PAID ': 'void',
    constructor: 'void',
    Held: 'unknown'
  } as const
  test.each<[Raw, string]>([
    [{ status: 2 }, 'settled'],
    [{ status: '2' }, 'settled'],
    [{ status: 2, paid: false }, 'settled'],
    [{ status: 3 }, 'unknown'],
    [{ status: 'in dispute' }, 'open'],
    [{ state: 'IN DISPUTE ', paid: true }, 'open'],
    [{ status: 'paid' }, 'void'],
    [{ status: 'Paid', isPaid: true }, 'void'],
    [{ status: 'held', paid: true }, 'unknown'],
    [{ status: 'Refunded' }, 'void'],
    [{ status: 'toString' }, 'unknown'],
    [{ status: 'constructor' }, 'void'],
    [{ paid: true }, 'settled']
  ])('%j is %s', (raw, state) => {
    expect(one(raw, { statuses }).invoice.state).toBe(state)
  })

  test('change nothing of what the provider said', () => {
    expect(one({ status: 2 }, { statuses }).invoice).toMatchObject({ providerStatus: '2', statusIsNumber: true })
  })
})

describe('amounts in minor units', () => {
  const minor = { amountUnit: 'minor' } as const
  test.each<[Raw, Partial<InvoiceSettings>, string | null]>([
    [{ totalAmount: 1299, currency: 'EUR' }, minor, '12.99'],
    [{ totalAmount: '1299', currency: 'eur' }, minor, '12.99'],
    [{ totalAmount: 5 }, minor, '0.05'],
    [{ totalAmount: 1299, currency: 'JPY' }, minor, '1299'],
    [{ totalAmount: 1299, currencyCode: 'KWD' }, minor, '1.299'],
    [{ totalAmount: 1299, currency: 'XQX' }, minor, '12.99'],
    [{ totalAmount: -1299, currency: '¥' }, minor, '-12.99'],
    [{ totalAmount: 1299 }, { ...minor, currency: 'JPY' }, '1299'],
    [{ totalAmount: 1299, currency: 'EUR' }, { ...minor, currency: 'JPY' }, '12.99'],
    [{ totalAmount: '90071992547409931234', currency: 'EUR' }, minor, '900719925474099312.34'],
    [{ totalAmount: '1299.00' }, minor, '12.99'],
    [{ totalAmount: 12.5 }, minor, null],
    [{ totalAmount: 12.5, amount_cents: 1250 }, minor, '12.50'],
    // By its name, whatever the account says.
    [{ amount_cents: 1299 }, {}, '12.99'],
    [{ amount_cents: 1299, currency: 'KWD' }, {}, '1.299'],
    [{ amount_cents: 1299 }, minor, '12.99'],
    [{ totalAmount: 1299 }, {}, '1299'],
    [{ totalAmount: 0.1 }, {}, '0.1']
  ])('%j by %j is %s', (raw, settings, total) => {
    expect(one(raw, settings).invoice.total).toBe(total)
  })

  test('all amounts of an invoice are', () => {
    const raw = { totalAmount: 1000, subtotalAmount: 900, taxesAmount: 150, discountAmount: 50 }
    expect(one(raw, minor).invoice).toMatchObject({ total: '10.00', subtotal: '9.00', taxes: '1.50', discount: '0.50' })
  })
})

describe('the account’s currency', () => {
  test.each<[Raw, string | null]>([
    [{ total: 5 }, 'CHF'],
    [{ total: 5, currency: '' }, 'CHF'],
    [{ total: 5, currency: null, currencyCode: 'EUR' }, 'EUR'],
    [{ total: 5, currency: 'usd' }, 'USD'],
    // Another one, though it can't be told which.
    [{ total: 5, currency: '€' }, null],
    [{ total: 5, currency: { label: 'EUR' } }, null]
  ])('%j is in %s', (raw, currency) => {
    expect(one(raw, { currency: 'CHF' }).invoice.currency).toBe(currency)
  })
})

test('what was read and stored is read the same again, by any settings', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      5,
      '12.5',
      1299,
      'Paid',
      2,
      true,
      'JPY',
      '2026-01-01',
      '{"token":"x","a":1}',
      'https://a:b@c.example'
    )
  )
  const name = fc.constantFrom('id', 'total', 'amount_cents', 'status', 'paid', 'currency', 'date', 'url', 'token', 'x')
  const settings = fc.record({
    amountUnit: fc.constantFrom('major' as const, 'minor' as const),
    currency: fc.constantFrom(null, 'JPY', 'KWD'),
    statuses: fc.dictionary(fc.constantFrom('2', 'paid', 'true'), fc.constantFrom('open' as const, 'void' as const))
  })
  fc.assert(
    fc.property(fc.array(fc.dictionary(name, value as fc.Arbitrary<Json>), { maxLength: 5 }), settings, (list, by) => {
      const first = readInvoices(list, by).value
      const stored = JSON.parse(JSON.stringify(first)) as InvoiceRecord[]
      const again = readInvoices(
        stored.map(({ raw }) => raw),
        by
      )
      // What was removed on arrival is met only then.
      const lasting = (notes: ReadingNote[] = []): ReadingNote[] =>
        notes.filter(({ kind }) => kind !== 'credentialDropped')
      const bare = (records: InvoiceRecord[]) => records.map((record) => ({ ...record, notes: lasting(record.notes) }))
      expect(bare(again.value)).toEqual(bare(stored))
      // Whatever settings came between.
      const other = readInvoices(stored.map(({ raw }) => raw)).value
      expect(other.map(({ invoice }) => invoice.key)).toEqual(first.map(({ invoice }) => invoice.key))
    })
  )
})

test('what cannot be read is left out and noted, and the next name is tried', () => {
  const { invoice, notes } = one({
    totalAmount: '12,50 €',
    total: '12.50',
    createdAt: '05/11/2026',
    dueDate: 'soon',
    currency: '€'
  })
  expect(invoice).toMatchObject({ total: '12.50', issuedAt: null, dueAt: null, currency: null })
  expect(notes.filter(({ kind }) => kind === 'wrongType').map(({ field }) => field)).toEqual([
    'currency',
    'createdAt',
    'dueDate'
  ])
})

test('links that are not plain https are left out', () => {
  expect(one({ url: 'http://pay.example.com/1', pdfUrl: 'data:text/html,x' })).toMatchObject({
    pageUrl: null,
    pdfUrl: null
  })
  expect(one({ url: 'https://u:p@pay.example.com/1' }).pageUrl).toBeNull()
})

test('an object without anything of an invoice is kept and noted, one that is no object is not kept', () => {
  const { value, notes } = readInvoices([{ colour: 'red' }, 'x', null, { id: 'a', status: 'Paid' }])
  expect(value).toHaveLength(2)
  expect(value[0]?.invoice).toMatchObject({ state: 'unknown', total: null, providerStatus: null })
  expect(value[0]?.raw).toEqual({ colour: 'red' })
  expect(notes).toEqual([
    { kind: 'unknownShape', count: 1 },
    { kind: 'notAnObject', count: 2 },
    { kind: 'noId', count: 1 }
  ])
})

test('invoices without an id keep their keys when a new one comes first', () => {
  const old = [
    { number: 'A-1', total: 5 },
    { createdAt: '2026-01-01', total: 5 }
  ]
  const keys = (list: Raw[]): string[] => readInvoices(list).value.map(({ invoice }) => invoice.key)
  expect(keys([{ number: 'A-2', total: 9 }, ...old]).slice(1)).toEqual(keys(old))
})
