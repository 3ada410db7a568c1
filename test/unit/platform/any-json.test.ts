/** Whatever JSON a platform sends, each call ends with a result of the promised shape or with a Fault. */
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod'
import { createPlatform } from '../../../src/main/platform/index.ts'
import type { Access, Platform } from '../../../src/main/core/ports.ts'
import { Fault, failureSchema } from '../../../src/shared/ipc/failure.ts'
import { readingNoteSchema } from '../../../src/shared/model/freshness.ts'
import { invoiceSchema } from '../../../src/shared/model/invoice.ts'
import { PRODUCT_FIELDS, productSchema } from '../../../src/shared/model/product.ts'
import { PROFILE_GROUPS, profileViewSchema } from '../../../src/shared/model/profile.ts'
import { INVOICE_NAMES } from '../../../src/main/platform/invoice-words.ts'

const connection = { baseAddress: 'https://api.example.com', preset: 'v2' } as const
const access: Access = { connection, token: 'token' }
let body = ''
const platform = createPlatform({ fetchFor: () => () => Promise.resolve(new Response(body)) })

const record = { key: z.string().min(1), raw: z.record(z.string(), z.json()) }
const productRecord = z.object({ ...record, product: productSchema, unknownFields: z.array(z.string()) })
const url = z.httpUrl().nullable()
const invoiceRecord = z.object({ invoice: invoiceSchema, raw: record.raw, pageUrl: url, pdfUrl: url })
const reading = (value: z.ZodType) => z.object({ value, notes: z.array(readingNoteSchema) })

const CALLS: Record<string, [call: (from: Platform) => Promise<unknown>, shape: z.ZodType]> = {
  'sign-in': [
    (from) => from.signIn(connection, { email: 'a', password: 'b' }),
    z.object({ token: z.string().min(1), expiresAt: z.iso.datetime().nullable() })
  ],
  profile: [(from) => from.profile(access), reading(profileViewSchema)],
  products: [(from) => from.products(access), reading(z.array(productRecord))],
  product: [(from) => from.product(access, 'id'), reading(productRecord)],
  invoices: [(from) => from.invoices(access), reading(z.array(invoiceRecord))]
}

const names = [
  ...PRODUCT_FIELDS,
  ...Object.values(PROFILE_GROUPS).flat(),
  ...Object.values(INVOICE_NAMES).flat(),
  ...[
    'data',
    'items',
    'products',
    'token',
    'billingDetails',
    'statusCode',
    'message',
    'errors',
    'passwordHash',
    '__proto__'
  ]
]
/** Values where most readers have a rule of their own. */
const likely = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('', '5', 'Paid', '2026-01-01', '0001-01-01T00:00:00', 'https://a.example/', -1, 1e308, 1_700_000_000),
  fc.string({ unit: 'binary' })
)
/** Built as text, so that names such as __proto__ come out as JSON.parse makes them. */
const likelyRecord = fc
  .array(fc.tuple(fc.constantFrom(...names), likely), { maxLength: 12 })
  .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`)
const likelyList = fc.array(likelyRecord, { maxLength: 4 }).map((records) => `[${records.join()}]`)

const outcome = async (call: (from: Platform) => Promise<unknown>, shape: z.ZodType, text: string): Promise<void> => {
  body = text
  try {
    const result = await call(platform)
    expect(shape.safeParse(result).error?.issues).toBeUndefined()
    structuredClone(result)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    expect(failureSchema.safeParse(error.failure).success).toBe(true)
    expect(error.failure.code).not.toBe('INTERNAL')
  }
}

describe.each(Object.entries(CALLS))('%s', (_, [call, shape]) => {
  test('any JSON', () =>
    fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), (text) => outcome(call, shape, text)),
      { numRuns: 60 }
    ))

  test('records with known names and any values', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(likelyRecord, likelyList), (text) => outcome(call, shape, text)),
      { numRuns: 120 }
    ))

  test('any text', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), (text) => outcome(call, shape, text)),
      { numRuns: 25 }
    ))

  test.each([
    ['a list in a list, and so on', '['.repeat(1e5) + ']'.repeat(1e5)],
    ['a record in a record, and so on', '[{"name":'.repeat(5e4) + '1' + '}]'.repeat(5e4)],
    ['numbers beyond all', '[{"id":1e999,"weight":-1e999,"status":1e999,"totalAmount":1e999,"x":[1e999]}]']
  ])('%s', (_name, text) => outcome(call, shape, text))
})

test('a million brackets', () => outcome((from) => from.products(access), z.never(), '['.repeat(1e6) + ']'.repeat(1e6)))
