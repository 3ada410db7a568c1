/** What a definition's file says about replies, as the client reads them over a loopback socket; and that export and import keep it. */
import { describe, expect, test } from 'vitest'
import { normaliseBaseUrl } from '../../../src/main/provider/api/security/url-rules.ts'
import { parseDefinitionFile, toDefinitionFile } from '../../../src/main/provider/definitions/definition-file.ts'
import type { Access } from '../../../src/main/ports/index.ts'
import { connectionSchema, storedConnectionSchema } from '../../../src/main/schemas.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import type { ProfileView } from '../../../src/shared/models/profile.ts'
import { productsOf } from '../../support/product-list.ts'
import { answerOf, withPlatform } from './context.ts'

const context = withPlatform()

const imported = (parts: object): Connection =>
  parseDefinitionFile(JSON.stringify({ name: 'Host', baseUrl: context.server.baseUrl, ...parts }), normaliseBaseUrl)
const accessTo = (parts: object): Access => ({ connection: imported(parts), token: 'canary-key-7f3a' })
const answer = (path: string, body: Json): void => void context.server.respondWith(path, () => Response.json(body))
const asked = (): string[] => context.server.requests.map(({ url }) => url)

/** Each new member, in a file, with a reply that needs it. */
const INVOICE: [name: string, parts: object, body: Json, read: object][] = [
  [
    'a PDF’s link',
    { invoiceFields: { pdf: 'docs.0.href' } },
    [{ id: 1, docs: [{ href: 'https://x.example/a' }] }],
    { hasPdf: true }
  ],
  [
    'a page’s link',
    { invoiceFields: { page: 'links.web' } },
    [{ id: 1, links: { web: 'https://x.example/a' } }],
    { hasPage: true }
  ],
  [
    'a scale',
    { invoiceFields: { scale: 'money.exp' } },
    [{ id: 1, total: 1234, money: { exp: 2 } }],
    { total: '12.34' }
  ],
  [
    'an element of a list',
    { invoiceFields: { total: 'totals.0.amount' } },
    [{ id: 1, totals: [{ amount: 7 }] }],
    { total: '7' }
  ],
  [
    'a kind',
    { invoiceFields: { kind: 'w' }, kinds: { PRF: 'proforma' } },
    [{ id: 1, total: 7, w: 'PRF' }],
    { state: 'void', kind: 'proforma' }
  ]
]

describe('invoices', () => {
  test.each(INVOICE)('%s stands where the file says', async (_name, parts, body, read) => {
    answer('/bills', body)
    const { value } = await answerOf(context.api.invoices(accessTo({ invoices: { path: '/bills' }, ...parts })))
    expect(value[0]?.invoice).toMatchObject(read)
  })

  test.each<[listAt: string, body: Json]>([
    ['parts.1.bills', { parts: [{ bills: [{ id: 9 }] }, { bills: [{ id: 1 }, { id: 2 }] }] }],
    ['0.bills', [{ bills: [{ id: 1 }, { id: 2 }] }]],
    ['parts.1', { parts: [[{ id: 9 }], [{ id: 1 }, { id: 2 }]] }]
  ])('are at %s', async (listAt, body) => {
    answer('/bills', body)
    const { value } = await answerOf(context.api.invoices(accessTo({ invoices: { path: '/bills', listAt } })))
    expect(value.map(({ invoice }) => invoice.key)).toEqual(['1', '2'])
  })

  test('go on as the object says that the file names, and are a part without it', async () => {
    const paging = { by: 'page', parameter: 'p' }
    const invoices = { path: '/bills', pagingAt: 'about.pg', paging }
    context.server.respondWith(/^\/bills/, (request) => {
      const page = Number(new URL(request.url).searchParams.get('p') ?? 1)
      return Response.json({ data: [{ id: page }], about: { pg: { page, pages: 3 } } })
    })
    const all = await answerOf(context.api.invoices(accessTo({ invoices })))
    expect([all.value.length, all.partial ?? null]).toEqual([3, null])
    expect(asked()).toEqual(['/bills?p=1', '/bills?p=2', '/bills?p=3'])
    const first = { path: '/bills', pagingAt: 'about.pg' }
    const one = await answerOf(context.api.invoices(accessTo({ invoices: first })))
    expect(one.partial).toEqual({ received: 1, total: null })
  })

  test('come 5,000 a page', async () => {
    const paging = { by: 'page', parameter: 'p', sizeParameter: 'n', size: 5000 }
    answer('/bills', { data: [{ id: 1 }], total: 1 })
    await context.api.invoices(accessTo({ invoices: { path: '/bills', paging } }))
    expect(asked()[0]).toBe('/bills?n=5000&p=1')
  })

  test.each([
    '/v1/0123456789abcdef0123456789abcdef/bills',
    '/v1/customers/ctm_01gw1xk43eqy2rrf0cs93zvm6t/bills',
    '/v1/bills?organization_id=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c'
  ])('are asked for with an account’s id: %s', async (path) => {
    answer(path.split('?')[0] ?? '', [])
    await context.api.invoices(accessTo({ invoices: { path } }))
    expect(asked()).toEqual([path])
  })
})

