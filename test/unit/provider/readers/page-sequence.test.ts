/** Which page of a list comes next, by each way of paging, and what makes a list a part. */
import { describe, expect, test } from 'vitest'
import { PageSequence } from '../../../../src/main/provider/readers/page-sequence.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import type { Paging } from '../../../../src/shared/models/provider.ts'
import { headOf } from '../../../support/reply-head.ts'

const LIST = 'https://api.example/v1/list'

/** A page with that many records, named by their number from the beginning of the list. */
interface Reply {
  found: number
  /** Elements that are records, if not all. */
  records?: number
  body?: Json
  link?: string
  repeated?: number
  lastId?: string | null
  isEmptyBody?: boolean
}

/** Asks for page after page, and answers with these. @returns the queries that were asked for, and what is missing */
function follow(
  paging: Paging | undefined,
  replies: Reply[],
  {
    list = LIST,
    mostPages = 100,
    place = undefined as string | undefined,
    pagingAt = undefined as string | undefined
  } = {}
) {
  const sequence = new PageSequence(new URL(list), { paging, listAt: place, pagingAt }, mostPages)
  const asked: string[] = []
  let received = 0
  let next: URL | null = sequence.first
  for (const reply of replies) {
    const { found, records = found, body = [], link, repeated = 0, lastId = null, isEmptyBody = false } = reply
    if (next === null) break
    asked.push(next.search)
    received += records - repeated
    const says = sequence.read(body, headOf(link === undefined ? {} : { link }))
    next = sequence.join({ found, records, repeated, lastId, isEmptyBody, says })
  }
  if (next !== null) asked.push(`${next.search} …`)
  return { asked, partial: sequence.partial(received) }
}

const byPage: Paging = { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 10 }
const byOffset: Paging = { by: 'offset', parameter: 'offset', sizeParameter: 'limit', size: 10 }
const byCursor: Paging = { by: 'cursor', parameter: 'after', cursorAt: 'meta.next_cursor' }
const byLastId: Paging = { by: 'cursor', parameter: 'starting_after', sizeParameter: 'limit', size: 10 }

describe('the first request', () => {
  test.each<[query: string, paging: Paging | undefined, list?: string]>([
    ['', undefined],
    ['', { by: 'none' }],
    ['', { by: 'link' }],
    ['?size=50', { by: 'link', sizeParameter: 'size', size: 50 }],
    ['?per_page=10&page=1', byPage],
    ['?p=0', { by: 'page', parameter: 'p', first: 0 }],
    ['?limit=10&offset=0', byOffset],
    ['?offset=0', { by: 'offset', parameter: 'offset', size: 10 }],
    ['', byCursor],
    ['?limit=10', byLastId],
    ['?status=open&page=1&per_page=10', byPage, `${LIST}?status=open&page=7`],
    // Untouched, to the letter.
    ['?a=[x],y%20z', undefined, `${LIST}?a=[x],y%20z`]
  ])('%s', (query, paging, list = LIST) => {
    expect(new PageSequence(new URL(list), { paging }).first.search).toBe(query)
  })
})

