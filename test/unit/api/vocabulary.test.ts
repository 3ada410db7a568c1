/** Every name of the vocabulary (docs/provider-api.md), read for what it means, and each before those that are trusted less. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/main/api/readers/records.ts'
import { createJsonListReader } from '../../../src/main/api/http/json-list.ts'
import { recordIn } from '../../../src/main/api/readers/records.ts'
import { readInvoices } from '../../../src/main/api/readers/read-invoice.ts'
import { readProfile } from '../../../src/main/api/readers/read-profile.ts'
import { tokenEnd, tokensIn } from '../../../src/main/api/sign-in.ts'
import { readErrorMessage } from '../../../src/main/api/http/error-response.ts'
import type { InvoiceRecord } from '../../../src/main/core/ports/index.ts'
import type { Invoice } from '../../../src/shared/models/invoice.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import { PRESETS } from '../../../src/shared/models/connection.ts'

const same = (text: string): string => text
function invoiceOf(raw: JsonObject): InvoiceRecord {
  const [record] = readInvoices([raw], PRESETS.v3, same).value
  if (!record) throw new Error('no record')
  return record
}

interface Meaning {
  names: string[]
  read: (record: InvoiceRecord) => unknown
  /** Two values as they come, and what they are read as. */
  values: [given: Json, read: unknown][]
}
const field =
  (name: keyof Invoice) =>
  ({ invoice }: InvoiceRecord): unknown =>
    invoice[name]
const address = 'https://pay.example.com/'

const INVOICE: Record<string, Meaning> = {
  total: {
    names: ['totalAmount', 'finalAmount', 'total', 'amount_due', 'amountDue', 'amount'],
    read: field('total'),
    values: [
      [12.5, '12.5'],
      ['7.00', '7.00']
    ]
  },
  status: {
    names: ['status', 'state'],
    read: field('providerStatus'),
    values: [
      ['Issued', 'Issued'],
      [2, '2']
    ]
  },
  'issued at': {
    names: ['createdAt', 'creationDateTime', 'created', 'date', 'issuedAt', 'issue_date'],
    read: field('issuedAt'),
    values: [
      ['2026-10-01T08:00:00Z', '2026-10-01T08:00:00Z'],
      [1_790_000_000, '2026-09-21T14:13:20.000Z'],
      [1_790_000_000_000, '2026-09-21T14:13:20.000Z']
    ]
  },
  'due at': {
    names: ['dueDate', 'due_date', 'due_at', 'dueAt'],
    read: field('dueAt'),
    values: [
      ['2026-10-05', '2026-10-05'],
      [1_790_000_000, '2026-09-21T14:13:20.000Z']
    ]
  },
  number: {
    names: ['number', 'invoiceNumber', 'reference', 'thirdPartyInvoiceId', 'id'],
    read: field('number'),
    values: [
      ['A-1', 'A-1'],
      [17, '17']
    ]
  },
  currency: {
    names: ['currency', 'currencyCode'],
    read: field('currency'),
    values: [
      ['EUR', 'EUR'],
      ['usd', 'USD']
    ]
  },
  PDF: {
    names: ['hostedInvoicePdfUrl', 'hostedInvoicePdf', 'invoice_pdf', 'pdfUrl'],
    read: ({ pdfUrl }) => pdfUrl,
    values: [
      [`${address}1.pdf`, `${address}1.pdf`],
      [`${address}2.pdf`, `${address}2.pdf`]
    ]
  },
  page: {
    names: ['hostedInvoiceUrl', 'hosted_invoice_url', 'url'],
    read: ({ pageUrl }) => pageUrl,
    values: [
      [`${address}1`, `${address}1`],
      [`${address}2`, `${address}2`]
    ]
  }
}

describe.each(Object.entries(INVOICE))('an invoice’s %s', (_name, { names, read, values }) => {
  test.each(names.flatMap((name) => values.map(([given, meant]) => [name, given, meant] as const)))(
    'by %s, given as %j',
    (name, given, meant) => {
      expect(read(invoiceOf({ [name]: given }))).toEqual(meant)
    }
  )

  test('by the name that is trusted most, and by the next one where it says nothing or nothing that can be read', () => {
    const [first = ['', '']] = values
    names.slice(1).forEach((name, index) => {
      const before = names[index] ?? ''
      const later: JsonObject = Object.fromEntries(names.slice(index + 2).map((one) => [one, { un: 'readable' }]))
      expect(read(invoiceOf({ ...later, [name]: 'x', [before]: first[0] }))).toEqual(first[1])
      for (const nothing of [null, '', { un: 'readable' }]) {
        expect(read(invoiceOf({ ...later, [before]: nothing, [name]: first[0] }))).toEqual(first[1])
      }
    })
  })
})

