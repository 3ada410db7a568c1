/** How a GET is made, on real sockets: has it changed, asked twice at once, given up, tried again, within one deadline. */
import { describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access, Answer, Ask, InvoiceRecord, Validators } from '../../../src/main/ports/index.ts'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { definitionOf } from '../../../src/shared/providers/definition.ts'
import { productsOf } from '../../support/product-list.ts'
import type { Responder } from '../../support/api-server.ts'
import { answerOf, errorFrom, withPlatform } from './context.ts'

const inQuery = { path: '/v2/Profile', authorization: { scheme: 'query', name: 'apikey' } } as const

const context = withPlatform()
const date = 'Sat, 21 Nov 2026 12:00:00 GMT'
const host = (): string => new URL(context.server.baseUrl).host

/** Answers in turn; the last one again and again. */
const inTurn = (path: string, ...answers: Responder[]): void => {
  let turn = 0
  context.server.respondWith(path, (request, raw) => answers[Math.min(turn++, answers.length - 1)]?.(request, raw))
}

/** A request that came and is not answered. */
const held = (path: string): Promise<{ answer: (body: string) => void; closed: Promise<void> }> =>
  new Promise((resolve) => {
    context.server.respondWith(path, (_, { response }) => {
      const closed = new Promise<void>((over) => response.on('close', over))
      resolve({ answer: (body) => void response.writeHead(200).end(body), closed })
    })
  })

