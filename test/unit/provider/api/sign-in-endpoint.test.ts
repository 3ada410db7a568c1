import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../../src/main/provider/api/http/reply.ts'
import { ProviderApi } from '../../../../src/main/provider/api/provider-api.ts'
import {
  issuedTokenIn,
  plainJwt,
  signInBody,
  tokenEnd,
  tokensIn
} from '../../../../src/main/provider/api/sign-in-endpoint.ts'
import { outcomeOf } from '../../../support/outcome.ts'
import { errorOf } from '../../app/launch.ts'
import { isToken } from '../../../../src/shared/models/account.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import { isObject } from '../../../../src/main/provider/readers/records.ts'
import type { Json } from '../../../../src/shared/models/json.ts'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (value: unknown): string => `${part({ alg: 'HS256' })}.${part(value)}.c2lnbmF0dXJl`
const TOKEN = jwt({ email: 'a@example.com' })
const NOW = new Date('2026-11-20T12:00:00.000Z')

describe('the token in a reply', () => {
  const tokenIn = (body: Json): string | null => tokensIn(body).find(isToken) ?? null

  test.each<[string, Json]>([
    ['a bare string', TOKEN],
    ['a field with its scheme', { token: `Bearer ${TOKEN}`, token_type: 'bearer' }],
    ['an envelope', { message: null, statusCode: 200, data: { userId: 'x', token: TOKEN }, errors: [] }],
    ['data as text', { data: TOKEN }],
    ['a name in capitals', { Data: { Token: TOKEN } }],
    ['a name with dashes', { 'access-token': TOKEN }],
    ['a name of its own', { auth_token: TOKEN }],
    ['an API’s token', { result: { apiToken: TOKEN } }],
    ['a session’s token', { response: { session_token: TOKEN } }],
    ['a field of the user', { user: { id: 5, authenticationToken: TOKEN } }],
    ['a field of JSON:API', { data: { type: 'sessions', attributes: { token: TOKEN } } }],
    ['an object', { token: { accessToken: TOKEN, expiresIn: 5 } }],
    ['one of two', { access: TOKEN, refresh: jwt({ typ: 'refresh' }) }],
    ['a key', { key: 'a1b2c3d4e5f6a7b8c9d0e1f2' }]
  ])('is found as %s', (_, body) => {
    expect(tokenIn(body)).toBe(isObject(body) && 'key' in body ? body['key'] : TOKEN)
  })

  test.each<[Json]>([
    ...[['Welcome'], [''], ['You have been signed in to your account'], [5], [null], [{}], [[TOKEN]]],
    ...[['www.example.com'], ['1.2.3'], [{ token: 'undefined' }], [{ token: 'line\nbreak' }]],
    [{ token: 'x'.repeat(16_385) }],
    [{ refresh_token: TOKEN }],
    [{ access: 'full', key: 'email' }],
    [{ data: { data: { data: { data: { token: 'abcdefghijklmnopqrstuvwxyz' } } } } }]
  ] as [Json][])('is not %.60j', (body) => {
    expect(tokenIn(body)).toBeNull()
  })

  test('may be the whole body without quotes, if it is a JWT', () => {
    expect(plainJwt(` ${TOKEN}\n`)).toBe(TOKEN)
    expect(plainJwt(JSON.stringify(TOKEN))).toBeNull()
  })
})

describe('the expiry of a token', () => {
  test.each<[token: string, body: Json, end: string | null]>([
    [jwt({ exp: 1_795_824_000 }), null, '2026-11-28T00:00:00.000Z'],
    [jwt({ exp: 1_795_824_000 }), { expires_in: 5 }, '2026-11-28T00:00:00.000Z'],
    // Some write milliseconds.
    [jwt({ exp: 1_795_824_000_000 }), null, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { Data: { Token: TOKEN, ExpiresAt: '2026-11-28T00:00:00Z' } }, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { 'token-expires-at': '2026-11-28T00:00:00Z' }, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { token: TOKEN, expires: 1_795_824_000 }, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { result: { token: TOKEN }, validUntil: '2026-11-28T00:00:00Z' }, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { token: { access: TOKEN, ExpiresIn: 3600 } }, '2026-11-20T13:00:00.000Z'],
    [TOKEN, { user: { token: TOKEN, expiresAt: '2026-11-28T00:00:00Z' } }, '2026-11-28T00:00:00.000Z'],
    // A user's plan may end, too.
    [TOKEN, { token: TOKEN, user: { expiresAt: '2026-11-28T00:00:00Z' } }, null],
    [TOKEN, { data: { tokenExpiration: '2026-11-27T12:00:00Z' } }, '2026-11-27T12:00:00.000Z'],
    [TOKEN, { expiresAt: 1_795_824_000 }, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { expires_in: 3600 }, '2026-11-20T13:00:00.000Z'],
    [TOKEN, { expires_in: '3600' }, '2026-11-20T13:00:00.000Z'],
    [TOKEN, { expires_at: '1795824000' }, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { expiresAt: 1_795_824_000_000 }, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { expiresAt: 'Sat, 28 Nov 2026 00:00:00 GMT' }, '2026-11-28T00:00:00.000Z'],
    [TOKEN, { expiresAt: null, expires_in: 3600 }, '2026-11-20T13:00:00.000Z'],
    // Times that stand for none, and what is no time.
    [TOKEN, { tokenExpiration: '0001-01-01T00:00:00' }, null],
    [jwt({ exp: 0 }), null, null],
    [jwt({ exp: 1e30 }), null, null],
    [TOKEN, { expiresAt: 'next week' }, null],
    [TOKEN, { expiresAt: [1] }, null],
    ['not-a-jwt', { token: 'not-a-jwt' }, null],
    ['a.b.c', null, null],
    [`a.${part(null)}.c`, null, null]
  ])('of %.20s with %j is %s', (token, body, end) => {
    expect(tokenEnd(token, body, NOW)).toBe(end)
  })
})