test('minor units by name, after all names of the total', () => {
  expect(invoiceOf({ amount_cents: 1299 }).invoice.total).toBe('12.99')
  expect(invoiceOf({ amount_cents: 1299, amount: 5 }).invoice.total).toBe('5')
})

const STATES = {
  open: ['Created', 'Issued', 'Open', 'unpaid', 'NotPaid', 'not_paid', 'pending', 'due', 'past_due', 'overdue'],
  settled: ['Paid', 'completed', 'succeeded'],
  void: ['Canceled', 'cancelled', 'void', 'Refunded'],
  unknown: ['Draft', 'Partial', '0', '4']
}
test.each(Object.entries(STATES).flatMap(([state, words]) => words.map((word) => [word, state])))(
  'status %s is %s',
  (status, state) => {
    expect(invoiceOf({ status: status ?? '' }).invoice.state).toBe(state)
  }
)

/** Whole records as published. */
const V2_INVOICE = {
  ...{ id: 'i2', owner: 'u1', creationDateTime: '2023-05-01T08:00:00Z', lastUpdateDateTime: '2023-05-02T08:00:00Z' },
  ...{ isFeatured: null, isAllowed: true, weight: 0, contextData: null, customData: null },
  ...{
    relatedPurchase: 'p1',
    couponId: null,
    thirdPartyInvoiceId: 'in_1',
    unitPrice: 10,
    amount: 30,
    finalAmount: 25.5
  },
  ...{ status: 1, hostedInvoiceUrl: `${address}2`, hostedInvoicePdf: `${address}2.pdf`, details: 'One month' }
}
const V3_INVOICE = {
  ...{ id: 'i3', createdAt: '2026-10-01T08:00:00Z', updatedAt: '2026-10-02T08:00:00Z', status: 'Paid' },
  ...{ paymentMethod: 'Card', taxesAmount: 7.7, discountAmount: 1, subtotalAmount: 101, totalAmount: 107.7 },
  ...{ couponId: null, purchaseId: 'p1', billingDetails: { city: 'Bern' }, hostedInvoicePdfUrl: `${address}3.pdf` }
}
test.each([
  ['v2', V2_INVOICE],
  ['v3', V3_INVOICE]
])('a published %s invoice is read without a note, every field kept', (_version, raw) => {
  const { value, notes } = readInvoices([raw], PRESETS.v3, same)
  expect(notes).toEqual([])
  expect(value[0]?.raw).toBe(raw)
})

const V2_PROFILE = {
  ...{ id: 'u1', email: 'a@example.com', fullName: 'A B', userName: 'a', telegram: '@a', phoneNumber: '+41' },
  ...{ customerId: 'c1', registrationDateTime: '2024-01-01', address: 'Street 1', zipCode: '3000', city: 'Bern' },
  ...{ country: 'CH', companyName: 'C', companyIdentificationNumber: 'n', companyVatNumber: 'v' },
  ...{ emailConfirmed: true, phoneNumberConfirmed: false, twoFactorEnabled: true, isAllowed: true }
}
const OTHER_V2 = { isCompany: true, hasBillingDetailsDefined: true, cultureConcern: 'en', accessFailedCount: 1 }
const SECRET_V2 = ['passwordHash', 'securityStamp', 'concurrencyStamp', 'passwordSignature', 'fingerprintId']

test('every published field of a v2 profile is shown, but for its credentials', () => {
  const secrets = Object.fromEntries(SECRET_V2.map((name) => [name, 'canary']))
  const { value, notes } = readProfile({ ...V2_PROFILE, ...OTHER_V2, ...secrets, lockoutEnd: null }, same)
  const { other, ...known } = value.groups
  const names = Object.keys(V2_PROFILE).map((name) => (name === 'registrationDateTime' ? 'registeredAt' : name))
  expect(new Set(Object.values(known).flatMap((fields) => fields.map(({ name }) => name)))).toEqual(new Set(names))
  expect(Object.fromEntries(other.map(({ name, value: shown }) => [name, shown]))).toEqual(OTHER_V2)
  expect(value.dropped).toBe(SECRET_V2.length)
  expect(notes.map(({ kind }) => kind)).toEqual(SECRET_V2.map(() => 'credentialDropped'))
})