describe('a whole list', () => {
  test.each<[name: string, paging: Paging | undefined, replies: Reply[], asked: string[]]>([
    ['by links', undefined, [{ found: 10, body: { next: '?page=2' } }, { found: 5 }], ['', '?page=2']],
    [
      'by links, with a size',
      { by: 'link', sizeParameter: 'size', size: 10 },
      [{ found: 10, link: '<?size=10&page=2>; rel="next"' }, { found: 10 }],
      ['?size=10', '?size=10&page=2']
    ],
    ['whole at once', { by: 'none' }, [{ found: 10 }], ['']],
    [
      'by pages, up to a short one that says so',
      byPage,
      [{ found: 10 }, { found: 10 }, { found: 3, body: { has_more: false } }],
      ['?per_page=10&page=1', '?per_page=10&page=2', '?per_page=10&page=3']
    ],
    [
      'by pages of a provider with a cap, up to one that brings nothing new',
      { ...byPage, size: 100 },
      [{ found: 40 }, { found: 40 }, { found: 12 }, { found: 0 }],
      ['?per_page=100&page=1', '?per_page=100&page=2', '?per_page=100&page=3', '?per_page=100&page=4']
    ],
    [
      'by pages of a provider with a cap, which repeats the size that was asked for',
      { ...byPage, size: 100 },
      [40, 40, 0].map((found) => ({ found, body: { per_page: 100 } })),
      ['?per_page=100&page=1', '?per_page=100&page=2', '?per_page=100&page=3']
    ],
    [
      'by offsets of a provider with a cap',
      { ...byOffset, size: 100 },
      [{ found: 50 }, { found: 7 }, { found: 0 }],
      ['?limit=100&offset=0', '?limit=100&offset=50', '?limit=100&offset=57']
    ],
    [
      'by a short page that comes again',
      byPage,
      [{ found: 4 }, { found: 4, repeated: 4 }],
      ['?per_page=10&page=1', '?per_page=10&page=2']
    ],
    [
      'by pages, up to an empty one',
      byPage,
      [{ found: 10 }, { found: 0 }],
      ['?per_page=10&page=1', '?per_page=10&page=2']
    ],
    [
      'by pages, up to one without a body',
      byPage,
      [{ found: 10 }, { found: 0, isEmptyBody: true }],
      ['?per_page=10&page=1', '?per_page=10&page=2']
    ],
    [
      'by pages from 0',
      { by: 'page', parameter: 'page', first: 0 },
      [{ found: 4 }, { found: 4 }, { found: 0 }],
      ['?page=0', '?page=1', '?page=2']
    ],
    [
      'by pages from 0, whose reply counts them',
      { by: 'page', parameter: 'page', first: 0 },
      [
        { found: 4, body: { page: 0, pages: 2 } },
        { found: 4, body: { page: 1, pages: 2 } }
      ],
      ['?page=0', '?page=1']
    ],
    [
      'by pages, where the provider answers with its last one again',
      byPage,
      [{ found: 10 }, { found: 10 }, { found: 10, repeated: 10 }],
      ['?per_page=10&page=1', '?per_page=10&page=2', '?per_page=10&page=3']
    ],
    [
      'by pages without a size, where the provider answers with its only one again',
      { by: 'page', parameter: 'page' },
      [{ found: 7 }, { found: 7, repeated: 7 }],
      ['?page=1', '?page=2']
    ],
    [
      // Some providers leave out records of a page after counting them.
      'by pages that are smaller than asked for, and than the provider’s own size',
      byPage,
      [4, 2, 3, 0].map((found) => ({ found, body: { per_page: 4 } })),
      ['?per_page=10&page=1', '?per_page=10&page=2', '?per_page=10&page=3', '?per_page=10&page=4']
    ],
    [
      'by pages, whatever a total says that has fewer records',
      byPage,
      [10, 10, 0].map((found) => ({ found, body: { total_count: 3 } })),
      ['?per_page=10&page=1', '?per_page=10&page=2', '?per_page=10&page=3']
    ],
    [
      'by offsets, which count what came',
      byOffset,
      [
        { found: 4, body: { limit: 4 } },
        { found: 4, body: { limit: 4 } },
        { found: 1, body: { limit: 4, has_more: false } }
      ],
      ['?limit=10&offset=0', '?limit=10&offset=4', '?limit=10&offset=8']
    ],
    [
      'by offsets, also of a record that came twice',
      byOffset,
      [{ found: 10 }, { found: 10, repeated: 1 }, { found: 0 }],
      ['?limit=10&offset=0', '?limit=10&offset=10', '?limit=10&offset=20']
    ],
    [
      'by cursors in the reply',
      byCursor,
      [
        { found: 2, body: { meta: { nextCursor: 'a b' } } },
        { found: 2, body: { meta: { nextCursor: 7 } } },
        { found: 2, body: { meta: { nextCursor: null } } }
      ],
      ['', '?after=a+b', '?after=7']
    ],
    [
      'by a cursor that a flag says not to follow',
      byCursor,
      [{ found: 2, body: { has_more: false, meta: { next_cursor: 'a' } } }],
      ['']
    ],
    [
      'by the last record’s id',
      byLastId,
      [{ found: 10, lastId: 'x' }, { found: 10, lastId: 'y' }, { found: 2, lastId: 'z' }, { found: 0 }],
      ['?limit=10', '?limit=10&starting_after=x', '?limit=10&starting_after=y', '?limit=10&starting_after=z']
    ],
    [
      'by the last record’s id, up to a flag',
      byLastId,
      [
        { found: 3, lastId: 'x', body: { has_more: true } },
        { found: 10, lastId: 'y', body: { has_more: false } }
      ],
      ['?limit=10', '?limit=10&starting_after=x']
    ]
  ])('%s', (_name, paging, replies, asked) => {
    expect(follow(paging, replies)).toEqual({ asked, partial: null })
  })
})

