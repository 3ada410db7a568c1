/** Whatever JSON a provider sends, each call ends with a result of the promised shape or with an AppError, neither with a secret. */
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod'
import { ProviderApi } from '../../../../src/main/provider/api/provider-api.ts'
import type { Access, Api } from '../../../../src/main/ports/index.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { mismatches, modelType } from '../../../support/reply-types.ts'
import { PRODUCT_FIELDS } from '../../../../src/shared/models/product.ts'
import { PROFILE_GROUPS } from '../../../../src/shared/models/profile.ts'
import { FIELD_NAMES } from '../../../../src/main/provider/readers/invoice-vocabulary.ts'
import { MONEY_NAMES } from '../../../../src/main/provider/readers/money-vocabulary.ts'
import { PRODUCT_NAMES } from '../../../../src/main/provider/readers/product-vocabulary.ts'
import {
  BLOCKED_NAMES,
  PARTS,
  PERSON_WRAPPERS,
  PROFILE_NAMES
} from '../../../../src/main/provider/readers/profile-vocabulary.ts'
import { productsOf } from '../../../support/product-list.ts'
import { runs } from '../../../support/depth.ts'

const connection = { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v2' } as const
const TOKEN = 'eyJhbGciOiJub25lIn0.eyJjYW5hcnkiOiJ+fj8/In0.canary-0123456789'
const PASSWORD = 'canary "p4ss/wörd" \\ & more'
const access: Access = { connection, token: TOKEN }
let body = ''
let status = 200
const answering: typeof fetch = () => Promise.resolve(new Response(body, { status }))
const api = new ProviderApi({ fetchFor: () => answering, wait: () => Promise.resolve() })

/** A schema of a type, to put together with others. */
const typed = (path: string, name: string) =>
  z.unknown().superRefine((value, context) => {
    for (const message of mismatches(value, modelType(path, name))) context.addIssue({ code: 'custom', message })
  })
const errorInfo = typed('ipc/error.ts', 'ErrorInfo')
const notes = z.array(typed('models/freshness.ts', 'ReadingNote'))

const record = { key: z.string().min(1), raw: z.record(z.string(), z.json()) }
const productRecord = z.object({
  ...record,
  product: typed('models/product.ts', 'Product'),
  unknownFields: z.array(z.string()),
  notes
})
const url = z.httpUrl().nullable()
const invoiceRecord = z.object({
  invoice: typed('models/invoice.ts', 'Invoice'),
  raw: record.raw,
  pageUrl: url,
  pdfUrl: url,
  notes: notes.optional()
})
const reading = (value: z.ZodType) => z.object({ value, notes })

const BY_SETTINGS = {
  amountUnit: 'minor',
  currency: 'JPY',
  statuses: { '5': 'open', Paid: 'void' },
  paymentTermDays: 30
} as const

const CALLS: Record<string, [call: (from: Api) => Promise<unknown>, shape: z.ZodType]> = {
  'sign-in': [
    (from) => from.signIn(connection, { email: 'a', password: PASSWORD }),
    z.object({ token: z.string().min(1), expiresAt: z.iso.datetime().nullable() })
  ],
  'sign-in by settings': [
    (from) =>
      from.signIn(
        { ...connection, signIn: { path: '/sign-in', tokenAt: 'data.token' } },
        { email: 'a', password: PASSWORD, code: '123456' }
      ),
    z.object({ token: z.string().min(1), expiresAt: z.iso.datetime().nullable() })
  ],
  profile: [(from) => from.profile(access), reading(typed('models/profile.ts', 'ProfileView'))],
  products: [(from) => productsOf(from, access), reading(z.array(productRecord))],
  product: [(from) => from.product(access, 'id'), reading(productRecord)],
  invoices: [(from) => from.invoices(access), reading(z.array(invoiceRecord))],
  'lines of invoices': [
    async (from) => {
      const answer = await from.invoices(access)
      return answer?.value.map((one) => ({ ...from.invoiceLines(connection, one), texts: one.lineTexts }))
    },
    z.array(
      z.object({
        lines: z.array(typed('models/invoice.ts', 'InvoiceLine')).max(200),
        more: z.number().int(),
        texts: z.string().max(4000)
      })
    )
  ],
  'invoices by settings': [
    (from) => from.invoices({ ...access, connection: { ...connection, ...BY_SETTINGS } }),
    reading(z.array(invoiceRecord))
  ]
}

const names = [
  ...PRODUCT_FIELDS,
  ...Object.values(PROFILE_GROUPS).flat(),
  ...[FIELD_NAMES, MONEY_NAMES, PRODUCT_NAMES, PROFILE_NAMES].flatMap((names) => Object.values(names).flat()),
  ...[...PERSON_WRAPPERS, ...PARTS.keys(), ...BLOCKED_NAMES],
  ...'data items products token billingDetails statusCode message errors passwordHash __proto__'.split(' ')
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
const anyBody = fc.oneof(likelyRecord, likelyList, fc.json({ maxDepth: 4 }), fc.string({ unit: 'binary' }))

type Call = (from: Api) => Promise<unknown>

/** @returns all that came of it, as text */
const outcome = async (call: Call, shape: z.ZodType, text: string, withStatus = 200): Promise<string> => {
  body = text
  status = withStatus
  try {
    const result = await call(api)
    expect(shape.safeParse(result).error?.issues).toBeUndefined()
    return JSON.stringify(structuredClone(result))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(errorInfo.safeParse(error.info).success).toBe(true)
    expect(error.info.code).not.toBe('INTERNAL')
    return inspect(error, { depth: 20, showHidden: true })
  }
}

/** A secret in each way that a provider may have it in its JSON. */
const FORMS: ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => secret.toUpperCase(),
  (secret) => encodeURIComponent(secret),
  (secret) => JSON.stringify({ request: { header: `Bearer ${secret}`, list: [secret] } }),
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`me:${secret}`).toString('base64url'),
  (secret) => `https://me:${encodeURIComponent(secret)}@host.example/?q=${encodeURIComponent(secret)}`
]
/** What of a secret must not be found: anywhere, in any letters, and in base64 the middle of it. */
const middle = (secret: string): string[] =>
  [0, 1, 2].map((before) =>
    Buffer.from(' '.repeat(before) + secret)
      .toString('base64url')
      .slice(4, -4)
  )