describe('the request', () => {
  test.each(['hypeproxy-v2', 'hypeproxy-v3'] as const)('of %s has a one-time code only if there is one', (provider) => {
    const body = (code?: string): unknown =>
      signInBody(BUILT_IN[provider].signIn ?? { path: '' }, {
        email: 'a',
        password: 'b',
        ...(code !== undefined && { code })
      })
    expect(body()).toEqual({ email: 'a', password: 'b' })
    expect(body('')).toEqual({ email: 'a', password: 'b' })
    expect(body('1')).toEqual({ email: 'a', password: 'b', otpCode: '1' })
  })
})

describe('an issued token', () => {
  const issued = (body: unknown, tokenAt: string | null, secrets: string[] = []) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const bytes = new TextEncoder().encode(text)
    const reply: Reply = { status: 200, host: 'api.example.com', header: () => null, bytes }
    return issuedTokenIn(reply, tokenAt, secrets, NOW)
  }
  const refused = (...given: Parameters<typeof issued>) => outcomeOf(() => issued(...given))
  const noToken = { code: 'BAD_REPLY', found: 'noToken', status: 200, host: 'api.example.com' }

  test.each<[body: unknown, tokenAt: string | null, token: string]>([
    [TOKEN, null, TOKEN],
    [JSON.stringify(TOKEN), null, TOKEN],
    [{ data: { token: TOKEN } }, null, TOKEN],
    [{ jwt: TOKEN, token: 'another' }, 'jwt', TOKEN],
    [{ session: { key: `Bearer ${TOKEN}` }, token: 'another' }, 'session.key', TOKEN],
    [{ a: { b: { c: { d: { e: 'short' } } } } }, 'a.b.c.d.e', 'short'],
    [JSON.parse('{"toString":"own"}'), 'toString', 'own'],
    [{ tokens: [{ t: TOKEN }] }, 'tokens.0.t', TOKEN],
    [['first', TOKEN], '1', TOKEN]
  ])('of %.40j at %s', (body, tokenAt, token) => {
    expect(issued(body, tokenAt).token).toBe(token)
  })

  test('has the expiry beside the token, or else at the top of the reply', () => {
    const session = { key: 'opaque' }
    const beside = issued({ session: { ...session, expires_in: 60 } }, 'session.key')
    expect(beside.expiresAt).toBe('2026-11-20T12:01:00.000Z')
    expect(issued({ session, expires_in: 120 }, 'session.key').expiresAt).toBe('2026-11-20T12:02:00.000Z')
  })

  test.each<[body: unknown, tokenAt: string]>([
    [{ token: TOKEN }, 'jwt'],
    [TOKEN, 'token'],
    [JSON.stringify(TOKEN), 'token'],
    [{ token: 5 }, 'token'],
    [{ token: TOKEN }, 'token.length'],
    [{ tokens: [TOKEN] }, 'tokens.1'],
    [{ tokens: [TOKEN] }, 'tokens.length'],
    [{ tokens: [TOKEN] }, 'tokens.0x0'],
    [{}, 'constructor.name'],
    [{ token: ' ' }, 'token']
  ])('is none of %.40j at %s', (body, tokenAt) => {
    expect(refused(body, tokenAt)).toEqual(noToken)
  })

  test.each([
    ...['\\"'.repeat(40), '<script>0123456789abcdef</script>', 'a token in some words of it', 'a\nb', 'a\u0000b'],
    'schlüssel-0123456789'
  ])('with the token %.20j says that it is unusable', (token) => {
    const unusable = { ...noToken, found: 'unusableToken' }
    expect(refused({ token }, null)).toEqual(unusable)
    expect(refused({ data: { accessToken: token } }, null)).toEqual(unusable)
    expect(refused({ session: { key: token } }, 'session.key')).toEqual(unusable)
    expect(issued({ token, jwt: TOKEN }, null).token).toBe(TOKEN)
  })

  test.each(['abc-._~+/xyz==', '12|aB3dE', 'sk:live$4@host!', 'x'.repeat(16_384)])('may be %.20s', (token) => {
    expect(issued({ token }, null).token).toBe(token)
  })

  test('is never an echo of what was sent', () => {
    const password = 'correct-horse'
    expect(refused({ token: password }, null, [password])).toEqual(noToken)
    // Too short to be searched for in texts.
    expect(refused({ token: 'hunter2' }, null, ['hunter2', '123456'])).toEqual(noToken)
    expect(refused({ token: '123456' }, null, ['hunter2', '123456'])).toEqual(noToken)
    expect(refused({ key: `x-${password}` }, 'key', [password])).toEqual(noToken)
    expect(refused({ key: Buffer.from(`me:${password}`).toString('base64') }, 'key', [password])).toEqual(noToken)
    // The claims of a JWT, or any token, may contain a short secret by chance.
    const claimed = jwt({ grant: 'password' })
    expect(issued({ token: claimed }, null, ['password']).token).toBe(claimed)
    expect(issued({ token: 'abc-246810-def' }, null, ['246810']).token).toBe('abc-246810-def')
  })

  test('is an error if the envelope says so, wherever the token should be', () => {
    const body = { message: 'Account blocked', statusCode: 403, data: null }
    expect(refused(body, 'data.token')).toMatchObject({ code: 'BLOCKED', providerMessage: 'Account blocked' })
  })
})

