/** `{userId}` in paths: the id of the profile, asked for once per token. */
import { beforeEach, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access } from '../../../src/main/ports/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { productsOf } from '../../support/product-list.ts'
import { answerOf, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()

let api: ProviderApi
let profile: unknown
beforeEach(() => {
  api = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
  profile = { data: { id: 'u/1', email: 'ada@example.com' } }
  context.server.respondWith('/me', () => Response.json(profile))
  context.server.respondWith(/^\/users\/[^/]+\/(products|invoices)$/, () => Response.json([{ id: 'a', total: 5 }]))
  context.server.respondWith(/^\/users\/[^/]+\/products\/a$/, () => Response.json({ id: 'a' }))
  context.server.respondWith(/^\/users\/[^/]+\/invoices\/a\.pdf$/, () => new Response('%PDF-1.7'))
})

const accessOf = (token = 'first-token', more: Partial<Connection> = {}): Access => ({
  connection: {
    provider: null,
    baseUrl: context.server.baseUrl,
    profile: { path: '/me' },
    products: { path: '/users/{userId}/products' },
    product: { path: '/users/{userId}/products/{id}' },
    invoices: { path: '/users/{userId}/invoices' },
    invoicePdf: { path: '/users/{userId}/invoices/{id}.pdf' },
    ...more
  },
  token
})
const urls = (): string[] => context.server.requests.map(({ url }) => url)

test('fills every path, and is asked for once', async () => {
  const access = accessOf()
  expect((await answerOf(api.invoices(access))).value[0]?.invoice.hasPdf).toBe(true)
  await productsOf(api, access)
  await api.product(access, 'a')
  await api.invoicePdf(access, 'a')
  expect(urls()).toEqual([
    '/me',
    '/users/u%2F1/invoices',
    '/users/u%2F1/products',
    '/users/u%2F1/products/a',
    '/users/u%2F1/invoices/a.pdf'
  ])
})

test('is asked for once by several calls at once', async () => {
  await Promise.all([api.invoices(accessOf()), productsOf(api, accessOf()), api.product(accessOf(), 'a')])
  expect(urls().filter((url) => url === '/me')).toHaveLength(1)
})

test('is asked for again with another token', async () => {
  await api.invoices(accessOf())
  profile = { id: 7 }
  await api.invoices(accessOf('second-token'))
  await api.invoices(accessOf())
  expect(urls()).toEqual(['/me', '/users/u%2F1/invoices', '/me', '/users/7/invoices', '/users/u%2F1/invoices'])
})

test('isn’t asked for where no path needs it', async () => {
  await api.invoices(accessOf('first-token', { invoices: { path: '/users/any/invoices' } }))
  expect(urls()).toEqual(['/users/any/invoices'])
})

test('that the profile lacks is an error with a cause, and isn’t remembered', async () => {
  profile = { data: { email: 'ada@example.com' } }
  const { host } = new URL(context.server.baseUrl)
  expect(await errorFrom(api.invoices(accessOf()))).toEqual({ code: 'BAD_REPLY', host, found: 'noUserId' })
  profile = { data: { id: '..' } }
  expect(await errorFrom(api.invoicePdf(accessOf(), 'a'))).toEqual({ code: 'BAD_REQUEST', found: 'input' })
})

test('has the errors of the profile’s call, and is asked for again after one', async () => {
  const end = context.server.respondWith('/me', () => Response.json({ message: 'no' }, { status: 401 }))
  expect((await errorFrom(productsOf(api, accessOf()))).code).toBe('UNAUTHORIZED')
  expect(urls()).toEqual(['/me'])
  end()
  await productsOf(api, accessOf())
  expect(urls()).toEqual(['/me', '/me', '/users/u%2F1/products'])
})
