import { describe, expect, test } from 'vitest'
import { refusalIn, refusalOf, retryTime } from '../../../src/main/platform/refusal.ts'
import type { Reply } from '../../../src/main/platform/transport.ts'
import { PLATFORM_WORDS_LIMIT, type FailureCode } from '../../../src/shared/ipc/failure.ts'

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

const failure = (signingIn: boolean, of: Reply, secrets: string[] = []) =>
  refusalOf(of, { signingIn, secrets, now: NOW })?.failure

describe('at sign-in', () => {
  test.each<[string, Reply, FailureCode]>([
    ['wrong password, as seen', reply(400, v2('Forbidden', 'Wrong email or password.')), 'WRONG_CREDENTIALS'],
    ['wrong password, older', reply(403, v2('Forbidden', 'Wrong password.')), 'WRONG_CREDENTIALS'],
    ['wrong password, v3', reply(401, v3(401, 'USER_NOT_FOUND', 'No such user')), 'WRONG_CREDENTIALS'],
    ['no such person', reply(404, v2('NotFound', 'No user', 'USER_NOT_FOUND')), 'WRONG_CREDENTIALS'],
    ['nothing said', reply(401), 'WRONG_CREDENTIALS'],
    ['code asked for by code', reply(400, v2('Forbidden', 'Sorry', 'OTP_REQUIRED')), 'CODE_NEEDED'],
    ['code asked for in words', reply(400, v2('Forbidden', 'Two-factor code required')), 'CODE_NEEDED'],
    ['wrong code', reply(401, { error: 'Invalid one-time code' }), 'CODE_NEEDED'],
    ['blocked by code', reply(403, v2('Forbidden', 'Sorry', 'USER_NOT_ALLOWED')), 'FORBIDDEN'],
    ['blocked in words', reply(400, v2('Forbidden', 'Your account has been suspended')), 'FORBIDDEN'],
    ['stopped by a page', reply(403, PAGE), 'FORBIDDEN'],
    ['no such path', reply(404), 'NOT_FOUND'],
    ['a page for a bad request', reply(400, PAGE), 'BAD_REPLY'],
    ['too many tries', reply(429), 'RATE_LIMITED'],
    ['too many tries, by code', reply(400, v2('BadRequest', 'Slow down', 'RATE_LIMIT_REACHED')), 'RATE_LIMITED'],
    ['out of order', reply(502, PAGE), 'SERVER']
  ])('%s', (_, given, code) => {
    expect(failure(true, given)?.code).toBe(code)
  })
})

describe('at other calls', () => {
  test.each<[string, Reply, FailureCode]>([
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
    ['407', reply(407), 'PROXY_AUTH'],
    ['a redirect', reply(302, '', { location: 'https://elsewhere.example' }), 'BAD_REPLY'],
    ['418', reply(418), 'BAD_REPLY']
  ])('%s', (_, given, code) => {
    expect(failure(false, given)?.code).toBe(code)
  })

  test('2xx is no refusal, unless its envelope says so', () => {
    expect(refusalOf(reply(200), { signingIn: false, secrets: [], now: NOW })).toBeNull()
    const inside = (body: unknown) => refusalIn(reply(200), body, { signingIn: false, secrets: [], now: NOW })
    expect(inside(v3(401, 'EXPIRED_TOKEN', 'Expired'))?.failure).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
    expect(inside({ message: 'Fine', statusCode: 200, data: null })).toBeNull()
    expect(inside({ message: 'Partly', statusCode: 400, data: [1] })).toBeNull()
    expect(inside([{ statusCode: 400, message: 'x' }])).toBeNull()
  })
})

describe('the platform’s own words', () => {
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
    ['a page', PAGE, undefined],
    ['a number', 5, undefined],
    ['null', null, undefined],
    ['nothing', '', undefined]
  ])('%s', (_, body, words) => {
    expect(failure(false, reply(400, body))?.platformSays).toBe(words)
  })

  test('are cut at the limit', () => {
    expect(failure(false, reply(400, { message: 'a'.repeat(5000) }))?.platformSays).toHaveLength(PLATFORM_WORDS_LIMIT)
  })

  test('never give back what was sent', () => {
    const secret = 'correct horse battery'
    const said = failure(true, reply(400, { message: `${'x'.repeat(290)} ${secret} is wrong` }), [secret])?.platformSays
    expect(said).not.toContain('corr')
  })

  const password = 'pa"ss w0rd+x'
  test.each([
    ['as it is', password],
    ['in capitals', password.toUpperCase()],
    ['encoded for an address', encodeURIComponent(password)],
    ['escaped for JSON', JSON.stringify(password).slice(1, -1)],
    ['in base64', Buffer.from(password).toString('base64').replace(/=+$/, '')]
  ])('a password said back %s is blotted out', (_name, form) => {
    const said = failure(true, reply(400, { message: `wrong: ${form}.` }), [password])?.platformSays
    expect(said).toBe('wrong: •••.')
  })
})

describe('Retry-After', () => {
  test.each([
    ['30', '2026-11-20T12:00:30.000Z'],
    ['0', '2026-11-20T12:00:00.000Z'],
    ['Fri, 20 Nov 2026 12:05:00 GMT', '2026-11-20T12:05:00.000Z'],
    ['Fri, 20 Nov 2020 12:05:00 GMT', '2026-11-20T12:00:00.000Z'],
    ['999999999', null],
    ['soon', null],
    ['', null],
    [null, null]
  ])('%s is %s', (header, at) => {
    expect(retryTime(header, NOW)).toBe(at)
  })

  test('is told with the failure', () => {
    expect(failure(true, reply(429, '', { 'retry-after': '60' }))?.retryAt).toBe('2026-11-20T12:01:00.000Z')
  })
})
