/** Following a list of invoices from page to page, on real sockets. */
import { describe, expect, test } from 'vitest'
import type { Responder } from '../../support/api-server.ts'
import { answerOf, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()
const PATH = '/v3/invoices'

const invoices = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `i${from + at}`, total: 1, status: 'open' }))

/** Answers each page by its query, and the list without one as page 1. */
const respond = (page: (number: number) => unknown, header?: (number: number) => Record<string, string>): void =>
  void context.server.respondWith(PATH, ({ url }) => {
    const number = Number(new URL(url).searchParams.get('page') ?? 1)
    const body = page(number)
    return body instanceof Response ? body : Response.json(body, { headers: header?.(number) ?? {} })
  })
const nextAt = (page: number): string => `${context.server.baseUrl}${PATH}?page=${page}`
const ask = () => answerOf(context.api.invoices(context.access))
const keysOf = (value: { invoice: { key: string } }[]): string[] => value.map(({ invoice }) => invoice.key)
const requested = (): string[] => context.server.requests.map(({ url }) => url)

describe('a list that names its next page', () => {
  test.each<[name: string, page: (number: number) => unknown]>([
    ['in the body', (page) => ({ data: invoices(page * 10, 10), links: { next: page < 3 ? nextAt(page + 1) : null } })],
    [
      'relative to the request',
      (page) => ({ items: invoices(page * 10, 10), next: page < 3 ? `?page=${page + 1}` : '' })
    ]
  ])('%s is fetched to its end', async (_name, page) => {
    respond(page)
    const { value, partial, validators } = await ask()
    expect(keysOf(value)).toEqual(keysOf(invoices(10, 30).map(({ id }) => ({ invoice: { key: id } }))))
    expect({ partial, validators }).toEqual({ partial: null, validators: null })
    expect(requested()).toEqual([PATH, `${PATH}?page=2`, `${PATH}?page=3`])
    for (const { headers } of context.server.requests) expect(headers['authorization']).toMatch(/^Bearer /)
  })

  test('in the Link header is fetched to its end, and not conditionally the next time', async () => {
    respond(
      (page) => invoices(page * 10, 10),
      (page) => ({ etag: '"v1"', ...(page < 2 && { link: `<${nextAt(page + 1)}>; rel="next"` }) })
    )
    const { value, partial, validators } = await ask()
    expect({ received: value.length, partial, validators }).toEqual({ received: 20, partial: null, validators: null })
  })

  test('may end with an empty page', async () => {
    respond((page) => ({ data: page < 3 ? invoices(page * 10, 10) : [], next: page < 3 ? nextAt(page + 1) : null }))
    expect(await ask()).toMatchObject({ partial: null, value: { length: 20 } })
  })

  test.each<object>([{ success: true, code: 'INVOICES_FETCHED' }, { message: 'Invalid page' }])(
    'may end with an empty page that says %j',
    async (says) => {
      respond((page) => (page < 3 ? { data: invoices(page * 2, 2), next: nextAt(page + 1) } : { ...says, data: [] }))
      expect(await ask()).toMatchObject({ partial: null, value: { length: 4 } })
    }
  )

  test('has a record once, although it comes on two pages', async () => {
    const pages = [invoices(1, 3), [...invoices(3, 1), ...invoices(4, 2)]]
    respond((page) => ({ data: pages[page - 1], next: page < 2 ? nextAt(2) : null }))
    const { value, notes, partial } = await ask()
    expect(keysOf(value)).toEqual(['i1', 'i2', 'i3', 'i4', 'i5'])
    expect({ notes, partial }).toEqual({ notes: [], partial: null })
  })

  test('has an invoice and a credit note, although they have the same id', async () => {
    const pages = [
      [{ id: 1, type: 'credit_note', total: 5 }],
      [{ id: 1, type: 'invoice', status: 'unpaid', total: 300 }]
    ]
    respond((page) => ({ data: pages[page - 1], next: page < 2 ? nextAt(2) : null }))
    expect((await ask()).value.map(({ invoice }) => invoice.state)).toEqual(['credit', 'open'])
  })

  test('keeps records of one page that share an id', async () => {
    respond((page) => ({ data: [...invoices(page, 1), ...invoices(page, 1)], next: page < 2 ? nextAt(2) : null }))
    expect(keysOf((await ask()).value)).toEqual(['i1', 'i1~2', 'i2', 'i2~2'])
  })

  test('has a record without an id once, if its bytes are the same', async () => {
    const record = (total: number) => ({ date: '2026-11-01', total, status: 'open' })
    const pages = [
      [record(1), record(2)],
      [record(2), record(3)]
    ]
    respond((page) => ({ data: pages[page - 1], next: page < 2 ? nextAt(2) : null }))
    expect((await ask()).value.map(({ invoice }) => invoice.total)).toEqual(['1', '2', '3'])
  })

  test('asked for twice at once is fetched once', async () => {
    respond((page) => ({ data: invoices(page * 10, 10), next: page < 2 ? nextAt(2) : null }))
    const [one, two] = await Promise.all([ask(), ask()])
    expect(one).toEqual(two)
    expect(one.value).toHaveLength(20)
    expect(requested()).toHaveLength(2)
  })
})

