/** What a provider's definition says of its records: places of fields, dates, units, and what `balance` is. */
import { describe, expect, test } from 'vitest'
import { readInvoices } from '../../../../src/main/provider/readers/read-invoice.ts'
import { readProduct } from '../../../../src/main/provider/readers/read-product.ts'
import { atOnce } from '../../../../src/main/concurrency.ts'
import { readProfile } from '../../../../src/main/provider/readers/read-profile.ts'
import type { JsonObject } from '../../../../src/main/provider/readers/records.ts'
import { recordIn } from '../../../../src/main/provider/readers/wrappers.ts'
import type { ReadingNote } from '../../../../src/shared/models/freshness.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import type { Product } from '../../../../src/shared/models/product.ts'
import { DEFAULTS } from '../../../../src/shared/models/provider.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import type { InvoiceSettings, ProductSettings, ProfileSettings } from '../../../../src/shared/providers/definition.ts'

const keep = (text: string): string => text
const wrongType = (field: string): ReadingNote => ({ kind: 'wrongType', field, count: 1 })

function invoiceOf(raw: JsonObject, settings: Partial<InvoiceSettings>) {
  const by = { ...BUILT_IN['hypeproxy-v2'], ...settings }
  const { value, notes } = readInvoices([raw], by, keep, { now: new Date('2026-11-25T12:00:00Z') })
  const [record] = value
  if (!record) throw new Error('no record')
  return { invoice: record.invoice, notes }
}