describe('the reply says that a full page is the last one', () => {
  test.each<[name: string, body: Json]>([
    ['by a flag', { has_more: false }],
    ['by a link without a target', { next: null, count: 10 }],
    ['by an empty cursor', { next_cursor: '' }],
    ['by the page’s number', { meta: { current_page: 1, last_page: 1 } }],
    ['by the number of pages', { result: { pages: 1, page: 1, list: [] } }],
    ['by a total', { total_count: 10 }],
    ['by a total in a container', { meta: { total: 10 } }]
  ])('%s', (_name, body) => {
    expect(follow(byPage, [{ found: 10, body }])).toEqual({ asked: ['?per_page=10&page=1'], partial: null })
    expect(follow(byOffset, [{ found: 10, body }]).asked).toHaveLength(1)
    expect(follow(byLastId, [{ found: 10, lastId: 'x', body }]).asked).toHaveLength(1)
  })

  test('by a total beside a limit, on a page after the first', () => {
    const replies = [{ found: 10 }, { found: 10 }].map((page) => ({ ...page, body: { total: 20, limit: 10 } }))
    expect(follow(byOffset, replies)).toEqual({
      asked: ['?limit=10&offset=0', '?limit=10&offset=10'],
      partial: null
    })
  })
})

describe('the list goes on', () => {
  test.each<[name: string, body: Json]>([
    ['where a short page says so', { has_more: true }],
    ['where its total is not reached', { count: 12, next: null, limit: 10 }],
    ['where its pages say so', { meta: { current_page: 1, last_page: 2 } }]
  ])('%s', (_name, body) => {
    expect(follow(byPage, [{ found: 4, body }]).asked).toEqual(['?per_page=10&page=1', '?per_page=10&page=2 …'])
  })

  test('where a count may be that of the page', () => {
    const replies = [10, 10, 3, 0].map((found) => ({ found, body: { count: found, limit: 10 } }))
    expect(follow(byPage, replies)).toEqual({
      asked: ['?per_page=10&page=1', '?per_page=10&page=2', '?per_page=10&page=3', '?per_page=10&page=4'],
      partial: null
    })
  })

  test('as the definition says, whatever link a reply has', () => {
    const body = { next: '?page=99', links: { next: 'https://other.example/' } }
    expect(follow(byPage, [{ found: 10, body }]).asked.at(-1)).toBe('?per_page=10&page=2 …')
    expect(follow({ by: 'none' }, [{ found: 10, body }])).toMatchObject({ asked: [''], partial: { received: 10 } })
  })
})

