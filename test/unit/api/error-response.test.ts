import { describe, expect, test } from 'vitest'
import { accept, envelopeError } from '../../../src/main/api/http/error-response.ts'
import type { Reply } from '../../../src/main/api/http/reply.ts'
import { PROVIDER_MESSAGE_LIMIT, type ErrorCode, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { outcomeOf } from '../../support/outcome.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

const reply = (status: number, body: unknown = '', headers: Record<string, string> = {}): Reply => ({
  status,
  host: 'api.example.com',
  header: (name) => headers[name] ?? null,
  bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
})

const v2 = (statusCode: string, message: string, code?: string): object => ({
  errors: code === undefined ? message : [{ code, message }],
  message,
  statusCode,
  requestDetails: { userId: null, endpoint: '/v2/Authentication/SignIn' }
})
const v3 = (statusCode: number, code: string, description: string): object => ({
  message: null,
  statusCode,
  data: null,
  errors: [{ code, description }]
})
const PAGE = '<!DOCTYPE html><html><body>Access denied</body></html>'

const error = (signingIn: boolean, of: Reply, secrets: string[] = []): ErrorInfo | undefined =>
  outcomeOf(() => accept(of, { signingIn, secrets, now: NOW })) as ErrorInfo | undefined

describe('at sign-in', () => {
  test.each<[string, Reply, ErrorCode]>([
    ['wrong password, as seen', reply(400, v2('Forbidden', 'Wrong email or password.')), 'WRONG_CREDENTIALS'],
    ['nothing said', reply(401), 'WRONG_CREDENTIALS'],
    ['locked by status', reply(423), 'BLOCKED'],
    ['no such person', reply(404, v2('NotFound', 'No user', 'USER_NOT_FOUND')), 'WRONG_CREDENTIALS'],
    ['locked out, as a flag', reply(400, { succeeded: false, isLockedOut: true }), 'BLOCKED'],
    ['locked after too many tries', reply(403, { message: 'Account locked: too many failed attempts' }), 'BLOCKED'],
    ['a code asked for, as a flag', reply(401, { requiresTwoFactor: true, isNotAllowed: false }), 'CODE_NEEDED'],
    ['no use without a code', reply(403, { message: 'Not allowed to sign in without 2FA' }), 'CODE_NEEDED'],
    ['too many codes', reply(400, { message: 'Too many one-time code attempts' }), 'RATE_LIMITED'],
    ['stopped by a page', reply(403, PAGE), 'FORBIDDEN'],
    ['stopped for where one is', reply(403, { message: 'Your IP has been blocked' }), 'FORBIDDEN'],
    ['an account blocked for where one is', reply(403, 'Account locked, unknown country'), 'BLOCKED'],
    ['for legal reasons', reply(451), 'FORBIDDEN'],
    ['no such path', reply(404), 'NOT_FOUND'],
    ['no such path, in words', reply(404, 'Cannot POST /user/login'), 'NOT_FOUND'],
    ['no such person, in words', reply(404, { message: 'User not found' }), 'WRONG_CREDENTIALS'],
    ['another method', reply(405, v2('Forbidden', 'No', 'METHOD_NOT_ALLOWED')), 'NOT_FOUND'],
    ['a page for a bad request', reply(400, PAGE), 'BAD_REPLY'],
    ['too many tries', reply(429), 'RATE_LIMITED'],
    ['out of order', reply(502, PAGE), 'SERVER']
  ])('%s', (_, given, code) => {
    expect(error(true, given)?.code).toBe(code)
  })
})

test('nothing to sign in at is told as that, so that the path can be set', () => {
  expect(error(true, reply(404))?.found).toBe('signInPath')
  expect(error(false, reply(404))?.found).toBeUndefined()
})

/** One meaning in every known shape of an error body. */
const shapes = (code: string, words: string): [string, unknown][] => [
  ['v2', v2('Forbidden', words, code)],
  ['v2 with errors as text', { ...v2('Forbidden', words), code }],
  ['v3', v3(400, code, words)],
  ['problem details', { type: `https://errors.example.com/${dashed(code)}`, title: 'Bad', status: 400, detail: words }],
  ['OAuth', { error: code.toLowerCase(), error_description: words }],
  ['an error in an object', { error: { code, message: words } }],
  ['camel case', { errorCode: camel(code), message: words }],
  ['capitals first', { Message: words, Code: code }],
  ['a list of texts', { errors: [code, words] }],
  ['by field', { errors: { email: [code] }, title: words }],
  ['a bare list', [{ code, description: words }]],
  ['a code and nothing else', code]
]
const dashed = (code: string): string => code.toLowerCase().replaceAll('_', '-')
const camel = (code: string): string => code.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

const MEANINGS: [string, ErrorCode][] = [
  ['USER_NOT_FOUND', 'WRONG_CREDENTIALS'],
  ['INVALID_GRANT', 'WRONG_CREDENTIALS'],
  ['OTP_REQUIRED', 'CODE_NEEDED'],
  ['MFA_REQUIRED', 'CODE_NEEDED'],
  ['USER_NOT_ALLOWED', 'BLOCKED'],
  ['ACCOUNT_LOCKED', 'BLOCKED'],
  ['USER_SUSPENDED', 'BLOCKED'],
  ['ACCOUNT_DISABLED', 'BLOCKED'],
  ['IP_BLOCKED', 'FORBIDDEN'],
  ['PRIVATE_API', 'FORBIDDEN'],
  ['RATE_LIMIT_REACHED', 'RATE_LIMITED'],
  ['TOO_MANY_REQUESTS', 'RATE_LIMITED']
]
test.each(MEANINGS)('at sign-in, %s is %s in each shape, whatever the status', (said, code) => {
  for (const [shape, body] of shapes(said, 'No.')) {
    for (const status of [400, 401, 403]) expect(error(true, reply(status, body)), shape).toMatchObject({ code })
  }
})

/** The same by words alone, as a text of each shape. */
const IN_WORDS: [string, ErrorCode][] = [
  ['The email or the password is incorrect.', 'WRONG_CREDENTIALS'],
  ['Invalid credentials', 'WRONG_CREDENTIALS'],
  ['This account is blocked.', 'BLOCKED'],
  ['You have been banned', 'BLOCKED'],
  ['The user is locked out', 'BLOCKED'],
  ['Your account is disabled, write to support', 'BLOCKED'],
  ['Please give the verification code', 'CODE_NEEDED'],
  ['Too many failed attempts, try again in 5 minutes', 'RATE_LIMITED'],
  ['The request was blocked by a security rule', 'FORBIDDEN']
]
test.each(IN_WORDS)('at sign-in, “%s” is %s in each shape, whatever the status', (words, code) => {
  const bodies = [
    v2('Forbidden', words),
    v3(403, 'FAILED', words),
    { type: 'about:blank', title: words, status: 403 },
    { error: 'access_denied', error_description: words },
    { errors: [words] },
    words
  ]
  for (const body of bodies) {
    for (const status of [400, 401, 403]) {
      expect(error(true, reply(status, body))).toMatchObject({ code, providerMessage: words })
    }
  }
})

describe('at other calls', () => {
  test.each<[string, Reply, ErrorCode]>([
    ['401', reply(401), 'UNAUTHORIZED'],
    ['token ended', reply(403, v2('Forbidden', 'Expired', 'EXPIRED_TOKEN')), 'UNAUTHORIZED'],
    ['token malformed', reply(400, v3(400, 'MALFORMED_TOKEN', 'Malformed')), 'UNAUTHORIZED'],
    ['403', reply(403), 'FORBIDDEN'],
    ['400 that says Forbidden', reply(400, v2('Forbidden', 'Not yours')), 'FORBIDDEN'],
    ['not allowed', reply(401, v2('Unauthorized', 'No', 'USER_NOT_ALLOWED')), 'FORBIDDEN'],
    ['404', reply(404), 'NOT_FOUND'],
    ['410', reply(410), 'NOT_FOUND'],
    ['429', reply(429), 'RATE_LIMITED'],
    ['500', reply(500), 'SERVER'],
    ['408', reply(408), 'TIMEOUT'],
    ['423', reply(423), 'FORBIDDEN'],
    ['a firewall’s page', reply(403, PAGE), 'FORBIDDEN'],
    ['a token that OAuth does not take', reply(400, { error: 'invalid_token' }), 'UNAUTHORIZED'],
    ['a token for something else', reply(401, { error: 'insufficient_scope' }), 'FORBIDDEN'],
    ['blocked', reply(403, v2('Forbidden', 'Blocked', 'USER_NOT_ALLOWED')), 'FORBIDDEN'],
    ['407', reply(407), 'PROXY_AUTH'],
    ['a redirect', reply(302, '', { location: 'https://elsewhere.example' }), 'BAD_REPLY'],
    ['418', reply(418), 'BAD_REPLY']
  ])('%s', (_, given, code) => {
    expect(error(false, given)?.code).toBe(code)
  })

  test('2xx is no refusal, unless its envelope says so', () => {
    expect(error(false, reply(200))).toBeUndefined()
    const inside = (body: unknown) => envelopeError(reply(200), body, { signingIn: false, secrets: [], now: NOW })
    expect(inside(v3(401, 'EXPIRED_TOKEN', 'Expired'))?.info).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
    expect(inside({ message: 'Fine', statusCode: 200, data: null })).toBeNull()
    expect(inside({ message: 'Partly', statusCode: 400, data: [1] })).toBeNull()
    for (const body of [null, 'text', [{ statusCode: 400, message: 'x' }], { statusCode: 400 }])
      expect(inside(body)).toBeNull()
  })
})

describe('the provider’s own words', () => {
  test.each<[string, unknown, string | undefined]>([
    ['message', { message: 'Not today' }, 'Not today'],
    ['error as text', { error: 'Not today' }, 'Not today'],
    ['problem details', { title: 'Bad', detail: 'Not today' }, 'Not today'],
    ['errors as text', { errors: 'Not today' }, 'Not today'],
    ['control and direction marks', { message: 'Not\u0000\u202e\n today' }, 'Not today'],
    ['tags', { message: 'Not <b>today</b><img src=x onerror=y>' }, 'Not today'],
    ['an address with a password in it', { message: 'at https://me:pw@a.example/x' }, 'at https://•••@a.example/x'],
    ['JSON that was cut off', '{"message":"Not to', undefined],
    ['a list that was cut off', '[ {"message":"Not to', undefined],
    ['text in brackets', '[api] Not today', '[api] Not today'],
    ['markup', '<?xml version="1.0"?><Error>Not today</Error>', undefined],
    ['a page', PAGE, undefined],
    ['a number', 5, undefined],
    ['null', null, undefined],
    ['nothing', '', undefined]
  ])('%s', (_, body, words) => {
    expect(error(false, reply(400, body))?.providerMessage).toBe(words)
  })

  test('are cut at the limit', () => {
    expect(error(false, reply(400, { message: 'a'.repeat(5000) }))?.providerMessage).toHaveLength(
      PROVIDER_MESSAGE_LIMIT
    )
  })

  test('never give back what was sent', () => {
    const secret = 'correct horse battery'
    const said = error(true, reply(400, { message: `${'x'.repeat(290)} ${secret} is wrong` }), [
      secret
    ])?.providerMessage
    expect(said).not.toContain('corr')
  })
})

test('an envelope’s requestDetails are in no error, whatever holds them', () => {
  const requestDetails = { clientIp: '203.0.113.7', userAgent: 'Browser/1.0', message: 'Browser/1.0' }
  const inside = { message: 'Inner words', requestDetails }
  const bodies = [
    { message: 'Not now', requestDetails },
    { errors: { requestDetails: [requestDetails] }, requestDetails },
    { message: JSON.stringify(inside) },
    { message: `Failed: ${JSON.stringify({ error: JSON.stringify(inside) })}`, requestDetails },
    { error: { detail: 'Not now', requestDetails } },
    JSON.stringify(inside),
    [inside]
  ]
  for (const body of bodies)
    for (const status of [400, 429, 500])
      for (const signingIn of [false, true]) {
        const refused = error(signingIn, reply(status, body))
        expect(JSON.stringify(refused)).not.toMatch(/203\.0|Browser|clientIp/)
      }
  expect(error(false, reply(400, bodies[0]))).toMatchObject({ providerMessage: 'Not now' })
})

describe('Retry-After', () => {
  test.each([
    ['30', '2026-11-20T12:00:30.000Z'],
    ['0', '2026-11-20T12:00:00.000Z'],
    ['Fri, 20 Nov 2026 12:05:00 GMT', '2026-11-20T12:05:00.000Z'],
    ['Fri, 20 Nov 2020 12:05:00 GMT', '2026-11-20T12:00:00.000Z'],
    ['1.5', '2026-11-20T12:00:01.500Z'],
    ['2026-11-20T12:05:00Z', '2026-11-20T12:05:00.000Z'],
    ['-5', undefined],
    ['2030', '2026-11-20T12:33:50.000Z'],
    ['999999999', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined]
  ])('%s is %s', (header, at) => {
    const headers = header === null ? {} : { 'retry-after': header }
    expect(error(true, reply(429, '', headers))?.retryAt).toBe(at)
  })

  test.each<[string, unknown, string | undefined]>([
    ['a field', { message: 'Slow down', retryAfter: 90 }, '2026-11-20T12:01:30.000Z'],
    ['a field, as text', { retry_after: '90' }, '2026-11-20T12:01:30.000Z'],
    ['none', v3(429, 'RATE_LIMIT_REACHED', 'Slow down'), undefined],
    ['a field of an error', { errors: [{ code: 'X', 'retry-after': 90 }] }, '2026-11-20T12:01:30.000Z'],
    ['seconds by name', { error: { retryAfterSeconds: 90 } }, '2026-11-20T12:01:30.000Z'],
    ['milliseconds by name', { retry_after_ms: 1500 }, '2026-11-20T12:00:01.500Z'],
    ['a time', { retryAt: '2026-11-20T12:01:30Z' }, '2026-11-20T12:01:30.000Z'],
    ['a time in seconds', { retryAt: 1_795_176_090 }, '2026-11-20T12:01:30.000Z'],
    ['a time in milliseconds', { retryAfterMs: '1795176090000' }, undefined],
    ['words', { message: 'Limit reached. Try again in 90 seconds.' }, '2026-11-20T12:01:30.000Z'],
    ['words in minutes', 'Please wait 2 minutes', '2026-11-20T12:02:00.000Z'],
    ['words, about', { detail: 'Retry after about 1 hour' }, '2026-11-20T13:00:00.000Z'],
    ['words of another thing', { message: 'Only 5 sign-ins per minute' }, undefined],
    ['a field that is no time', { retryAfter: { in: 5 } }, undefined],
    ['a time far away', { retryAfter: 1e7 }, undefined]
  ])('by the body: %s', (_name, body, at) => {
    expect(error(true, reply(429, body))?.retryAt).toBe(at)
  })

  test('the header counts before the body, and a wrong password has no time at all', () => {
    const both = reply(429, { retryAfter: 5 }, { 'retry-after': '60' })
    expect(error(true, both)?.retryAt).toBe('2026-11-20T12:01:00.000Z')
    expect(error(true, reply(401, { retryAfter: 5 }))?.retryAt).toBeUndefined()
  })
})

test('a problem type without a name is no code', () => {
  expect(error(false, reply(400, { type: '///', title: 'Bad' }))).toMatchObject({ code: 'BAD_REPLY' })
})
