import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access, Ask } from '../../../src/main/ports/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { MOST_PLANS } from '../../../src/shared/models/plan.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { answerOf, errorFrom } from './context.ts'

const TOKEN = 'a-key-0123456789-abcdef'
const api = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
const found = { planFields: { id: 'id', state: 'status' }, planStates: { active: 'active' } } as const

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer({ fetch: async () => new Response('{}', { status: 404 }) })
})
afterEach(() => {
  server.respondNormally()
  server.requests.length = 0
})
afterAll(() => server.stop())

const access = (definition: Partial<Connection>): Access => ({
  connection: { provider: null, name: 'Host', ...found, ...definition, baseUrl: server.baseUrl },
  token: TOKEN
})
const reply = (path: string, body: unknown, init?: ResponseInit): void =>
  void server.respondWith(path, () => (typeof body === 'string' ? new Response(body, init) : Response.json(body, init)))
const asked = (): string[] => server.requests.map(({ url }) => url)
const plans = async (definition: Partial<Connection>, ask?: Ask) => answerOf(api.plans(access(definition), ask))

describe('the reply of `plans`', () => {
  test('is a list with pages', async () => {
    reply('/plans', { results: [{ id: 1, status: 'active' }] })
    server.respondWith(/page=2/, () => Response.json({ results: [{ id: 2, status: 'x' }] }))
    server.respondWith(/page=3/, () => Response.json({ results: [] }))
    const paging = { by: 'page', parameter: 'page' } as const
    const { value, partial } = await plans({ plans: { path: '/plans', listAt: 'results', paging } })
    expect(value.map(({ key, state }) => [key, state])).toEqual([
      ['1', 'active'],
      ['2', null]
    ])
    expect(partial).toBeNull()
    expect(asked()).toEqual(['/plans?page=1', '/plans?page=2', '/plans?page=3'])
  })

  test('is a part where a later page fails', async () => {
    reply('/plans', { results: [{ id: 1 }] })
    server.respondWith(/page=2/, () => new Response('', { status: 500 }))
    const paging = { by: 'page', parameter: 'page' } as const
    const { value, partial } = await plans({ plans: { path: '/plans', listAt: 'results', paging } })
    expect([value.length, partial]).toEqual([1, { received: 1, total: null }])
  })

  test('is one object, at its place or as a whole', async () => {
    reply('/me', { id: 7, plan: { id: 8 } })
    const keyAt = async (recordAt: string) => (await plans({ plans: { path: '/me', recordAt } })).value[0]?.key
    expect([await keyAt('.'), await keyAt('plan')]).toEqual(['7', '8'])
  })

  test.each([
    ['an empty list', [], { listAt: 'plans' }, { plans: [] }],
    ['an empty object', [], { recordAt: '.' }, {}],
    ['null at the place', [], { recordAt: 'plan' }, { plan: null }]
  ])('%s is none', async (_what, value, place, body) => {
    reply('/plans', body)
    expect((await plans({ plans: { path: '/plans', ...place } })).value).toEqual(value)
  })

  test('has records that say nothing at the stated places: that can’t be read', async () => {
    reply('/plans', [{ name: 'Pro' }])
    expect(await errorFrom(plans({ plans: { path: '/plans' } }))).toMatchObject({
      code: 'BAD_REPLY',
      found: 'unknownShape',
      host: new URL(server.baseUrl).host
    })
  })

  test('has more plans than are kept: the first ones are a part', async () => {
    reply(
      '/plans',
      Array.from({ length: MOST_PLANS + 5 }, (_, id) => ({ id }))
    )
    const { value, partial } = await plans({ plans: { path: '/plans' } })
    expect([value.length, partial?.received]).toEqual([MOST_PLANS, MOST_PLANS])
  })

  test('too deep or too large is refused', async () => {
    reply('/plans', `[${'['.repeat(600)}${']'.repeat(600)}]`)
    expect(await errorFrom(plans({ plans: { path: '/plans' } }))).toMatchObject({ code: 'BAD_REPLY' })
    reply('/plans', `[{"id":1,"a":[${'0,'.repeat(30_000)}0]}]`)
    expect(await errorFrom(plans({ plans: { path: '/plans' } }))).toMatchObject({ code: 'TOO_LARGE' })
  })

  test.each([
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [500, 'SERVER']
  ])('%d is an error', async (status, code) => {
    reply('/plans', {}, { status })
    expect(await errorFrom(plans({ plans: { path: '/plans' } }))).toMatchObject({ code })
  })
})

