/** Trials of single calls over a loopback server: what came, what is read from it, and what is never in the answer. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import type { Paging } from '../../../src/shared/models/provider.ts'
import type { ProviderTrial, TrialEndpoint, TrialReading } from '../../../src/shared/models/provider-trial.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { FOSSBILLING, fossbilling } from '../../support/fossbilling.ts'
import { mismatches, replyType } from '../../support/reply-types.ts'

let server: ApiServer
let api: ProviderApi
let connection: Connection

beforeAll(async () => {
  server = await startApiServer({ fetch: fossbilling })
  api = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
  connection = {
    provider: null,
    baseUrl: server.baseUrl,
    authorization: { scheme: 'Basic', user: FOSSBILLING.user },
    profile: { path: FOSSBILLING.profile },
    products: { path: FOSSBILLING.products },
    invoices: { path: FOSSBILLING.invoices }
  }
})
afterEach(() => {
  server.respondNormally()
  server.requests.length = 0
})
afterAll(() => server.stop())

const never = new AbortController().signal

async function tried(endpoint: TrialEndpoint, more: Partial<Connection> = {}, token: string = FOSSBILLING.key) {
  const trial = await api.tryEndpoint({ connection: { ...connection, ...more }, token }, endpoint, never)
  expect(mismatches({ ...trial, durationMs: 1 }, replyType('providerTrial', 'try'))).toEqual([])
  return trial
}

const readingOf = ({ records }: Pick<ProviderTrial, 'records'>, field: string): TrialReading | undefined =>
  records[0]?.read.find((one) => one.field === field)

/** Text, place and problem of fields of the first record. */
const read = (trial: Pick<ProviderTrial, 'records'>, ...fields: string[]): Record<string, unknown[]> =>
  Object.fromEntries(
    fields.map((field) => {
      const { text, place, problem } = readingOf(trial, field) ?? {}
      return [field, [text, place, problem]]
    })
  )

