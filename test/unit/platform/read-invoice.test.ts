import { describe, expect, test } from 'vitest'
import { readInvoices } from '../../../src/main/platform/read-invoice.ts'
import type { InvoiceRecord } from '../../../src/main/core/ports.ts'
import type { ReadingNote } from '../../../src/shared/model/freshness.ts'
import type { Json } from '../../../src/shared/model/json.ts'

interface Raw {
  [name: string]: Json
}

const one = (raw: Raw): InvoiceRecord & { notes: ReadingNote[] } => {
  const { value, notes } = readInvoices([raw])
  if (!value[0]) throw new Error('no record')
  return { ...value[0], notes }
}

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
    platformStatus: 'NotPaid',
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
    paymentMethod: 'Card',
    hasPage: false,
    hasPdf: true
  })
  expect([pageUrl, pdfUrl]).toEqual([null, 'https://pay.example.com/i1.pdf'])
  expect(notes).toEqual([])
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
    platformStatus: '2',
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
    [{ status: { code: 1 } }, 'unknown']
  ])('%j is %s', (raw, state) => {
    expect(one(raw).invoice.state).toBe(state)
  })

  test('a number in a text is a number all the same', () => {
    expect(one({ status: '3' }).invoice).toMatchObject({ platformStatus: '3', statusIsNumber: true })
  })
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
    'createdAt',
    'dueDate',
    'currency'
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
  expect(value[0]?.invoice).toMatchObject({ state: 'unknown', total: null, platformStatus: null })
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