describe('a list that can’t be fetched to its end is a part', () => {
  test.each<[name: string, page: (number: number) => unknown, total: number | null]>([
    ['a flag says that there is more', () => ({ has_more: true, data: invoices(1, 10) }), null],
    ['a cursor says so', () => ({ data: invoices(1, 10), next_cursor: 'abc' }), null],
    ['its total says so', () => ({ data: invoices(1, 10), meta: { total: 52 } }), 52],
    [
      'the next page is elsewhere',
      () => ({ count: 52, next: 'https://other.example/?page=2', results: invoices(1, 10) }),
      52
    ],
    ['the next page has another path', () => ({ next: '/v3/other?page=2', data: invoices(1, 10) }), null]
  ])('where %s', async (_name, page, total) => {
    respond(page)
    const { value, partial, validators } = await ask()
    expect(value).toHaveLength(10)
    expect({ partial, validators }).toEqual({ partial: { received: 10, total }, validators: null })
    expect(requested()).toEqual([PATH])
  })

  test('where an element can’t be read', async () => {
    respond(() => [...invoices(1, 2), [{ status: 'unpaid', total: 300 }], null])
    expect((await ask()).partial).toEqual({ received: 2, total: 3 })
  })

  test('where a later page has no body', async () => {
    respond((page) =>
      page < 2 ? { data: invoices(1, 10), next: nextAt(2), has_more: true } : new Response(null, { status: 204 })
    )
    expect((await ask()).partial).toEqual({ received: 10, total: null })
  })

  test('where a later page states fewer than an earlier one', async () => {
    respond((page) => ({
      meta: { total: page < 2 ? 52 : 10 },
      data: invoices(page * 10, 10),
      next: page < 2 ? nextAt(2) : null
    }))
    expect((await ask()).partial).toEqual({ received: 20, total: 52 })
  })

  test('where a later page refuses', async () => {
    respond((page) =>
      page < 2 ? { data: invoices(1, 10), next: nextAt(2) } : { data: [], message: 'Unauthenticated.' }
    )
    expect((await ask()).partial).toEqual({ received: 10, total: null })
  })

  test('where one request is asked for', async () => {
    respond((page) => ({ data: invoices(page * 10, 10), next: nextAt(page + 1) }))
    const { partial } = await answerOf(context.api.invoices(context.access, { once: true }))
    expect(partial).toEqual({ received: 10, total: null })
    expect(requested()).toEqual([PATH])
  })

  test('where a page has nothing new', async () => {
    respond((page) => ({ data: invoices(1, 10), next: nextAt(page + 1) }))
    expect(await ask()).toMatchObject({ partial: { received: 10, total: null }, value: { length: 10 } })
    expect(requested()).toHaveLength(2)
  })

  test('where it stated more than came', async () => {
    respond((page) => ({ count: 25, next: page < 2 ? nextAt(2) : null, data: invoices(page * 10, 10) }))
    expect((await ask()).partial).toEqual({ received: 20, total: 25 })
  })

  test('after a hundred pages', async () => {
    respond((page) => ({ data: invoices(page, 1), next: nextAt(page + 1) }))
    expect((await ask()).partial).toEqual({ received: 100, total: null })
    expect(requested()).toHaveLength(100)
  })

  test('after as many bytes as one list may have', async () => {
    const page = (number: number) => ({
      data: invoices(number * 10, 10).map((one) => ({ ...one, note: 'x'.repeat(1_000_000) })),
      next: nextAt(number + 1)
    })
    respond(page)
    expect((await ask()).partial).toEqual({ received: 10, total: null })
    expect(requested()).toHaveLength(2)
  })

  test('after as many invoices as one list may have', async () => {
    const record = { total: 12.5, status: 'open', number: 'A-1234567890' }
    respond((page) => ({
      data: Array.from({ length: 20_000 }, (_, at) => ({ id: `i${page}-${at}`, ...record })),
      next: nextAt(page + 1)
    }))
    expect((await ask()).partial).toEqual({ received: 40_000, total: null })
  }, 30_000)
})