describe('FOSSBilling', () => {
  test('invoices: number, state, amount and days are read, and where each was found', async () => {
    const trial = await tried('invoices')
    expect(trial).toMatchObject({ error: null, asked: FOSSBILLING.invoices, found: 2, places: [] })
    expect(trial.partial).toEqual({ received: 2, total: 3 })
    expect(server.requests).toHaveLength(1)
    expect(trial.statuses).toEqual([
      { status: 'unpaid', isNumber: false, count: 1, state: 'open' },
      { status: 'paid', isNumber: false, count: 1, state: 'settled' }
    ])
    expect(read(trial, 'id', 'number', 'state', 'total', 'currency', 'dueAt', 'issuedAt', 'paidAmount')).toEqual({
      id: ['5', 'id', null],
      number: ['FOSS00005', 'serie_nr', null],
      state: ['open', 'status', null],
      total: ['11.9', 'total', null],
      currency: ['EUR', 'currency', null],
      dueAt: ['2026-11-20', 'due_at', null],
      issuedAt: ['2026-11-06', 'created_at', null],
      paidAmount: [null, null, 'missing']
    })
  })

  test('the unread fields of an invoice are those that nothing was read from', async () => {
    const { records } = await tried('invoices')
    const [{ came, dropped } = { came: [], dropped: 0 }] = records
    expect(came.filter(({ isRead }) => isRead).map(({ place }) => place)).toEqual([
      ...['id', 'serie_nr', 'currency', 'tax', 'subtotal', 'total', 'status', 'due_at', 'created_at', 'updated_at'],
      'lines'
    ])
    expect(came.find(({ place }) => place === 'taxrate')).toEqual({ place: 'taxrate', value: '19', isRead: false })
    // Its hash opens it for anyone.
    expect(came.some(({ place }) => place === 'hash')).toBe(false)
    expect(dropped).toBe(1)
  })

  test('products', async () => {
    const trial = await tried('products')
    expect(trial).toMatchObject({ error: null, asked: FOSSBILLING.products, found: 2, statuses: [] })
    expect(trial.partial).toEqual({ received: 2, total: 3 })
    expect(read(trial, 'id', 'name', 'imagePath', 'label')).toEqual({
      id: ['1', 'id', null],
      name: ['Proxy', 'title', null],
      imagePath: ['https://x.example/a.png', 'icon_url', null],
      label: [null, null, 'missing']
    })
  })

  test('the profile', async () => {
    const trial = await tried('profile')
    expect(trial).toMatchObject({ error: null, found: 1, places: [] })
    expect(read(trial, 'fullName', 'email', 'companyName', 'telegram')).toEqual({
      fullName: ['A B', 'first_name', null],
      email: ['a@example.com', 'email', null],
      companyName: ['C', 'company', null],
      telegram: [null, null, 'missing']
    })
    const unread = trial.records[0]?.came.filter(({ isRead }) => !isRead).map(({ place }) => place)
    expect(unread).toEqual(['type', 'currency', 'lang', 'timezone'])
  })

  test('a profile that stands beside another record: only the other one is offered', async () => {
    server.respondWith(FOSSBILLING.profile, () =>
      Response.json({ result: { email: 'a@example.com' }, plan: { name: 'Large', seats: 2 } })
    )
    const { profile: path } = FOSSBILLING
    for (const [recordAt, other] of [
      ['result', { place: 'plan', count: 2 }],
      ['plan', { place: 'result', count: 1 }]
    ] as const) {
      expect(await tried('profile', { profile: { path, recordAt } })).toMatchObject({ error: null, places: [other] })
    }
  })

  test('paging that is right brings all pages once the definition is saved; the trial asks for the first only', async () => {
    const paging = { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 100 } as const
    const paged = { ...connection, invoices: { path: FOSSBILLING.invoices, listAt: 'result.list', paging } }
    const trial = await tried('invoices', paged)
    const first = `${FOSSBILLING.invoices}?per_page=100&page=1`
    expect(trial).toMatchObject({ error: null, asked: first, found: 2, partial: { received: 2, total: 3 } })
    expect(server.requests.map(({ url }) => url)).toEqual([first])
    const all = await api.invoices({ connection: paged, token: FOSSBILLING.key })
    expect(all?.value.map(({ invoice }) => invoice.number)).toEqual(['FOSS00005', 'FOSS00004', 'FOSS00003'])
    expect(all?.partial ?? null).toBeNull()
    server.requests.length = 0
    const products = await tried('products', { products: { path: FOSSBILLING.products, paging } })
    expect(products).toMatchObject({ error: null, found: 2, partial: { received: 2, total: 3 } })
    expect(server.requests.map(({ url }) => url)).toEqual([`${FOSSBILLING.products}?per_page=100&page=1`])
  })

  test('a list that isn’t where the definition says is an error, and the one that came is named', async () => {
    const trial = await tried('invoices', { invoices: { path: FOSSBILLING.invoices, listAt: 'result.invoices' } })
    expect(trial).toMatchObject({ error: { code: 'BAD_REPLY' }, found: null })
    expect(trial.places).toEqual([{ place: 'result.list', count: 2 }])
  })

  test('a path with the user’s id is shown as it was asked', async () => {
    server.respondWith('/api/of/1/invoices', () => Response.json({ data: [{ id: 9, total: 1 }] }))
    const trial = await tried('invoices', { invoices: { path: '/api/of/{userId}/invoices' } })
    expect(trial).toMatchObject({ error: null, asked: '/api/of/1/invoices', found: 1 })
  })

  test('a wrong key, and a wrong path: the error says it, and nothing was read', async () => {
    const nothing = { found: null, records: [], statuses: [] }
    const wrongKey = await tried('invoices', {}, 'canary-wrong-key-0123456789')
    expect(wrongKey).toMatchObject({ asked: FOSSBILLING.invoices, error: { code: 'UNAUTHORIZED' }, ...nothing })
    const wrongPath = await tried('invoices', { invoices: { path: '/invoices?limit=2' } })
    expect(wrongPath).toMatchObject({ asked: '/invoices?limit=2', ...nothing })
    expect(wrongPath.error).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })
})

describe('a reply without a list that is recognised', () => {
  test('names the lists that came, so that the definition can name one', async () => {
    const body = {
      meta: { links: [], tags: ['a'] },
      billing: { documents_v2: [{ id: 1 }, { id: 2 }, null], apiTokens: [{ id: 1 }] },
      notices: [{ text: 'x' }]
    }
    server.respondWith(FOSSBILLING.invoices, () => Response.json(body))
    const trial = await tried('invoices')
    expect(trial).toMatchObject({ error: { code: 'BAD_REPLY', found: 'unknownShape' }, found: null, records: [] })
    expect(trial.places).toEqual([
      { place: 'billing.documents_v2', count: 2 },
      { place: 'notices', count: 1 }
    ])
    const products = await tried('products', { products: { path: FOSSBILLING.invoices } })
    expect(products.error).toMatchObject({ code: 'BAD_REPLY' })
    expect(products.places).toEqual(trial.places)
  })

  test('a web page, a redirect and no answer are errors', async () => {
    const page = '<!doctype html><html><body>Sign in</body></html>'
    server.respondWith(FOSSBILLING.invoices, () => new Response(page, { headers: { 'content-type': 'text/html' } }))
    expect((await tried('invoices')).error).toMatchObject({ code: 'BAD_REPLY', found: 'html' })
    server.respondWith(FOSSBILLING.invoices, () => Response.redirect('https://elsewhere.example/', 302))
    expect((await tried('invoices')).error).toMatchObject({ status: 302 })
    server.respondWith(FOSSBILLING.invoices, (_request, { response }) => void response.destroy())
    const trial = await tried('invoices')
    expect(trial).toMatchObject({ asked: FOSSBILLING.invoices, error: { code: 'UNREACHABLE' }, places: [] })
    expect(server.requests).toHaveLength(3)
  })
})

