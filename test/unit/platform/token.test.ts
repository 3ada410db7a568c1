import { describe, expect, test } from 'vitest'
import { plainJwt, tokenEnd, tokenIn } from '../../../src/main/platform/token.ts'
import { signInBody } from '../../../src/main/platform/sign-in.ts'
import type { Json } from '../../../src/shared/model/json.ts'

const claims = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (value: unknown): string => `${claims({ alg: 'HS256' })}.${claims(value)}.c2lnbmF0dXJl`
const TOKEN = jwt({ email: 'a@example.com' })
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
    ['exp that no date can hold', jwt({ exp: 1e30 }), null, null],
    ['an opaque token', 'not-a-jwt', { token: 'not-a-jwt' }, null],
    ['claims that are no JSON', 'a.b.c', null, null],
    ['claims that are null', `a.${claims(null)}.c`, null, null]
  ])('%s', (_, token, body, end) => {
    expect(tokenEnd(token, body, NOW)).toBe(end)
  })
})

test('the one-time code is sent only when there is one', () => {
  expect(signInBody({ email: 'a', password: 'b' })).toEqual({ email: 'a', password: 'b' })
  expect(signInBody({ email: 'a', password: 'b', code: '1' })).toEqual({ email: 'a', password: 'b', otpCode: '1' })
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
