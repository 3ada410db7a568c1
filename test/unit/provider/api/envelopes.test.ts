/** Whole replies as vendors wrap them: the facts of provider-replies.json, around records of invoice-shapes.json. */
import { expect, test } from 'vitest'
import { ProviderApi } from '../../../../src/main/provider/api/provider-api.ts'
import type { Access, Api } from '../../../../src/main/ports/index.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import { readInvoices } from '../../../../src/main/provider/readers/read-invoice.ts'
import { mayGoOn, pagingIn } from '../../../../src/main/provider/readers/paging.ts'
import facts from '../../../fixtures/provider-replies.json' with { type: 'json' }
import { productsOf } from '../../../support/product-list.ts'
import { headOf } from '../../../support/reply-head.ts'
import shapes from '../readers/invoice-shapes.json' with { type: 'json' }

const access: Access = {
  connection: { baseUrl: 'https://api.example', provider: 'hypeproxy-v2' },
  token: 'token-0123456789'
}
const apiOf = (body: unknown): Api => new ProviderApi({ fetchFor: () => () => Promise.resolve(Response.json(body)) })
const invoicesIn = (body: unknown) => apiOf(body).invoices(access)
const factsOf = (name: string) => facts.find((one) => one.name === name)
const recordOf = (name: keyof typeof shapes): Json => shapes[name].raw

/** The record of another reply, without its envelope. */
const listed = (name: string, ...path: (string | number)[]): Json =>
  path.reduce<Json>(
    (value, at) => (value as Record<string, Json>)[at] ?? null,
    factsOf(name)?.replies?.invoices as Json
  )

const ENVELOPES: Record<
  string,
  [record: Json, reply: (record: Json) => Json, partial?: { received: 1; total: number | null }]
> = {
  '{Id, Status, Invoices:[…]} (Xero)': [recordOf('Xero'), (one) => ({ Id: 'a', Status: 'OK', Invoices: [one] })],
  '{list:[{invoice:{…}}], next_offset} (Chargebee)': [
    recordOf('Chargebee'),
    (invoice) => ({ list: [{ invoice }], next_offset: '["1612890918000","230000000245"]' }),
    { received: 1, total: null }
  ],
  '{QueryResponse:{Invoice:[…], startPosition, maxResults}} (QuickBooks)': [
    recordOf('QuickBooks Online'),
    (one) => ({ QueryResponse: { Invoice: [one], startPosition: 1, maxResults: 1 }, time: '2026-11-20T10:00:00Z' })
  ],
  '{orders:[…]} (Shopify)': [recordOf('Shopify (an order)'), (one) => ({ orders: [one] })],
  '{jsonrpc, id, result:[…]} (Odoo)': [recordOf('Odoo'), (one) => ({ jsonrpc: '2.0', id: 5, result: [one] })],
  '{result:"success", totalresults, invoices:{invoice:[…]}} (WHMCS)': [
    recordOf('WHMCS'),
    (one) => ({ result: 'success', totalresults: '30', startnumber: 0, numreturned: 1, invoices: { invoice: [one] } }),
    { received: 1, total: 30 }
  ],
  '{result:{pages,page,list:[…]}} (FOSSBilling)': [
    listed('fossbilling', 'result', 'list', 0),
    (one) => ({ result: { pages: 3, page: 1, per_page: 1, total: 3, list: [one] }, error: null }),
    { received: 1, total: 3 }
  ],
  '{billing_invoices:[…], meta} (Vultr)': [
    listed('vultr', 'billing_invoices', 0),
    (one) => ({ billing_invoices: [one], meta: { total: 2, links: { next: 'bmV4dA', prev: '' } } }),
    { received: 1, total: 2 }
  ],
  '{code:0, message, invoices:[…], page_context:{page, has_more_page}} (Zoho)': [
    recordOf('Zoho Books'),
    (one) => ({ code: 0, message: 'success', invoices: [one], page_context: { page: 1, has_more_page: true } }),
    { received: 1, total: null }
  ],
  '{object:"list", has_more, next, data:[…]} (Recurly)': [
    recordOf('Recurly'),
    (one) => ({ object: 'list', has_more: true, next: '/invoices?cursor=abc', data: [one] }),
    { received: 1, total: null }
  ],
  '{invoices:[…], meta:{current_page, next_page, total_pages}} (Lago)': [
    recordOf('Lago'),
    (one) => ({
      invoices: [one],
      meta: { current_page: 1, next_page: 2, prev_page: null, total_pages: 4, total_count: 70 }
    }),
    { received: 1, total: 70 }
  ],
  '{total_items, items:[…], links:[{rel:"next", href}]} (PayPal)': [
    recordOf('PayPal'),
    (one) => ({ total_items: 6, items: [one], links: [{ rel: 'next', href: 'https://api.paypal.example/v2?page=2' }] }),
    { received: 1, total: 6 }
  ],
  '{data:[…], meta:{pagination:{next, has_more}}} (Paddle)': [
    recordOf('Paddle (a transaction)'),
    (one) => ({
      data: [one],
      meta: {
        pagination: {
          per_page: 30,
          next: 'https://api.example/v3/invoices?after=a',
          has_more: false,
          estimated_total: 1
        }
      }
    })
  ]
}