describe('what can’t be read', () => {
  const answerWith = (record: object): (() => void) =>
    server.respondWith(FOSSBILLING.invoices, () => Response.json({ data: [record] }))

  test('is named with its place; a status without a meaning, too', async () => {
    answerWith({ id: 7, status: 'in Bearbeitung', total: '1.234', due_date: 'soon', created: '2026-11-06' })
    const trial = await tried('invoices')
    expect(read(trial, 'state', 'providerStatus', 'total', 'dueAt', 'issuedAt')).toEqual({
      state: ['unknown', 'status', 'unreadable'],
      providerStatus: ['in Bearbeitung', 'status', null],
      total: [null, 'total', 'unreadable'],
      dueAt: [null, 'due_date', 'unreadable'],
      issuedAt: ['2026-11-06', 'created', null]
    })
    expect(trial.statuses).toEqual([{ status: 'in Bearbeitung', isNumber: false, count: 1, state: 'unknown' }])
    const known = await tried('invoices', { statuses: { 'in bearbeitung': 'open' } })
    expect(read(known, 'state')).toEqual({ state: ['open', 'status', null] })
  })

  test('a day from the payment term has no place', async () => {
    answerWith({ id: 7, total: 5, status: 'open', created: '2026-11-06' })
    expect(read(await tried('invoices'), 'dueAt')).toEqual({ dueAt: [null, null, 'missing'] })
    const trial = await tried('invoices', { paymentTermDays: 14 })
    expect(read(trial, 'dueAt')).toEqual({ dueAt: ['2026-11-20', null, null] })
  })

  test('of a profile', async () => {
    server.respondWith(FOSSBILLING.profile, () => Response.json({ email: 'a@example.com', telegram: { a: 1 } }))
    expect(read(await tried('profile'), 'email', 'telegram')).toEqual({
      email: ['a@example.com', 'email', null],
      telegram: [null, 'telegram', 'unreadable']
    })
  })

  test('nested fields have the names around them, and a list is JSON', async () => {
    answerWith({ id: 7, details: { totals: { total: '5', other: { a: { b: 1 } } } }, tags: ['a'], empty: {} })
    const trial = await tried('invoices')
    expect(read(trial, 'total')).toEqual({ total: ['5', 'details.totals.total', null] })
    expect(trial.records[0]?.came.map(({ place, value }) => [place, value])).toEqual([
      ['id', 7],
      ['details.totals.total', '5'],
      ['details.totals.other.a', { b: 1 }],
      ['tags', ['a']],
      ['empty', {}]
    ])
  })
})

