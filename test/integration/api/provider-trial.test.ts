/** Trials of single calls over a loopback server: what came, what is read from it, and what is never in the answer. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/api/provider-api.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { ProviderTrial, TrialCall, TrialReading } from '../../../src/shared/models/provider-trial.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { FOSSBILLING, fossbilling } from '../../support/fossbilling.ts'
import { providerTrialSchema } from '../../support/replies.ts'

let server: ApiServer
let api: ProviderApi
let connection: Connection

beforeAll(async () => {
  server = await startApiServer({ fetch: fossbilling })
  api = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
  connection = {
    provider: null,
    baseUrl: server.baseUrl,
    authorization: { scheme: 'Basic', user: FOSSBILLING.user },
    profile: { path: FOSSBILLING.profile },
    products: { path: FOSSBILLING.products },
    invoices: { path: FOSSBILLING.invoices }
  }
})
afterEach(() => {
  server.respondNormally()
  server.requests.length = 0
})
afterAll(() => server.stop())

const never = new AbortController().signal

async function tried(call: TrialCall, more: Partial<Connection> = {}, token: string = FOSSBILLING.key) {
  const trial = await api.tryCall({ connection: { ...connection, ...more }, token }, call, never)
  expect(providerTrialSchema.safeParse({ ...trial, durationMs: 1 }).error).toBeUndefined()
  return trial
}

const readingOf = ({ records }: Pick<ProviderTrial, 'records'>, field: string): TrialReading | undefined =>
  records[0]?.read.find((one) => one.field === field)

/** Text, place and problem of fields of the first record. */
const read = (trial: Pick<ProviderTrial, 'records'>, ...fields: string[]): Record<string, unknown[]> =>
  Object.fromEntries(
    fields.map((field) => {
      const { text, place, problem } = readingOf(trial, field) ?? {}
      return [field, [text, place, problem]]
    })
  )

describe('FOSSBilling', () => {
  test('invoices: number, state, amount and days are read, and where each was found', async () => {
    const trial = await tried('invoices')
    expect(trial).toMatchObject({ error: null, asked: FOSSBILLING.invoices, found: 2, places: [] })
    expect(trial.partial).toEqual({ received: 2, total: 3 })
    expect(server.requests).toHaveLength(1)
    expect(trial.statuses).toEqual([
      { status: 'unpaid', isNumber: false, count: 1, state: 'open' },
      { status: 'paid', isNumber: false, count: 1, state: 'settled' }
    ])
    expect(read(trial, 'id', 'number', 'state', 'total', 'currency', 'dueAt', 'issuedAt', 'paidAmount')).toEqual({
      id: ['5', 'id', null],
      number: ['FOSS00005', 'serie_nr', null],
      state: ['open', 'status', null],
      total: ['11.9', 'total', null],
      currency: ['EUR', 'currency', null],
      dueAt: ['2026-11-20', 'due_at', null],
      issuedAt: ['2026-11-06', 'created_at', null],
      paidAmount: [null, null, 'missing']
    })
  })

  test('the unread fields of an invoice are those that nothing was read from', async () => {
    const { records } = await tried('invoices')
    const [{ came, dropped } = { came: [], dropped: 0 }] = records
    expect(came.filter(({ isRead }) => isRead).map(({ place }) => place)).toEqual([
      ...['id', 'serie_nr', 'currency', 'tax', 'subtotal', 'total', 'status', 'due_at', 'created_at', 'updated_at'],
      'lines'
    ])
    expect(came.find(({ place }) => place === 'taxrate')).toEqual({ place: 'taxrate', text: '19', isRead: false })
    // Its hash opens it for anyone.
    expect(came.some(({ place }) => place === 'hash')).toBe(false)
    expect(dropped).toBe(1)
  })

  test('products', async () => {
    const trial = await tried('products')
    expect(trial).toMatchObject({ error: null, asked: FOSSBILLING.products, found: 2, statuses: [] })
    expect(trial.partial).toEqual({ received: 2, total: 3 })
    expect(read(trial, 'id', 'name', 'imagePath', 'label')).toEqual({
      id: ['1', 'id', null],
      name: ['Proxy', 'title', null],
      imagePath: ['https://x.example/a.png', 'icon_url', null],
      label: [null, null, 'missing']
    })
  })

  test('the profile', async () => {
    const trial = await tried('profile')
    expect(trial).toMatchObject({ error: null, found: 1, places: [{ place: 'result', count: 16 }] })
    expect(read(trial, 'fullName', 'email', 'companyName', 'telegram')).toEqual({
      fullName: ['A B', 'first_name', null],
      email: ['a@example.com', 'email', null],
      companyName: ['C', 'company', null],
      telegram: [null, null, 'missing']
    })
    const unread = trial.records[0]?.came.filter(({ isRead }) => !isRead).map(({ place }) => place)
    expect(unread).toEqual(['type', 'currency', 'lang', 'timezone'])
  })

  test('a wrong key, and a wrong path: the error says it, and nothing was read', async () => {
    const nothing = { found: null, records: [], statuses: [] }
    const wrongKey = await tried('invoices', {}, 'canary-wrong-key-0123456789')
    expect(wrongKey).toMatchObject({ asked: FOSSBILLING.invoices, error: { code: 'UNAUTHORIZED' }, ...nothing })
    const wrongPath = await tried('invoices', { invoices: { path: '/invoices?limit=2' } })
    expect(wrongPath).toMatchObject({ asked: '/invoices?limit=2', ...nothing })
    expect(wrongPath.error).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })
})
