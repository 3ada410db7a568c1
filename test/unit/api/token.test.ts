import { describe, expect, test } from 'vitest'
import { grantIn, signInBody } from '../../../src/main/api/sign-in.ts'
import { plainJwt, tokenEnd, tokensIn } from '../../../src/main/api/sign-in.ts'
import type { Reply } from '../../../src/main/api/http/reply.ts'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'
import { isToken } from '../../../src/shared/models/account.ts'
import { PRESETS } from '../../../src/shared/models/connection.ts'
import type { Json } from '../../../src/shared/models/json.ts'

const claims = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (value: unknown): string => `${claims({ alg: 'HS256' })}.${claims(value)}.c2lnbmF0dXJl`
const TOKEN = jwt({ email: 'a@example.com' })
const tokenIn = (body: Json): string | null => tokensIn(body).find(isToken) ?? null
const NOW = new Date('2026-11-20T12:00:00.000Z')

describe('token in a reply', () => {
  test.each<[string, Json]>([
    ['a bare string', TOKEN],
    ['token', { token: TOKEN }],
    ['jwt', { jwt: TOKEN }],
    ['accessToken', { accessToken: TOKEN }],
    ['access_token', { access_token: TOKEN, token_type: 'bearer' }],
    ['with its scheme', { token: `Bearer ${TOKEN}` }],
    ['data.token', { message: null, statusCode: 200, data: { userId: 'x', token: TOKEN }, errors: [] }],
    ['data as text', { data: TOKEN }]
  ])('%s', (_, body) => {
    expect(tokenIn(body)).toBe(TOKEN)
  })

  test.each<[string, Json]>([
    ['a greeting', 'Welcome'],
    ['an empty string', ''],
    ['words', 'You have been signed in to your account'],
    ['a number', 5],
    ['null', null],
    ['an empty object', {}],
    ['a token that fits no header', { token: 'line\nbreak' }],
    ['a list', [TOKEN]]
  ])('none in %s', (_, body) => {
    expect(tokenIn(body)).toBeNull()
  })

  test('plain text is taken when it is a JWT', () => {
    expect(plainJwt(` ${TOKEN}\n`)).toBe(TOKEN)
    expect(plainJwt(JSON.stringify(TOKEN))).toBeNull()
  })
})

describe('end of a token', () => {
  test.each<[string, string, Json, string | null]>([
    ['exp', jwt({ exp: 1_795_824_000 }), null, '2026-11-28T00:00:00.000Z'],
    ['exp before the reply', jwt({ exp: 1_795_824_000 }), { expires_in: 5 }, '2026-11-28T00:00:00.000Z'],
    ['tokenExpiration', TOKEN, { data: { tokenExpiration: '2026-11-27T12:00:00Z' } }, '2026-11-27T12:00:00.000Z'],
    ['expiresAt in seconds', TOKEN, { expiresAt: 1_795_824_000 }, '2026-11-28T00:00:00.000Z'],
    ['expires_in', TOKEN, { expires_in: 3600 }, '2026-11-20T13:00:00.000Z'],
    ['expires_in as text', TOKEN, { expires_in: '3600' }, '2026-11-20T13:00:00.000Z'],
    ['seconds as text', TOKEN, { expires_at: '1795824000' }, '2026-11-28T00:00:00.000Z'],
    ['milliseconds', TOKEN, { expiresAt: 1_795_824_000_000 }, '2026-11-28T00:00:00.000Z'],
    ['the date of a header', TOKEN, { expiresAt: 'Sat, 28 Nov 2026 00:00:00 GMT' }, '2026-11-28T00:00:00.000Z'],
    ['a date that stands for none', TOKEN, { tokenExpiration: '0001-01-01T00:00:00' }, null],
    ['an exp that stands for none', jwt({ exp: 0 }), null, null],
    ['no date, and expires_in', TOKEN, { expiresAt: null, expires_in: 3600 }, '2026-11-20T13:00:00.000Z'],
    ['words', TOKEN, { expiresAt: 'next week' }, null],
    ['a list', TOKEN, { expiresAt: [1] }, null],
    ['exp that no date can hold', jwt({ exp: 1e30 }), null, null],
    ['an opaque token', 'not-a-jwt', { token: 'not-a-jwt' }, null],
    ['claims that are no JSON', 'a.b.c', null, null],
    ['claims that are null', `a.${claims(null)}.c`, null, null]
  ])('%s', (_, token, body, end) => {
    expect(tokenEnd(token, body, NOW)).toBe(end)
  })
})

describe('the request', () => {
  test.each(['v2', 'v3'] as const)('of %s has a one-time code only when there is one', (preset) => {
    const body = (code?: string): string =>
      JSON.stringify(
        signInBody(PRESETS[preset], { email: 'a', password: 'b', ...(code === undefined ? {} : { code }) })
      )
    expect(body()).toBe('{"email":"a","password":"b"}')
    expect(body('')).toBe('{"email":"a","password":"b"}')
    expect(body('1')).toBe('{"email":"a","password":"b","otpCode":"1"}')
  })

  test('has the names that the account gives', () => {
    const names = { emailField: 'user.name', passwordField: 'pass', codeField: 'totp' }
    expect(signInBody(names, { email: 'a', password: 'b', code: '1' })).toEqual({
      'user.name': 'a',
      pass: 'b',
      totp: '1'
    })
  })
})

