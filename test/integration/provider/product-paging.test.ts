/** Product lists in pages by the definition's paging: real sockets, the catalogue's worker and its file. */
import { describe, expect, test } from 'vitest'
import type { AccountStorage, Ask } from '../../../src/main/ports/index.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { Progress } from '../../../src/shared/models/freshness.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Paging, ProductsEndpoint } from '../../../src/shared/models/provider.ts'
import { respondInPages, type PagedReply } from '../../support/paged-replies.ts'
import { ALL, launch } from '../storage/fixtures.ts'
import { errorFrom, withPlatform } from './context.ts'

const context = withPlatform()
const PATH = '/offers'
const AT = '2026-11-26T10:00:00.000Z'

const products = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({ id: `p${from + at}`, name: `Product ${from + at}` }))
const keys = (count: number): string[] => products(count).map(({ id }) => id)

const accessWith = (call: Omit<ProductsEndpoint, 'path'>) => {
  const connection: Connection = {
    provider: null,
    baseUrl: context.server.baseUrl,
    name: 'Own',
    products: { path: PATH, ...call }
  }
  return { connection, token: 'token-0123456789' }
}

interface Options {
  ask?: Ask
  onProgress?: (change: Partial<Progress>) => void
}

/** Fetches the list and stages it. */
async function stage(
  { catalogue }: Pick<AccountStorage, 'catalogue'>,
  call: Omit<ProductsEndpoint, 'path'>,
  { ask = {}, onProgress = () => undefined }: Options = {}
) {
  const { signal = new AbortController().signal } = ask
  const list = await catalogue.import(context.api.productList(accessWith(call), {}, ask), { signal, onProgress })
  if (!list) throw new Error('nothing has changed')
  return list
}

/** Fetches the list and stores it. */
async function refresh(
  account: Pick<AccountStorage, 'catalogue'>,
  call: Omit<ProductsEndpoint, 'path'>,
  options?: Options
) {
  const list = await stage(account, call, options)
  const changed = await list.commit(AT)
  return { changed, partial: list.partial, ...(await stored(account)) }
}

async function stored({ catalogue }: Pick<AccountStorage, 'catalogue'>) {
  const { rows, info } = await catalogue.page(ALL)
  return { keys: rows.map(({ key }) => key), validators: info?.validators ?? null, notes: info?.notes }
}

const requested = (): string[] => context.server.requests.map(({ url }) => url.replace(PATH, ''))
const byPage: Paging = { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 10 }
const pageOf = (url: string): number => Number(new URL(url).searchParams.get('page'))

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
      'by page numbers from 0',
      { by: 'page', parameter: 'p', first: 0 },
      'catalog.offers',
      ({ page, number }) => ({ catalog: { offers: page, page: number, pages: 3 }, products: [{ id: 'other' }] }),
      ['?p=0', '?p=1', '?p=2']
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
      { by: 'cursor', parameter: 'cursor', cursorAt: 'meta.next' },
      'items',
      ({ page, from }) => ({ items: page, meta: { next: from + 10 < 25 ? `c${from + 10}` : null } }),
      ['', '?cursor=c10', '?cursor=c20']
    ],
    [
      'by the id of the last record',
      { by: 'cursor', parameter: 'starting_after', sizeParameter: 'limit', size: 10 },
      undefined,
      ({ page, from }) => ({ has_more: from + 10 < 25, data: page }),
      ['?limit=10', '?limit=10&starting_after=p10', '?limit=10&starting_after=p20']
    ],
    [
      'by links',
      { by: 'link' },
      undefined,
      ({ page, from }) => ({ items: page, links: { next: from + 10 < 25 ? `?from=${from + 10}` : null } }),
      ['', '?from=10', '?from=20']
    ]
  ]

  test.each(WAYS)('%s comes whole, and again', async (_name, paging, listAt, reply, asked) => {
    respondInPages(context.server, PATH, { records: products(25), size: 10, reply })
    const { account } = launch()
    const whole = { partial: null, keys: keys(25), validators: null, notes: [] }
    expect(await refresh(account, { paging, listAt })).toEqual({ changed: 25, ...whole })
    expect(requested()).toEqual(asked)
    // Stored products come with the same bytes.
    expect(await refresh(account, { paging, listAt })).toEqual({ changed: 0, ...whole })
    expect(requested()).toEqual([...asked, ...asked])
  })

  test.each(WAYS)(
    '%s is a part after its third page failed: what is saved stays',
    async (_name, paging, listAt, reply) => {
      const records = products(25)
      respondInPages(context.server, PATH, { records, size: 10, reply })
      const { account } = launch()
      await refresh(account, { paging, listAt })
      respondInPages(context.server, PATH, { records, size: 10, reply, failsFrom: 20 })
      expect(await refresh(account, { paging, listAt })).toMatchObject({
        changed: 0,
        partial: { received: 20 },
        keys: keys(25)
      })
    }
  )
})