describe('an invoice', () => {
  test.each<[name: string, raw: JsonObject, places: InvoiceSettings['invoiceFields'], read: Partial<Invoice>]>([
    ['before the usual names', { total: 9, sum: { gross: 12 } }, { total: 'sum.gross' }, { total: '12' }],
    ['in any spelling', { total: 9, Sum: { 'gross-amount': 12 } }, { total: 'sum.gross_amount' }, { total: '12' }],
    ['by the usual names where it has nothing', { total: 9, sum: null }, { total: 'sum' }, { total: '9' }],
    ['in cents, if its name says so', { total: 9, gross_cents: 1250 }, { total: 'gross_cents' }, { total: '12.50' }],
    ['also a total of zero', { total: 9, gross: 0 }, { total: 'gross' }, { total: '0', state: 'settled' }],
    ['also a sum of taxes', { total: 9, vats: [{ amount: 1 }, { amount: 2 }] }, { taxes: 'vats' }, { taxes: '3' }],
    ['for its number', { id: 5, ref_text: 'A-1' }, { number: 'ref_text' }, { number: 'A-1', key: '5' }],
    ['for its id', { id: 5, oid: 'x7' }, { id: 'oid' }, { key: 'x7', number: 'x7' }],
    [
      'for its status',
      { phase: 'paid', status: 'open' },
      { state: 'phase' },
      { state: 'settled', providerStatus: 'paid' }
    ],
    [
      'for the status alone, by two names',
      { phase: 'paid', word: 'open' },
      { state: 'phase', providerStatus: 'word' },
      { state: 'open', providerStatus: 'open' }
    ],
    [
      'for its days',
      { day: '2026-11-02', payBy: '2026-12-01' },
      { issuedAt: 'day', dueAt: 'pay_by' },
      { issuedDay: '2026-11-02', dueDay: '2026-12-01' }
    ],
    ['for its currency', { cur: 'eur', currency: 'USD' }, { currency: 'cur' }, { currency: 'EUR' }],
    ['in a list', { sums: [{ gross: 12 }, { gross: 13 }] }, { total: 'sums.1.gross' }, { total: '13' }],
    ['in a list in a list', { sums: [[7, 8]] }, { total: 'sums.0.1' }, { total: '8' }],
    ['where the list has nothing there', { total: 9, sums: [7] }, { total: 'sums.1' }, { total: '9' }],
    ['of an object’s number, not a list’s', { sums: { 1: 12 } }, { total: 'sums.1' }, { total: '12' }],
    ['never before the list', { total: 9, sums: [7, 8] }, { total: 'sums.-1' }, { total: '9' }],
    ['never by a part of a number', { total: 9, sums: [7, 8, 6] }, { total: 'sums._2' }, { total: '9' }],
    ['nor by a spaced one', { total: 9, sums: [{ gross: 7 }] }, { total: 'sums. 0.gross' }, { total: '9' }],
    ['never at a length', { total: 9, sums: [7] }, { total: 'sums.length' }, { total: '9' }],
    ['for its scale', { total: 1234, exp: 2 }, { scale: 'exp' }, { total: '12.34' }],
    ['for the scale in objects', { total: { amount: 1234 }, exp: 3 }, { scale: 'exp' }, { total: '1.234' }],
    [
      'for its scale, in an amount',
      { total: { n: 1234, e: -2 } },
      { total: 'total.n', scale: 'total.e' },
      { total: '12.34' }
    ],
    ['for a scale that isn’t there', { total: 1234 }, { scale: 'exp' }, { total: '1234' }],
    ['for its PDF', { files: [{ href: 'https://x.example/a' }] }, { pdf: 'files.0.href' }, { hasPdf: true }],
    ['for its page', { links: { web: 'https://x.example/a' } }, { page: 'links.web' }, { hasPage: true }],
    ['for what remains', { total: 9, rest: 4 }, { remaining: 'rest' }, { remaining: '4', state: 'open' }],
    [
      'for its payment',
      { total: 9, card: 'visa', settled_on: '2026-11-03' },
      { paymentMethod: 'card', paidAt: 'settled_on' },
      { paymentMethod: 'visa', paidAt: '2026-11-03' }
    ]
  ])('is read at its stated places, %s', (_name, raw, invoiceFields, read) => {
    const { invoice, notes } = invoiceOf({ id: 1, total: 5, ...raw }, { invoiceFields })
    expect(invoice).toMatchObject(read)
    expect(notes).toEqual([])
  })

  test.each<[raw: JsonObject, places: InvoiceSettings['invoiceFields'], note: string, read: Partial<Invoice>]>([
    [{ total: 9, amount_due: 8, gross: '1.234' }, { total: 'gross' }, 'gross', { total: null }],
    [{ total: 9, gross: { a: 1 } }, { total: 'gross' }, 'gross', { total: null }],
    [{ total: 9, gross_cents: 'x' }, { total: 'gross_cents' }, 'gross_cents', { total: null }],
    [{ total_tax: 1, vat: 'none' }, { taxes: 'vat' }, 'vat', { taxes: null }],
    [{ date: '2026-11-01', day: 'soon' }, { issuedAt: 'day' }, 'day', { issuedDay: null }],
    [{ total: 1234, exp: 'cents' }, { scale: 'exp' }, 'total', { total: null }],
    [{ pdfUrl: 'https://x.example/a.pdf', doc: 7 }, { pdf: 'doc' }, 'doc', { hasPdf: false }],
    [{ url: 'https://x.example/a', doc: { a: 1 } }, { page: 'doc' }, 'doc', { hasPage: false }],
    [{ number: 'A-1', refs: [['x']] }, { number: 'refs.0' }, 'refs.0', { number: '1' }],
    [{ status: 'paid', phase: [1] }, { state: 'phase' }, 'phase', { providerStatus: null }],
    [{ dueDate: '2026-11-01', pay: 'net 30' }, { dueAt: 'pay' }, 'pay', { dueDay: null, dueUnread: true }]
  ])('has nothing else in place of what can’t be read: %j', (raw, invoiceFields, field, read) => {
    const { invoice, notes } = invoiceOf({ id: 1, total: 5, created: '2026-10-01', ...raw }, { invoiceFields })
    expect(invoice).toMatchObject(read)
    expect(notes).toEqual([wrongType(field)])
  })

  test('has a flag as its status where the definition says so, to be given a meaning', () => {
    const settings = { invoiceFields: { state: 'is_closed' }, statuses: { true: 'settled', false: 'open' } } as const
    expect(invoiceOf({ id: 1, is_closed: true }, settings).invoice).toMatchObject({ state: 'settled' })
    expect(invoiceOf({ id: 1, is_closed: false }, settings).invoice).toMatchObject({ state: 'open' })
  })

  test.each<[dates: InvoiceSettings['dates'], given: string, day: string | null]>([
    ['dayFirst', '05/11/2026', '2026-11-05'],
    ['monthFirst', '05/11/2026', '2026-05-11'],
    ['dayFirst', '01.11.2026 10:00', '2026-11-01'],
    [null, '05/11/2026', null],
    ['dayFirst', '11/13/2026', '2026-11-13'],
    ['monthFirst', '13/11/2026', '2026-11-13'],
    ['dayFirst', '2026-05-11', '2026-05-11'],
    ['monthFirst', '31/31/2026', null]
  ])('with %s has %s on %s', (dates, given, day) => {
    const { invoice, notes } = invoiceOf({ id: 1, total: 5, date: given }, { dates })
    expect(invoice.issuedDay).toBe(day)
    expect(notes).toEqual(day === null ? [wrongType('date')] : [])
  })

  test.each<[balance: InvoiceSettings['balance'], raw: JsonObject, remaining: string | null]>([
    ['remaining', { total: 10, balance: 4 }, '4'],
    ['remaining', { total: 10, Balance_cents: 400 }, '4.00'],
    ['other', { total: 10, balance: 4, amount_paid: 6, status: 'open' }, '4'],
    ['other', { total: 10, balance: 0, status: 'paid' }, null],
    ['other', { total: 10, balance: 10, status: 'unpaid' }, null],
    [null, { total: 10, balance: 4 }, null],
    [null, { total: 10, balance: 4, amount_paid: 6 }, '4']
  ])('where balance is %s, has of %j %s to pay', (balance, raw, remaining) => {
    expect(invoiceOf({ id: 1, ...raw }, { balance }).invoice.remaining).toBe(remaining)
  })

  test.each<[currency: string, total: string]>([
    ['EUR', '12.50'],
    ['USDT', '1250'],
    ['JPY', '1250']
  ])('in %s costs %s, by the unit of its currency', (currency, total) => {
    const settings = { amountUnit: 'minor', amountUnits: { USDT: 'major', JPY: 'major' } } as const
    expect(invoiceOf({ id: 1, currency, total: 1250 }, settings).invoice.total).toBe(total)
  })

  test('has a stated scale before its unit', () => {
    const settings = { amountUnit: 'minor', invoiceFields: { scale: 'exp' } } as const
    expect(invoiceOf({ id: 1, total: 1250, exp: 3 }, settings).invoice.total).toBe('1.250')
    expect(invoiceOf({ id: 1, total: 1250, currency: 'EUR' }, settings).invoice.total).toBe('12.50')
  })

  test('without a currency has the definition’s, and its unit', () => {
    const settings = { currency: 'EUR', amountUnits: { EUR: 'minor' } } as const
    expect(invoiceOf({ id: 1, total: 1250 }, settings).invoice).toMatchObject({ currency: 'EUR', total: '12.50' })
  })
})

