/** Lists of invoices in pages by the definition's paging, on real sockets. What a reply says by itself: invoice-pages.test.ts. */
import { describe, expect, test } from 'vitest'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { ListEndpoint, Paging } from '../../../src/shared/models/provider.ts'
import { respondInPages, type PagedReply } from '../../support/paged-replies.ts'
import { answerOf, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()
const PATH = '/billing'

const invoices = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({ id: `i${from + at}`, total: 1, status: 'open' }))
const keys = (count: number): string[] => invoices(count).map(({ id }) => id)

const connectionWith = (call: Omit<ListEndpoint, 'path'>): Connection => ({
  provider: null,
  baseUrl: context.server.baseUrl,
  name: 'Own',
  invoices: { path: PATH, ...call }
})
const ask = async (call: Omit<ListEndpoint, 'path'>, options: { once?: boolean } = {}) => {
  const { value, partial, validators } = await answerOf(
    context.api.invoices({ connection: connectionWith(call), token: 'token-0123456789' }, options)
  )
  return { keys: value.map(({ invoice }) => invoice.key), partial, validators }
}
const requested = (): string[] => context.server.requests.map(({ url }) => url.replace(PATH, ''))

const byPage: Paging = { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 10 }

describe('a list of 25 in pages of 10', () => {
  const WAYS: [name: string, paging: Paging, listAt: string | undefined, reply: PagedReply, asked: string[]][] = [
    [
      'by page numbers, and nothing said',
      byPage,
      undefined,
      ({ page }) => page,
      ['?per_page=10&page=1', '?per_page=10&page=2', '?per_page=10&page=3', '?per_page=10&page=4']
    ],
    [
      'by page numbers from 0, and the number of pages',
      { by: 'page', parameter: 'p', first: 0 },
      'orders.entries',
      ({ page, number }) => ({ orders: { entries: page, page: number, pages: 3 }, data: [{ id: 'other' }] }),
      ['?p=0', '?p=1', '?p=2']
    ],
    [
      'by page numbers, and the size that the provider has',
      { ...byPage, size: 100 },
      'data',
      ({ page, number }) => ({ data: page, meta: { current_page: number, last_page: 3, per_page: 10, total: 25 } }),
      ['?per_page=100&page=1', '?per_page=100&page=2', '?per_page=100&page=3']
    ],
    [
      'by offsets, and a smaller size than asked for',
      { by: 'offset', parameter: 'offset', sizeParameter: 'limit', size: 100 },
      'results',
      ({ page, url, from }) => ({ count: 25, next: from + 10 < 25 ? `${url}?elsewhere=1` : null, results: page }),
      ['?limit=100&offset=0', '?limit=100&offset=10', '?limit=100&offset=20']
    ],
    [
      'by cursors of the reply',
      { by: 'cursor', parameter: 'cursor', cursorAt: 'next_cursor', sizeParameter: 'limit', size: 10 },
      'items',
      ({ page, from }) => ({ items: page, total: 25, limit: 10, next_cursor: from + 10 < 25 ? `c${from + 10}` : null }),
      ['?limit=10', '?limit=10&cursor=c10', '?limit=10&cursor=c20']
    ],
    [
      'by the id of the last record',
      { by: 'cursor', parameter: 'starting_after', sizeParameter: 'limit', size: 10 },
      undefined,
      ({ page, from }) => ({ has_more: from + 10 < 25, data: page }),
      ['?limit=10', '?limit=10&starting_after=i10', '?limit=10&starting_after=i20']
    ],
    [
      'by links, and a size',
      { by: 'link', sizeParameter: 'size', size: 10 },
      'items',
      ({ page, from }) => ({ items: page, links: { next: from + 10 < 25 ? `?size=10&from=${from + 10}` : null } }),
      ['?size=10', '?size=10&from=10', '?size=10&from=20']
    ]
  ]

  test.each(WAYS)('%s comes whole', async (_name, paging, listAt, reply, asked) => {
    respondInPages(context.server, PATH, { records: invoices(25), size: 10, reply })
    expect(await ask({ paging, listAt })).toEqual({ keys: keys(25), partial: null, validators: null })
    expect(requested()).toEqual(asked)
    for (const { headers } of context.server.requests) expect(headers['authorization']).toBe('Bearer token-0123456789')
  })

  test.each(WAYS)('%s is a part after its third page failed', async (_name, paging, listAt, reply) => {
    respondInPages(context.server, PATH, { records: invoices(25), size: 10, reply, failsFrom: 20 })
    const { keys: received, partial } = await ask({ paging, listAt })
    expect(received).toEqual(keys(20))
    expect(partial).toMatchObject({ received: 20 })
  })

  test.each(WAYS)('%s is asked for once where one request is wanted', async (_name, paging, listAt, reply, asked) => {
    respondInPages(context.server, PATH, { records: invoices(25), size: 10, reply })
    expect(await ask({ paging, listAt }, { once: true })).toMatchObject({ partial: { received: 10 } })
    expect(requested()).toEqual(asked.slice(0, 1))
  })
})