describe('a later page that fails', () => {
  const FAILURES: [name: string, answer: () => Response][] = [
    ['with a refusal', () => Response.json({ message: 'No' }, { status: 401 })],
    ['with an error', () => new Response('{}', { status: 500 })],
    ['without a list', () => Response.json({ total: 3 })],
    ['with a list elsewhere', () => Response.json({ other: { data: products(5, 11) } })],
    ['without a product', () => Response.json([1, 2])],
    ['with a broken end', () => new Response(`{"data":${JSON.stringify(products(5, 11))},`)],
    ['with a broken record', () => new Response('[{"id":"p11"},{"id":"p12"},{"id":p13}]')],
    ['with a broken list', () => new Response('[{"id":"p11"},{"id":"p12"}}')],
    ['with a web page', () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })]
  ]

  test.each(FAILURES)('%s: what came before it is a part, without any of that page', async (_name, answer) => {
    context.server.respondWith(PATH, ({ url }) => (pageOf(url) < 2 ? Response.json(products(10)) : answer()))
    const { account } = launch()
    expect(await refresh(account, { paging: byPage })).toMatchObject({
      changed: 10,
      partial: { received: 10, total: null },
      keys: keys(10),
      validators: null
    })
  })

  test('for a moment is asked for again', async () => {
    let failures = 0
    context.server.respondWith(PATH, ({ url }, { request, response }) => {
      if (pageOf(url) < 2) return Response.json(products(10))
      if (failures++ > 0) return Response.json({ data: products(5, 11), has_more: false })
      response.writeHead(200, { 'content-length': '1000' })
      response.write('[{"id":"half"},', () => request.socket.destroy())
      return undefined
    })
    expect(await refresh(launch().account, { paging: byPage })).toMatchObject({ partial: null, keys: keys(15) })
    expect(requested()).toHaveLength(3)
  })

  test('because it is too large: what came before it is a part', async () => {
    const large = [{ id: 'p11', name: 'x'.repeat(3 * 1024 * 1024) }]
    const pages = [products(10), [1, 2, 3, 4, 5, 6].flatMap((at) => large.map((one) => ({ ...one, id: `q${at}` })))]
    context.server.respondWith(PATH, ({ url }) => Response.json(pages[pageOf(url) - 1]))
    expect(await refresh(launch().account, { paging: byPage })).toMatchObject({
      partial: { received: 10 },
      keys: keys(10)
    })
  })

  test('because the caller gave up stores nothing', async () => {
    const controller = new AbortController()
    context.server.respondWith(PATH, ({ url }) => {
      if (pageOf(url) > 1) controller.abort()
      return Response.json(products(10, pageOf(url) * 10))
    })
    const { account } = launch()
    const work = stage(account, { paging: byPage }, { ask: { signal: controller.signal } })
    expect((await errorFrom(work)).code).toBe('CANCELLED')
    expect((await stored(account)).keys).toEqual([])
  })

  test('in our own storage ends the import', async () => {
    context.server.respondWith(PATH, ({ url }) => Response.json(products(10, pageOf(url) * 10)))
    let pages = 0
    const end = async () => {
      if (pages++ > 0) throw new AppError('STORAGE')
      return { rest: new TextEncoder().encode('[]'), found: 10, products: 10, repeated: 0, lastId: null }
    }
    const work = context.api
      .productList(accessWith({ paging: byPage }), {})
      .receive(() => ({ write: async () => undefined, end }))
    expect((await errorFrom(work)).code).toBe('STORAGE')
  })
})