describe('the version of an API with two sign-ins', () => {
  const [v2, v3] = ['/v2/Authentication/SignIn', '/v3/authentication/sign-in'] as const
  const missing = () => new Response('', { status: 404 })
  const wrongMethod = () => new Response('', { status: 405 })
  const wrong = (status: number, body: unknown) => () => Response.json(body, { status })
  const granted = () => Response.json({ token: TOKEN })

  /** @param answers by method and path; everything else is a 404 */
  async function signIn(answers: Record<string, () => Response>) {
    const asked: string[] = []
    const withPassword: string[] = []
    const fetchFor = () => async (input: RequestInfo | URL, init?: RequestInit) => {
      const { method, url } = new Request(input, init)
      const { host, pathname } = new URL(url)
      asked.push(`${method} ${host}${pathname}`)
      if (String(init?.body).includes('canary-password')) withPassword.push(pathname)
      return (answers[`${method} ${pathname}`] ?? missing)()
    }
    const connection = { baseUrl: 'https://api.example.com', provider: 'hypeproxy' } as const
    const credentials = { email: 'ada@example.com', password: 'canary-password' }
    const outcome = await new ProviderApi({ fetchFor }).signIn(connection, credentials).catch((error: unknown) => error)
    return { outcome, asked, withPassword }
  }

  test('is found without credentials', async () => {
    const { outcome, asked, withPassword } = await signIn({ [`GET ${v3}`]: wrongMethod, [`POST ${v3}`]: granted })
    expect(outcome).toMatchObject({ token: TOKEN })
    expect(withPassword).toEqual([v3])
    expect(asked).toEqual([`GET ${v2}`, `GET ${v3}`, `POST ${v3}`].map((one) => one.replace(' ', ' api.example.com')))
  })

  test('is the first one where both answer', async () => {
    const { withPassword } = await signIn({
      [`GET ${v2}`]: wrongMethod,
      [`GET ${v3}`]: wrongMethod,
      [`POST ${v2}`]: granted
    })
    expect(withPassword).toEqual([v2])
  })

  test('is found by a 404 to the password where each GET has one', async () => {
    const { outcome, withPassword } = await signIn({ [`POST ${v3}`]: granted })
    expect(outcome).toMatchObject({ token: TOKEN })
    expect(withPassword).toEqual([v2, v3])
  })

  test.each<[string, () => Response]>([
    ['a wrong password', wrong(400, { message: 'Wrong password' })],
    ['an unknown user', wrong(404, { errors: [{ code: 'USER_NOT_FOUND' }] })],
    ['a 404 in the body', wrong(200, { message: 'Not found', statusCode: 404, data: null })],
    ['a path without POST', wrong(405, {})],
    ['a path that is gone', wrong(410, {})],
    ['a redirect', () => new Response('', { status: 308, headers: { location: `https://api.example.com${v3}` } })],
    ['a question for a code', wrong(404, { errors: [{ code: 'OTP_REQUIRED' }] })],
    ['a broken server', wrong(500, {})]
  ])('isn’t searched for with the password after %s', async (_, answer) => {
    const { outcome, withPassword } = await signIn({ [`POST ${v2}`]: answer, [`POST ${v3}`]: granted })
    expect(outcome).toBeInstanceOf(Error)
    expect(withPassword).toEqual([v2])
  })
})

describe('a token that the provider gave before', () => {
  const credentials = { email: 'ada@example.com', password: 'canary-password', earlierTokens: [TOKEN] }
  const signIn = (body: unknown, status: number) =>
    new ProviderApi({ fetchFor: () => async () => Response.json(body, { status }) }).signIn(
      { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v2' },
      credentials
    )

  test.each([400, 200])('isn’t in the words of a refusal (%i)', async (status) => {
    const refusal = signIn({ message: `Sign out of ${TOKEN} first.`, statusCode: 400 }, status)
    expect(await errorOf(refusal)).toMatchObject({ providerMessage: 'Sign out of ••• first.' })
  })

  test('may be the one that it gives again', async () => {
    expect(await signIn({ token: TOKEN }, 200)).toMatchObject({ token: TOKEN })
  })
})