describe('has it changed?', () => {
  const CALLS: Record<string, [path: string, body: string, call: (ask: Ask) => Promise<Answer<unknown> | null>]> = {
    profile: ['/v2/Profile', '{"fullName":"A"}', (ask: Ask) => context.api.profile(context.access, ask)],
    products: ['/v2/Products', '[{"id":"a"}]', (ask: Ask) => productsOf(context.api, context.access, {}, ask)],
    invoices: ['/v3/invoices', '[{"id":"a","total":1}]', (ask: Ask) => context.api.invoices(context.access, ask)]
  }
  const validatorsOf = async (call: (ask: Ask) => Promise<Answer<unknown> | null>) =>
    (await answerOf(call({}))).validators

  describe.each(Object.entries(CALLS))('%s', (_name, [path, body, call]) => {
    test('is asked with what the provider gave, and answered by nothing', async () => {
      inTurn(
        path,
        () => new Response(body, { headers: { etag: '"v1"', 'last-modified': date } }),
        () => new Response(null, { status: 304 })
      )
      const known = await validatorsOf(call)
      expect(known).toMatchObject({ etag: '"v1"', lastModified: date })
      expect(await call({ known })).toBeNull()
      const [first, second] = context.server.requests
      expect(first?.headers).not.toHaveProperty('if-none-match')
      expect(first?.headers).not.toHaveProperty('if-modified-since')
      expect(second?.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': date })
    })
  })

  test('invoices are not, when the settings that affect how they are read have changed', async () => {
    const headers = { etag: '"v1"' }
    context.server.respondWith('/v3/invoices', () => Response.json([{ id: 'a', amount: 5 }], { headers }))
    const known = (await answerOf(context.api.invoices(context.access))).validators
    const changes = [{ timeoutSeconds: 5 }, { amountUnit: 'minor' }, { currency: 'EUR' }, { statuses: { '2': 'open' } }]
    for (const change of changes as Partial<Connection>[]) {
      const connection = { ...context.connection, ...change }
      await context.api.invoices({ ...context.access, connection }, { known })
    }
    const conditional = context.server.requests.map((request) => 'if-none-match' in request.headers)
    expect(conditional).toEqual([false, true, false, false, false])
  })
})

describe('is the body the same?', () => {
  const PATH = '/v3/invoices'
  const records = [{ id: 'a', total: 1, note: 'the key of another one: token-of-another' }]
  const invoices = (change: Partial<Access> = {}, ask: Ask = {}): Promise<Answer<InvoiceRecord[]> | null> =>
    context.api.invoices({ ...context.access, ...change }, ask)
  const read = async (): Promise<Validators | null> => (await answerOf(invoices())).validators

  test('then nothing has changed, without a word of the provider', async () => {
    context.server.respondWith(PATH, () => Response.json(records))
    const known = await read()
    expect(await invoices({}, { known })).toBeNull()
    context.server.respondWith(PATH, () => Response.json([...records, { id: 'b', total: 2 }]))
    const { value } = await answerOf(invoices({}, { known }))
    expect(value.map(({ invoice }) => invoice.key)).toEqual(['a', 'b'])
    expect(context.server.requests.some(({ headers }) => 'if-none-match' in headers)).toBe(false)
  })

  test('it is read again when another secret is redacted in it', async () => {
    context.server.respondWith(PATH, () => Response.json(records))
    const known = await read()
    const { value } = await answerOf(invoices({ earlierTokens: ['token-of-another'] }, { known }))
    expect(JSON.stringify(value)).not.toContain('token-of-another')
  })

  test('it is read again when the headers tell of more records', async () => {
    context.server.respondWith(PATH, () => Response.json(records, { headers: { 'x-total-count': '1' } }))
    const known = await read()
    expect(await invoices({}, { known })).toBeNull()
    context.server.respondWith(PATH, () => Response.json(records, { headers: { 'x-total-count': '2' } }))
    expect((await answerOf(invoices({}, { known }))).partial).toEqual({ received: 1, total: 2 })
  })

  test('it is read again on another day, and where a page to pay at may be over by then', async () => {
    context.server.respondWith(PATH, () => Response.json(records))
    let now = new Date('2026-11-20T12:00:00Z')
    const api = new ProviderApi({ fetchFor: () => fetch, now: () => now })
    const { validators: known } = await answerOf(api.invoices(context.access))
    now = new Date('2026-11-22T12:00:00Z')
    await answerOf(api.invoices(context.access, { known }))
    const payments = [
      { status: 'pending', expiresAt: '2026-11-22T13:00:00Z', checkoutUrl: 'https://pay.example.com/a' }
    ]
    context.server.respondWith(PATH, () => Response.json([{ ...records[0], payments }]))
    expect((await answerOf(api.invoices(context.access))).validators).toBeNull()
  })

  test('a changed body is read in parts, as one that arrives, and what is wrong in it is said', async () => {
    context.server.respondWith(PATH, () => Response.json(records))
    const known = await read()
    const many = Array.from({ length: 2000 }, (_none, at) => ({ id: `${at}`, total: 1, note: 'x'.repeat(100) }))
    context.server.respondWith(PATH, () => Response.json(many))
    expect((await answerOf(invoices({}, { known }))).value).toHaveLength(2000)
    context.server.respondWith(
      PATH,
      () => new Response('[{"id":"a"}', { headers: { 'content-type': 'application/json' } })
    )
    expect(await errorFrom(invoices({}, { known }))).toMatchObject({ code: 'BAD_REPLY', host: host(), status: 200 })
  })
})

describe('asked twice at once', () => {
  test('is one request and one answer', async () => {
    const arrived = held('/v3/invoices')
    const works = [context.api.invoices(context.access), context.api.invoices(context.access)]
    ;(await arrived).answer('[{"id":"a","total":1}]')
    const [one, two] = await Promise.all(works)
    expect(one?.value.map(({ invoice }) => invoice.key)).toEqual(['a'])
    expect(two).toEqual(one)
    expect(context.server.requests).toHaveLength(1)
    await errorFrom(context.api.product(context.access, 'other'))
    expect(context.server.requests).toHaveLength(2)
  })

  test('product lists are each their own: they go into different imports', async () => {
    context.server.respondWith('/v2/Products', () => Response.json([{ id: 'a' }]))
    const both = await Promise.all([1, 2].map(() => answerOf(productsOf(context.api, context.access))))
    expect(both.map(({ value }) => value.map(({ key }) => key))).toEqual([['a'], ['a']])
    expect(context.server.requests).toHaveLength(2)
  })

  test('with another token, other settings or other validators it is another request', async () => {
    context.server.respondWith('/v2/Profile', () => Response.json({ fullName: 'A' }, { headers: { etag: '"v1"' } }))
    const { access, connection, api } = context
    const { validators: known } = await answerOf(api.profile(access))
    context.server.requests.length = 0
    const others: Access[] = [
      access,
      { ...access, token: 'another-token' },
      { ...access, connection: { ...connection, profile: inQuery } },
      { ...access, connection: { ...connection, timeoutSeconds: 7 } }
    ]
    const asks: Ask[] = [{ once: true }, { known }]
    await Promise.all([...others.map((one) => api.profile(one)), ...asks.map((ask) => api.profile(access, ask))])
    expect(context.server.requests).toHaveLength(6)
  })

  test('when all have given up the connection is closed', async () => {
    const arrived = held('/v3/invoices')
    const controllers = [new AbortController(), new AbortController()]
    const works = controllers.map(({ signal }) => errorFrom(context.api.invoices(context.access, { signal })))
    const { closed } = await arrived
    for (const controller of controllers) controller.abort()
    expect((await Promise.all(works)).map(({ code }) => code)).toEqual(['CANCELLED', 'CANCELLED'])
    await closed
  })
})

describe('tried again', () => {
  /** A provider whose waits are written down, and end at once. */
  const waiting = () => {
    const waits: number[] = []
    const api = new ProviderApi({
      fetchFor: () => fetch,
      random: () => 0,
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      }
    })
    return { api, waits }
  }
  const fine: Responder = () => Response.json([{ id: 'a' }])
  const refusing =
    (status: number, headers: Record<string, string> = {}): Responder =>
    () =>
      Response.json({ message: 'No' }, { status, headers })
  const breaking: Responder = (_, { request }) => void request.socket.destroy()

  test('a connection that broke, before or in the body', async () => {
    const { api, waits } = waiting()
    inTurn(
      '/v2/Products',
      breaking,
      (_, { request, response }) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('[{"id":"half"},', () => request.socket.destroy())
      },
      fine
    )
    // Of the half of a list nothing is left.
    expect((await answerOf(productsOf(api, context.access))).value.map(({ key }) => key)).toEqual(['a'])
    expect(waits).toEqual([0, 0])
  })

  test('not: when asked for one try', async () => {
    const { api } = waiting()
    inTurn('/v2/Profile', refusing(503), fine)
    expect((await errorFrom(api.profile(context.access, { once: true }))).code).toBe('SERVER')
    expect(context.server.requests).toHaveLength(1)
  })

  test('not: a sign-in', async () => {
    const { api } = waiting()
    const { path: signInPath = '' } = definitionOf(context.connection).signIn ?? {}
    for (const answer of [breaking, refusing(503, { 'retry-after': '1' })]) {
      context.server.requests.length = 0
      inTurn(signInPath, answer)
      await errorFrom(api.signIn(context.connection, { email: 'a@b.example', password: 'p' }))
      expect(context.server.requests).toHaveLength(1)
    }
  })
})