test('every published field of a v3 profile is shown', () => {
  const billingDetails = {
    ...{ address: 'Street 1', zipCode: '3000', city: 'Bern', country: 'CH', companyName: 'C' },
    ...{ companyIdentificationNumber: 'n', companyVatNumber: 'v', companyCountry: 'DE' }
  }
  const raw = { id: 'u1', email: 'a@example.com', fullName: 'A B', registeredAt: '2024-01-01', billingDetails }
  const { value, notes } = readProfile(raw, same)
  const { other, ...known } = value.groups
  const shown = Object.values(known).flatMap((fields) => fields.map((one) => [one.name, one.value]))
  expect(Object.fromEntries(shown)).toEqual({
    ...{ id: 'u1', email: 'a@example.com', fullName: 'A B', registeredAt: '2024-01-01' },
    ...billingDetails
  })
  expect(other).toEqual([])
  expect(notes).toEqual([])
})

describe('lists', () => {
  const list = [{ id: 'a' }]
  const listIn = (body: Json): Json[] | null => {
    const read: Json[] = []
    const taker = { begin: () => void read.splice(0), known: () => false, add: (one: Json) => void read.push(one) }
    const reader = createJsonListReader(taker, {
      parts: 100,
      partsOfRecord: 100,
      records: 100,
      brief: { records: 100, bytes: 1 }
    })
    reader.write(Buffer.from(JSON.stringify(body)))
    return reader.found() === null ? null : read
  }
  test.each(['data', 'items', 'results', 'invoices', 'products'])('in %s, also in an envelope', (name) => {
    expect(listIn({ total: 1, [name]: list })).toEqual(list)
    expect(listIn({ message: null, statusCode: 200, data: { page: 1, [name]: list }, errors: [] })).toEqual(list)
  })

  test('bare, and nowhere else', () => {
    expect(listIn(list)).toEqual(list)
    expect(listIn({ rows: list })).toBeNull()
    expect(listIn({ data: null })).toBeNull()
  })

  test('a record in an envelope', () => {
    expect(recordIn({ message: null, statusCode: 200, data: { id: 'a' }, errors: [], requestDetails: {} })).toEqual({
      id: 'a'
    })
    expect(recordIn({ id: 'a', data: { x: 1 } })).toEqual({ id: 'a', data: { x: 1 } })
  })
})

const TOKEN = 'opaque-token-of-some-length'
test.each(['token', 'jwt', 'accessToken', 'access_token'])('a token in %s, also in data', (name) => {
  expect(tokensIn({ userId: 'x', [name]: TOKEN })).toEqual([TOKEN])
  expect(tokensIn({ message: null, data: { userId: 'x', [name]: TOKEN } })).toEqual([TOKEN])
})

test.each([
  ['tokenExpiration', '2026-11-21T00:00:00Z'],
  ['expiresAt', '2026-11-21T00:00:00Z'],
  ['expires_in', 43_200]
])('a token’s end in %s, also in data', (name, given) => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(tokenEnd(TOKEN, { [name]: given }, now)).toBe('2026-11-21T00:00:00.000Z')
  expect(tokenEnd(TOKEN, { data: { [name]: given } }, now)).toBe('2026-11-21T00:00:00.000Z')
})

test.each<[string, unknown]>([
  ['message', 'No'],
  ['error', 'No'],
  ['error_description', 'No'],
  ['title', 'No'],
  ['detail', 'No'],
  ['errors', 'No'],
  ['errors', ['No']],
  ['errors', [{ code: 'X_Y', message: 'No' }]],
  ['errors', [{ code: 'X_Y', description: 'No' }]]
])('the provider’s words in %s: %j', (name, given) => {
  expect(readErrorMessage({ [name]: given }).words).toBe('No')
})

test.each([
  ...['RATE_LIMIT_REACHED', 'MISSING_TOKEN', 'EXPIRED_TOKEN', 'MALFORMED_TOKEN', 'PRIVATE_API', 'USER_NOT_FOUND'],
  'USER_NOT_ALLOWED'
])('the code %s in both versions’ errors', (code) => {
  expect(readErrorMessage({ errors: [{ code, message: 'No' }], message: 'No', statusCode: 'Forbidden' })).toMatchObject(
    {
      named: 403,
      words: 'No'
    }
  )
  for (const errors of [[{ code, message: 'No' }], [{ code, description: 'No' }]]) {
    expect(readErrorMessage({ errors }).codes).toContain(code)
  }
})