test('a list of one page by the definition is asked for conditionally the next time', async () => {
  context.server.respondWith(PATH, () =>
    Response.json({ data: invoices(3), has_more: false }, { headers: { etag: '"v1"' } })
  )
  const access = { connection: connectionWith({ paging: byPage }), token: 'token-0123456789' }
  const { validators } = await answerOf(context.api.invoices(access))
  context.server.respondWith(PATH, () => new Response(null, { status: 304 }))
  expect(await context.api.invoices(access, { known: validators })).toBeNull()
  expect(context.server.requests.at(-1)?.headers['if-none-match']).toBe('"v1"')
  // Read otherwise, the same reply means something else.
  const other = { connection: connectionWith({ paging: byPage, listAt: 'data' }), token: access.token }
  await errorFrom(context.api.invoices(other, { known: validators }))
  expect(context.server.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
})

test.each([{ data: invoices(2) }, [...invoices(2)], { orders: { list: invoices(2) } }])(
  'a list that isn’t where the definition has it is none: %j',
  async (body) => {
    context.server.respondWith(PATH, () => Response.json(body))
    const access = { connection: connectionWith({ listAt: 'orders' }), token: 'token-0123456789' }
    expect(await errorFrom(context.api.invoices(access))).toMatchObject({ code: 'BAD_REPLY', found: 'notAList' })
  }
)

test('the last record’s id is where the definition has it', async () => {
  const pages = [1, 2].map((page) =>
    [1, 2].map((at) => ({ id: 'same', ref: { uid: `${page}-${at}` }, total: 1, status: 'open' }))
  )
  context.server.respondWith(PATH, ({ url }) => Response.json(url.includes('after=') ? pages[1] : pages[0]))
  const paging: Paging = { by: 'cursor', parameter: 'after', size: 2 }
  const connection: Connection = { ...connectionWith({ paging }), invoiceFields: { id: 'ref.uid' } }
  const { value } = await answerOf(context.api.invoices({ connection, token: 'token-0123456789' }))
  expect(value.map(({ invoice }) => invoice.key)).toEqual(['1-1', '1-2', '2-1', '2-2'])
  expect(requested()).toEqual(['', '?after=1-2', '?after=2-2'])
})

test('an empty body is an empty list wherever the definition has it', async () => {
  context.server.respondWith(PATH, () => new Response(null, { status: 204 }))
  expect(await ask({ listAt: 'orders' })).toMatchObject({ keys: [], partial: null })
})

describe('a provider', () => {
  test('that never ends is asked for a hundred pages', async () => {
    context.server.respondWith(PATH, ({ url }) =>
      Response.json(invoices(10, Number(new URL(url).searchParams.get('page')) * 10))
    )
    expect((await ask({ paging: byPage })).partial).toEqual({ received: 1000, total: null })
    expect(requested()).toHaveLength(100)
  })

  test('that repeats its first page forever is asked for two', async () => {
    context.server.respondWith(PATH, () => Response.json(invoices(10)))
    expect(await ask({ paging: byPage })).toMatchObject({ keys: keys(10), partial: { received: 10, total: null } })
    expect(requested()).toHaveLength(2)
  })

  test('that repeats its last page forever has a whole list', async () => {
    context.server.respondWith(PATH, ({ url }) => {
      const page = Math.min(3, Number(new URL(url).searchParams.get('page')))
      return Response.json(invoices(10, page * 10 - 9))
    })
    expect(await ask({ paging: byPage })).toMatchObject({ keys: keys(30), partial: null })
    expect(requested()).toHaveLength(4)
  })

  test('that numbers its pages from 0, but not as defined, has a part', async () => {
    respondInPages(context.server, PATH, {
      records: invoices(25),
      size: 10,
      reply: ({ page }) => page
    })
    const { keys: received } = await ask({ paging: { ...byPage, first: 0 } })
    // Page 0 is answered as page 1.
    expect(received).toEqual(keys(10))
  })

  test('whose list grows while it is read has each invoice once', async () => {
    let asked = 0
    context.server.respondWith(PATH, ({ url }) => {
      const from = Number(new URL(url).searchParams.get('offset'))
      const all = [...invoices(asked++, 1000), ...invoices(15)]
      return Response.json(all.slice(from, from + 10))
    })
    const { keys: received, partial } = await ask({
      paging: { by: 'offset', parameter: 'offset', sizeParameter: 'limit', size: 10 }
    })
    expect({ received, partial }).toEqual({ received: keys(15), partial: null })
  })

  test('whose list shrinks while it is read has a part, if it states a total', async () => {
    let asked = 0
    context.server.respondWith(PATH, ({ url }) => {
      const from = Number(new URL(url).searchParams.get('offset'))
      const all = invoices(15).slice(asked++)
      return Response.json({ data: all.slice(from, from + 10), meta: { total: all.length } })
    })
    const { partial } = await ask({ paging: { by: 'offset', parameter: 'offset', size: 10 } })
    expect(partial).toEqual({ received: 14, total: 15 })
  })

  test('that fails for a moment is asked again for that page', async () => {
    let failures = 0
    respondInPages(context.server, PATH, { records: invoices(15), size: 10, reply: ({ page }) => page })
    context.server.respondWith(/page=2/, () => {
      if (failures++ === 0) return new Response('{}', { status: 503 })
      return Response.json({ data: invoices(5, 11), has_more: false })
    })
    expect(await ask({ paging: byPage })).toMatchObject({ keys: keys(15), partial: null })
    expect(requested()).toHaveLength(3)
  })
})

describe('a provider that caps its pages', () => {
  const records = invoices(95)
  const cap = { records, size: 40, reply: (({ page }) => page) satisfies PagedReply }
  test.each<[paging: Paging, asked: number]>([
    [{ ...byPage, size: 100 }, 4],
    [{ by: 'offset', parameter: 'offset', sizeParameter: 'limit', size: 100 }, 4],
    [{ by: 'cursor', parameter: 'starting_after', sizeParameter: 'limit', size: 100 }, 4]
  ])('below the size that is asked for has a whole list: %j', async (paging, asked) => {
    respondInPages(context.server, PATH, cap)
    expect(await ask({ paging })).toMatchObject({ keys: keys(95), partial: null })
    expect(requested()).toHaveLength(asked)
  })

  test.each([404, 410, 416, 422])('and answers beyond its end by %d has a whole list', async (status) => {
    respondInPages(context.server, PATH, cap)
    context.server.respondWith(/page=4/, () => Response.json({ message: 'No such page' }, { status }))
    const paging = { ...byPage, size: 100 }
    expect(await ask({ paging })).toMatchObject({ keys: keys(95), partial: null })
  })

  test.each([401, 403, 500])('and answers a page by %d has a part', async (status) => {
    respondInPages(context.server, PATH, cap)
    context.server.respondWith(/page=4/, () => Response.json({ message: 'No' }, { status }))
    const paging = { ...byPage, size: 100 }
    expect(await ask({ paging })).toMatchObject({ keys: keys(95), partial: { received: 95, total: null } })
  })

  test.each<[name: string, status: number, body: string]>([
    ['about the credential', 400, '{"message":"Token expired"}'],
    ['of something on the way', 400, '<!doctype html><title>Blocked</title>']
  ])('and answers a page by an error %s has a part', async (_name, status, body) => {
    respondInPages(context.server, PATH, cap)
    context.server.respondWith(/page=4/, () => new Response(body, { status }))
    const paging = { ...byPage, size: 100 }
    expect(await ask({ paging })).toMatchObject({ keys: keys(95), partial: { received: 95, total: null } })
  })

  test('and has null for the list of an empty page, beside the number of all, has a whole list', async () => {
    const reply: PagedReply = ({ page }) => ({ invoices: page.length > 0 ? page : null, total: 30, limit: 100 })
    respondInPages(context.server, PATH, { ...cap, records: invoices(30), reply })
    const paging = { ...byPage, size: 100 }
    expect(await ask({ paging })).toMatchObject({ keys: keys(30), partial: null })
    expect(requested()).toHaveLength(2)
  })

  test('and has null for the list of an empty page, beside no number, has a part', async () => {
    const reply: PagedReply = ({ page }) => ({ invoices: page.length > 0 ? page : null })
    respondInPages(context.server, PATH, { ...cap, reply })
    const paging = { ...byPage, size: 100 }
    expect(await ask({ paging })).toMatchObject({ keys: keys(95), partial: { received: 95, total: null } })
  })

  test('and states its total has a part where a page is missing, whatever the status', async () => {
    respondInPages(context.server, PATH, { ...cap, reply: ({ page }) => ({ data: page, total_count: 95 }) })
    context.server.respondWith(/page=3/, () => Response.json({ message: 'No such page' }, { status: 404 }))
    const paging = { ...byPage, size: 100 }
    expect(await ask({ paging })).toMatchObject({ partial: { received: 80, total: 95 } })
  })
})

describe('a reply’s head', () => {
  const paging = undefined
  test.each<[headers: Record<string, string>, status: number, partial: object | null]>([
    [{ 'x-total-count': '52' }, 200, { received: 10, total: 52 }],
    [{ 'x-next-page': '2' }, 200, { received: 10, total: null }],
    [{ 'content-range': 'items 0-9/52' }, 206, { received: 10, total: 52 }],
    [{}, 206, { received: 10, total: null }],
    [{ 'content-range': 'items 0-9/10' }, 206, null],
    [{ 'x-results-total': '52' }, 200, { received: 10, total: null }],
    [{ total: '52' }, 200, { received: 10, total: 52 }],
    [{ 'x-next-page': '', 'x-page': '1', 'x-per-page': '10' }, 200, null]
  ])('says whether the list goes on: %j %d', async (headers, status, partial) => {
    context.server.respondWith(PATH, () => Response.json(invoices(10), { headers, status }))
    expect(await ask({ paging })).toMatchObject({ keys: keys(10), partial })
    expect(requested()).toHaveLength(1)
  })

  test('of a part may have the status 206 on each page', async () => {
    const records = invoices(25)
    context.server.respondWith(PATH, ({ url }) => {
      const from = Number(new URL(url).searchParams.get('offset'))
      const page = records.slice(from, from + 10)
      return Response.json(page, { status: 206, headers: { 'content-range': `${from}-${from + page.length - 1}/25` } })
    })
    const paging: Paging = { by: 'offset', parameter: 'offset' }
    expect(await ask({ paging })).toMatchObject({ keys: keys(25), partial: null })
    expect(requested()).toHaveLength(3)
  })
})

test.each([
  { invoices: null, count: 0 },
  { invoices: {}, count: 0 }
])('%j is an empty list', async (body) => {
  context.server.respondWith(PATH, () => Response.json(body))
  const paging = undefined
  expect(await ask({ paging })).toMatchObject({ keys: [], partial: null })
})

test.each<[name: string, beside: object, records: unknown[], asked: number, total: number | null]>([
  ['a number under another name', { total_invoices: 52 }, invoices(10), 2, null],
  ['nulls in place of invoices', { meta: { total: 12 } }, [...invoices(10), null, null], 2, 12],
  ['a failure on the second page', { code: 0 }, invoices(10), 2, null]
])('%s: what came is a part', async (_name, beside, records, asked, total) => {
  context.server.respondWith(PATH, ({ url }) =>
    Response.json(
      url.includes('page=1')
        ? { ...beside, data: records }
        : { ...beside, data: [], ...('code' in beside && { code: -1, msg: 'busy' }) }
    )
  )
  expect(await ask({ paging: byPage })).toMatchObject({ keys: keys(10), partial: { received: 10, total } })
  expect(requested()).toHaveLength(asked)
})

test('words before the list in a list of two count', async () => {
  context.server.respondWith(PATH, () => Response.json([{ page: 1, pages: 6, total: 52 }, invoices(10)]))
  expect(await ask({ listAt: '1' })).toMatchObject({ keys: keys(10), partial: { received: 10, total: 52 } })
})
