/** The examples of docs/providers.md read FOSSBilling's replies, and the replies beside them. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import { parseDefinitionFile } from '../../../src/main/provider/definitions/definition-file.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { FOSSBILLING, fossbilling } from '../../support/fossbilling.ts'
import { answerOf } from './context.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer({ fetch: fossbilling })
})
afterAll(() => server.stop())

const document = readFileSync(new URL('../../../docs/providers.md', import.meta.url), 'utf8')
const [example = '', planExample = '', ...planReplies] = [...document.matchAll(/```json\n(.+?)```/gs)].map(
  ([, block = '']) => block
)

test('profile, and all pages of the invoices', async () => {
  const connection = { ...parseDefinitionFile(example, (baseUrl) => baseUrl), baseUrl: server.baseUrl }
  const api = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
  const access = { connection, token: FOSSBILLING.key }
  expect((await answerOf(api.profile(access))).value).toMatchObject({ email: 'a@example.com' })
  const { value, partial } = await answerOf(api.invoices(access))
  expect(value.map(({ invoice }) => [invoice.number, invoice.state, invoice.total, invoice.currency])).toEqual([
    ['FOSS00005', 'open', '11.9', 'EUR'],
    ['FOSS00004', 'settled', '11.9', 'EUR'],
    ['FOSS00003', 'void', '11.9', 'EUR']
  ])
  expect(partial ?? null).toBeNull()
  expect(server.requests.map(({ url }) => url)).toEqual([
    FOSSBILLING.profile,
    `${FOSSBILLING.invoices}?per_page=100&page=1`,
    `${FOSSBILLING.invoices}?per_page=100&page=2`
  ])
})

test('a plan and its subscription', async () => {
  const restore = ['/v1/plans', '/v1/subscription'].map((path, at) =>
    server.respondWith(path, () => new Response(planReplies[at], { headers: { 'content-type': 'application/json' } }))
  )
  const connection = { ...parseDefinitionFile(planExample, (baseUrl) => baseUrl), baseUrl: server.baseUrl }
  const api = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
  const { value } = await answerOf(api.plans({ connection, token: 'a-key-0123456789' }))
  for (const one of restore) one()
  expect(value).toMatchObject([
    {
      ...{ key: '7', name: 'ISP', state: 'active', interval: 'month', renews: '2026-12-20' },
      price: { amount: '34.5', currency: 'USD' },
      quantity: { amount: '25', unit: 'proxies' },
      traffic: { unit: 'GB', limit: '250', used: '18.4', left: null }
    }
  ])
})