describe('what is granted', () => {
  const reply = (body: unknown): Reply => ({
    status: 200,
    host: 'api.example.com',
    header: () => null,
    bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const grant = (body: unknown, tokenAt: string | null, secrets: string[] = []) =>
    grantIn(reply(body), { tokenAt }, secrets, NOW)
  const refused = (body: unknown, tokenAt: string | null, secrets?: string[]) => {
    try {
      return grant(body, tokenAt, secrets)
    } catch (error) {
      return toErrorInfo(error)
    }
  }
  const noToken = { code: 'BAD_REPLY', found: 'noToken', status: 200, host: 'api.example.com' }

  test('by itself, the token is found under the known names', () => {
    expect(grant(TOKEN, null).token).toBe(TOKEN)
    expect(grant(JSON.stringify(TOKEN), null).token).toBe(TOKEN)
    expect(grant({ data: { token: TOKEN, tokenExpiration: '2026-11-27T12:00:00Z' } }, null)).toEqual({
      token: TOKEN,
      expiresAt: '2026-11-27T12:00:00.000Z'
    })
  })

  test.each<[string, unknown, string]>([
    ['jwt', { jwt: TOKEN, token: 'another' }, TOKEN],
    ['session.key', { session: { key: `Bearer ${TOKEN}` }, token: 'another' }, TOKEN],
    ['a.b.c.d.e', { a: { b: { c: { d: { e: 'short' } } } } }, 'short'],
    ['toString', JSON.parse('{"toString":"own"}') as unknown, 'own']
  ])('at %s, where the account says', (tokenAt, body, token) => {
    expect(grant(body, tokenAt).token).toBe(token)
  })

  test('what the reply says beside the token counts for its end', () => {
    const body = { session: { key: 'opaque', expires_in: 60 } }
    expect(grant(body, 'session.key').expiresAt).toBe('2026-11-20T12:01:00.000Z')
    expect(grant({ ...body, expires_in: 120, session: { key: 'opaque' } }, 'session.key').expiresAt).toBe(
      '2026-11-20T12:02:00.000Z'
    )
  })

  test.each<[string, unknown, string]>([
    ['is under another name', { token: TOKEN }, 'jwt'],
    ['is the whole reply', TOKEN, 'token'],
    ['is the whole reply, as JSON', JSON.stringify(TOKEN), 'token'],
    ['is no text', { token: 5 }, 'token'],
    ['is below a text', { token: TOKEN }, 'token.length'],
    ['is in a list', { tokens: [TOKEN] }, 'tokens.0'],
    ['is what every object has', {}, 'constructor.name'],
    ['is empty', { token: ' ' }, 'token']
  ])('nowhere else: none when it %s', (_name, body, tokenAt) => {
    expect(refused(body, tokenAt)).toEqual(noToken)
  })

  test.each<[string, string]>([
    ['quotes and backslashes', '\\"'.repeat(40)],
    ['angle brackets', '<script>0123456789abcdef</script>'],
    ['white space', 'a token in some words of it'],
    ['a line break', 'a\nb'],
    ['a control character', 'a\u0000b'],
    ['other letters', 'schlüssel-0123456789']
  ])('a token with %s is refused as such', (_name, token) => {
    const unusable = { ...noToken, found: 'unusableToken' }
    expect(refused({ token }, null)).toEqual(unusable)
    expect(refused({ data: { accessToken: token } }, null)).toEqual(unusable)
    expect(refused({ session: { key: token } }, 'session.key')).toEqual(unusable)
    expect(grant({ token, jwt: TOKEN }, null).token).toBe(TOKEN)
  })

  test.each(['abc-._~+/xyz==', '12|aB3dE', 'sk:live$4@host!', 'x'.repeat(16_384)])(
    '%.20s is taken as a token',
    (token) => {
      expect(grant({ token }, null).token).toBe(token)
    }
  )

  test('what was sent is no token', () => {
    expect(refused({ token: 'correct-horse' }, null, ['correct-horse'])).toEqual(noToken)
    // Too short to be looked for in texts; the whole of it is an echo nevertheless.
    expect(refused({ token: 'hunter2' }, null, ['hunter2', '123456'])).toEqual(noToken)
    expect(refused({ token: '123456' }, null, ['hunter2', '123456'])).toEqual(noToken)
    expect(refused({ key: 'x-correct-horse' }, 'key', ['correct-horse'])).toEqual(noToken)
    expect(refused({ key: Buffer.from('me:correct-horse').toString('base64') }, 'key', ['correct-horse'])).toEqual(
      noToken
    )
    const claimed = jwt({ grant: 'password' })
    expect(grant({ token: claimed }, null, ['password']).token).toBe(claimed)
    // A short one may be in any token by chance.
    expect(grant({ token: 'abc-246810-def' }, null, ['246810']).token).toBe('abc-246810-def')
  })

  test('an envelope that refuses is a refusal, wherever the token should be', () => {
    const body = { message: 'Account blocked', statusCode: 403, data: null }
    expect(refused(body, 'data.token')).toMatchObject({ code: 'BLOCKED', providerMessage: 'Account blocked' })
  })
})

describe('what has the form of a token is not always one', () => {
  test.each([
    ['an address', 'www.example.com'],
    ['a version', '1.2.3'],
    ['a word for nothing under a known name', { token: 'undefined' }],
    ['a novel', { token: 'x'.repeat(16_385) }],
    ['a token too deep to be meant', { data: { data: { data: { data: { token: 'abcdefghijklmnopqrstuvwxyz' } } } } }]
  ])('%s', (_name, body) => {
    expect(tokenIn(body)).toBeNull()
  })

  test('a reply nested a hundred thousand deep ends in no token, not in an error', () => {
    let body: Json = 'x'
    for (let level = 0; level < 100_000; level += 1) body = { data: body }
    expect(tokenIn(body)).toBeNull()
    expect(tokenEnd('x', body, new Date())).toBeNull()
  })
})