describe('a product', () => {
  const productOf = (
    raw: JsonObject,
    productFields: ProductSettings['productFields'],
    more: Partial<ProductSettings> = {}
  ) => atOnce(readProduct(raw, 'asked', keep, { ...DEFAULTS, productFields, ...more })).value

  test.each<[name: string, raw: JsonObject, places: ProductSettings['productFields'], read: Product]>([
    ['before the documented field', { name: 'a', title_text: 'b' }, { name: 'title_text' }, { name: 'b' }],
    [
      'by the documented field where it has nothing',
      { name: 'a', title_text: null },
      { name: 'title_text' },
      { name: 'a' }
    ],
    ['in other objects', { offer: { Code: 7 } }, { id: 'offer.code' }, { id: '7' }],
    ['in a list', { names: ['x', { de: 'y' }] }, { name: 'names.1.de' }, { name: 'y' }],
    ['as a number', { kind: 3 }, { label: 'kind' }, { label: '3' }],
    ['as a word for a flag', { phase: 'Sold out' }, { isAvailable: 'phase' }, { isAvailable: false }],
    [
      'as the opposite of a flag',
      { stock: { sold_out: true } },
      { isAvailable: 'stock.sold_out' },
      { isAvailable: false }
    ],
    [
      'as a picture',
      { art: { url: 'https://x.example/a.png' } },
      { imagePath: 'art' },
      { imagePath: 'https://x.example/a.png' }
    ],
    [
      'as a date',
      { since: 1762000000 },
      { creationDateTime: 'since' },
      { creationDateTime: '2025-11-01T12:26:40.000Z' }
    ]
  ])('is read at its stated places, %s', (_name, raw, places, read) => {
    const { product, notes } = productOf({ id: 'p', ...raw }, places)
    expect(product).toMatchObject(read)
    expect(notes).toEqual([])
  })

  test('has nothing else in place of what can’t be read', () => {
    const { product, notes } = productOf({ id: 'p', name: 'a', names: ['b'] }, { name: 'names' })
    expect(product).toEqual({ id: 'p' })
    expect(notes).toEqual([wrongType('names')])
  })

  test('names its other dates as the definition writes them', () => {
    const read = (dates: ProductSettings['dates']): unknown =>
      productOf({ id: 'p', created: '05/11/2026' }, {}, { dates }).product
    expect(read('dayFirst')).toMatchObject({ creationDateTime: '2026-11-05' })
    expect(read(null)).not.toHaveProperty('creationDateTime')
  })

  test('doesn’t count a stated field as unknown', () => {
    expect(productOf({ id: 'p', kind: 'x', other: 1 }, { label: 'kind' }).unknownFields).toEqual(['other'])
    expect(productOf({ id: 'p', cost: 1, other: 1 }, { price: 'cost' }).unknownFields).toEqual(['other'])
  })

  const places = { price: 'cost', currency: 'unit', interval: 'every' }

  test.each<[name: string, raw: JsonObject, settings: Partial<ProductSettings>, price: object]>([
    [
      'with what stands beside it',
      { cost: 9.5, unit: 'eur', every: ' month ' },
      {},
      { price: '9.5', currency: 'EUR', interval: 'month' }
    ],
    [
      'with what its definition says of a word',
      { cost: 9, every: 'Monthly' },
      { planIntervals: { monthly: 'month' } },
      { price: '9', interval: 'month' }
    ],
    ['in cents', { cost: 950, unit: 'EUR' }, { amountUnit: 'minor' }, { price: '9.50', currency: 'EUR' }],
    [
      'in the unit of its currency',
      { cost: 950, unit: 'JPY' },
      { amountUnit: 'minor', amountUnits: { JPY: 'major' } },
      { price: '950', currency: 'JPY' }
    ],
    ['with the sign in its text', { cost: '$ 9.50' }, { currency: 'USD' }, { price: '9.50', currency: 'USD' }],
    ['in an object', { cost: { amount: '9.50', currency: 'GBP' } }, {}, { price: '9.50', currency: 'GBP' }],
    ['in the definition’s currency', { cost: '9.50' }, { currency: 'EUR' }, { price: '9.50', currency: 'EUR' }],
    ['without a currency', { cost: 0 }, {}, { price: '0' }],
    ['below zero, as it came', { cost: -3, unit: 'EUR' }, {}, { price: '-3', currency: 'EUR' }]
  ])('has its price, %s', (_name, raw, settings, price) => {
    const { product, notes } = productOf({ id: 'p', ...raw }, places, settings)
    expect(product).toEqual({ id: 'p', ...price })
    expect(notes).toEqual([])
  })

  test('has a price in cents where the place says so', () => {
    expect(productOf({ id: 'p', price_cents: 950 }, { price: 'price_cents' }, { currency: 'EUR' }).product).toEqual({
      id: 'p',
      price: '9.50',
      currency: 'EUR'
    })
  })

  test('has no price by its names alone', () => {
    const raw = { id: 'p', price: 9, currency: 'EUR', interval: 'month' }
    expect(productOf(raw, {}).product).toEqual({ id: 'p' })
    expect(productOf(raw, { currency: 'currency', interval: 'interval' }).product).toEqual({ id: 'p' })
    expect(productOf(raw, { price: 'cost' }).product).toEqual({ id: 'p' })
  })

  test('has no price that can’t be read, and no currency in place of an unreadable one', () => {
    expect(productOf({ id: 'p', cost: 'on request' }, places)).toMatchObject({
      product: { id: 'p' },
      notes: [wrongType('cost')]
    })
    expect(productOf({ id: 'p', cost: 9, unit: 7 }, places, { currency: 'EUR' })).toMatchObject({
      product: { id: 'p', price: '9' },
      notes: [wrongType('unit')]
    })
  })
})

