import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { invoiceLines } from '../../../../src/main/provider/readers/invoice-lines.ts'
import { readInvoices as read } from '../../../../src/main/provider/readers/read-invoice.ts'
import type { InvoiceRecord, Parsed } from '../../../../src/main/ports/index.ts'
import type { InvoiceSettings } from '../../../../src/shared/providers/definition.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import type { ReadingNote } from '../../../../src/shared/models/freshness.ts'
import type { Invoice, InvoiceLine } from '../../../../src/shared/models/invoice.ts'
import type { Json } from '../../../../src/shared/models/json.ts'

interface Raw {
  [name: string]: Json
}

const readInvoices = (list: Json[], settings: Partial<InvoiceSettings> = {}): Parsed<InvoiceRecord[]> =>
  read(list, { ...BUILT_IN['hypeproxy-v2'], ...settings }, (text) => text, { now: new Date() })

const one = (raw: Raw, settings: Partial<InvoiceSettings> = {}): InvoiceRecord & { notes: ReadingNote[] } => {
  const { value, notes } = readInvoices([raw], settings)
  return { ...value[0]!, notes }
}
const line = (text: string, amount: string | null = null): InvoiceLine => ({
  text,
  quantity: null,
  unitAmount: null,
  amount
})

/** Made up after the public reference of each API, in its field names, types and words. */
interface Shape {
  settings?: Partial<InvoiceSettings>
  raw: Raw
  invoice: Partial<Invoice>
  lines: InvoiceLine[]
  links?: { pageUrl?: string; pdfUrl?: string }
  /** Fields that are known by name, and hold something that is not read. */
  unread?: string[]
}
const SHAPES = JSON.parse(readFileSync(new URL('invoice-shapes.json', import.meta.url), 'utf8')) as Record<
  string,
  Shape
>

describe.each(Object.entries(SHAPES))('an invoice of %s', (_name, shape) => {
  const { settings = {}, raw, invoice, lines, links = {}, unread = [] } = shape
  const { value, notes } = readInvoices([raw], settings)
  const [record] = value

  test('is read', () => {
    expect(record?.invoice).toMatchObject(invoice)
    expect(record).toMatchObject({ pageUrl: links.pageUrl ?? null, pdfUrl: links.pdfUrl ?? null, raw })
    expect(record?.invoice).toMatchObject({ hasPage: record?.pageUrl !== null, hasPdf: record?.pdfUrl !== null })
    expect(notes.filter(({ kind }) => kind === 'wrongType').map(({ field }) => field)).toEqual(unread)
  })

  test('has its lines and can be found by their text', () => {
    const all = { ...BUILT_IN['hypeproxy-v2'], ...settings }
    expect(invoiceLines(raw, record?.invoice.currency ?? null, all)).toEqual({ lines, more: 0 })
    for (const { text } of lines) expect(record?.lineTexts).toContain(text)
  })
})

