import { describe, expect, test } from 'vitest'
import { nextLinksIn } from '../../../../src/main/provider/readers/link-header.ts'
import { mayGoOn, pagingIn, statesNoRecords } from '../../../../src/main/provider/readers/paging.ts'
import { PageSequence } from '../../../../src/main/provider/readers/page-sequence.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import facts from '../../../fixtures/provider-replies.json' with { type: 'json' }
import { growthOf, LINEAR } from '../../../support/growth.ts'
import { headOf } from '../../../support/reply-head.ts'

const LIST_URL = new URL('https://api.example/v3/invoices')
const NEXT = 'https://api.example/v3/invoices?page=2'

const read = (body: Json, { link = null as string | null, page = 1 } = {}) => {
  const { more, total, next } = pagingIn(body, headOf(link === null ? {} : { link }), { url: LIST_URL, page })
  return { more, total, next: next?.href ?? null }
}
/** How a reply with ten records is read, if its definition says nothing of pages. */
const partial = (body: Json, headers: Record<string, string> = {}, status = 200, found = 10) => {
  const sequence = new PageSequence(LIST_URL, {}, 1)
  const says = sequence.read(body, headOf(headers, status))
  sequence.join({ found, records: found, repeated: 0, lastId: null, isEmptyBody: false, says })
  return sequence.partial(found)
}

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
    expect(partial(body, link === undefined ? {} : { link })).toEqual({
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

test.each<Json>([
  [{ rel: ['next'], href: NEXT }],
  [{ rel: 'next last', href: NEXT }],
  [{ rel: ['item', 'NEXT'], href: NEXT }],
  [{ relation: 'next', url: NEXT }]
])('%j in a list of links leads to the next page', (link) => {
  expect(read({ links: [link] }).next).toBe(NEXT)
  expect(read({ link: [{ relation: 'self', url: 'a' }, link] }).next).toBe(NEXT)
})

test('an object instead of a text is read without a fault', () => {
  expect(partial({ links: [{ rel: { toString: 1 }, href: NEXT }] })).toBeNull()
  expect(partial({ next: {}, next_cursor: [], has_more: 'no', last: true })).toBeNull()
})

test.each<[name: string, body: Json]>([
  ['no word', { data: [], message: null, statusCode: 200 }],
  ['a bare list', []],
  ['a total that is no whole number', { total: 300.5 }],
  ['a total of money', { total: 300, currency: 'EUR' }],
  ['a count of the records that came', { count: 10 }],
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
  ['dates of the next billing', { next_billing_date: '2026-12-01', next_invoice: 'a' }]
])('%s says nothing', (_name, body) => {
  expect(partial(body)).toBeNull()
})

type Row = [body: Json, found?: number]
type Shapes = Record<'known' | 'more' | 'end' | 'perhaps', Row[]>

/** Words at each place that may hold them: the list of ten records stands in the body or in the wrapper. */
const PLACES: Record<string, (words: Record<string, Json>) => Json> = {
  'beside the list': (words) => ({ invoices: [], ...words }),
  'in a wrapper': (words) => ({ result: { list: [], ...words } }),
  'in meta': (words) => ({ data: [], meta: words }),
  'in result_info (Cloudflare)': (words) => ({ result: [], success: true, result_info: words }),
  'in pagination_metadata': (words) => ({ items: [], pagination_metadata: words }),
  'in MetaInformation (Fortnox)': (words) => ({ Invoices: [], MetaInformation: words }),
  'in metainfo': (words) => ({ records: [], metainfo: words }),
  'in info (Zoho CRM)': (words) => ({ data: [], info: words }),
  'in additional_data.pagination (Pipedrive)': (words) => ({ data: [], additional_data: { pagination: words } }),
  'in list_info (ManageEngine)': (words) => ({ list_info: words, invoices: [] }),
  'in a container that nobody listed': (words) => ({ invoices: [], invoicePagingDetails: words })
}

/** The words, each with ten records. */
const WORDS: Shapes = {
  known: [
    [{ total_count: 52 }],
    [{ totalSize: 52 }],
    [{ total_rows: 52 }],
    [{ count: 52 }],
    [{ totalHits: '52' }],
    [{ '@TotalResources': 52 }],
    [{ numFound: 52 }]
  ],
  more: [
    [{ more_records: true }],
    [{ more: true }],
    [{ has_more_rows: true, start_index: 1, row_count: 10 }],
    [{ truncated: true }],
    [{ next_page_uri: '/2010-04-01/Invoices?Page=1' }],
    [{ nextRecordsUrl: '/query/01g-10', done: false }],
    [{ done: false }],
    [{ cursor: 'eyJpZCI6' }],
    [{ offset: 'itr5/rec9' }],
    [{ more_items_in_collection: true }],
    [{ isComplete: false }],
    [{ next_marker: 'abc' }],
    [{ is_last: 'false' }],
    [{ done: 0 }],
    // Of one meaning, twice: the list goes on if one says so.
    [{ has_more: true, hasMore: false }],
    [{ 'hydra:next': '/invoices?page=2' }],
    // Flags of the end.
    [{ is_end: false }],
    [{ page: 1, per_page: 50, is_end: false }],
    [{ count: 10, final: false }],
    [{ eof: false }],
    [{ end: false }],
    [{ finished: 'false' }],
    [{ exhausted: false }],
    [{ partial: true }],
    [{ limit_reached: true }],
    [{ noMoreData: false }],
    [{ isFinal: 0 }],
    [{ incomplete: 'true' }],
    [{ LastEvaluatedKey: { id: { S: 'x' } } }],
    [{ next_search_after: [1, 'x'] }],
    // A next page without a link.
    [{ next: { href: null, page: 2 } }],
    [{ next: { url: '', cursor: 'abc' } }],
    [{ next: { rel: 'next', href: '', query: { page: 2 } } }]
  ],
  end: [
    [{ more_records: false, page: 1, per_page: 10 }],
    [{ more: false, offset: 0, limit: 10 }],
    [{ has_more_rows: false, start_index: 1, row_count: 10 }],
    [{ truncated: false }],
    [{ next_page_uri: null, page: 0 }],
    [{ done: true, totalSize: 10 }],
    [{ total_rows: 10, offset: 0 }],
    [{ cursor: null }],
    [{ cursor: '' }],
    [{ page: 1, total_pages: 1, count: 10, per_page: 10 }],
    [{ count: 10 }],
    [{ page: 1, per_page: 25 }],
    [{ offset: 0, limit: 50 }],
    [{ skip: 0, take: 25 }],
    [{ page: 1, size: 25 }],
    [{ page: 1, itemsPerPage: 25 }],
    [{ pages: 1 }],
    [{ page: 1, total_page: 1 }],
    [{ done: 'true', page: 1 }],
    [{ next_cursor: 'none' }],
    [{ eof: true }],
    [{ final: true, page: 1 }],
    [{ isEnd: 1, page: 1 }],
    [{ LastEvaluatedKey: null, page: 1 }],
    [{ partial: false }],
    [{ limit_reached: false }],
    [{ next: { href: null, rel: 'next', method: 'GET' }, page: 1 }],
    [{ remaining: 0 }]
  ],
  perhaps: [
    [{ page: 1 }],
    [{ offset: 0 }],
    [{ page: 1, per_page: 10 }],
    [{ limit: 10 }],
    [{ page: 1, limit: 10, count: 10 }],
    [{ cursor_mark: 'abc' }],
    [{ next_batch_id: 'abc' }],
    [{ scroll_id: 'abc' }],
    [{ pagingState: 'abc' }],
    [{ offset_key: 'abc' }],
    [{ total_count: 'many' }],
    [{ total_count: -1 }],
    [{ page: '1 of 3' }],
    [{ last_page: '3 of 3' }],
    [{ next_batch: { token: 'abc' } }],
    [{ next_ids: ['a'] }],
    [{ cursors: { before: 'a', after: 'b' } }],
    [{ after: 'abc' }],
    [{ bookmark: 'abc' }],
    [{ page: 1, count: 10 }],
    [{ offset: 0, count: 10 }],
    [{ skip: 0, take: 10 }],
    [{ page: 1, size: 10 }],
    [{ pages_in_total: 6 }],
    [{ page_total: 10 }],
    [{ offset: -1 }],
    [{ cursor: -1 }],
    // No page has ten records.
    [{ page: 1, pages: 0 }],
    [{ invoice_count: 52 }],
    [{ total_invoices: 52 }],
    [{ has_more: false, total_invoices: 52 }],
    [{ total_count: '1,234' }],
    [{ total_count: { amount: 52 } }],
    [{ paging: { cursors: { before: { id: 'a' }, after: { id: 'b' } } } }],
    [{ pagination: { links: { self: 'a', following: 'b' } } }],
    // Some flag, in a container that has nothing else.
    [{ pagination: { last_one: false } }],
    [{ paging: { fin: false } }],
    // Contradicted by the records.
    [{ count: 3 }],
    [{ total_count: 3 }]
  ]
}

/** As words of a table: whole, at least, or so many of a known number. */
const outcome = (part: ReturnType<typeof partial>): keyof Shapes | 'part' =>
  part === null ? 'end' : part.total === null ? 'part' : 'known'

describe.each(Object.entries(PLACES))('ten records, and %s', (_place, put) => {
  const ROWS = Object.entries(WORDS).flatMap(([kind, rows]) =>
    rows.map(([words]) => [kind, JSON.stringify(words), words as Record<string, Json>] as const)
  )
  test.each(ROWS)('%s: %s', (kind, _text, words) => {
    expect(outcome(partial(put(words)))).toBe(kind === 'perhaps' || kind === 'more' ? 'part' : kind)
    const says = pagingIn(put(words), headOf(), { url: LIST_URL, page: 1 })
    expect(says.more).toBe(kind === 'more')
    if (kind === 'perhaps' || kind === 'end') expect(mayGoOn(says, 10)).toBe(kind === 'perhaps')
  })
})

describe('headers', () => {
  test.each<[kind: string, headers: Record<string, string>, status?: number]>([
    ['known', { 'X-Total-Count': '52' }],
    ['known', { 'X-Total': '52' }],
    ['known', { 'X-WP-Total': '52', 'X-WP-TotalPages': '6' }],
    ['known', { 'X-Pagination-Total-Count': '52' }],
    ['known', { 'X-Pagination': '{"TotalCount":52,"PageSize":10,"CurrentPage":1}' }],
    ['known', { 'Content-Range': 'items 0-9/52' }],
    ['known', { 'Content-Range': '0-9/52' }, 206],
    ['part', { 'X-WP-TotalPages': '6' }],
    ['part', { 'X-Next-Page': '2' }],
    ['part', { 'Next-Page': 'https://other.example/?page=2' }],
    ['part', { 'X-Pagination-Next-Page': '2' }],
    ['part', { 'X-Page': '1', 'X-Total-Pages': '6' }],
    ['part', { 'X-Pagination-Current-Page': '1', 'X-Pagination-Page-Count': '6' }],
    ['part', { 'X-Has-More': 'true' }],
    ['part', { 'Content-Range': 'items 0-9/*' }],
    ['part', { 'X-Page': '1', 'X-Per-Page': '10' }],
    ['known', { 'X-Pagination-Total-Items': '52' }],
    ['known', { 'X-Total-Results': '52' }],
    ['part', { 'X-Pagination-Has-Next-Page': 'true' }],
    ['part', { 'X-Pagination-Last-Page': '6' }],
    ['part', { 'X-Next-Page-Token': 'abc' }],
    ['part', { 'X-Total-Count': '3' }],
    ['known', { Total: '52' }],
    ['part', { 'X-Continuation-Token': 'abc' }],
    ['part', { 'x-ms-continuation': 'abc' }],
    ['part', { 'X-Results-Total': '52' }],
    ['part', { 'Continuation-Token': 'abc' }],
    ['part', { 'X-Next-Batch': 'abc' }],
    ['part', { 'X-Invoices-Count': '52' }],
    ['end', { 'X-Results-Total': '10' }],
    ['end', { 'X-Continuation-Token': '' }],
    ['end', { 'X-Request-Count': '52', 'X-Request-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-Total-Time': '52' }],
    ['end', { 'X-Cache-Hits': '52', 'X-Powered-By': 'a', 'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'b' }],
    ['end', { 'X-Pagination': '{"TotalCount":10}' }],
    // Of every reply of a framework, or of something else.
    ['end', { 'X-Max-Page-Size': '100', 'X-Page-Max': '100', 'X-Max-Pages': '50', 'X-Page-Number': '1' }],
    ['end', { 'X-Next-Offset': '-1', 'X-Skip': '0', 'X-After': '5', 'X-Page-Id': 'a', 'X-Page-Key': 'b' }],
    ['end', { 'X-Skip': 'true', 'X-Kafka-Offset': '52', 'X-Query-Count': '12', 'X-Total-Queries': '14' }],
    ['end', { 'X-Token-Count': '52', 'X-Transaction-Count': '52', 'X-Order-Count': '52', 'X-Products-Total': '52' }],
    ['end', { 'X-Key-Count': '52', 'X-Document-Count': '52', 'X-Total-Hits': '7', Total: '12ms' }],
    ['part', { 'X-Next-Offset': '10' }],
    ['part', { 'X-Record-Count': '52' }],
    // Nobody knows what they say.
    ...['52, 52', '-1', 'NaN', '1e3', '9'.repeat(30)].map((value): [string, Record<string, string>] => [
      'part',
      { 'X-Total-Count': value }
    ]),
    ['part', { 'X-Pagination': 'page=1' }],
    ['part', { 'Content-Range': 'items 0-9/many' }],
    ['part', { 'Content-Range': `items 0-9/${'9'.repeat(30)}` }],
    ['part', {}, 206],
    ['part', { 'Content-Range': 'bytes 0-9/10' }, 206],
    ['end', { 'X-Total-Count': '10' }],
    ['end', { 'X-Next-Page': '', 'X-Page': '1', 'X-Per-Page': '10' }],
    ['end', { 'Content-Range': 'items 0-9/10' }, 206],
    ['end', { 'Content-Range': 'bytes 0-9/52' }],
    ['end', { 'X-Next-Page': 'none' }],
    ['end', { 'X-Total-Count': '' }],
    ['end', { 'X-RateLimit-Limit': '60', 'X-Request-Id': 'a' }]
  ])('%s: %j %j', (kind, headers, status = 200) => {
    expect(outcome(partial([], headers, status))).toBe(kind)
  })
})

// Whole lists of ten, as these APIs send them.
test.each<[name: string, body: Json]>([
  ['GoCardless', { meta: { cursors: { before: null, after: null }, limit: 50 } }],
  ['HubSpot', { results: [], paging: null }],
  ['Sage', { $total: 10, $page: 1, $next: null, $itemsPerPage: 20, $items: [] }],
  ['lexoffice', { content: [], first: true, last: true, totalPages: 1, number: 0, size: 25, numberOfElements: 10 }],
  [
    'NetSuite',
    { links: [{ rel: 'self', href: 'x' }], count: 10, hasMore: false, offset: 0, totalResults: 10, items: [] }
  ],
  ['Bitbucket', { size: 10, limit: 25, isLastPage: true, start: 0, values: [] }],
  [
    'Hetzner',
    { invoices: [], meta: { pagination: { page: 1, per_page: 25, next_page: null, last_page: 1, total_entries: 10 } } }
  ],
  ['FreshBooks', { response: { result: { invoices: [], page: 1, pages: 1, per_page: 15, total: 10 } } }],
  ['Notion', { results: [], has_more: false, next_cursor: null, type: 'page', page_or_database: {} }],
  [
    'Twilio',
    { invoices: [], page: 0, page_size: 50, start: 0, end: 9, next_page_uri: null, first_page_uri: '/a?Page=0' }
  ],
  ['Zoho CRM', { data: [], info: { per_page: 200, count: 10, page: 1, more_records: false } }],
  ['Xero', { pagination: { page: 1, pageSize: 100, pageCount: 1, itemCount: 10 }, Invoices: [] }],
  ['Facebook', { data: [], paging: { cursors: { before: 'a', after: null } } }],
  ['Zoho Books', { invoices: [], page_context: { page: 1, per_page: 200, has_more_page: false, sort_order: 'D' } }],
  ['any API with flags of the order', { pagination: { descending: true, has_prev: false, first_page: true } }]
])('the end of a list of %s is known', (_name, body) => {
  expect(partial(body)).toBeNull()
})

test('headers that are too long to be read leave it open whether the list goes on', () => {
  expect(partial([], { 'X-Pagination': `{"TotalCount":10,"a":"${'a'.repeat(5000)}"}` })).not.toBeNull()
  expect(partial([], { 'X-Total-Count': '9'.repeat(100_000) })).not.toBeNull()
})

test.each<Json>([
  { total_amount: 300, total_due: 52, total_paid: 52, totals: { total: 300 } },
  { next_invoice: 'a', next_billing_date: '2026-12-01', nextPaymentAttempt: 1762000000 },
  { timezone_offset: 3600, utcOffset: 60, rate_limit: 60, credit_limit: 5000, discount: 12 },
  { links: { self: 'https://api.example/a', first: 'a', last: 'b', prev: null } },
  { paging: { cursors: { before: 'a' } } },
  { paging: { cursors: { before: 'a', after: null } } },
  { pagination: { links: { self: 'a', first: 'b' } } },
  { result: { cursors: { previous: { token: 'a' } } } },
  { pagination: { sort: { direction: 'asc' }, first: 'a' } },
  { pageInfo: { hasNextPage: false, startCursor: 'a', endCursor: 'b' } },
  { first_page_url: 'a', prev_cursor: 'b', previous_page: 1, has_more: false },
  { account: { total: 300, count: 52 }, accounts_total: 52, unread_count: 52 },
  // The number of the records that came (QuickBooks).
  { startPosition: 1, maxResults: 10 },
  { total: { value: 10, relation: 'eq' } },
  { plans: { limit: 5 }, total_orders: 3 }
])('%j isn’t of paging, or says the end', (body) => {
  expect(partial(body)).toBeNull()
})

test.each<[end: string | null, body: Json]>([
  ['page', { has_more: null, meta: { page: 1, pages: 1 } }],
  ['next', { next: null, has_more: null }],
  ['next_cursor', { is_last: 'perhaps', next_cursor: '' }],
  ['has_more', { next: null, has_more: false }],
  ['eof', { eof: true, page: 1, pages: 1 }],
  ['last', { last: 1, page: 1, next: { href: 'a' } }],
  [null, { has_more: null }],
  [null, { offset: 0, limit: 25, partial: false }]
])('%s ends the list of %j', (end, body) => {
  const { words } = pagingIn(body, headOf(), { url: LIST_URL, page: 1 })
  expect(words.end?.replace('pages', 'page') ?? null).toBe(end)
})

test('words that are too deep to be read leave it open whether the list goes on', () => {
  expect(partial({ meta: { meta: { meta: { meta: { has_more: false } } } } })).toEqual({ received: 10, total: null })
})

test('words on the way to the place that the definition names count', () => {
  const says = (body: Json) => pagingIn(body, headOf(), { url: LIST_URL, page: 1, listAt: 'reply.body.list' }).more
  expect(says({ reply: { has_more: true, body: { list: [] } } })).toBe(true)
  expect(says({ other: { has_more: true }, reply: { body: { list: [] } } })).toBe(false)
  // The World Bank.
  const beside = (words: Json) => pagingIn([words, []], headOf(), { url: LIST_URL, page: 1, listAt: '1' })
  expect(beside({ page: 1, pages: 6, total: 52 })).toMatchObject({ more: true, total: 52 })
  expect(beside({ page: 1, pages: 1, total: 10 })).toMatchObject({ more: false, ends: true })
  expect(beside({ next_cursor: 'a' }).more).toBe(true)
})

test.each<[kind: string, body: Json]>([
  ['known', { total: { value: 52, relation: 'eq' }, limit: 10 }],
  ['known', { meta: { total: { count: 52 } } }],
  ['part', { meta: { total: '1,234' } }],
  ['part', { limit: 25, total: '1,234' }],
  ['part', { paging: { start: 0, count: 10 } }],
  ['end', { start: 1762000000, count: 10 }],
  ['end', { meta: { start: '2026-01-01', end: '2026-12-31' } }],
  ['end', { start_at: '2026-01-01T00:00:00Z' }],
  ['end', { counts: { open: 3, paid: 7 }, limit: { requests: 60 } }],
  ['end', { meta: { total: 52, currency: 'EUR' } }],
  ['end', { meta: { total: { amount: 300 } } }],
  ['end', { total: '1,234.00' }],
  // A total that is the number of the records wins, and what remains may be requests: many APIs say so beside a whole list.
  ['end', { total: 10, remaining: 40 }],
  ['end', { meta: { total: 10, remaining: 40 } }],
  ['end', { meta: { remaining: 40 } }],
  ['end', { meta: { remaining: 99, limit: 100 } }],
  ['end', { meta: { count: 10, remaining: 99, limit: 100 } }],
  ['end', { meta: { total: 10, remaining: 90 } }],
  ['end', { remaining: 19, limit: 20 }],
  ['end', { pagination: { total: 10, remaining: 90, limit: 100 } }],
  ['known', { meta: { total: 52, remaining: 42 } }],
  ['part', { meta: { remaining_items: 40 } }],
  ['part', { page: 1, per_page: 25, remaining_pages: 5 }],
  ['part', { pagination: { left: 40 } }],
  ['end', { remaining: 40 }],
  ['end', { meta: { remaining: 40, currency: 'EUR' } }],
  ['end', { meta: { limit: 60, remaining: 59, reset: 1762000000 } }],
  ['end', { total: 10, remaining: 0 }],
  ['end', { total: 10, final: 290, left: 'a' }],
  // A list of one container.
  ['known', { meta: [{ total_count: 52 }] }],
  ['part', { pagination: [{ page: 1, pages: 6 }] }],
  ['part', { meta: ['a', { has_more: true }] }],
  ['end', { meta: [{ total_count: 10 }] }],
  ['end', { links: [{ label: '1', page: 1, url: 'a', active: true }] }]
])('%s: a total or a start, by what stands around it: %j', (kind, body) => {
  expect(outcome(partial(body))).toBe(kind)
})

test('an empty first page is the whole list, unless a number says otherwise', () => {
  const none = (body: Json) => partial(body, {}, 200, 0)
  expect(none({ page: 1 })).toBeNull()
  expect(none({ offset: 0, limit: 10 })).toBeNull()
  expect(none({ page: 1, pages: 0, total: 0 })).toBeNull()
  expect(none({ count: 5 })).toEqual({ received: 0, total: 5 })
  expect(none({ next_batch_id: 'a' })).toEqual({ received: 0, total: null })
})

test('a total alone may be money: the list is perhaps a part', () => {
  expect(partial({ total: 300, invoices: [] })).toEqual({ received: 10, total: null })
  expect(partial({ data: { total: 300, invoices: [] } })).toEqual({ received: 10, total: null })
  expect(partial({ total: 10, invoices: [] })).toBeNull()
})

test('more records than a flag admits are missing', () => {
  expect(partial({ done: true, totalSize: 52 })).toEqual({ received: 10, total: 52 })
  expect(partial({ has_more: false, count: 52 })).toEqual({ received: 10, total: 52 })
  expect(partial({ next: null, meta: { total: 52 } })).toEqual({ received: 10, total: 52 })
})

describe('no records', () => {
  test.each<[body: Json, headers?: Record<string, string>, place?: string]>([
    [{ invoices: null, count: 0 }],
    [{ invoices: {}, count: 0 }],
    [{ count: 0 }],
    [{ data: null, meta: { total: 0 } }],
    [{ Invoices: null, MetaInformation: { '@TotalResources': 0, TotalCount: 0 } }],
    [{ result: 'success', totalresults: '0', startnumber: 0, numreturned: 0, invoices: '' }],
    [{ result: { total: 0, pages: 0, page: 1, list: null }, error: null }],
    [{ products: null, total: 0 }],
    [{ invoices: null, account: { id: 1 }, total_count: 0 }],
    [{ orders: { entries: null, count: 0 } }, {}, 'orders.entries'],
    [{}, { 'X-Total-Count': '0' }],
    [null, { 'Content-Range': '*/0' }]
  ])('%j %j', (body, headers, place) => {
    expect(statesNoRecords(body, headOf(headers), { listAt: place })).toBe(true)
  })

  test.each<[body: Json, place?: string]>([
    [{ invoices: null }],
    [{ invoices: {} }],
    [{}],
    [null],
    [{ invoices: null, count: 3 }],
    [{ invoices: null, count: 0, has_more: true }],
    [{ invoices: null, count: 0, next: 'a' }],
    [{ invoices: null, total: 0, currency: 'EUR' }],
    [{ count: 0, user: { id: 1 } }],
    [{ data: null, meta: { total: 0, next_batch_id: 'x' } }],
    [{ data: null, count: 0, scroll_id: 'x' }],
    [{ data: null, meta: { total: 0, cursors: { after: 'x' } } }],
    [{ data: null, count: 0, LastEvaluatedKey: { id: 'x' } }],
    // Money.
    [{ total: 0, paid: 0, open: 0 }],
    [{ orders: { entries: { a: 1 }, count: 0 } }, 'orders.entries']
  ])('unread: %j', (body, place) => {
    expect(statesNoRecords(body, headOf(), { listAt: place })).toBe(false)
  })

  test('not where the status says that they are a part', () => {
    expect(statesNoRecords({ data: null, count: 0 }, headOf({}, 206))).toBe(false)
    expect(statesNoRecords([], headOf({ 'X-Total-Count': '0' }, 206))).toBe(false)
    expect(statesNoRecords({ invoices: {}, meta: { total: 0 } }, headOf({}, 206))).toBe(false)
  })

  test('beside a count of those on earlier pages', () => {
    expect(statesNoRecords({ invoices: null, total: 12 }, headOf(), {}, 12)).toBe(true)
    expect(statesNoRecords({ invoices: null, total: 12 }, headOf(), {}, 10)).toBe(false)
    expect(statesNoRecords({ invoices: null }, headOf(), {}, 12)).toBe(false)
  })
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
    ["<a>; rel='next'", ['a']],
    ["<a>; rel='last next'", ['a']],
    ["<a>; rel='prev', <b>; rel='NEXT'", ['b']],
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

  test.each(['1', '1-', '/', '9', 'items ', ' '])('a Content-Range or X-Pagination costs linear time: %s', (part) => {
    const make = (size: number): string => part.repeat(size / part.length)
    for (const name of ['content-range', 'x-pagination', 'x-total-count']) {
      const head = (value: string) => ({ status: 206, header: (asked: string) => (asked === name ? value : null) })
      const cost = (value: string): void => void pagingIn([], head(value), { url: LIST_URL, page: 1 })
      expect(growthOf(make, cost)).toBeLessThan(LINEAR)
    }
  })

  test('many headers, or containers in lists, cost linear time', () => {
    const names = (size: number): string[] =>
      Array.from({ length: size / 16 }, (_, at) => `x-next-${'_'.repeat(at % 40)}${at}`)
    const head = (names: string[]) => ({ status: 200, header: () => 'a', names: () => names })
    const cost = (names: string[]): void => void pagingIn([], head(names), { url: LIST_URL, page: 1 })
    expect(growthOf(names, cost)).toBeLessThan(LINEAR)
    const lists = (size: number): Json =>
      Array.from({ length: size / 16 }, () => ({ meta: [{ paging: { a: { b: [{ c: 'd' }] } } }] }))
    const read = (body: Json): void => void pagingIn(body, headOf(), { url: LIST_URL, page: 1, listAt: '1' })
    expect(growthOf(lists, read)).toBeLessThan(LINEAR)
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
    const body = { links: [...links, { rel: 'next', href: NEXT }] }
    expect(read(body).more).toBe(false)
    expect(partial(body)).toEqual({ received: 10, total: null })
  })
})