describe('an empty field is marked as empty, with its place, and not as unreadable', () => {
  const problems = ({ records }: ProviderTrial | Awaited<ReturnType<typeof tried>>): unknown[] =>
    (records[0]?.read ?? []).flatMap(({ field, place, problem }) =>
      problem === 'empty' || problem === 'unreadable' ? [`${field} ${place} ${problem}`] : []
    )

  test.each<[endpoint: TrialEndpoint, record: object, found: string[]]>([
    [
      'invoices',
      { id: 1, total: null, status: null, due_date: null },
      ['state status empty', 'providerStatus status empty', 'dueAt due_date empty', 'total total empty']
    ],
    [
      'invoices',
      { id: 1, total: '', currency: {}, tax: [] },
      ['currency currency empty', 'taxes tax empty', 'total total empty']
    ],
    [
      'invoices',
      { id: 1, total: 5, status: { name: null }, issued_at: '0000-00-00' },
      ['state status empty', 'providerStatus status empty', 'issuedAt issued_at empty']
    ],
    ['invoices', { id: 1, total: 5, number: ' ', due_date: { date: null } }, ['dueAt due_date empty']],
    ['invoices', { id: 1, total: null, amount: 5, due_date: 'soon' }, ['dueAt due_date unreadable']],
    ['invoices', { id: 1, total: { amount: null }, due_date: '-' }, ['dueAt due_date unreadable', 'total total empty']],
    [
      'products',
      { id: 'a', name: null, label: null, weight: null },
      ['weight weight empty', 'name name empty', 'label label empty']
    ],
    ['products', { id: 'a', name: {}, weight: 'heavy' }, ['weight weight unreadable', 'name name empty']],
    [
      'profile',
      { id: 'a', email: null, telegram: '', company: { name: null } },
      ['email email empty', 'telegram telegram empty', 'companyName company.name empty']
    ],
    ['profile', { id: 'a', email: null, balance: '10 GB' }, ['email email empty', 'balance balance unreadable']]
  ])('%s %j', async (endpoint, record, found) => {
    server.respondWith('/x', () => Response.json(endpoint === 'profile' ? record : { data: [record] }))
    const trial = await tried(endpoint, { [endpoint]: { path: '/x' } })
    expect(problems(trial)).toEqual(expect.arrayContaining(found))
    expect(problems(trial).filter((one) => String(one).endsWith('unreadable'))).toEqual(
      found.filter((one) => one.endsWith('unreadable'))
    )
  })
})

describe('what Portside would say of the invoices', () => {
  const records = [
    { id: 1, total: 400, status: 'open', currency: 'EUR' },
    { id: 2, total: 10, status: 'open', currency: 'EUR' },
    { id: 3, total: 9, status: 'paid', currency: 'EUR' },
    { id: 4, total: 9, status: 'mystery', currency: 'EUR' }
  ]
  const claimOf = async (body: object, more: Partial<Connection> = {}) => {
    server.respondWith(/^\/x/, () => Response.json(body))
    return (await tried('invoices', { invoices: { path: '/x' }, ...more })).claim
  }

  test('counts and sums are those of the app', async () => {
    const claim = await claimOf({ data: records, total: 4 })
    const openAmounts = [{ amount: '410', currency: 'EUR' }]
    expect(claim).toMatchObject({ total: 4, owed: { open: 2, unknown: 1, openAmounts } })
    expect((await tried('products')).claim).toBeNull()
    expect((await claimOf({ message: 'no list' })) ?? null).toBeNull()
  })

  test.each<[end: object, beside: object, paging?: Paging]>([
    [{ by: 'word', word: 'total' }, { total: 4 }],
    [{ by: 'word', word: 'total_count' }, { meta: { total_count: 4, page: 1 } }],
    [{ by: 'word', word: 'has_more' }, { has_more: false }],
    [
      { by: 'word', word: 'next' },
      { count: 4, next: null }
    ],
    [
      { by: 'word', word: 'total_pages' },
      { page: 1, total_pages: 1 }
    ],
    [
      { by: 'word', word: 'totalResults' },
      { totalResults: '4', next: null }
    ],
    [{ by: 'definition' }, {}, { by: 'none' }],
    [{ by: 'word', word: 'total' }, { total: 4 }, { by: 'none' }],
    [{ by: 'silent' }, {}],
    [{ by: 'silent' }, { currency: 'EUR', note: 'x' }],
    [{ by: 'open' }, { total: 5 }],
    [{ by: 'open' }, { has_more: true }],
    [{ by: 'open' }, { next_batch_id: 'abc' }],
    [{ by: 'open' }, {}, { by: 'page', parameter: 'p' }],
    [
      { by: 'word', word: 'total_count' },
      { total_count: 4 },
      { by: 'page', parameter: 'p', sizeParameter: 'n', size: 100 }
    ]
  ])('the list ends %j: %j', async (end, beside, paging) => {
    const claim = await claimOf({ data: records, ...beside }, { invoices: { path: '/x', ...(paging && { paging }) } })
    expect(claim?.end).toEqual(end)
  })
})