describe('a product that comes on two pages', () => {
  test.each([
    [
      'with the same id is one',
      (at: number) => [{ id: 'p1', name: `Page ${at}` }, { id: `only${at}` }],
      ['p1', 'only1', 'only2']
    ],
    ['with the same bytes is one', (at: number) => [{ name: 'Same' }, { name: `Only ${at}` }], 3],
    [
      'twice on the same page stays two',
      (at: number) => (at === 1 ? [{ id: 'a' }, { id: 'b' }] : [{ id: 'c' }, { id: 'c', n: 1 }]),
      ['a', 'b', 'c', 'c~2']
    ]
  ])('%s', async (_name, page, expected) => {
    context.server.respondWith(PATH, ({ url }) => Response.json(pageOf(url) < 3 ? page(pageOf(url)) : []))
    const { account } = launch()
    const paging: Paging = { by: 'page', parameter: 'page', size: 2 }
    const { keys: found, partial } = await refresh(account, { paging })
    if (typeof expected === 'number') expect(found).toHaveLength(expected)
    else expect(found).toEqual(expected)
    expect(partial).toBeNull()
    expect(await refresh(account, { paging })).toMatchObject({ changed: 0, keys: found })
  })

  test('isn’t the list’s end if the page has others', async () => {
    const pages = [products(10), [...products(1), ...products(9, 11)], products(3, 20), []]
    context.server.respondWith(PATH, ({ url }) => Response.json(pages[pageOf(url) - 1]))
    expect(await refresh(launch().account, { paging: byPage })).toMatchObject({ partial: null, keys: keys(22) })
  })

  test('and was stored twice under its id is still one', async () => {
    const two = [
      { id: 'a', n: 1 },
      { id: 'a', n: 2 }
    ]
    let pages = [two]
    context.server.respondWith(PATH, ({ url }) => Response.json(pages[pageOf(url) - 1] ?? []))
    const { account } = launch()
    const paging: Paging = { by: 'page', parameter: 'page' }
    expect((await refresh(account, { paging })).keys).toEqual(['a', 'a~2'])
    pages = two.map((one) => [one])
    expect(await refresh(account, { paging })).toMatchObject({ keys: ['a'], partial: null })
  })
})

describe('a provider', () => {
  test('that never ends is asked for a hundred pages', async () => {
    context.server.respondWith(PATH, ({ url }) => Response.json(products(10, pageOf(url) * 10)))
    expect((await refresh(launch().account, { paging: byPage })).partial).toEqual({ received: 1000, total: null })
    expect(requested()).toHaveLength(100)
  })

  test('that repeats its first page forever is asked for two', async () => {
    context.server.respondWith(PATH, () => Response.json(products(10)))
    expect(await refresh(launch().account, { paging: byPage })).toMatchObject({
      keys: keys(10),
      partial: { received: 10, total: null }
    })
    expect(requested()).toHaveLength(2)
  })

  test('whose list changes while it is read has each product once', async () => {
    let asked = 0
    context.server.respondWith(PATH, ({ url }) => {
      const all = [...products(asked++, 1000), ...products(15)]
      return Response.json(all.slice((pageOf(url) - 1) * 10, pageOf(url) * 10))
    })
    expect(await refresh(launch().account, { paging: byPage })).toMatchObject({ keys: keys(15), partial: null })
  })

  test('whose page is changed is stored with the change only', async () => {
    const records = products(25)
    respondInPages(context.server, PATH, { records, size: 10, reply: ({ page }) => page })
    const { account } = launch()
    await refresh(account, { paging: byPage })
    records[14] = { id: 'p15', name: 'Renamed' }
    expect(await refresh(account, { paging: byPage })).toMatchObject({ changed: 1, keys: keys(25) })
    expect((await account.catalogue.product('p15'))?.record.product.name).toBe('Renamed')
  })

  test('without paging in its definition isn’t followed', async () => {
    respondInPages(context.server, PATH, {
      records: products(25),
      size: 10,
      reply: ({ page }) => ({ items: page, next: '?page=2' })
    })
    expect((await refresh(launch().account, {})).partial).toEqual({ received: 10, total: null })
    expect(requested()).toEqual([''])
  })

  test('whose list isn’t where the definition has it has none', async () => {
    context.server.respondWith(PATH, () => Response.json({ data: products(3) }))
    const error = await errorFrom(stage(launch().account, { listAt: 'offers' }))
    expect(error).toMatchObject({ code: 'BAD_REPLY', found: 'notAList' })
  })
})