describe('a profile', () => {
  const profile = async (parts: object, body: Json): Promise<ProfileView> => {
    answer('/me', body)
    return (await answerOf(context.api.profile(accessTo({ profile: { path: '/me' }, ...parts })))).value
  }

  test('owes what stands with a plus, where the file says so', async () => {
    const body = { id: 1, balance: 12.5, currency: 'EUR' }
    expect((await profile({ accountBalance: 'debt' }, body)).balance).toEqual({ amount: '-12.5', currency: 'EUR' })
    expect((await profile({}, body)).balance).toEqual({ amount: '12.5', currency: 'EUR' })
  })

  test('has the name on invoices where the file says', async () => {
    const { groups } = await profile(
      { profileFields: { billingName: 'billTo.0.who' } },
      { id: 1, name: 'Ada', billTo: [{ who: 'Ada GmbH' }] }
    )
    expect(groups.company).toEqual([{ name: 'billingName', value: 'Ada GmbH' }])
  })

  test('is an element of a list', async () => {
    const call = { path: '/me', recordAt: 'users.1' }
    const { email } = await profile({ profile: call }, { users: [{ email: 'b@x.example' }, { email: 'a@x.example' }] })
    expect(email).toBe('a@x.example')
  })
})

test('products are in an element of a list, and so are their fields', async () => {
  answer('/shop', { shelves: [{ goods: [{ id: 'a', names: ['x', 'y'] }] }] })
  const access = accessTo({
    products: { path: '/shop', listAt: 'shelves.0.goods' },
    productFields: { name: 'names.1' }
  })
  const products = await productsOf(context.api, access)
  expect(JSON.stringify(products)).toContain('"name":"y"')
})

test('each member is the same after an export and an import, on disk, and from the page', () => {
  const parts = {
    authorization: { scheme: 'header', name: 'Authorization', prefix: 'Zoho-oauthtoken' },
    profile: { path: '/me', authorization: { scheme: 'Basic', keyAs: 'user' } },
    invoices: {
      path: '/v1/0123456789abcdef0123456789abcdef/bills',
      listAt: 'parts.0',
      pagingAt: 'about.pg',
      paging: { by: 'page', parameter: 'p', sizeParameter: 'n', size: 5000 }
    },
    profileFields: { billingName: 'bill.to' },
    invoiceFields: { kind: 'w', pdf: 'docs.0.href', page: 'links.web', scale: 'exp' },
    kinds: { PRF: 'proforma' },
    accountBalance: 'debt'
  }
  const connection = imported(parts)
  expect(connection).toMatchObject(parts)
  expect(parseDefinitionFile(toDefinitionFile(connection).text, normaliseBaseUrl)).toEqual(connection)
  expect(storedConnectionSchema.parse(JSON.parse(JSON.stringify(connection)))).toEqual(connection)
  expect(connectionSchema.parse(connection)).toEqual(connection)
})