test('the envelope of each vendor of the facts file is tested', () => {
  expect(Object.keys(ENVELOPES)).toEqual(factsOf('envelopes')?.shapes)
})

test.each(Object.entries(ENVELOPES))(
  '%s has its invoice, read as without the envelope',
  async (_shape, [record, reply, partial = null]) => {
    const answer = await invoicesIn(reply(record))
    const alone = readInvoices([record], BUILT_IN['hypeproxy-v2'], (text) => text, { now: new Date() })
    expect(answer?.value.map(({ invoice, raw }) => [invoice, raw])).toEqual(
      alone.value.map(({ invoice, raw }) => [invoice, raw])
    )
    expect(answer?.partial).toEqual(partial)
  }
)

const REPLIES = facts.flatMap(({ name, replies, expected }) =>
  replies && expected ? [{ name, replies: replies, expected: expected as Record<string, unknown[]> }] : []
)
const LISTS = REPLIES.flatMap(({ name, replies, expected }) =>
  (['invoices', 'products'] as const).flatMap((kind) => {
    const body = replies[kind]
    return body === undefined ? [] : [{ name, kind, body, count: expected[kind]?.length ?? 1 }]
  })
)

test.each(LISTS)('$name: the list of $kind is found', async ({ kind, body, count }) => {
  const answer = kind === 'invoices' ? await invoicesIn(body) : await productsOf(apiOf(body), access)
  expect(answer?.value).toHaveLength(count)
  expect(answer?.notes.filter(({ kind }) => ['notAnObject', 'unknownShape', 'sameId'].includes(kind))).toEqual([])
})

test('only replies that say so are a part of their list', async () => {
  const parts = await Promise.all(
    LISTS.map(async ({ name, kind, body }) => {
      const answer = kind === 'invoices' ? await invoicesIn(body) : await productsOf(apiOf(body), access)
      return answer?.partial ? [`${name} ${kind}`, answer.partial] : []
    })
  )
  expect(Object.fromEntries(parts.filter((one) => one.length > 0))).toEqual({
    'trueproxies invoices': { received: 2, total: 3 },
    'iproyal isp invoices': { received: 1, total: 14 },
    'stripe invoices': { received: 1, total: null }
  })
})

/** Which word names the end of each whole list of the facts: their test fails where the reading finds another one. */
const ENDS: Record<string, 'said' | 'total' | 'nothing beside the list'> = {
  'hypeproxy v3 invoices': 'nothing beside the list',
  'trueproxies products': 'nothing beside the list',
  'proxyrequest invoices': 'said',
  'proxyrequest products': 'said',
  'webshare invoices': 'said',
  'iproyal isp products': 'nothing beside the list',
  'iproyal resi invoices': 'said',
  'whmcs invoices': 'total',
  'whmcs products': 'total',
  'fossbilling invoices': 'said',
  'fossbilling products': 'said',
  'paymenter invoices': 'said',
  'paymenter products': 'nothing beside the list',
  'blesta(list) invoices': 'nothing beside the list',
  'stripe products': 'said',
  'vultr invoices': 'said',
  'linode invoices': 'said',
  'invoiceninja invoices': 'said',
  'hypeproxy v3 product products': 'nothing beside the list',
  'amounts as text invoices': 'nothing beside the list'
}