test('words beside the list count where the definition has it', () => {
  const body = { catalog: { page: 1, pages: 1, has_more: false } }
  expect(follow(byPage, [{ found: 10, body }], { place: 'catalog.offers' }).asked).toHaveLength(1)
  expect(follow(byPage, [{ found: 10, body }], { place: 'other.offers' }).asked).toHaveLength(2)
})

describe('a part of a list', () => {
  const endless = Array.from({ length: 200 }, (_, at) => ({ found: 10, lastId: `id${at}` }))

  test.each([byPage, byOffset, byLastId])('has at most a hundred pages: %j', (paging) => {
    const { asked, partial } = follow(paging, endless)
    expect(asked).toHaveLength(100)
    expect(partial).toEqual({ received: 1000, total: null })
  })

  test('is the first page where only one is asked for', () => {
    expect(follow(byPage, endless, { mostPages: 1 })).toMatchObject({ asked: { length: 1 }, partial: { received: 10 } })
    expect(follow(byPage, [{ found: 9 }], { mostPages: 1 }).partial).toEqual({ received: 9, total: null })
    expect(follow(byPage, [{ found: 9, body: { has_more: false } }], { mostPages: 1 }).partial).toBeNull()
  })

  test.each<[name: string, paging: Paging, replies: Reply[], asked: number, partial: object]>([
    [
      'where the provider answers the first full page again: it may not know the parameter',
      byPage,
      [{ found: 10 }, { found: 10, repeated: 10 }],
      2,
      { received: 10, total: null }
    ],
    [
      'where more was announced than comes',
      byPage,
      [
        { found: 10, body: { has_more: true } },
        { found: 10, repeated: 10, body: { has_more: true } }
      ],
      2,
      { received: 10, total: null }
    ],
    [
      'where its total isn’t reached',
      byOffset,
      [
        { found: 10, body: { total_count: 25 } },
        { found: 0, body: { total_count: 25 } }
      ],
      2,
      { received: 10, total: 25 }
    ],
    [
      'where the same cursor comes again',
      byCursor,
      [
        { found: 2, body: { meta: { next_cursor: 'a' } } },
        { found: 2, body: { meta: { next_cursor: 'a' } } }
      ],
      2,
      { received: 4, total: null }
    ],
    [
      'where a cursor fits into no URL',
      byCursor,
      [{ found: 2, body: { meta: { next_cursor: 'x'.repeat(3000) } } }],
      1,
      { received: 2, total: null }
    ],
    ['where the last record has no id', byLastId, [{ found: 10 }], 1, { received: 10, total: null }]
  ])('%s', (_name, paging, replies, asked, partial) => {
    expect(follow(paging, replies)).toEqual({ asked: expect.objectContaining({ length: asked }) as unknown, partial })
  })

  test.each<[paging: Paging | undefined, replies: Reply[], asked: number, received: number]>([
    [{ by: 'none' }, [{ found: 10, body: { total_invoices: 52 } }], 1, 10],
    [{ by: 'link' }, [{ found: 10, body: { total_invoices: 52 } }], 1, 10],
    [byCursor, [{ found: 10, body: { total_invoices: 52, meta: { next_cursor: null } } }], 1, 10],
    [byPage, [{ found: 10, body: { total_invoices: 52 } }, { found: 0 }], 2, 10],
    [byPage, [{ found: 10, body: { meta: { total: 10 }, total_invoices: 30 } }, { found: 0 }], 2, 10],
    [byOffset, [{ found: 10, body: { invoice_count: 30, has_more: false } }, { found: 3 }, { found: 0 }], 3, 13],
    [byLastId, [{ found: 4, lastId: 'x', body: { order_counts: 5 } }, { found: 0 }], 2, 4]
  ])('where a number under another name isn’t reached: %j %j', (paging, replies, asked, received) => {
    expect(follow(paging, replies)).toEqual({
      asked: expect.objectContaining({ length: asked }) as unknown,
      partial: { received, total: null }
    })
  })

  test.each<[Json]>([[{ id: { S: 'x' } }], [[1, 'x']], [true], [[null, 0]]])(
    'where a cursor is no text: %j',
    (cursor) => {
      const replies = [{ found: 2, body: { meta: { next_cursor: cursor } } }]
      expect(follow(byCursor, replies).partial).toEqual({ received: 2, total: null })
      const elsewhere = { ...byCursor, cursorAt: 'from' }
      expect(follow(elsewhere, [{ found: 2, body: { from: cursor } }]).partial).toEqual({ received: 2, total: null })
      expect(follow(elsewhere, [{ found: 2, body: { from: cursor, has_more: false } }]).partial).toBeNull()
    }
  )

  test('where elements are no records', () => {
    const nulls = (total: Json) => follow(undefined, [{ found: 12, records: 10, body: { meta: { total } } }]).partial
    expect(nulls(12)).toEqual({ received: 10, total: 12 })
    expect(nulls(10)).toBeNull()
    expect(follow(undefined, [{ found: 12, records: 10, body: { count: 12 } }]).partial).not.toBeNull()
    expect(follow(undefined, [{ found: 12, records: 10, body: { total: 12 } }]).partial).not.toBeNull()
    expect(follow(undefined, [{ found: 12, records: 10 }]).partial).toBeNull()
    const pages = [{ found: 10, records: 9, body: { total_count: 10 } }, { found: 0 }]
    expect(follow(byPage, pages).partial).toEqual({ received: 9, total: 10 })
  })

  const hostile = Array.from({ length: 200 }, (_, at) => ({ found: 10, lastId: `id${at}` }))
  test.each<[name: string, body: (page: number) => Json]>([
    ['totals that shrink', (page) => ({ total_count: 10_000 - page })],
    ['totals that grow', (page) => ({ total_count: 20 + page * 10, has_more: false })],
    ['a next page forever', (page) => ({ next: `?cursor=${page}` })],
    ['a flag forever', () => ({ has_more: true, is_last: false })]
  ])('costs at most a hundred pages: %s', (_name, body) => {
    const replies = hostile.map((page, at) => ({ ...page, body: body(at + 1) }))
    for (const paging of [byPage, byOffset, byLastId, undefined]) {
      const { asked, partial } = follow(paging, replies)
      expect(asked.length).toBeLessThanOrEqual(100)
      expect(partial).not.toBeNull()
    }
  })

  test.each(['https://other.example/v1/list?page=2', 'http://api.example/v1/list?page=2', '/v1/other?page=2'])(
    'where the next page is elsewhere: %s',
    (next) => {
      expect(follow(undefined, [{ found: 10, body: { next } }])).toEqual({
        asked: [''],
        partial: { received: 10, total: null }
      })
    }
  )

  test('where a link has a name that isn’t known', () => {
    const replies = [{ found: 10, body: { next_batch_url: '?batch=2' } }]
    for (const paging of [undefined, { by: 'link' } as const, byCursor]) {
      expect(follow(paging, replies)).toEqual({ asked: [''], partial: { received: 10, total: null } })
    }
    expect(follow({ by: 'none' }, replies).partial).toBeNull()
  })

  test('where links lead back to the first page', () => {
    const replies = [
      { found: 10, body: { next: '?page=2' } },
      { found: 10, body: { next: '?page=1' } },
      { found: 10, repeated: 10, body: { next: '?page=2' } }
    ]
    expect(follow(undefined, replies)).toEqual({
      asked: ['', '?page=2', '?page=1'],
      partial: { received: 20, total: null }
    })
  })

  test('stays one after its next page failed', () => {
    const sequence = new PageSequence(new URL(LIST), { paging: byPage })
    sequence.join({
      found: 10,
      records: 10,
      repeated: 0,
      lastId: null,
      isEmptyBody: false,
      says: sequence.read([], headOf())
    })
    sequence.stop()
    expect(sequence.partial(9)).toEqual({ received: 9, total: null })
  })
})