describe('a mapped field', () => {
  test('is read at its place, before any other name', async () => {
    const record = {
      id: 7,
      ref: 'R-1',
      number: '0',
      amounts: { gross: '5,50', total: '9' },
      days: { pay_by: '05/11/2026' }
    }
    server.respondWith(FOSSBILLING.invoices, () => Response.json({ data: [record] }))
    const before = await tried('invoices')
    expect(read(before, 'number', 'total', 'dueAt')).toEqual({
      number: ['0', 'number', null],
      total: [null, null, 'missing'],
      dueAt: [null, null, 'missing']
    })
    const invoiceFields = { number: 'ref', total: 'amounts.gross', dueAt: 'days.pay_by' }
    const after = await tried('invoices', { invoiceFields, dates: 'dayFirst' })
    expect(read(after, 'number', 'total', 'dueAt')).toEqual({
      number: ['R-1', 'ref', null],
      total: ['5.50', 'amounts.gross', null],
      dueAt: ['2026-11-05', 'days.pay_by', null]
    })
    const isRead = Object.fromEntries((after.records[0]?.came ?? []).map((one) => [one.place, one.isRead]))
    expect(isRead).toEqual({
      ...{ id: true, ref: true, number: false, 'amounts.gross': true, 'amounts.total': false, 'days.pay_by': true }
    })
  })

  test('that can’t be read is named with its place', async () => {
    const record = { id: 7, total: '9', when: '05/11/2026', what: { a: 1 } }
    server.respondWith(FOSSBILLING.invoices, () => Response.json({ data: [record] }))
    const invoiceFields = { dueAt: 'when', total: 'what' }
    expect(read(await tried('invoices', { invoiceFields }), 'dueAt', 'total')).toEqual({
      dueAt: [null, 'when', 'unreadable'],
      total: [null, 'what', 'unreadable']
    })
  })

  test.each<[body: object, more: Partial<Connection>, balance: unknown[], readsCurrency: boolean | undefined]>([
    [{ balance: 1200, currency: 'EUR' }, { amountUnit: 'minor' }, ['12.00 EUR', 'balance', null], true],
    [{ left: '-5.25' }, { profileFields: { balance: 'left' } }, ['-5.25', 'left', null], undefined],
    [{ balance: '10 GB', currency: 'EUR' }, {}, [null, 'balance', 'unreadable'], false]
  ])('of the money in the account in %j', async (body, more, balance, readsCurrency) => {
    server.respondWith(FOSSBILLING.profile, () => Response.json({ email: 'a@example.com', ...body }))
    const trial = await tried('profile', more)
    expect(read(trial, 'balance')).toEqual({ balance })
    expect(trial.records[0]?.came.find(({ place }) => place === 'currency')?.isRead).toBe(readsCurrency)
  })

  test('of a profile, whose record is where the definition says', async () => {
    const body = { status: 1, payload: { me: { mail_of_owner: 'a@example.com', kind: 'b2b' }, plan: { name: 'p' } } }
    server.respondWith(FOSSBILLING.profile, () => Response.json(body))
    const profile = { path: FOSSBILLING.profile, recordAt: 'payload.me' }
    const trial = await tried('profile', { profile, profileFields: { email: 'mail_of_owner' } })
    expect(read(trial, 'email')).toEqual({ email: ['a@example.com', 'mail_of_owner', null] })
    expect(trial.records[0]?.came.map(({ place, isRead }) => [place, isRead])).toEqual([
      ['mail_of_owner', true],
      ['kind', false]
    ])
    const wrong = await tried('profile', { profile: { ...profile, recordAt: 'payload.you' } })
    expect(wrong).toMatchObject({ error: { code: 'BAD_REPLY' }, records: [] })
    expect(wrong.places).toEqual([
      { place: 'payload.me', count: 2 },
      { place: 'payload.plan', count: 1 }
    ])
  })

  test('of a product', async () => {
    const trial = await tried('products', { productFields: { label: 'pricing.type', name: 'slug' } })
    expect(read(trial, 'label', 'name')).toEqual({
      label: ['recurrent', 'pricing.type', null],
      name: ['proxy', 'slug', null]
    })
  })
})