describe('a page that fails', () => {
  const refusals: [name: string, answer: () => Response | object][] = [
    ['a refusal', () => new Response('{"message":"No"}', { status: 401 })],
    ['an error', () => new Response('{}', { status: 500 })],
    ['no list', () => ({ error: 'No' })],
    ['an empty list beside a code', () => ({ code: -1, msg: 'busy', data: [] })],
    ['an empty list beside a message', () => ({ message: 'Too many requests', data: [] })],
    ['no invoices', () => ({ data: [1, 2] })],
    ['broken JSON', () => new Response('{"data":[{"id":"x"},')]
  ]

  test.each(refusals)('%s: what came before it is a part', async (_name, answer) => {
    respond((page) => (page < 2 ? { data: invoices(10, 10), next: nextAt(2) } : answer()))
    const { value, partial } = await ask()
    expect(keysOf(value)).toEqual(keysOf(invoices(10, 10).map(({ id }) => ({ invoice: { key: id } }))))
    expect(partial).toEqual({ received: 10, total: null })
  })

  test.each(refusals)('%s on the first page: there is no result', async (_name, answer) => {
    respond(() => answer())
    await errorFrom(context.api.invoices(context.access))
  })

  test('halfway is fetched again, and each record counts once', async () => {
    let turn = 0
    const half: Responder = (_, { request, response }) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"data":[{"id":"i20","total":1},{"id":"half","total":1},', () => request.socket.destroy())
    }
    context.server.respondWith(PATH, (request, raw) => {
      const page = new URL(request.url).searchParams.get('page')
      if (page === null) return Response.json({ data: invoices(10, 10), next: nextAt(2) })
      return turn++ === 0 ? half(request, raw) : Response.json({ data: invoices(20, 10), next: null })
    })
    const { value, partial, notes } = await ask()
    expect(keysOf(value)).toEqual(keysOf(invoices(10, 20).map(({ id }) => ({ invoice: { key: id } }))))
    expect({ partial, notes }).toEqual({ partial: null, notes: [] })
  })

  test('because the caller gave up is no part', async () => {
    const controller = new AbortController()
    respond((page) => {
      if (page > 1) controller.abort()
      return { data: invoices(page * 10, 10), next: nextAt(page + 1) }
    })
    const work = context.api.invoices(context.access, { signal: controller.signal })
    expect((await errorFrom(work)).code).toBe('CANCELLED')
  })
})

const COMPRESSED = { 'content-encoding': 'gzip' }