test('the last record’s id is where the definition has it, also of a stored product', async () => {
  const pages = [1, 2].map((page) => [1, 2].map((at) => ({ id: 'same', ref: { uid: `${page}-${at}` } })))
  context.server.respondWith(PATH, ({ url }) =>
    Response.json(url.includes('after=1') ? pages[1] : url.includes('after') ? [] : pages[0])
  )
  const { connection, token } = accessWith({ paging: { by: 'cursor', parameter: 'after', size: 2 } })
  const access = { connection: { ...connection, productFields: { id: 'ref.uid' } }, token }
  const { account } = launch()
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  for (const changed of [4, 0]) {
    context.server.requests.length = 0
    const list = await account.catalogue.import(context.api.productList(access, {}), options)
    expect(await list?.commit(AT)).toBe(changed)
    expect((await stored(account)).keys).toEqual(['1-1', '1-2', '2-1', '2-2'])
    expect(requested()).toEqual(['', '?after=1-2', '?after=2-2'])
  }
})

test('one page by the definition is whole, and asked for conditionally the next time', async () => {
  context.server.respondWith(PATH, () =>
    Response.json({ data: products(3), has_more: false }, { headers: { etag: '"v1"' } })
  )
  const { account } = launch()
  const { validators } = await refresh(account, { paging: byPage })
  context.server.respondWith(PATH, () => new Response(null, { status: 304 }))
  const download = context.api.productList(accessWith({ paging: byPage }), {}, { known: validators })
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  expect(await account.catalogue.import(download, options)).toBeNull()
  expect(context.server.requests.at(-1)?.headers['if-none-match']).toBe('"v1"')
})

test('progress goes on over the pages', async () => {
  respondInPages(context.server, PATH, { records: products(25), size: 10, reply: ({ page }) => page })
  const bytes: number[] = []
  const counts: number[] = []
  const phases: string[] = []
  const onProgress = (change: Partial<Progress>): void => {
    if (change.bytes !== undefined) bytes.push(change.bytes)
    if (change.products !== undefined) counts.push(change.products)
    if (change.phase !== undefined && change.phase !== phases.at(-1)) phases.push(change.phase)
  }
  await refresh(launch().account, { paging: byPage }, { onProgress })
  expect(phases).toEqual(['asking', 'arriving', 'storing'])
  expect(bytes).toEqual(bytes.toSorted((one, other) => one - other))
  expect(counts.at(-1)).toBe(25)
  expect(counts.slice(1)).toEqual(counts.slice(1).toSorted((one, other) => one - other))
})