describe('a profile', () => {
  const profileOf = (
    raw: JsonObject,
    profileFields: ProfileSettings['profileFields'],
    dates: ProfileSettings['dates'] = null
  ) => {
    const settings = { ...BUILT_IN['hypeproxy-v2'], profileFields, dates, currency: null }
    const { value, notes } = atOnce(readProfile(raw, keep, settings))
    const { other, ...groups } = value.groups
    const known = Object.fromEntries(
      Object.values(groups).flatMap((group) => group.map((one) => [one.name, one.value]))
    )
    return { known, other, notes, blocked: value.blocked }
  }

  test.each<[name: string, raw: JsonObject, places: ProfileSettings['profileFields'], known: object]>([
    [
      'before the usual names',
      { email: 'a@x.example', contact: { post: 'b@x.example' } },
      { email: 'contact.post' },
      { email: 'b@x.example' }
    ],
    [
      'by the usual names where it has nothing',
      { email: 'a@x.example', post: '' },
      { email: 'post' },
      { email: 'a@x.example' }
    ],
    ['which no other field takes', { login: 'a@x.example' }, { email: 'login' }, { email: 'a@x.example' }],
    [
      'inside the wrapper that it names',
      { account: { label: 'Jane' } },
      { fullName: 'account.label' },
      { fullName: 'Jane' }
    ],
    ['in a list', { mails: [{ at: 'a@x.example' }] }, { email: 'mails.0.at' }, { email: 'a@x.example' }],
    [
      'for the name on invoices',
      { name: 'Ada', billTo: { who: 'Ada GmbH' } },
      { billingName: 'bill_to.who' },
      { fullName: 'Ada', billingName: 'Ada GmbH' }
    ],
    ['inside a wrapper', { account: { label: 'Jane' } }, { fullName: 'label' }, { fullName: 'Jane' }],
    ['as a word for a flag', { mail_state: 'yes' }, { emailConfirmed: 'mail_state' }, { emailConfirmed: true }]
  ])('is read at its stated places, %s', (_name, raw, places, known) => {
    const read = profileOf(raw, places)
    expect(read.known).toEqual(known)
    expect(read.notes).toEqual([])
  })

  test('shows a stated field once', () => {
    expect(profileOf({ label: 'Jane', x: 1 }, { fullName: 'label' }).other).toEqual([{ name: 'x', value: 1 }])
  })

  test('has nothing else in place of what can’t be read, and shows it', () => {
    const read = profileOf({ email: 'a@x.example', post: ['b'] }, { email: 'post' })
    expect(read).toMatchObject({ known: {}, notes: [wrongType('post')] })
    expect(read.other).toContainEqual({ name: 'post', value: '["b"]' })
  })

  test('reads its days as the definition writes them', () => {
    expect(profileOf({ created: '05/11/2026' }, {}, 'dayFirst').known).toEqual({ registeredAt: '2026-11-05' })
  })

  test.each<[place: string, value: Json, isBlocked: boolean]>([
    ['phase', 'Suspended', true],
    ['phase', 'active', false],
    ['access.suspended', true, true],
    ['may_buy', false, true],
    ['may_buy', true, false]
  ])('whose isAllowed is %s and has %j is blocked: %s', (place, value, isBlocked) => {
    const [first = '', second] = place.split('.')
    const raw = { id: 'u', [first]: second === undefined ? value : { [second]: value } }
    const { blocked, known } = profileOf(raw, { isAllowed: place })
    expect([blocked !== undefined, known['isAllowed']]).toEqual([isBlocked, !isBlocked])
  })

  test.each(['review', '≠ active', 'blocked?', '~~banned~~'])(
    'notes a word for a flag that it doesn’t know: %s',
    (phase) => {
      const { blocked, notes } = profileOf({ id: 'u', phase }, { isAllowed: 'phase' })
      expect([blocked, notes]).toEqual([undefined, [wrongType('phase')]])
    }
  )
})

test.each<[place: string, body: Json, record: JsonObject | null]>([
  ['data.user', { data: { User: { id: 1 }, other: {} } }, { id: 1 }],
  ['data.user', { data: { id: 1 } }, null],
  ['user', { user: [{ id: 1 }] }, null],
  ['user.0', { user: [{ id: 1 }] }, { id: 1 }],
  ['user.1', { user: [{ id: 1 }] }, null],
  ['user.00', { user: [{ id: 1 }] }, null],
  ['user.-1', { user: [{ id: 1 }] }, null],
  ['data', { data: { id: '1', type: 'users', attributes: { name: 'x' } } }, { id: '1', type: 'users', name: 'x' }]
])('a record is at %s', (place, body, record) => {
  expect(recordIn(body, place)).toEqual(record)
})
