/** Every documented name (docs/provider-api.md) is read for what it means, and before names that are trusted less. */
import { describe, expect, test } from 'vitest'
import { readErrorMessage } from '../../../src/main/api/http/error-response.ts'
import { INVOICE_LIMITS } from '../../../src/main/api/http/json-limits.ts'
import { createJsonListReader } from '../../../src/main/api/http/json-list.ts'
import { readInvoices } from '../../../src/main/api/readers/read-invoice.ts'
import { recordIn, type JsonObject } from '../../../src/main/api/readers/records.ts'
import { tokenEnd, tokensIn } from '../../../src/main/api/sign-in.ts'
import { PRESETS } from '../../../src/shared/models/connection.ts'
import type { Json } from '../../../src/shared/models/json.ts'

const PAGE = 'https://pay.example.com/1'

/** A field, its names in order of trust, and values as they come and as they are read. */
const INVOICE: [field: string, names: string[], values: [given: Json, read: string][]][] = [
  [
    'total',
    ['totalAmount', 'finalAmount', 'total', 'amount_due', 'amount'],
    [
      [12.5, '12.5'],
      ['7.00', '7.00']
    ]
  ],
  [
    'providerStatus',
    ['status', 'state'],
    [
      ['Issued', 'Issued'],
      [2, '2']
    ]
  ],
  [
    'issuedAt',
    ['createdAt', 'creationDateTime', 'created', 'date', 'issuedAt', 'issue_date'],
    [
      ['2026-10-01T08:00:00Z', '2026-10-01T08:00:00Z'],
      [1_790_000_000, '2026-09-21T14:13:20.000Z'],
      [1_790_000_000_000, '2026-09-21T14:13:20.000Z']
    ]
  ],
  [
    'dueAt',
    ['dueDate', 'due_at'],
    [
      ['2026-10-05', '2026-10-05'],
      [1_790_000_000, '2026-09-21T14:13:20.000Z']
    ]
  ],
  [
    'number',
    ['number', 'invoiceNumber', 'reference', 'thirdPartyInvoiceId', 'id'],
    [
      ['A-1', 'A-1'],
      [17, '17']
    ]
  ],
  [
    'currency',
    ['currency', 'currencyCode'],
    [
      ['EUR', 'EUR'],
      ['usd', 'USD']
    ]
  ],
  ['pdfUrl', ['hostedInvoicePdfUrl', 'hostedInvoicePdf', 'invoice_pdf', 'pdfUrl'], [[PAGE, PAGE]]],
  ['pageUrl', ['hostedInvoiceUrl', 'url'], [[PAGE, PAGE]]]
]

describe.each(INVOICE)('an invoice’s %s', (field, names, values) => {
  const read = (raw: JsonObject): unknown => {
    const [record] = readInvoices([raw], PRESETS.v3, (text) => text).value
    return { ...record?.invoice, pageUrl: record?.pageUrl, pdfUrl: record?.pdfUrl }[field]
  }
  test.each(names)('by %s', (name) => {
    for (const [given, meant] of values) expect(read({ [name]: given })).toBe(meant)
  })

  test('by the most trusted name, and by the next one where that says nothing readable', () => {
    const [[value, meant] = ['', '']] = values
    names.slice(1).forEach((name, index) => {
      const before = names[index] ?? ''
      const later: JsonObject = Object.fromEntries(names.slice(index + 2).map((one) => [one, { un: 'readable' }]))
      expect(read({ ...later, [name]: 'x', [before]: value })).toEqual(meant)
      for (const nothing of [null, '', { un: 'readable' }]) {
        expect(read({ ...later, [before]: nothing, [name]: value })).toEqual(meant)
      }
    })
  })
})

describe('lists', () => {
  const list = [{ id: 'a' }]
  const listIn = (body: Json): Json[] | null => {
    const read: Json[] = []
    const taker = { begin: () => void read.splice(0), known: () => false, add: (one: Json) => void read.push(one) }
    const reader = createJsonListReader(taker, INVOICE_LIMITS)
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
})

test('a record is bare or in an envelope', () => {
  const inEnvelope = { message: null, statusCode: 200, data: { id: 'a' }, errors: [], requestDetails: {} }
  expect(recordIn(inEnvelope)).toEqual({ id: 'a' })
  expect(recordIn({ id: 'a', data: { x: 1 } })).toEqual({ id: 'a', data: { x: 1 } })
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

test.each([
  ...['RATE_LIMIT_REACHED', 'MISSING_TOKEN', 'EXPIRED_TOKEN', 'MALFORMED_TOKEN', 'PRIVATE_API', 'USER_NOT_FOUND'],
  'USER_NOT_ALLOWED'
])('the code %s in both versions’ errors', (code) => {
  const body = { errors: [{ code, message: 'No' }], message: 'No', statusCode: 'Forbidden' }
  expect(readErrorMessage(body)).toMatchObject({ named: 403, words: 'No', codes: expect.arrayContaining([code]) })
  expect(readErrorMessage({ errors: [{ code, description: 'No' }] }).codes).toContain(code)
})