describe('a provider that caps its pages', () => {
  const records = products(95)
  const cap = { records, size: 40, reply: (({ page }) => page) satisfies PagedReply }
  test.each<[paging: Paging, asked: number]>([
    [{ ...byPage, size: 100 }, 4],
    [{ by: 'offset', parameter: 'offset', sizeParameter: 'limit', size: 100 }, 4],
    [{ by: 'cursor', parameter: 'starting_after', sizeParameter: 'limit', size: 100 }, 4]
  ])('below the size that is asked for has a whole list: %j', async (paging, asked) => {
    respondInPages(context.server, PATH, cap)
    expect(await refresh(launch().account, { paging })).toMatchObject({ keys: keys(95), partial: null })
    expect(requested()).toHaveLength(asked)
  })

  test.each([404, 410, 416, 422])('and answers beyond its end by %d has a whole list', async (status) => {
    respondInPages(context.server, PATH, cap)
    context.server.respondWith(/page=4/, () => Response.json({ message: 'No such page' }, { status }))
    const paging = { ...byPage, size: 100 }
    expect(await refresh(launch().account, { paging })).toMatchObject({ keys: keys(95), partial: null })
  })

  test.each([401, 403, 500])('and answers a page by %d has a part', async (status) => {
    respondInPages(context.server, PATH, cap)
    context.server.respondWith(/page=4/, () => Response.json({ message: 'No' }, { status }))
    const paging = { ...byPage, size: 100 }
    expect(await refresh(launch().account, { paging })).toMatchObject({
      keys: keys(95),
      partial: { received: 95, total: null }
    })
  })

  test.each<[name: string, status: number, body: string]>([
    ['about the credential', 400, '{"message":"Token expired"}'],
    ['of something on the way', 400, '<!doctype html><title>Blocked</title>']
  ])('and answers a page by an error %s has a part', async (_name, status, body) => {
    respondInPages(context.server, PATH, cap)
    context.server.respondWith(/page=4/, () => new Response(body, { status }))
    const paging = { ...byPage, size: 100 }
    expect(await refresh(launch().account, { paging })).toMatchObject({
      keys: keys(95),
      partial: { received: 95, total: null }
    })
  })

  test('and has null for the list of an empty page, beside the number of all, has a whole list', async () => {
    const reply: PagedReply = ({ page }) => ({ products: page.length > 0 ? page : null, total: 30, limit: 100 })
    respondInPages(context.server, PATH, { ...cap, records: products(30), reply })
    const paging = { ...byPage, size: 100 }
    expect(await refresh(launch().account, { paging })).toMatchObject({ keys: keys(30), partial: null })
    expect(requested()).toHaveLength(2)
  })

  test('and has null for the list of an empty page, beside no number, has a part', async () => {
    const reply: PagedReply = ({ page }) => ({ products: page.length > 0 ? page : null })
    respondInPages(context.server, PATH, { ...cap, reply })
    const paging = { ...byPage, size: 100 }
    expect(await refresh(launch().account, { paging })).toMatchObject({
      keys: keys(95),
      partial: { received: 95, total: null }
    })
  })

  test('and states its total has a part where a page is missing, whatever the status', async () => {
    respondInPages(context.server, PATH, { ...cap, reply: ({ page }) => ({ data: page, total_count: 95 }) })
    context.server.respondWith(/page=3/, () => Response.json({ message: 'No such page' }, { status: 404 }))
    const paging = { ...byPage, size: 100 }
    expect(await refresh(launch().account, { paging })).toMatchObject({ partial: { received: 80, total: 95 } })
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
    context.server.respondWith(PATH, () => Response.json(products(10), { headers, status }))
    expect(await refresh(launch().account, { paging })).toMatchObject({ keys: keys(10), partial })
    expect(requested()).toHaveLength(1)
  })

  test('of a part may have the status 206 on each page', async () => {
    const records = products(25)
    context.server.respondWith(PATH, ({ url }) => {
      const from = Number(new URL(url).searchParams.get('offset'))
      const page = records.slice(from, from + 10)
      return Response.json(page, { status: 206, headers: { 'content-range': `${from}-${from + page.length - 1}/25` } })
    })
    const paging: Paging = { by: 'offset', parameter: 'offset' }
    expect(await refresh(launch().account, { paging })).toMatchObject({ keys: keys(25), partial: null })
    expect(requested()).toHaveLength(3)
  })
})

test.each([
  { products: null, count: 0 },
  { products: {}, count: 0 }
])('%j is an empty list', async (body) => {
  context.server.respondWith(PATH, () => Response.json(body))
  const paging = undefined
  expect(await refresh(launch().account, { paging })).toMatchObject({ keys: [], partial: null })
})
