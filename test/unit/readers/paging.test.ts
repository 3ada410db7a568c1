import { describe, expect, test } from 'vitest'
import { nextLinksIn } from '../../../src/main/readers/link-header.ts'
import { pagingIn, partialOf } from '../../../src/main/readers/paging.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import facts from '../../fixtures/provider-replies.json' with { type: 'json' }
import { growthOf, LINEAR } from '../../support/growth.ts'

const LIST_URL = new URL('https://api.example/v3/invoices')
const NEXT = 'https://api.example/v3/invoices?page=2'

const read = (body: Json, { link = null as string | null, page = 1 } = {}) => {
  const { more, total, next } = pagingIn(body, link, { url: LIST_URL, page })
  return { more, total, next: next?.href ?? null }
}
/** What comes of a list with ten records. */
const partial = (body: Json, link: string | null = null) =>
  partialOf(pagingIn(body, link, { url: LIST_URL, page: 1 }), 10, 10)

describe('each paging word of the facts file says that the list goes on', () => {
  const SAID: Record<string, [body: Json, link?: string][]> = {
    'next, links.next, links.pages.next, meta.links.next, meta.pagination.next: a URL': [
      [{ next: NEXT, results: [] }],
      [{ links: { next: NEXT } }],
      [{ links: { next: { href: NEXT } } }],
      [{ links: { pages: { next: NEXT } } }],
      [{ meta: { links: { next: NEXT } } }],
      [{ meta: { pagination: { next: NEXT } } }],
      [{ _links: { next: { href: NEXT } } }],
      [
        {
          links: [
            { rel: 'self', href: 'x' },
            { rel: 'next', href: NEXT }
          ]
        }
      ],
      [{ '@odata.nextLink': NEXT, value: [] }],
      [{ next_page_url: NEXT }],
      [{ data: { data: [], nextPageUrl: NEXT } }]
    ],
    'next_cursor, next_offset, next_page_token, cursor with hasNextPage': [
      [{ next_cursor: 'abc' }],
      [{ list: [], next_offset: '["1","2"]' }],
      [{ nextPageToken: 'abc' }],
      [{ pageInfo: { hasNextPage: true, endCursor: 'abc' } }],
      [{ meta: { next_page: 2 } }],
      [{ cursor: { next: 'abc' } }]
    ],
    'has_more, has_more_page, has_next_page': [
      [{ has_more: true, data: [] }],
      [{ page_context: { page: 1, has_more_page: true } }],
      [{ has_next_page: true }],
      [{ hasMore: 'true' }]
    ],
    'meta.current_page < meta.last_page; page < pages; current_page < total_pages': [
      [{ meta: { current_page: 1, last_page: 2 } }],
      [{ page: 1, pages: 2, results: 10 }],
      [{ result: { page: 1, pages: 2, list: [] } }],
      [{ meta: { pagination: { current_page: 1, total_pages: 2 } } }],
      [{ page: 0, pages: 2 }],
      [{ currentPage: '1', totalPages: '2' }]
    ],
    'total, count, total_count, totalresults, meta.total, meta.pagination.total: more than the records received': [
      [{ total: 52, limit: 10, items: [] }],
      [{ count: 52, next: null, previous: null, results: [] }],
      [{ total_count: 52 }],
      [{ result: 'success', totalresults: '52', startnumber: 0, numreturned: 10, invoices: { invoice: [] } }],
      [{ meta: { total: 52 } }],
      [{ meta: { pagination: { total: 52, count: 10 } } }],
      [{ total_items: 52, items: [] }],
      [{ recordsTotal: 52, data: [] }],
      [{ result: { total: 52, per_page: 10, list: [] } }]
    ],
    'HTTP header Link with rel="next"': [[[], `<${NEXT}>; rel="next"`]]
  }
  const { words = [] } = facts.find(({ name }) => name === 'paging words') ?? {}

  test('all are tested', () => {
    expect(Object.keys(SAID)).toEqual(words)
  })

  test.each(
    Object.entries(SAID).flatMap(([word, all]) =>
      all.map(([body, link]) => [word, JSON.stringify(body), body, link] as const)
    )
  )('%s: %s', (_word, _text, body, link) => {
    expect(partial(body, link ?? null)).toEqual({
      received: 10,
      total: expect.toSatisfy((of) => of === null || of === 52)
    })
  })
})

test.each<Json>([
  { next: { page: 2, limit: 10 }, previous: null },
  { next: ['abc'] },
  { next_cursor: { id: 5 } },
  { has_more: '1' },
  { has_more: 'True' },
  { has_more: 'perhaps' },
  { is_truncated: true },
  { last: false, content: [] },
  { meta: { pages: 3 } },
  { pages: 3, per_page: 10 },
  { pagination: { current: 1, pages: 3 } },
  { pagination: { current: 1, last: 3 } },
  { response_metadata: { next_cursor: 'abc' } },
  // Counted from 0 or from 1.
  { page: 0, last_page: 1 }
])('%j says that the list goes on, whatever its type', (body) => {
  expect(partial(body)).not.toBeNull()
})

test('an object instead of a text is read without a fault', () => {
  expect(partial({ links: [{ rel: { toString: 1 }, href: NEXT }] })).toBeNull()
  expect(partial({ next: {}, next_cursor: [], has_more: 'no', last: true })).toBeNull()
})