describe('an error in place of the next page', () => {
  const ends = (paging: Paging, replies: Reply[], status: number): boolean => {
    const sequence = new PageSequence(new URL(LIST), { paging })
    for (const { found, body = [] } of replies) {
      const says = sequence.read(body, headOf())
      sequence.join({ found, records: found, repeated: 0, lastId: 'x', isEmptyBody: false, says })
    }
    return sequence.endsBefore(status)
  }

  test.each<[name: string, paging: Paging, replies: Reply[], statuses: number[]]>([
    ['after a short page', byPage, [{ found: 3 }], [400, 404, 410, 416, 422]],
    ['after a short page by offsets', byOffset, [{ found: 3 }], [400, 404, 410, 416, 422]],
    [
      'after pages of a provider with a cap',
      { ...byPage, size: 100 },
      [{ found: 40 }, { found: 5 }],
      [400, 404, 410, 416, 422]
    ],
    ['after a full page', byPage, [{ found: 10 }], [404, 410, 416]],
    [
      'after full pages of a provider with a cap',
      { ...byOffset, size: 100 },
      [{ found: 40 }, { found: 40 }],
      [404, 410, 416]
    ],
    ['after a page without a size', { by: 'page', parameter: 'p' }, [{ found: 3 }], [404, 410, 416]],
    ['after a page that promises more', byPage, [{ found: 3, body: { has_more: true } }], []],
    ['before the total is reached', byPage, [{ found: 3, body: { total_count: 9 } }], []],
    // The same request with a cursor or an id of the provider's own.
    ['after a cursor', byCursor, [{ found: 3, body: { meta: { next_cursor: 'a' } } }], []],
    ['after a record’s id', byLastId, [{ found: 3 }], []]
  ])('%s', (_name, paging, replies, statuses) => {
    const all = [400, 401, 403, 404, 408, 410, 416, 422, 429, 500]
    expect(all.filter((status) => ends(paging, replies, status))).toEqual(statuses)
  })
})