const expectNoTrace = (secret: string, text: string): void => {
  const small = text.toLowerCase()
  const traces = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...middle(secret)]
  expect(traces.filter((trace) => small.includes(trace.toLowerCase()))).toEqual([])
}

/** A record or a list with a secret planted in a name or a value, at the top or below. */
const planted = fc
  .tuple(
    fc.constantFrom(...FORMS),
    fc.constantFrom(...names, 'message', 'error', 'detail', 'a name', 'key'),
    fc.constantFrom('value', 'name', 'list', 'below', 'text in text'),
    fc.boolean(),
    likelyRecord
  )
  .map(([form, name, where, isList, other]) => (secret: string): string => {
    const said = form(secret)
    const value: Record<typeof where, unknown> = {
      value: `it is ${said}, no more`,
      name: { [said]: 1 },
      list: [1, said],
      below: { a: [{ b: said }] },
      'text in text': JSON.stringify({ a: JSON.stringify([said]) })
    }
    const field = `${JSON.stringify(name)}:${JSON.stringify(value[where])}`
    const whole = other === '{}' ? `{${field}}` : `${other.slice(0, -1)},${field}}`
    return isList ? `[${whole},{"id":"b"}]` : whole
  })

describe.each(Object.entries(CALLS))('%s', (name, [call, shape]) => {
  const secret = name.startsWith('sign-in') ? PASSWORD : TOKEN
  const anyStatus = fc.constantFrom(200, 200, 200, 400, 401, 403, 429, 500)

  test('ends with its shape or an error, whatever JSON or text comes', () =>
    fc.assert(
      fc.asyncProperty(anyBody, anyStatus, async (text, withStatus) => {
        await outcome(call, shape, text, withStatus)
      }),
      { numRuns: runs(250) }
    ))

  test('what was sent is in nothing that comes of it', () =>
    fc.assert(
      fc.asyncProperty(planted, anyStatus, async (plant, withStatus) => {
        expectNoTrace(secret, await outcome(call, shape, plant(secret), withStatus))
      }),
      { numRuns: runs(100) }
    ))

  test.each([
    ['a list in a list, and so on', '['.repeat(1e5) + ']'.repeat(1e5)],
    ['a million brackets', '['.repeat(1e6) + ']'.repeat(1e6)],
    ['a record in a record, and so on', '[{"name":'.repeat(5e4) + '1' + '}]'.repeat(5e4)],
    ['numbers beyond all', '[{"id":1e999,"weight":-1e999,"status":1e999,"totalAmount":1e999,"x":[1e999]}]']
  ])('%s', async (_name, text) => void (await outcome(call, shape, text)))
})
