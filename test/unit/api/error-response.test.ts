import { describe, expect, test } from 'vitest'
import { envelopeError, statusError } from '../../../src/main/api/http/error-response.ts'
import { retryTime } from '../../../src/main/api/http/error-response.ts'
import type { Reply } from '../../../src/main/api/http/reply.ts'
import { PROVIDER_MESSAGE_LIMIT, type ErrorCode } from '../../../src/shared/ipc/error.ts'

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

const error = (signingIn: boolean, of: Reply, secrets: string[] = []) =>
  statusError(of, { signingIn, secrets, now: NOW })?.info

describe('at sign-in', () => {
  test.each<[string, Reply, ErrorCode]>([
    ['wrong password, as seen', reply(400, v2('Forbidden', 'Wrong email or password.')), 'WRONG_CREDENTIALS'],
    ['wrong password, older', reply(403, v2('Forbidden', 'Wrong password.')), 'WRONG_CREDENTIALS'],
    ['wrong password, v3', reply(401, v3(401, 'USER_NOT_FOUND', 'No such user')), 'WRONG_CREDENTIALS'],
    ['no such person', reply(404, v2('NotFound', 'No user', 'USER_NOT_FOUND')), 'WRONG_CREDENTIALS'],
    ['nothing said', reply(401), 'WRONG_CREDENTIALS'],
    ['code asked for by code', reply(400, v2('Forbidden', 'Sorry', 'OTP_REQUIRED')), 'CODE_NEEDED'],
    ['code asked for in words', reply(400, v2('Forbidden', 'Two-factor code required')), 'CODE_NEEDED'],
    ['wrong code', reply(401, { error: 'Invalid one-time code' }), 'CODE_NEEDED'],
    ['blocked by code', reply(403, v2('Forbidden', 'Sorry', 'USER_NOT_ALLOWED')), 'BLOCKED'],
    ['blocked in words', reply(400, v2('Forbidden', 'Your account has been suspended')), 'BLOCKED'],
    ['blocked by a code beside others', reply(400, { error: 'BadRequest', code: 'userBlocked' }), 'BLOCKED'],
    ['locked out, as a flag', reply(400, { succeeded: false, isLockedOut: true }), 'BLOCKED'],
    ['locked by status', reply(423), 'BLOCKED'],
    ['locked after too many tries', reply(403, { message: 'Account locked: too many failed attempts' }), 'BLOCKED'],
    ['a code asked for, as a flag', reply(401, { requiresTwoFactor: true, isNotAllowed: false }), 'CODE_NEEDED'],
    ['no use without a code', reply(403, { message: 'Not allowed to sign in without 2FA' }), 'CODE_NEEDED'],
    ['too many codes', reply(400, { message: 'Too many one-time code attempts' }), 'RATE_LIMITED'],
    ['stopped by a page', reply(403, PAGE), 'FORBIDDEN'],
    ['stopped for where one is', reply(403, { message: 'Your IP has been blocked' }), 'FORBIDDEN'],
    ['stopped for where one is, by code', reply(403, { errors: [{ code: 'COUNTRY_BLOCKED' }] }), 'FORBIDDEN'],
    ['an account blocked for where one is', reply(403, 'Account locked, unknown country'), 'BLOCKED'],
    ['a private platform', reply(403, v2('Forbidden', 'Private', 'PRIVATE_API')), 'FORBIDDEN'],
    ['for legal reasons', reply(451), 'FORBIDDEN'],
    ['no such path', reply(404), 'NOT_FOUND'],
    ['no such path, in words', reply(404, 'Cannot POST /user/login'), 'NOT_FOUND'],
    ['no such person, in words', reply(404, { message: 'User not found' }), 'WRONG_CREDENTIALS'],
    ['another method', reply(405, v2('Forbidden', 'No', 'METHOD_NOT_ALLOWED')), 'NOT_FOUND'],
    ['a page for a bad request', reply(400, PAGE), 'BAD_REPLY'],
    ['too many tries', reply(429), 'RATE_LIMITED'],
    ['too many tries, by code', reply(400, v2('BadRequest', 'Slow down', 'RATE_LIMIT_REACHED')), 'RATE_LIMITED'],
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
const CASES = MEANINGS.flatMap(([said, meant]) =>
  [400, 401, 403].flatMap((status) =>
    shapes(said, 'No.').map(([shape, body]): [number, string, string, unknown, ErrorCode] => [
      status,
      said,
      shape,
      body,
      meant
    ])
  )
)
test.each(CASES)('at sign-in, %i with %s in the shape %s', (status, _said, _shape, body, meant) => {
  expect(error(true, reply(status, body))?.code).toBe(meant)
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
const WORDY: [string, (words: string) => unknown][] = [
  ['v2', (words) => v2('Forbidden', words)],
  ['v3', (words) => v3(403, 'FAILED', words)],
  ['problem details', (words) => ({ type: 'about:blank', title: words, status: 403 })],
  ['OAuth', (words) => ({ error: 'access_denied', error_description: words })],
  ['a list of texts', (words) => ({ errors: [words] })],
  ['plain text', (words) => words]
]
test.each(
  IN_WORDS.flatMap(([words, meant]) =>
    [400, 401, 403].flatMap((status) =>
      WORDY.map(([shape, bodyOf]): [number, string, string, unknown, ErrorCode] => [
        status,
        words,
        shape,
        bodyOf(words),
        meant
      ])
    )
  )
)('at sign-in, %i with “%s” in the shape %s', (status, words, _shape, body, meant) => {
  expect(error(true, reply(status, body))).toMatchObject({ code: meant, providerMessage: words })
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
    expect(statusError(reply(200), { signingIn: false, secrets: [], now: NOW })).toBeNull()
    const inside = (body: unknown) => envelopeError(reply(200), body, { signingIn: false, secrets: [], now: NOW })
    expect(inside(v3(401, 'EXPIRED_TOKEN', 'Expired'))?.info).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
    expect(inside({ message: 'Fine', statusCode: 200, data: null })).toBeNull()
    expect(inside({ message: 'Partly', statusCode: 400, data: [1] })).toBeNull()
    expect(inside([{ statusCode: 400, message: 'x' }])).toBeNull()
  })
})

describe('the provider’s own words', () => {
  test.each<[string, unknown, string | undefined]>([
    ['message', { message: 'Not today' }, 'Not today'],
    ['error as text', { error: 'Not today' }, 'Not today'],
    ['error as object', { error: { code: 'X', message: 'Not today' } }, 'Not today'],
    ['OAuth', { error: 'invalid_grant', error_description: 'Not today' }, 'Not today'],
    ['problem details', { title: 'Bad', detail: 'Not today' }, 'Not today'],
    ['errors as text', { errors: 'Not today' }, 'Not today'],
    ['errors as texts', { errors: ['Not today', 'Later'] }, 'Not today'],
    ['errors with description', { errors: [{ code: 'X_Y', description: 'Not today' }] }, 'Not today'],
    ['errors by field', { errors: { email: ['Not today'] } }, 'Not today'],
    ['plain text', 'Not today', 'Not today'],
    ['control and direction marks', { message: 'Not\u0000\u202e\n today' }, 'Not today'],
    ['tags', { message: 'Not <b>today</b><img src=x onerror=y>' }, 'Not today'],
    ['an address with a password in it', { message: 'at https://me:pw@a.example/x' }, 'at https://•••@a.example/x'],
    ['capitals first', { Message: 'Not today' }, 'Not today'],
    ['a list of errors', [{ message: 'Not today' }], 'Not today'],
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

  const password = 'pa"ss w0rd+x'
  test.each([
    ['as it is', password],
    ['in capitals', password.toUpperCase()],
    ['encoded for an address', encodeURIComponent(password)],
    ['escaped for JSON', JSON.stringify(password).slice(1, -1)],
    ['in base64', Buffer.from(password).toString('base64').replace(/=+$/, '')]
  ])('a password said back %s is redacted out', (_name, form) => {
    const said = error(true, reply(400, { message: `wrong: ${form}.` }), [password])?.providerMessage
    expect(said).toBe('wrong: •••.')
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
    ['-5', null],
    ['2030', '2026-11-20T12:33:50.000Z'],
    ['999999999', null],
    ['soon', null],
    ['', null],
    [null, null]
  ])('%s is %s', (header, at) => {
    expect(retryTime(header, NOW)).toBe(at)
  })

  test.each<[string, unknown, string | undefined]>([
    ['a field', { message: 'Slow down', retryAfter: 90 }, '2026-11-20T12:01:30.000Z'],
    ['a field, as text', { retry_after: '90' }, '2026-11-20T12:01:30.000Z'],
    ['a field of an error', v3(429, 'RATE_LIMIT_REACHED', 'Slow down'), undefined],
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

  test('is told with the error', () => {
    expect(error(true, reply(429, '', { 'retry-after': '60' }))?.retryAt).toBe('2026-11-20T12:01:00.000Z')
  })
})

test.each([
  [null],
  ['text'],
  [[{ statusCode: 400, message: 'No' }]],
  [{ statusCode: 400 }],
  [{ statusCode: 200, message: '' }]
])('a reply with status 200 is no error: %j', (body) => {
  expect(envelopeError(reply(200), body, { signingIn: false, secrets: [], now: NOW })).toBe(null)
})

test('a problem type without a name is no code', () => {
  expect(error(false, reply(400, { type: '///', title: 'Bad' }))).toMatchObject({ code: 'BAD_REPLY' })
})