describe('hostile replies', () => {
  test('many records, fields and statuses, and long values, are cut', async () => {
    const fields = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`field_${at}`, 'x'.repeat(1000)]))
    const list = Array.from({ length: 300 }, (_, at) => ({
      ...{ id: at, status: `s${at}`, ['n'.repeat(500)]: 1 },
      ...(at < 6 ? fields : {})
    }))
    server.respondWith(FOSSBILLING.invoices, () => Response.json({ list }))
    const trial = await tried('invoices', { invoices: { path: FOSSBILLING.invoices } })
    expect(trial.found).toBe(300)
    expect(trial.records).toHaveLength(5)
    expect(trial.records.map(({ came }) => came.length)).toEqual([200, 200, 200, 200, 200])
    expect(trial.statuses).toHaveLength(200)
    expect(JSON.stringify(trial).length).toBeLessThan(500_000)
  })

  test('an object with an endless name isn’t opened: each of its places would have the name again', async () => {
    const inner = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, 1]))
    const record = { id: 7, total: 5, ['n'.repeat(3_000_000)]: inner, after: 'x' }
    server.respondWith(/./, () => Response.json({ data: [record] }))
    const came = (await tried('invoices')).records[0]?.came ?? []
    const beginning = (value: Json) => (typeof value === 'string' ? value.slice(0, 9) : value)
    expect(came.map(({ place, value }) => [place.slice(0, 5), beginning(value)])).toEqual([
      ['id', 7],
      ['total', 5],
      ['nnnnn', '{"k0":1,"'],
      ['after', 'x']
    ])
  })

  test('a record as deep as a reply may be', async () => {
    const deep = `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`
    server.respondWith(FOSSBILLING.invoices, () => new Response(`{"data":[{"id":1,"deep":${deep}}]}`))
    const trial = await tried('invoices')
    expect(trial.records[0]?.came.map(({ place }) => place)).toEqual(['id', 'deep.a.a.a'])
    server.respondWith(FOSSBILLING.invoices, () => new Response(`{"deep":${deep}}`))
    expect(await tried('invoices')).toMatchObject({ error: { code: 'BAD_REPLY' }, places: [] })
    server.respondWith(FOSSBILLING.profile, () => new Response(`{"deep":${deep}}`))
    expect(await tried('profile')).toMatchObject({ error: null, found: 1, places: [] })
  })

  test('a reply that never ends is given up at the size of a list', async () => {
    const chunk = `{"id":"${'x'.repeat(64 * 1024)}"},`
    const endless = (): Response => {
      let begun = false
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(begun ? chunk : `[${chunk}`))
          begun = true
        }
      })
      return new Response(body)
    }
    const api = new ProviderApi({ fetchFor: () => async () => endless() })
    for (const endpoint of ['invoices', 'products', 'profile'] as const) {
      const trial = await api.tryEndpoint({ connection, token: FOSSBILLING.key }, endpoint, never)
      expect(trial, endpoint).toMatchObject({ error: { code: 'TOO_LARGE' }, found: null, records: [] })
    }
  })

  test('a cancelled trial ends, however slow the provider is', async () => {
    for (const endpoint of ['invoices', 'products', 'profile'] as const) {
      const controller = new AbortController()
      server.respondWith(/./, (_request, { response }) => {
        response.write('[')
        controller.abort()
      })
      const trial = await api.tryEndpoint({ connection, token: FOSSBILLING.key }, endpoint, controller.signal)
      expect(trial, endpoint).toMatchObject({ error: { code: 'CANCELLED' }, records: [] })
    }
  })
})

describe('secrets', () => {
  test('the key is in no answer, whatever the provider says back', async () => {
    const { key, user } = FOSSBILLING
    const pair = Buffer.from(`${user}:${key}`).toString('base64')
    const echoes = { id: 1, a: key, b: encodeURIComponent(key), c: pair, [key]: 1, d: { [pair]: { e: `x${key}y` } } }
    const bodies = [
      { data: [echoes] },
      { [key]: [echoes], more: { [pair]: [echoes] } },
      { error: `No: ${key}` },
      echoes
    ]
    for (const body of bodies) {
      for (const status of [200, 400]) {
        server.respondWith(/./, () => Response.json(body, { status }))
        for (const endpoint of ['invoices', 'products', 'profile'] as const) {
          const text = JSON.stringify(await tried(endpoint, { [endpoint]: { path: `/x?k=${key}` } }))
          expect(text).not.toContain(key)
          expect(text).not.toContain(pair)
        }
      }
    }
  })

  test('fields that look like credentials are counted, and not shown', async () => {
    const record = {
      id: 1,
      name: 'x',
      apiKey: 'canary-1',
      login: { password: 'canary-2' },
      note: '{"token":"canary-3"}'
    }
    server.respondWith(/./, () => Response.json({ data: [record] }))
    for (const endpoint of ['invoices', 'products'] as const) {
      const trial = await tried(endpoint)
      expect(JSON.stringify(trial)).not.toContain('canary-')
      expect(trial.records[0]?.dropped).toBe(3)
    }
    server.respondWith(/./, () => Response.json({ user: record, ...record }))
    const profile = await tried('profile')
    expect(JSON.stringify(profile)).not.toContain('canary-')
    expect(profile.records[0]?.dropped).toBe(6)
  })
})