test.each<[name: string, body: Json]>([
  ['no word', { data: [], message: null, statusCode: 200 }],
  ['a bare list', []],
  ['a total alone, which may be money', { total: 300, invoices: [] }],
  ['a count alone', { count: 300, invoices: [] }],
  ['a total in a wrapper alone', { data: { total: 300, invoices: [] } }],
  ['a total that is no whole number', { total: 300.5, limit: 10 }],
  ['a total of the records that came', { total: 10, limit: 10 }],
  ['a next page that is null', { next: null, next_cursor: null, links: { next: null } }],
  ['a next page that is empty', { meta: { total: 10, links: { next: '', prev: '' } } }],
  ['a next page beside a flag that says no', { meta: { pagination: { next: NEXT, has_more: false } } }],
  ['a total beside a flag that says no', { has_more: false, total: 300, limit: 10 }],
  ['the last page', { meta: { current_page: 2, last_page: 2 } }],
  ['the only page, counted from 0', { page: 0, pages: 1 }],
  ['the only page, counted from 1', { page: 1, pages: 1, results: 10 }],
  ['a word in a record of another list', { meta: { records: [{ has_more: true }] } }],
  ['a word in a field that holds no paging', { summary: { has_more: true } }],
  ['dates of the next billing', { next_billing_date: '2026-12-01', next_invoice: 'a' }],
  ['too deep', { meta: { meta: { meta: { meta: { has_more: true } } } } }]
])('%s says nothing', (_name, body) => {
  expect(partial(body)).toBeNull()
})

test('the number of records is null where only more of them are announced', () => {
  expect(partial({ has_more: true })).toEqual({ received: 10, total: null })
  expect(partial({ has_more: true, total: 10, limit: 10 })).toEqual({ received: 10, total: null })
  expect(partial({ has_more: true, total: 52, limit: 10 })).toEqual({ received: 10, total: 52 })
})

test('pages counted from 0 are told from pages counted from 1', () => {
  expect(read({ page: 1, pages: 2 }, { page: 2 }).more).toBe(false)
  expect(read({ page: 2, pages: 2 }, { page: 2 }).more).toBe(false)
  expect(read({ page: 2, pages: 3 }, { page: 2 }).more).toBe(true)
})

describe('the next page', () => {
  test.each<[name: string, text: string, next: string | null]>([
    ['of the same path', NEXT, NEXT],
    ['relative to the request', '?page=2', NEXT],
    ['with a path', '/v3/invoices?page=2', NEXT],
    ['of another host', 'https://other.example/v3/invoices?page=2', null],
    ['of another port', 'https://api.example:444/v3/invoices?page=2', null],
    ['of another scheme', 'http://api.example/v3/invoices?page=2', null],
    ['of another path', 'https://api.example/v3/invoices/2', null],
    ['without another query', 'https://api.example/v3/invoices', null],
    ['with a user', 'https://user@api.example/v3/invoices?page=2', null],
    ['with a fragment', `${NEXT}#a`, null],
    ['that is a cursor', 'eyJpZCI6NX0', null],
    ['that is no URL', 'https://[', null],
    ['that is too long', `${NEXT}&a=${'a'.repeat(2048)}`, null]
  ])('%s', (_name, text, next) => {
    for (const said of [read({ next: text }), read([], { link: `<${text}>; rel=next` })]) {
      expect(said).toEqual({ more: true, total: null, next })
    }
  })

  test('is the first that can be followed', () => {
    expect(read({ next: '2', links: { next: NEXT } }).next).toBe(NEXT)
    expect(read({ next: 'https://other.example/' }, { link: `<${NEXT}>; rel="next"` }).next).toBe(NEXT)
  })
})

describe('the Link header', () => {
  test.each<[header: string, targets: string[]]>([
    ['<a?b=1,2;3>; rel="next"', ['a?b=1,2;3']],
    ['<a>; rel=prev, <b>; rel=NEXT', ['b']],
    ['<a>; title="x, <y>; rel=next"; rel="prev next"', ['a']],
    ['<a>; title="\\"<b>; rel=next"; rel=last', []],
    ['<a>; rel=prev; rel=next', []],
    ['<a>; rel=next; anchor="#x"', []],
    ['<a>; REL = "next"', ['a']],
    ['<a>', []],
    ['<a', []],
    ['rel=next', []],
    ['', []]
  ])('%s', (header, targets) => {
    expect(nextLinksIn(header)).toEqual(targets)
  })
})

describe('hostile replies', () => {
  test.each(['<', '<>', '<a>;', '<a>;rel="', ';=', ',', '"', '\\'])('a Link header costs linear time: %s', (part) => {
    const make = (size: number): string => part.repeat(size / part.length)
    expect(growthOf(make, (text) => void nextLinksIn(text))).toBeLessThan(LINEAR)
  })

  test('an object with many names costs linear time', () => {
    const make = (size: number): Json =>
      Object.fromEntries(
        Array.from({ length: size / 8 }, (_, at) => [`meta${'_'.repeat(at % 50)}${at}`, { next: 'a' }])
      )
    expect(growthOf(make, (body) => void read(body))).toBeLessThan(LINEAR)
  })

  test('looks at no more than 200 objects', () => {
    const links = Array.from({ length: 1000 }, () => ({ rel: 'prev', href: 'a' }))
    expect(read({ links: [...links, { rel: 'next', href: NEXT }] }).more).toBe(false)
  })
})
