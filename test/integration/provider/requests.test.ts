/** Each endpoint's request, as it comes over the wire, and its reading of the sample provider. */
import { describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access } from '../../../src/main/ports/index.ts'
import { SAMPLE_CODE, SAMPLE_CODE_EMAIL, SAMPLE_PASSWORD } from '../../../src/sample/index.ts'
import { productsOf } from '../../support/product-list.ts'
import type { RecordedRequest } from '../../support/api-server.ts'
import { AVIF } from '../../support/pictures.ts'
import { answerOf, credentials, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()

const only = (): RecordedRequest => {
  const [request, ...more] = context.server.requests
  if (!request || more.length > 0) throw new Error(`${context.server.requests.length} requests`)
  return request
}

/** What Node's fetch adds by itself. */
const OWN = ['host', 'connection', 'accept-language', 'sec-fetch-mode', 'accept-encoding', 'content-length']

/** Names and values of all headers that the app sets, in the case and order of the wire. */
function sent({ rawHeaders }: RecordedRequest): string[] {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
  return pairs.filter(([name = '']) => !OWN.includes(name.toLowerCase())).map(([name, value]) => `${name}: ${value}`)
}

describe('sign-in', () => {
  test.each([
    ['hypeproxy-v2', '/v2/Authentication/SignIn'],
    ['hypeproxy-v3', '/v3/authentication/sign-in']
  ] as const)('%s', async (provider, path) => {
    const issued = await context.api.signIn({ ...context.connection, provider }, credentials)
    expect(issued.token.split('.')).toHaveLength(3)
    expect(Date.parse(issued.expiresAt ?? '')).toBeGreaterThan(Date.now())
    const request = only()
    expect(request).toMatchObject({ method: 'POST', url: path, body: JSON.stringify(credentials) })
    expect(sent(request)).toEqual([
      'Accept: application/json',
      'Content-Type: application/json',
      'User-Agent: Portside'
    ])
  })

  test('with a one-time code', async () => {
    const { api, connection } = context
    const given = { email: SAMPLE_CODE_EMAIL, password: SAMPLE_PASSWORD }
    expect((await errorFrom(api.signIn(connection, given))).code).toBe('CODE_NEEDED')
    await api.signIn(connection, { ...given, code: SAMPLE_CODE })
    expect(JSON.parse(context.server.requests[1]?.body ?? '')).toEqual({ ...given, otpCode: SAMPLE_CODE })
  })

  test('by the settings of the connection', async () => {
    const connection = {
      ...context.connection,
      signIn: {
        path: '/auth/login',
        emailField: 'user',
        passwordField: 'word',
        codeField: 'pin',
        tokenAt: 'session.jwt'
      }
    }
    context.server.respondWith('/auth/login', () =>
      Response.json({ session: { jwt: 'an-opaque-token-of-the-platform' } })
    )
    const issued = await context.api.signIn(connection, { email: 'a@b.example', password: 'p', code: '12' })
    expect(issued).toEqual({ token: 'an-opaque-token-of-the-platform', expiresAt: null })
    expect(only()).toMatchObject({
      method: 'POST',
      url: '/auth/login',
      body: '{"user":"a@b.example","word":"p","pin":"12"}'
    })
  })
})

const inQuery = { path: '/v2/Profile', authorization: { scheme: 'query', name: 'apikey' } } as const

describe('calls with the credential', () => {
  /** The request as the document has it, and nothing more than it has, but for the name of the app. */
  const asked = (url: string, headers = [`Authorization: Bearer ${context.access.token}`]): void => {
    const request = only()
    expect(request).toMatchObject({ method: 'GET', url, body: '' })
    expect(sent(request)).toEqual(['Accept: application/json', 'User-Agent: Portside', ...headers])
  }

  test('profile', async () => {
    const { value } = await answerOf(context.api.profile(context.access))
    expect(value).toMatchObject({ title: 'Robin Keller', dropped: 6 })
    expect(JSON.stringify(value)).not.toContain('SAMPLE-NOT-A-REAL')
    asked('/v2/Profile')
  })

  test('profile, the token in the address', async () => {
    const token = 'a+b/c=|d.e-f_g'
    const connection = { ...context.connection, profile: inQuery }
    context.server.respondWith('/v2/Profile', () => Response.json({ fullName: 'A' }))
    await context.api.profile({ connection, token })
    asked('/v2/Profile?apikey=a%2Bb%2Fc%3D%7Cd.e-f_g', [])
    expect(new URL(only().url, context.server.baseUrl).searchParams.get('apikey')).toBe(token)
  })

  test.each<[url: string, call: (access: Access) => Promise<unknown>]>([
    ['/v2/Products', (access) => productsOf(context.api, access)],
    [
      '/v2/Products?sort=name+%26+weight&reverse=true',
      (access) => productsOf(context.api, access, { key: 'name & weight', reverse: true })
    ],
    ['/v2/Products/x', (access) => errorFrom(context.api.product(access, 'x'))],
    ['/v2/Products/a%2Fb%3Fc%23d', (access) => errorFrom(context.api.product(access, 'a/b?c#d'))],
    ['/v3/invoices', (access) => context.api.invoices(access)]
  ])('%s never has the token in the address', async (url, call) => {
    await call({ ...context.access, connection: { ...context.connection, profile: inQuery } })
    asked(url)
  })

  test('products', async () => {
    const { value, notes } = await answerOf(productsOf(context.api, context.access))
    expect(value).toHaveLength(60)
    expect(new Set(value.map(({ key }) => key)).size).toBe(60)
    expect(notes).toContainEqual({ kind: 'noId', count: 2 })
  })

  test('one product', async () => {
    const id = (await answerOf(productsOf(context.api, context.access))).value[0]?.key ?? ''
    context.server.requests.length = 0
    const { value } = await context.api.product(context.access, id)
    expect(value).toMatchObject({ key: id, product: { id } })
    asked(`/v2/Products/${id}`)
  })

  test('ids that would walk up the path are not asked for', async () => {
    for (const id of ['', '.', '..']) {
      expect((await errorFrom(context.api.product(context.access, id))).code).toBe('BAD_REQUEST')
    }
    expect(context.server.requests).toEqual([])
  })

  test('invoices', async () => {
    const { value, notes } = await answerOf(context.api.invoices(context.access))
    expect(value).toHaveLength(45)
    // The due date that nobody can read.
    expect(notes).toEqual([{ kind: 'wrongType', count: 1, field: 'dueDate' }])
    expect(value.filter(({ invoice }) => invoice.state === 'open')).toHaveLength(6)
  })

  test('below a path of the base address', async () => {
    context.server.respondWith('/api/v2/Products', () => Response.json([]))
    const connection = { ...context.connection, baseUrl: `${context.server.baseUrl}/api/` }
    expect((await answerOf(productsOf(context.api, { ...context.access, connection }))).value).toEqual([])
    asked('/api/v2/Products')
  })

  test('a token that fits no header is not sent', async () => {
    for (const token of ['two words', 'line\r\nX-Other: 1', 'tök', '']) {
      expect((await errorFrom(context.api.profile({ ...context.access, token }))).code).toBe('BAD_REQUEST')
    }
    expect(context.server.requests).toEqual([])
  })
})

describe('replies', () => {
  const answer = (body: unknown): void => {
    context.server.respondWith(/./, () => Response.json(body))
  }

  test.each([
    ['sign-in', [], 'noToken'],
    ['sign-in', { token: '\\"'.repeat(40) }, 'unusableToken'],
    ['products', { data: { total: 3 } }, 'notAList'],
    ['products', ['a', 'b'], 'notAnObject'],
    ['product', [], 'notAnObject'],
    ['profile', { message: 'x', data: null }, 'notAnObject'],
    ['invoices', { total: 3, next: null }, 'unknownShape']
  ] as const)('of %s must not be %j', async (call, body, found) => {
    answer(body)
    const { api, access, connection } = context
    const work = {
      'sign-in': () => api.signIn(connection, credentials),
      products: () => productsOf(api, access),
      product: () => api.product(access, 'a'),
      profile: () => api.profile(access),
      invoices: () => api.invoices(access)
    }
    expect(await errorFrom(work[call]())).toMatchObject({ code: 'BAD_REPLY', status: 200, found })
  })
})

test.each([301, 302, 303, 307, 308])('a %i of a picture is not followed', async (status) => {
  const headers = { location: `${context.server.baseUrl}/b.png` }
  context.server.respondWith('/a.png', () => new Response(null, { status, headers }))
  const error = await errorFrom(context.api.picture(context.connection, '/a.png'))
  expect(error).toMatchObject({ code: 'BAD_REPLY', status })
  expect(only().url).toBe('/a.png')
})

test('a call of an aborted signal is not sent, and one that is aborted later ends', async () => {
  const profile = (signal: AbortSignal) => errorFrom(context.api.profile(context.access, { signal }))
  expect((await profile(AbortSignal.abort())).code).toBe('CANCELLED')
  expect(context.server.requests).toEqual([])
  const controller = new AbortController()
  context.server.respondWith('/v2/Profile', () => controller.abort())
  expect((await profile(controller.signal)).code).toBe('CANCELLED')
})

test('a fetch that ignores its signal is given up at the deadline', async () => {
  const deaf = new ProviderApi({ fetchFor: () => () => new Promise(() => undefined), deadlineMs: 50 })
  expect((await errorFrom(deaf.profile(context.access))).code).toBe('TIMEOUT')
})

describe('health', () => {
  test.each([200, 204, 404, 503])('%i is told as it is, asked for once and without the credential', async (status) => {
    context.server.respondWith('/health', () => new Response(null, { status }))
    expect(await context.api.health(context.connection)).toBe(status)
    expect(only()).toMatchObject({ method: 'GET', url: '/health', body: '' })
    expect(sent(only())).toEqual(['Accept: */*', 'User-Agent: Portside'])
  })

  test('its body is not waited for', async () => {
    context.server.respondWith('/health', (_, { response }) => void response.writeHead(200).write('...'))
    expect(await context.api.health(context.connection)).toBe(200)
  })
})

test('stored invoices are read by the settings as they are now', async () => {
  context.server.respondWith('/v3/invoices', () =>
    Response.json([{ id: 'a', status: 7, finalAmount: 1250, apiKey: 'k' }])
  )
  const { value } = await answerOf(context.api.invoices(context.access))
  expect(value[0]?.invoice).toMatchObject({ key: 'a', state: 'unknown', total: '1250', currency: null })
  const connection = {
    ...context.connection,
    amountUnit: 'minor' as const,
    currency: 'EUR',
    statuses: { '7': 'settled' as const }
  }
  const receivedAt = '2026-11-19T10:00:00.000Z'
  const aged = value.map((record) => ({ ...record, receivedAt }))
  const again = context.api.readInvoicesAgain(connection, aged, null).value[0]
  expect(again?.receivedAt).toBe(receivedAt)
  expect(again?.invoice).toMatchObject({ key: 'a', state: 'settled', total: '12.50', currency: 'EUR' })
  expect(again?.raw).toEqual(value[0]?.raw)
  expect(again?.notes).toEqual([{ kind: 'credentialDropped', count: 1, field: 'apiKey' }])
  only()
})

describe('pictures', () => {
  test('a picture of more than 2 MB is too large', async () => {
    context.server.respondWith('/a.png', () => new Response(new Uint8Array(2 * 1024 * 1024 + 1)))
    expect((await errorFrom(context.api.picture(context.connection, '/a.png'))).code).toBe('TOO_LARGE')
  })

  test('AVIF is neither asked for nor read', async () => {
    context.server.respondWith('/a.avif', () => new Response(AVIF))
    const error = await errorFrom(context.api.picture(context.connection, '/a.avif'))
    expect(error).toMatchObject({ code: 'BAD_REPLY', found: 'unknownShape' })
    expect(sent(only())).toContain('Accept: image/webp,image/png,image/jpeg,image/gif')
  })
})