describe('state', () => {
  const STATES = {
    open: [
      ...['Created', 'Issued', 'Open', 'unpaid', 'NotPaid', 'not_paid', 'PENDING', 'due', ' PAST-DUE ', 'overdue'],
      ...['uncollectible', 'sent', 'Viewed', 'POSTED', 'AUTHORISED', 'payment_due', 'Partially Paid', 'Collections'],
      'billed'
    ],
    settled: ['Paid', 'completed', 'succeeded', 'settled', 'paid in full', 'MARKED_AS_PAID', 'partially_refunded'],
    void: ['Canceled', 'cancelled', 'void', 'VOIDED', 'Refunded', 'deleted', 'MARKED_AS_REFUNDED'],
    unknown: [
      ...['draft', 'scheduled', 'partial', 'pending approval', 'approved', 'finalized', 'processing', 'failed'],
      ...['authorized', 'Payment Pending', 'closed', 'settling', 'written off', 'expired', 'In dispute', '', '0', '4']
    ]
  }
  test.each(Object.entries(STATES))('%s: %j', (state, words) => {
    for (const status of words) expect([status, one({ status }).invoice.state]).toEqual([status, state])
  })

  test.each<[Raw, string]>([
    [{ status: 'Draft', paid: false }, 'unknown'],
    [{ status: 3 }, 'unknown'],
    [{ status: 3, paid: 'true' }, 'settled'],
    [{ paid: true }, 'settled'],
    [{ isPaid: false }, 'open'],
    [{ paid: 0 }, 'unknown'],
    [{ isPaid: 1 }, 'settled'],
    [{ is_paid: 0 }, 'open'],
    [{ paid: 'no' }, 'open'],
    [{ paid: 'in part' }, 'unknown'],
    [{ status: null, state: 'void' }, 'void'],
    [{ status: { code: 1 } }, 'unknown'],
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
    expect(one(raw).invoice.state).toBe(state)
  })

  const own = { '2': 'settled', 'In Dispute': 'open', ' PAID ': 'void', Held: 'unknown', finalized: 'void' } as const
  const statuses = { ...own, constructor: 'void' as const }
  test.each<[Raw, string]>([
    [{ status: 2 }, 'settled'],
    [{ status: '2' }, 'settled'],
    [{ status: 2, paid: false }, 'settled'],
    [{ status: 3 }, 'unknown'],
    [{ state: 'IN DISPUTE ', paid: true }, 'open'],
    [{ status: 'Paid', isPaid: true }, 'void'],
    [{ status: 'held', paid: true }, 'unknown'],
    [{ status: 'Refunded' }, 'void'],
    [{ status: 'toString' }, 'unknown'],
    [{ status: 'constructor' }, 'void'],
    [{ status: 'Finalized', payment_status: 'paid' }, 'void'],
    [{ paid: true }, 'settled']
  ])('%j is %s by the user’s meanings of statuses', (raw, state) => {
    expect(one(raw, { statuses }).invoice.state).toBe(state)
  })

  test('keeps the provider’s word, and whether it is a number', () => {
    for (const status of [2, '2']) {
      expect(one({ status }, { statuses }).invoice).toMatchObject({ providerStatus: '2', statusIsNumber: true })
    }
    expect(one({ status: 'Paid' }).invoice).toMatchObject({ providerStatus: 'Paid', statusIsNumber: false })
  })
})

describe('amounts', () => {
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
    [{ total_in_cents: 1999 }, {}, '19.99'],
    [{ total: 3, total_in_cents: 1999 }, {}, '3'],
    [{ totalAmount: 1299 }, {}, '1299'],
    [{ totalAmount: 0.1 }, {}, '0.1'],
    [{ TOTAL_AMOUNT: 1, Total: 2 }, {}, '1'],
    [{ balance: 1, amount_remaining: 1, amount_paid: 2 }, {}, null],
    [{ total: null, grand_total: 3 }, {}, '3'],
    [{ total: {}, amount: 3 }, {}, '3'],
    [{ total: { amount: { amount: 1 } } }, {}, null],
    [{ total: { value: '12.00', currency_code: 'EUR' } }, {}, '12.00'],
    [{ total_set: 5, total: { shop_money: { amount: '7.5', currency_code: 'EUR' } } }, {}, '7.5']
  ])('%j by %j is %s', (raw, settings, total) => {
    expect(one(raw, settings).invoice.total).toBe(total)
  })

  test('are all in the unit of the account', () => {
    const raw = { totalAmount: 1000, subtotalAmount: 900, taxesAmount: 150, discountAmount: 50 }
    expect(one(raw, minor).invoice).toMatchObject({ total: '10.00', subtotal: '9.00', taxes: '1.50', discount: '0.50' })
  })

  test.each<[Raw, string | null]>([
    [{ total: 5 }, 'CHF'],
    [{ total: 5, currency: '' }, 'CHF'],
    [{ total: 5, currency: null, currencyCode: 'EUR' }, 'EUR'],
    [{ total: 5, currency: 'usd' }, 'USD'],
    [{ total: { value: 1, currency_code: 'eur' } }, 'EUR'],
    [{ total: { value: 1, currency_code: 'eur' }, currency: 'USD' }, 'USD'],
    [{ total: { value: 1 } }, 'CHF'],
    // Another currency, which is unreadable.
    [{ total: 5, currency: 978 }, null],
    // Other units: shown as they are, and never added to another one.
    [{ total: { value: 1, currency_code: 'eur' }, currency: 'points' }, 'points'],
    [{ total: 5, currency: '$' }, '$'],
    [{ total: 5, currency: 'usdt' }, 'USDT'],
    [{ total: 5, currency: '€' }, 'EUR'],
    [{ total: 5, currency: 'Euro' }, 'EUR'],
    [{ total: 5, currency: { label: 'EUR' } }, 'EUR'],
    [{ total: 5, currency: { id: 1, name: 'Euro', code: 'eur' } }, 'EUR'],
    [{ total: '29.90 USD' }, 'USD'],
    [{ total: '$29.90' }, '$'],
    [{ total: '1.234,56 €', currency: null }, 'EUR']
  ])('%j of an account in CHF is in %s', (raw, currency) => {
    expect(one(raw, { currency: 'CHF' }).invoice.currency).toBe(currency)
  })
})