describe('an object of paging that only the definition knows', () => {
  const at = (pagingAt: string | undefined, replies: Reply[], paging: Paging | undefined = byPage) =>
    follow(paging, replies, { pagingAt })

  test.each<[name: string, pg: Json, missing: unknown]>([
    ['says the number of records', { total: 52 }, { received: 10, total: 52 }],
    ['says that there is more', { more: true }, { received: 10, total: null }],
    ['has a number of pages', { page: 1, pages: 4 }, { received: 10, total: null }],
    ['says that there is no more', { total: 10, has_more: false }, null]
  ])('%s', (_name, pg, missing) => {
    const replies = [{ found: 10, body: { about: [{ pg }] } }]
    expect(at('about.0.pg', replies, undefined).partial).toEqual(missing)
    // Nothing is known of it otherwise.
    expect(at(undefined, replies, undefined).partial).toBeNull()
  })

  test('beside other words hides none of them', () => {
    const body = { pg: { total: 10 }, meta: { total: 52 } }
    expect(at('pg', [{ found: 10, body }], undefined).partial).toEqual({ received: 10, total: 52 })
  })

  test('that isn’t there, or is none, changes nothing', () => {
    for (const body of [{ pg: null }, { pg: [1] }, { pg: 'x' }, {}])
      expect(at('pg', [{ found: 10, body }], undefined).partial).toBeNull()
  })
})

test('only the query of a page differs, whatever a cursor has', () => {
  const sequence = new PageSequence(new URL(LIST), { paging: { by: 'cursor', parameter: 'after', cursorAt: 'next' } })
  const says = sequence.read({ next: 'https://other.example/x?a=b&c#d' }, headOf())
  const next = sequence.join({ found: 1, records: 1, repeated: 0, lastId: null, isEmptyBody: false, says })
  expect(next?.href).toBe(`${LIST}?after=https%3A%2F%2Fother.example%2Fx%3Fa%3Db%26c%23d`)
})