describe('an empty body', () => {
  test.each([
    ['204', () => new Response(null, { status: 204 })],
    ['200', () => new Response('')]
  ])('of %s is an empty list', async (_name, answer) => {
    respond(() => answer())
    expect(await ask()).toMatchObject({ value: [], partial: null })
  })

  test.each([
    ['202', () => new Response(null, { status: 202 })],
    ['200 that may be cut off, because it was compressed', () => new Response('', { headers: COMPRESSED })],
    ['200 with spaces', () => new Response(' \n')]
  ])('of %s is none', async (_name, answer) => {
    respond(() => answer())
    expect(await errorFrom(context.api.invoices(context.access))).toMatchObject({ code: 'BAD_REPLY', found: 'empty' })
  })

  test('is no profile', async () => {
    context.server.respondWith('/v2/Profile', () => new Response(null, { status: 204 }))
    expect(await errorFrom(context.api.profile(context.access))).toMatchObject({ code: 'BAD_REPLY', found: 'empty' })
  })
})

test('invoices by their ids are a list', async () => {
  respond(() => ({ data: { '1': { total: 5, status: 'paid' }, '3': { total: 7, status: 'open' } } }))
  expect((await ask()).value.map(({ invoice }) => [invoice.key, invoice.total])).toEqual([
    ['1', '5'],
    ['3', '7']
  ])
})

test('two invoices with 64-bit ids stay two', async () => {
  context.server.respondWith(
    PATH,
    () => new Response('[{"id":732822797798539264,"total":1},{"id":732822797798539265,"total":1}]')
  )
  const { value, notes } = await ask()
  expect(value.map(({ invoice }) => [invoice.key, invoice.number])).toEqual([
    ['732822797798539264', '732822797798539264'],
    ['732822797798539265', '732822797798539265']
  ])
  expect(notes).toEqual([])
})

describe('an empty list beside a refusal is no list', () => {
  test.each<[string, object]>([
    ['UNAUTHORIZED', { status: false, message: 'Invalid credentials', data: [] }],
    ['UNAUTHORIZED', { message: 'Unauthenticated.', data: [] }],
    ['UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'No.', invoices: [] }],
    ['UNAUTHORIZED', { code: 1001, msg: 'token invalid', data: [] }],
    ['UNAUTHORIZED', { error_code: 'TOKEN_EXPIRED', data: [] }],
    ['UNAUTHORIZED', { error: 'Session expired', invoices: [], page: 1, per_page: 20, total: 0 }],
    ['UNAUTHORIZED', { error: 'Invalid token', data: { invoices: [] } }],
    ['BAD_REPLY', { success: 'False', message: 'Down for maintenance.', data: [] }],
    ['BAD_REPLY', { status: 'suspended', data: [] }],
    ['BAD_REPLY', { isError: true, data: [] }],
    ['BAD_REPLY', { fault: { string: 'x' }, invoices: [] }]
  ])('%s: %j', async (code, body) => {
    respond(() => body)
    expect(await errorFrom(context.api.invoices(context.access))).toMatchObject({ code })
  })

  test.each<object>([
    { message: null, statusCode: 200, data: [], errors: [] },
    { code: 0, message: 'success', page_context: { page: 1, has_more_page: false }, invoices: [] },
    { status: 'success', message: 'No invoices found.', data: [] },
    { code: 1, msg: 'ok', data: [] },
    { result: { list: [], total: 0 }, error: null },
    { result: 'success', totalresults: 0, invoices: { invoice: [] } },
    { success: true, code: 'INVOICES_FETCHED', data: [] },
    { code: '2000', msg: '操作成功', data: { list: [], total: 0 } },
    { code: 'ACME01', name: 'Acme', currency: 'EUR', invoices: [] },
    { message: 'You don’t have any invoices yet. Please try again later.', data: [] }
  ])('%j has none', async (body) => {
    respond(() => body)
    expect(await ask()).toMatchObject({ value: [], partial: null })
  })
})