describe('lines', () => {
  test('are limited, and the others are counted', () => {
    const items = Array.from({ length: 1205 }, (_none, at) => ({ name: `Line ${at}`, amount: at }))
    const { lines, more } = invoiceLines({ items }, null, BUILT_IN['hypeproxy-v2'])
    expect([lines.length, more]).toEqual([200, 1005])
    expect(lines.at(-1)).toEqual(line('Line 199', '199'))
  })

  test.each<[Raw, InvoiceLine[]]>([
    [{ lines: [], items: [{ sku: 1 }, { name: 'One' }, 7, null, []] }, [line('One')]],
    [{ lines: {}, details: 'All of it' }, [line('All of it')]]
  ])('of %j are those that say something', (raw, lines) => {
    expect(invoiceLines(raw, null, BUILT_IN['hypeproxy-v2'])).toEqual({ lines, more: 0 })
  })

  test('have texts of limited length', () => {
    const [only] = invoiceLines({ details: 'x'.repeat(100_000) }, null, BUILT_IN['hypeproxy-v2']).lines
    expect(only?.text?.length).toBeLessThanOrEqual(500)
    const items = Array.from({ length: 200 }, () => ({ name: 'y'.repeat(500) }))
    expect(one({ items }).lineTexts?.length).toBeLessThanOrEqual(4000)
  })
})

describe('notes', () => {
  test('are each record’s own; the list has the sum', () => {
    const { value, notes } = readInvoices([
      { id: 'a', status: 'Paid' },
      { id: 'a', status: { code: 1 }, apiKey: 'k' },
      { colour: 'red' },
      7,
      'x'
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
    expect(value[2]?.raw).toEqual({ colour: 'red' })
    expect(notes.map(({ kind, count }) => `${count} ${kind}`).sort()).toEqual(
      ['1 credentialDropped', '1 noId', '1 sameId', '1 wrongType', '2 notAnObject', '2 unknownShape'].sort()
    )
  })

  test('name the fields that are unreadable under each of their names', () => {
    const raw = { totalAmount: {}, total: '12.50', createdAt: '05/11/2026', dueDate: 'soon', currency: 978 }
    const { invoice, notes } = one({ ...raw, status: { code: 1 }, isPaid: 'soon' })
    expect(invoice).toMatchObject({ total: '12.50', issuedAt: null, dueAt: null, currency: null })
    const fields = ['currency', 'status', 'isPaid', 'createdAt', 'dueDate']
    expect(notes.filter(({ kind }) => kind === 'wrongType').map(({ field }) => field)).toEqual(fields)
  })
})

test('invoices without an id keep their keys when a new one comes first', () => {
  const old = [
    { number: 'A-1', total: 5 },
    { createdAt: '2026-01-01', total: 5 }
  ]
  const keys = (list: Raw[]): string[] => readInvoices(list).value.map(({ invoice }) => invoice.key)
  expect(keys([{ number: 'A-2', total: 9 }, ...old]).slice(1)).toEqual(keys(old))
})

test('stored records read the same again, whatever settings came between', () => {
  const likely = [5, '12.5', 1299, 'Paid', 2, true, 'JPY', '2026-01-01', '{"token":"x","a":1}', 'https://a:b@c.example']
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...likely))
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
      const raws = stored.map(({ raw }) => raw)
      // What was removed on arrival is met only then.
      const lasting = (notes: ReadingNote[] = []): ReadingNote[] =>
        notes.filter(({ kind }) => kind !== 'credentialDropped')
      const bare = (records: InvoiceRecord[]) => records.map((record) => ({ ...record, notes: lasting(record.notes) }))
      expect(bare(readInvoices(raws, by).value)).toEqual(bare(stored))
      expect(readInvoices(raws).value.map(({ invoice }) => invoice.key)).toEqual(
        first.map(({ invoice }) => invoice.key)
      )
    })
  )
})