describe('one deadline', () => {
  /** A request that is never answered: ends with its deadline. Others are compared with it, not with a clock. */
  const silent = (deadlineMs: number): Promise<ErrorInfo> => {
    context.server.respondWith('/v2/Profile', () => undefined)
    return errorFrom(new ProviderApi({ fetchFor: () => fetch, deadlineMs }).profile(context.access))
  }
  /** The names in the order in which their work ended. */
  const orderOf = async (works: Record<string, Promise<unknown>>): Promise<string[]> => {
    const order: string[] = []
    await Promise.all(Object.entries(works).map(([name, work]) => work.then(() => order.push(name))))
    return order
  }

  test('for all tries together', async () => {
    const api = new ProviderApi({ fetchFor: () => fetch, deadlineMs: 1500, random: () => 0 })
    const [shorter, longer] = [silent(600), silent(1900)]
    inTurn(
      '/v3/invoices',
      // With a deadline of its own, the second try would end after `longer`.
      (_, { request }) => void shorter.then(() => request.socket.destroy()),
      () => undefined
    )
    const invoices = errorFrom(api.invoices(context.access))
    expect(await orderOf({ shorter, invoices, longer })).toEqual(['shorter', 'invoices', 'longer'])
    expect(await invoices).toEqual({ code: 'UNREACHABLE', host: host() })
    expect(context.server.requests.filter(({ url }) => url === '/v3/invoices')).toHaveLength(2)
  })

  test('is the connection’s timeout', async () => {
    const [shorter, longer] = [silent(500), silent(2000)]
    const api = new ProviderApi({ fetchFor: () => fetch })
    const access = { ...context.access, connection: { ...context.connection, timeoutSeconds: 1 } }
    const profile = errorFrom(api.profile(access))
    expect(await orderOf({ shorter, profile, longer })).toEqual(['shorter', 'profile', 'longer'])
    expect((await profile).code).toBe('TIMEOUT')
  })

  test('is longer for a product list that has begun to come, and for nothing else', async () => {
    const api = new ProviderApi({ fetchFor: () => fetch, deadlineMs: 1500 })
    const halves: Responder = (_, { response }) => {
      response.writeHead(200).write('[{"id":"a"},')
      void invoices.then(() => response.end('{"id":"b"}]'))
    }
    context.server.respondWith('/v2/Products', halves)
    context.server.respondWith('/v3/invoices', halves)
    const products = answerOf(productsOf(api, context.access))
    const invoices = errorFrom(api.invoices(context.access))
    expect((await products).value).toHaveLength(2)
    expect((await invoices).code).toBe('TIMEOUT')
  })
})

test('a status that HTTP does not have is a bad reply', async () => {
  context.server.respondWith('/v2/Products', (_, { response }) => void response.writeHead(999).end('[]'))
  expect(await errorFrom(productsOf(context.api, context.access))).toEqual({
    code: 'BAD_REPLY',
    host: host(),
    found: 'malformed'
  })
})