describe('the subscription', () => {
  const definition = {
    plans: { path: '/plans' },
    subscription: { path: '/subscription', recordAt: '.' },
    subscriptionFields: { renews: 'next' }
  }
  beforeEach(() => reply('/plans', [{ id: 1, status: 'active' }]))

  test('completes the plan', async () => {
    reply('/subscription', { next: '2026-12-12' })
    expect((await plans(definition)).value).toMatchObject([{ key: '1', renews: '2026-12-12' }])
  })

  test.each([
    ['404', {}, 404],
    ['an empty object', {}, 200],
    ['an empty body', '', 200],
    ['no content', null, 204],
    ['null', 'null', 200]
  ])('%s: there is none, and the plans stay', async (_what, body, status) => {
    server.respondWith('/subscription', () =>
      body === null || typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })
    )
    const { value, notes } = await plans(definition)
    expect(value).toMatchObject([{ key: '1', state: 'active', renews: null }])
    expect(notes).toEqual([])
  })

  const page = '<!DOCTYPE html><html><body>Not found</body></html>'

  test.each<[string, unknown, number]>([
    ...[400, 402, 403, 405, 410, 422].map((status): [string, unknown, number] => [`${status}`, { a: 1 }, status]),
    ['an error in the body', { success: false, error: 'No subscription' }, 200],
    ['a web page with 404', page, 404],
    ['a web page with 403', page, 403]
  ])('%s: the plans stay, as a part', async (_what, body, status) => {
    reply('/subscription', body, { status })
    const { value, partial } = await plans(definition)
    expect(value).toMatchObject([{ key: '1', state: 'active' }])
    expect(partial).toEqual({ received: 1, total: null })
  })

  test.each<[string, unknown, number, string]>([
    ['401', {}, 401, 'UNAUTHORIZED'],
    ['429', {}, 429, 'RATE_LIMITED'],
    ['500', {}, 500, 'SERVER'],
    ['a body that can’t be read', '{', 200, 'BAD_REPLY'],
    ['a web page with 200', page, 200, 'BAD_REPLY'],
    ['a web page of a Wi-Fi network', page, 511, 'BAD_REPLY']
  ])('%s is an error', async (_what, body, status, code) => {
    reply('/subscription', body, { status })
    expect(await errorFrom(plans(definition))).toMatchObject({ code })
  })

  test.each([
    [{ recordAt: 'data' }, {}],
    [{ listAt: 'items' }, {}],
    [{ listAt: 'items', paging: { by: 'page', parameter: 'page' } as const }, { plans: null }]
  ])('404 is none, also at %j with %j', async (place, more) => {
    reply('/subscription', { message: 'None' }, { status: 404 })
    const { value, partial } = await plans({
      ...definition,
      subscription: { path: '/subscription', ...place },
      ...more
    })
    expect([value.length, partial]).toEqual(['plans' in more ? 0 : 1, null])
  })

  test.each<[string, unknown, number, string]>([
    ['a web page with 404', page, 404, 'NOT_FOUND'],
    ['403', {}, 403, 'FORBIDDEN']
  ])('alone, %s is an error', async (_what, body, status, code) => {
    reply('/subscription', body, { status })
    expect(await errorFrom(plans({ ...definition, plans: null }))).toMatchObject({ code })
  })

  test('that isn’t there is an error where only it is asked for: it proves nothing', async () => {
    reply('/subscription', {}, { status: 404 })
    const asking = api.plans(access(definition), { only: 'subscription' })
    expect(await errorFrom(asking)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('alone, it is the plan', async () => {
    reply('/subscription', { next: '2026-12-12' })
    expect((await plans({ ...definition, plans: null })).value).toMatchObject([{ renews: '2026-12-12' }])
    expect(asked()).toEqual(['/subscription'])
  })
})

describe('what has not changed', () => {
  const respond = (path: string): void =>
    void server.respondWith(path, (request) =>
      request.headers.get('if-none-match') === '"1"'
        ? new Response(null, { status: 304 })
        : Response.json([{ id: 1 }], { headers: { etag: '"1"' } })
    )

  test('is not read again, unless the definition is another', async () => {
    respond('/plans')
    const { validators } = await plans({ plans: { path: '/plans' } })
    const again = (definition: Partial<Connection>) =>
      api.plans(access({ plans: { path: '/plans' }, ...definition }), { known: validators })
    expect(await again({})).toBeNull()
    expect((await again({ planStates: { active: 'expired' } }))?.value).toHaveLength(1)
  })

  test('of two replies, neither is taken for both', async () => {
    respond('/plans')
    reply('/subscription', {}, { status: 404 })
    const definition = { plans: { path: '/plans' }, subscription: { path: '/subscription', recordAt: '.' } }
    expect((await plans(definition)).validators).toBeNull()
  })
})

test('the credential goes to both endpoints as the definition says, and is in nothing that is read', async () => {
  reply('/plans', [{ id: 1, status: `of ${TOKEN}` }])
  reply('/subscription', { next: '2026-12-12', name: TOKEN })
  const { value } = await plans({
    plans: { path: '/plans' },
    subscription: { path: '/subscription', recordAt: '.', authorization: { scheme: 'Token' } },
    subscriptionFields: { renews: 'next', name: 'name' }
  })
  expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${TOKEN}`, `Token ${TOKEN}`])
  expect(JSON.stringify(value)).not.toContain(TOKEN)
})

describe('a trial', () => {
  const definition = {
    plans: { path: '/plans', listAt: 'items' },
    subscription: { path: '/subscription', recordAt: 'data' },
    planFields: { id: 'id', state: 'status', trafficLimit: 'gb' },
    subscriptionFields: { plan: 'plan', renews: 'next' },
    trafficUnit: 'GB'
  } as const
  const trial = (name: 'plans' | 'subscription', more: Partial<Connection> = {}) =>
    api.tryEndpoint(access({ ...definition, ...more }), name, new AbortController().signal)

  test('shows what is read of a plan, and what has no meaning', async () => {
    reply('/plans', {
      items: [
        { id: 1, status: 'active', gb: 0 },
        { id: 2, status: 'odd', gb: '5' }
      ],
      other: [{ a: 1 }]
    })
    const { found: count, records, places, error } = await trial('plans')
    expect([error, count, records.length]).toEqual([null, 2, 2])
    const read = (at: number) =>
      records[at]?.read
        .filter(({ problem }) => problem !== 'missing')
        .map(({ field, text, problem }) => [field, text, problem])
    expect(read(0)).toEqual([
      ['id', '1', null],
      ['state', 'active', null],
      ['trafficLimit', null, 'unreadable']
    ])
    expect(read(1)).toEqual([
      ['id', '2', null],
      ['state', null, 'unreadable'],
      ['trafficLimit', '5', null]
    ])
    expect(places.map(({ place }) => place)).toContain('other')
  })

  test('shows what came where no place is stated yet', async () => {
    reply('/plans', { items: [{ title: 'Pro' }] })
    const { error, records } = await trial('plans', { planFields: {} })
    expect([error, records[0]?.came]).toEqual([null, [{ place: 'title', value: 'Pro', isRead: false }]])
  })

  test('shows a subscription by itself', async () => {
    reply('/subscription', { data: { plan: 4, next: '2026-12-12' } })
    const { records } = await trial('subscription')
    const read = records[0]?.read.filter(({ text }) => text !== null).map(({ field, text }) => [field, text])
    expect(read).toEqual([
      ['plan', '4'],
      ['renews', '2026-12-12']
    ])
    expect(asked()).toEqual(['/subscription'])
  })

  test('says that a path is wrong, although 404 is no error in a refresh', async () => {
    expect((await trial('subscription')).error).toMatchObject({ code: 'NOT_FOUND' })
  })
})
