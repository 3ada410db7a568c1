import { expect, test } from 'vitest'
import { createApi } from '../../../src/main/api/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'

const connection: Connection = { baseAddress: 'https://host.example', preset: 'v2' }
const LIST = [{ id: 'i1', amount: 1300, status: 2 }]

/** Answers the list, and 304 to whoever knows its ETag. */
const unchanging: typeof fetch = async (input, init) =>
  new Request(input, init).headers.get('if-none-match') === '"v1"'
    ? new Response(null, { status: 304 })
    : Response.json(LIST, { headers: { etag: '"v1"' } })

test.each<[string, Partial<Connection>, boolean]>([
  ['the same settings', { timeoutSeconds: 5, statuses: {} }, true],
  ['another unit', { amountUnit: 'minor' }, false],
  ['another currency', { currency: 'EUR' }, false],
  ['other meanings of statuses', { statuses: { '2': 'settled' } }, false]
])('invoices asked for with %s', async (_name, change, isKnown) => {
  const api = createApi({ fetchFor: () => unchanging })
  const first = await api.invoices({ connection, token: 'token-1' })
  const changed = { ...connection, ...change }
  const again = await api.invoices({ connection: changed, token: 'token-1' }, { known: first?.validators ?? null })
  expect(again === null).toBe(isKnown)
})
