/** Each way to send the credential, as it comes over the wire; which calls have it; and that no reply or error shows it. */
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access } from '../../../src/main/ports/index.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Authorization } from '../../../src/shared/models/provider.ts'
import { productsOf } from '../../support/product-list.ts'
import { startApiServer, type RecordedRequest } from '../../support/api-server.ts'
import { answerOf, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()

const KEY = 'canary/key+7f3a='
const pairOf = (user: string): string => Buffer.from(`${user}:${KEY}`).toString('base64')

const KEY_ALONE = Buffer.from(`${KEY}:`).toString('base64')

const accessBy = (authorization: Authorization, more: Partial<Connection> = {}): Access => ({
  connection: { ...context.connection, authorization, ...more },
  token: KEY
})

/** Where a request has the credential. */
function credentialIn({ headers, url }: RecordedRequest): Record<string, string> {
  const query = Object.fromEntries(new URL(url, context.server.baseUrl).searchParams)
  const { authorization } = headers
  const own = Object.entries(headers).filter(([name]) => name === 'x-access-token' || name === 'x-api-key')
  return { ...(authorization === undefined ? {} : { authorization }), ...Object.fromEntries(own), ...query }
}

const SCHEMES: [name: string, authorization: Authorization, user: string | undefined, sent: Record<string, string>][] =
  [
    ['Bearer', { scheme: 'Bearer' }, undefined, { authorization: `Bearer ${KEY}` }],
    ['Token', { scheme: 'Token' }, undefined, { authorization: `Token ${KEY}` }],
    ['Static', { scheme: 'Static' }, undefined, { authorization: `Static ${KEY}` }],
    ['Basic, a fixed user', { scheme: 'Basic', user: 'client' }, 'ada', { authorization: `Basic ${pairOf('client')}` }],
    ['Basic, an entered user', { scheme: 'Basic' }, 'ada@müller', { authorization: `Basic ${pairOf('ada@müller')}` }],
    [
      'Basic, the key as the user',
      { scheme: 'Basic', keyAs: 'user' },
      undefined,
      { authorization: `Basic ${KEY_ALONE}` }
    ],
    ['a header of its own', { scheme: 'header', name: 'X-Access-Token' }, undefined, { 'x-access-token': KEY }],
    [
      'a prefix in a header of its own',
      { scheme: 'header', name: 'x-api-key', prefix: 'Key' },
      undefined,
      { 'x-api-key': `Key ${KEY}` }
    ],
    ['Authorization, bare', { scheme: 'header', name: 'Authorization' }, undefined, { authorization: KEY }],
    [
      'Authorization, any scheme',
      { scheme: 'header', name: 'Authorization', prefix: 'Zoho-oauthtoken' },
      undefined,
      { authorization: `Zoho-oauthtoken ${KEY}` }
    ],
    ['the query', { scheme: 'query', name: 'apikey' }, undefined, { apikey: KEY }]
  ]

describe.each(SCHEMES)('%s', (_name, authorization, user, sent) => {
  const access = (more: Partial<Connection> = {}): Access => accessBy(authorization, { user, ...more })
  /** Everything that came of a call: its answer, or its error with its causes. */
  const shown = (outcome: unknown): string => inspect(outcome, { depth: null, showHidden: true })
  const secrets = [
    ...[KEY, encodeURIComponent(KEY), pairOf(user ?? ''), pairOf('client'), KEY_ALONE],
    // What stands before the key is no secret.
    ...Object.values(sent).map((value) => value.replace(/^[\w-]+ /, ''))
  ]

  test('goes with each call for data, and only there', async () => {
    const { api, server } = context
    server.respondWith(/./, () => Response.json([{ id: 'a' }]))
    await errorFrom(api.profile(access()))
    await productsOf(api, access())
    await errorFrom(api.product(access(), 'a'))
    await api.invoices(access())
    expect(server.requests.map(credentialIn)).toEqual([sent, sent, sent, sent])
  })

  test('is not sent with a picture, a PDF, the health call or a sign-in', async () => {
    const { api, server } = context
    const { connection } = access()
    await errorFrom(api.picture(connection, '/a.png'))
    await errorFrom(api.pdf(connection, '/a.pdf'))
    await api.health(connection)
    await errorFrom(api.signIn(connection, { email: 'ada', password: 'p' }))
    expect(server.requests.length).toBeGreaterThan(2)
    expect(server.requests.map(credentialIn)).toEqual(server.requests.map(() => ({})))
  })

  test('follows no redirect, neither here nor elsewhere', async () => {
    const { api, server } = context
    for (const location of ['/v2/Other', 'https://other.example/v2/Profile']) {
      server.requests.length = 0
      server.respondWith('/v2/Profile', () => new Response(null, { status: 302, headers: { location } }))
      expect((await errorFrom(api.profile(access()))).code).toBe('BAD_REPLY')
      expect(server.requests.map(({ path }) => path)).toEqual(['/v2/Profile'])
    }
  })

  test('a link to the next page gets it at the same origin only, and only once', async () => {
    const { api, server } = context
    const next = (): Response =>
      Response.json({ data: [{ id: 'a' }], next: `${server.baseUrl}/v3/invoices?page=2&apikey=of-another` })
    server.respondWith(/./, (request) =>
      new URL(request.url).searchParams.has('page') ? Response.json({ data: [{ id: 'b' }] }) : next()
    )
    await api.invoices(access())
    const [, second] = server.requests
    expect(second && new URL(second.url, server.baseUrl).searchParams.getAll('apikey')).toEqual([
      sent['apikey'] ?? 'of-another'
    ])
    server.requests.length = 0
    server.respondWith(/./, () =>
      Response.json({ data: [{ id: 'a' }], next: 'https://other.example/v3/invoices?page=2' })
    )
    const answer = await answerOf(api.invoices(access()))
    expect(server.requests).toHaveLength(1)
    expect(answer.value).toHaveLength(1)
  })

  test('is redacted in what a provider sends back', async () => {
    const { api, server } = context
    const repeated = secrets.map((secret) => `say ${secret}.`)
    server.respondWith('/v2/Profile', () => Response.json({ fullName: 'Ada', userName: repeated.join(' '), repeated }))
    server.respondWith('/v3/invoices', () => Response.json([{ id: 'a', note: repeated.join(' ') }]))
    server.respondWith('/v2/Products/a', () => Response.json({ id: 'a', label: repeated.join(' ') }))
    const outcomes = [
      await answerOf(api.profile(access())),
      await answerOf(api.invoices(access())),
      await api.product(access(), 'a')
    ]
    for (const outcome of outcomes) {
      const text = shown(outcome)
      expect(text).toContain('•••')
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
    expect(api.productList(access(), {}).secrets).toEqual(
      authorization.scheme === 'Basic'
        ? [KEY, authorization.keyAs ? KEY_ALONE : pairOf(authorization.user ?? user ?? '')]
        : [KEY]
    )
  })

  test('is in no error: of the provider, of a broken connection, of a deadline', async () => {
    // A request that was given up may arrive after this test: at no other test's server.
    const server = await startApiServer()
    onTestFinished(() => server.stop())
    const impatient = new ProviderApi({ fetchFor: () => fetch, deadlineMs: 100 })
    const message = `The key ${secrets.join(' and ')} is wrong.`
    const failures = [
      () => server.respondWith('/v2/Profile', () => Response.json({ message }, { status: 401 })),
      () => server.respondWith('/v2/Profile', () => Response.json({ errors: [message] })),
      () => server.respondWith('/v2/Profile', (_request, { response }) => void response.destroy()),
      () => server.respondWith('/v2/Profile', (_request, { response }) => void response.writeHead(200).write('{'))
    ]
    for (const fail of failures) {
      fail()
      const error: unknown = await impatient
        .profile(access({ baseUrl: server.baseUrl }), { once: true })
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(AppError)
      for (const secret of secrets) expect(shown(error)).not.toContain(secret)
    }
  })
})

describe('a key of two parts', () => {
  const pair = 'canary1a2b3c4d5e6f7g8h:canary-secret-4d5e6f'
  const ways: [authorization: Authorization, sent: string][] = [
    [{ scheme: 'header', name: 'Authorization', prefix: 'sso-key' }, `sso-key ${pair}`],
    [{ scheme: 'header', name: 'Authorization' }, pair],
    [{ scheme: 'Basic', keyAs: 'user' }, `Basic ${Buffer.from(pair).toString('base64')}`]
  ]

  test.each(ways)('%j goes as it is, and neither part is shown', async (authorization, sent) => {
    const { api, server } = context
    const access = { ...accessBy(authorization), token: pair }
    const [key = '', secret = ''] = pair.split(':')
    const note = `of ${key}, and ${secret}: ${Buffer.from(pair).toString('base64')}`
    server.respondWith('/v3/invoices', () => Response.json([{ id: 'a', note }]))
    const answer = await answerOf(api.invoices(access))
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([sent])
    server.respondWith('/v3/invoices', () => Response.json({ message: `No ${note}` }, { status: 401 }))
    const error = await errorFrom(api.invoices(access))
    for (const shown of [inspect(answer, { depth: null }), inspect(error)]) {
      expect(shown).toContain('•••')
      expect(shown).not.toMatch(/canary|Y2FuYXJ5/)
    }
  })

  test.each<[key: string, record: Record<string, string>, scheme: 'Bearer' | 'Basic']>([
    ['10023456:canary-secret-4d5e6f', { id: 'INV-10023456-1', number: '10023456/7' }, 'Bearer'],
    ['ada@example.com:', { id: 'a', note: 'sent to ada@example.com' }, 'Basic'],
    ['ada@example.com:x', { id: 'a', note: 'sent to ada@example.com' }, 'Basic'],
    ['ada@example.com:canary-secret-4d5e6f', { id: 'a', note: 'sent to ada@example.com' }, 'Basic'],
    ['ada.augusta@company.example:canary-1a2b', { id: 'a', note: 'sent to ada.augusta@company.example' }, 'Basic'],
    ['acme-hosting:canary-secret:4d5e6f', { id: 'acme-hosting-0001', note: 'ACME-HOSTING' }, 'Bearer'],
    ['0042-7781-93:canary-secret-4d5e6f', { id: '0042-7781-93', note: '0042-7781-93' }, 'Bearer']
  ])('a name before the colon of %s is no secret', async (token, record, scheme) => {
    const { api, server } = context
    const authorization: Authorization = scheme === 'Basic' ? { scheme, keyAs: 'user' } : { scheme }
    const note = `${record['note'] ?? ''} ${token.slice(token.indexOf(':') + 1)} ${token}`
    server.respondWith('/v3/invoices', () => Response.json([{ ...record, note }]))
    const shown = inspect(await answerOf(api.invoices({ ...accessBy(authorization), token })), { depth: null })
    for (const text of Object.values(record)) expect(shown).toContain(text)
    expect(shown).not.toContain('canary')
  })

  test.each(['canary-alone:', 'canary-alone:x', 'canary-alone@:', 'canary-alone@acme:x'])(
    '%s has no secret but its name',
    async (token) => {
      const { api, server } = context
      server.respondWith('/v3/invoices', () => Response.json([{ id: 'a', note: `of ${token.split(':', 1)[0]}` }]))
      const answer = await answerOf(api.invoices({ ...accessBy({ scheme: 'Basic', keyAs: 'user' }), token }))
      expect(inspect(answer, { depth: null })).not.toContain('canary')
    }
  )
})

test('earlier tokens go with no call, and are redacted in what comes, as the token is', async () => {
  const { api, server } = context
  const earlierTokens = ['canary-earlier-token', 'canary-id:canary-earlier-secret']
  const { connection, token } = accessBy({ scheme: 'Bearer' })
  const calls = { connection: { ...connection, profile: { path: '/v3/profile' } }, token, earlierTokens }
  const said = `paste of ${earlierTokens[0]}, and of canary-earlier-secret alone`
  const record = { id: 'a', total: 5, email: 'ada@example.com', note: said }
  server.respondWith('/v3/invoices', () => Response.json([record]))
  server.respondWith('/v3/profile', () => Response.json(record))
  const { signal } = new AbortController()
  const came = [await api.profile(calls), await api.invoices(calls), await api.tryEndpoint(calls, 'invoices', signal)]
  for (const one of came) expect(inspect(one, { depth: null })).toContain('paste of')
  const secrets = [token, 'canary-earlier-token', 'canary-earlier-secret']
  expect(api.productList(calls, {}).secrets).toEqual(expect.arrayContaining(secrets))
  server.respondWith('/v3/invoices', () => Response.json({ message: `No: ${said}.` }, { status: 403 }))
  const refused = (await api.invoices(calls).catch((error: unknown) => error)) as AppError
  expect(refused.info.providerMessage).toContain('paste of')
  expect(inspect([came, refused, server.requests], { depth: null })).not.toMatch(/canary-earlier/)
})

test('a call’s own way goes before the definition’s', async () => {
  const { api, server } = context
  const connection: Connection = {
    ...context.connection,
    authorization: { scheme: 'Token' },
    profile: { path: '/me', authorization: { scheme: 'header', name: 'x-api-key' } },
    invoices: { path: '/bills?kind=all', authorization: { scheme: 'query', name: 'key' } }
  }
  server.respondWith(/./, () => Response.json([]))
  await errorFrom(api.profile({ connection, token: KEY }))
  await api.invoices({ connection, token: KEY })
  await productsOf(api, { connection, token: KEY })
  expect(server.requests.map(credentialIn)).toEqual([
    { 'x-api-key': KEY },
    { kind: 'all', key: KEY },
    { authorization: `Token ${KEY}` }
  ])
})

test.each([undefined, '', 'a:b', 'line\r\nbreak', ' ada', 'x'.repeat(257)])(
  'Basic without a user name that fits is not sent: %j',
  async (user) => {
    const access = accessBy({ scheme: 'Basic' }, { user })
    for (const call of [
      () => context.api.profile(access),
      () => productsOf(context.api, access),
      async () => context.api.invoices(access)
    ])
      expect(await errorFrom(call())).toEqual({ code: 'BAD_REQUEST', found: 'userName' })
    expect(context.server.requests).toEqual([])
  }
)

describe('a product list that only proves a key', () => {
  const access = (): Access => accessBy({ scheme: 'Token' })
  const probe = () => context.api.probeProducts(access())
  const respond = (body: string, status = 200): void => {
    context.server.respondWith('/v2/Products', () => new Response(body, { status }))
  }

  test.each(['[]', '', '{"data":[]}', '{"items":[{"id":1}],"next":"/v2/Products?page=2"}'])(
    'is accepted as %j, by one request',
    async (body) => {
      respond(body)
      expect(await probe()).toBeUndefined()
      expect(context.server.requests.map(credentialIn)).toEqual([{ authorization: `Token ${KEY}` }])
    }
  )

  test('is found where the definition has it', async () => {
    const at = accessBy({ scheme: 'Token' }, { products: { path: '/v2/Products', listAt: 'shop.shelf' } })
    respond('{"shop":{"shelf":[{"id":1}]}}')
    expect(await context.api.probeProducts(at)).toBeUndefined()
    respond('{"shop":{}}')
    expect((await errorFrom(context.api.probeProducts(at))).code).toBe('BAD_REPLY')
  })

  test('is asked for by its first page', async () => {
    const paging = { by: 'page', parameter: 'page', sizeParameter: 'size', size: 20 } as const
    respond('[]')
    await context.api.probeProducts(accessBy({ scheme: 'Token' }, { products: { path: '/v2/Products', paging } }))
    expect(context.server.requests.map(({ url }) => url)).toEqual(['/v2/Products?size=20&page=1'])
  })

  test('is read to its first record only', async () => {
    const ended = Promise.withResolvers<void>()
    context.server.respondWith('/v2/Products', (_request, { response }) => {
      response.on('close', () => ended.resolve())
      response.writeHead(200).write('[{"id":1},{"id":')
    })
    await probe()
    await ended.promise
  })

  test.each<[body: string, status: number, code: string]>([
    ['{"message":"No"}', 401, 'UNAUTHORIZED'],
    ['{"success":false,"error":{"code":401,"message":"Unauthorized"}}', 200, 'UNAUTHORIZED'],
    ['{"message":"Hello"}', 200, 'BAD_REPLY'],
    ['<html>', 200, 'BAD_REPLY'],
    ['{"data":[', 200, 'BAD_REPLY'],
    ['[]', 503, 'SERVER']
  ])('%s with %i proves nothing: %s', async (body, status, code) => {
    respond(body, status)
    expect((await errorFrom(probe())).code).toBe(code)
    expect(context.server.requests).toHaveLength(1)
  })
})