/** As the stream's rest: each list of records emptied. */
const withoutRecords = (body: Json): Json =>
  Array.isArray(body)
    ? []
    : body !== null && typeof body === 'object'
      ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withoutRecords(value)]))
      : body

test('the end of each whole list of the facts is known', () => {
  const url = new URL('https://api.example/v3/invoices')
  const ends = LISTS.flatMap(({ name, kind, body, count }) => {
    const says = pagingIn(withoutRecords(body), headOf(), { url, page: 1 })
    expect(says.more || (says.total !== null && says.total > count) || !mayGoOn(says, count), name).toBe(true)
    if (says.more) return []
    return [[`${name} ${kind}`, says.ends ? 'said' : says.total === count ? 'total' : 'nothing beside the list']]
  })
  expect(Object.fromEntries(ends)).toEqual(ENDS)
})

const RECORD = { id: 'a', status: 'Created', totalAmount: 25.2 }
test.each<[name: string, body: Json]>([
  ['API v2, as the document has it', [RECORD]],
  ['API v2 without records', []],
  ['API v3, bare', [RECORD, RECORD]],
  ['API v3', { message: null, statusCode: 200, data: [RECORD], errors: [], requestDetails: null }],
  [
    'API v3 with details of the request',
    {
      message: 'Ok',
      statusCode: 200,
      data: [RECORD],
      errors: [],
      requestDetails: { endpoint: '/v3/invoices', date: 'x' }
    }
  ],
  ['API v3 without records', { message: null, statusCode: 200, data: [], errors: [] }]
])('the default provider’s list is whole, by one request: %s', async (_name, body) => {
  for (const provider of ['hypeproxy-v2', 'hypeproxy-v3'] as const) {
    let requests = 0
    const api = new ProviderApi({
      fetchFor: () => () => {
        requests += 1
        return Promise.resolve(Response.json(body))
      }
    })
    const own: Access = { ...access, connection: { baseUrl: 'https://api.example', provider } }
    expect((await api.invoices(own))?.partial).toBeNull()
    expect((await productsOf(api, own))?.partial).toBeNull()
    expect(requests).toBe(2)
  }
})

test.each<Json>([
  { invoices: null, count: 0 },
  { invoices: {}, count: 0 },
  { data: null, meta: { total: 0 } },
  { result: 'success', totalresults: 0, startnumber: 0, numreturned: 0 }
])('no records beside a count of 0: %j', async (body) => {
  expect(await invoicesIn(body)).toMatchObject({ value: [], partial: null })
  expect(await productsOf(apiOf(body), access)).toMatchObject({ value: [], partial: null })
})

test.each<Json>([
  { invoices: null },
  { invoices: {} },
  { invoices: null, count: 5 },
  { invoices: null, count: 0, has_more: true },
  { success: false, invoices: null, count: 0 },
  { invoices: null, count: 0, message: 'Unauthenticated.' }
])('without a list and a count of 0, the reply is unread: %j', async (body) => {
  await expect(invoicesIn(body)).rejects.toThrow()
  await expect(productsOf(apiOf(body), access)).rejects.toThrow()
})

test('a resource of JSON:API is its attributes with its id', async () => {
  const [invoice] = (await invoicesIn(factsOf('paymenter')?.replies?.invoices))?.value ?? []
  expect(invoice?.invoice).toMatchObject({ key: '12', currency: 'EUR', dueDay: '2026-11-30' })
  expect(invoice?.raw).toMatchObject({ type: 'invoices', status: 'pending', relationships: {} })
})
