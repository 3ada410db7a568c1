import { describe, expect, test } from 'vitest'
import { throwIfError, emptyListError, envelopeError } from '../../../../src/main/provider/api/http/error-response.ts'
import type { Reply } from '../../../../src/main/provider/api/http/reply.ts'
import { PROVIDER_MESSAGE_LIMIT, type ErrorCode, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { outcomeOf } from '../../../support/outcome.ts'

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
  outcomeOf(() => throwIfError(of, { signingIn, secrets, now: NOW })) as ErrorInfo | undefined

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
    ['418', reply(418), 'BAD_REPLY'],
    ['401 of a web page, which isn’t the provider’s word', reply(401, PAGE), 'BAD_REPLY'],
    ['an invalid key, in words', reply(400, { message: 'Invalid API key' }), 'UNAUTHORIZED']
  ])('%s', (_, given, code) => {
    expect(error(false, given)?.code).toBe(code)
  })

  test.each(['EXPIRED_TOKEN', 'token_expired', 'jwtExpired', 'SESSION_EXPIRED'])(
    '%s says that the time is over',
    (code) => {
      expect(error(false, reply(401, { code, message: 'No.' }))).toMatchObject({
        code: 'UNAUTHORIZED',
        found: 'expired'
      })
    }
  )

  test.each(['INVALID_TOKEN', 'CARD_EXPIRED', 'UNAUTHORIZED'])('%s says nothing of a sign-in’s time', (code) => {
    expect(error(false, reply(401, { code, message: 'No.' }))?.found).toBeUndefined()
  })

  test('2xx is no error, unless its envelope says so', () => {
    expect(error(false, reply(200))).toBeUndefined()
    const inside = (body: unknown) => envelopeError(reply(200), body, { signingIn: false, secrets: [], now: NOW })
    expect(inside(v3(401, 'EXPIRED_TOKEN', 'Expired'))?.info).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
    expect(inside({ message: 'Fine', statusCode: 200, data: null })).toBeNull()
    expect(inside({ message: 'Partly', statusCode: 400, data: [1] })).toBeNull()
    for (const body of [null, 'text', [{ statusCode: 400, message: 'x' }]]) expect(inside(body)).toBeNull()
  })
})

describe('an error with status 200', () => {
  const inside = (body: unknown, signingIn = false): ErrorInfo | undefined =>
    envelopeError(reply(200), body, { signingIn, secrets: [], now: NOW })?.info

  test.each<[unknown, ErrorCode, string | undefined]>([
    [{ success: false, error: 'Invalid credentials' }, 'UNAUTHORIZED', 'Invalid credentials'],
    [{ Success: 'false', Message: 'The token has expired.' }, 'UNAUTHORIZED', 'The token has expired.'],
    [{ ok: false, error: 'invalid_auth_token' }, 'UNAUTHORIZED', 'invalid_auth_token'],
    [{ status: 'error', message: 'Wrong API key' }, 'UNAUTHORIZED', 'Wrong API key'],
    [{ result: 'error', message: 'Authentication Failed' }, 'UNAUTHORIZED', 'Authentication Failed'],
    [{ result: null, error: { message: 'Authentication Failed', code: 206 } }, 'UNAUTHORIZED', 'Authentication Failed'],
    [{ error: 'Unauthenticated.' }, 'UNAUTHORIZED', 'Unauthenticated.'],
    [{ code: 401, msg: 'Sign in first', data: null }, 'UNAUTHORIZED', 'Sign in first'],
    [{ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Out of order' } }, 'BAD_REPLY', 'Out of order'],
    [
      { jsonrpc: '2.0', id: 1, error: { code: 100, message: 'Server Error', data: { message: 'Session expired' } } },
      'UNAUTHORIZED',
      'Session expired'
    ],
    [{ status: 'fail', data: { plan: 'A plan is needed' } }, 'BAD_REPLY', 'A plan is needed'],
    [{ success: false, data: [{ code: 'x', message: 'Not yours' }] }, 'BAD_REPLY', 'Not yours'],
    [{ success: false, error: ['No permission'], call: 'getInvoices', server_time: 5 }, 'BAD_REPLY', 'No permission'],
    [{ error: 'No such customer', data: [] }, 'BAD_REPLY', 'No such customer'],
    [{ error: 'Out of order', invoices: [], total: 0, next: null }, 'BAD_REPLY', 'Out of order'],
    [{ errors: [{ message: 'Field is unknown' }], data: null }, 'BAD_REPLY', 'Field is unknown'],
    [{ success: false }, 'BAD_REPLY', undefined],
    [{ status: 'error' }, 'BAD_REPLY', undefined],
    [{ error: true, code: 429, message: 'Slow down' }, 'RATE_LIMITED', 'Slow down'],
    [{ error: 'forbidden' }, 'FORBIDDEN', 'forbidden']
  ])('%j is %s', (body, code, providerMessage) => {
    expect(inside(body)).toMatchObject({ code, host: 'api.example.com' })
    expect(inside(body)?.providerMessage).toBe(providerMessage)
  })

  test('at sign-in means wrong credentials, unless it says otherwise', () => {
    expect(inside({ success: false, error: 'Invalid credentials' }, true)?.code).toBe('WRONG_CREDENTIALS')
    expect(inside({ status: 'error', message: 'Account suspended' }, true)?.code).toBe('BLOCKED')
    expect(inside({ ok: false, error: 'otp_required' }, true)?.code).toBe('CODE_NEEDED')
  })

  test.each<[unknown]>([
    [{ result: { list: [] }, error: null }],
    [{ result: { id: 1, email: 'a@example.com' }, error: null }],
    [{ success: true, data: [] }],
    [{ success: true, code: 450, message: 'Fine' }],
    [{ data: [], errors: [], message: 'OK', status: 'success' }],
    [{ id: '5', number: 'INV-5', status: 'error', total: 30 }],
    [{ id: '5', status: 'failed', message: 'Card declined', total: 30 }],
    [{ id: '5', name: 'Proxy', error: 'none', status: 'Failed' }],
    [{ name: 'Ada', email: 'ada@example.com', success: false }],
    [{ data: { email: 'ada@example.com' }, error: '' }],
    [{ error: false, message: 'Fine' }],
    [{ error: 0 }],
    [{ error: 'Partly', invoices: [], total: 12 }]
  ])('%j is none', (body) => {
    expect(inside(body)).toBeUndefined()
  })
})

describe('beside an empty list', () => {
  const inside = (body: unknown) => emptyListError(reply(200), body, { signingIn: false, secrets: [], now: NOW })?.info

  test.each<[unknown, ErrorCode, string?]>([
    [{ code: -1, msg: 'system busy', data: [] }, 'SERVER', 'system busy'],
    [{ code: 'INTERNAL_ERROR', message: 'Sorry.', data: [] }, 'SERVER', 'Sorry.'],
    [{ code: 'Throttling', message: 'Later.', data: [] }, 'RATE_LIMITED', 'Later.'],
    [{ ret: -1, data: [] }, 'BAD_REPLY'],
    [{ retcode: '1001', data: [] }, 'BAD_REPLY'],
    [{ return_code: 'FAIL', data: [] }, 'BAD_REPLY'],
    [{ resultCode: 'FAIL', data: [] }, 'BAD_REPLY'],
    [{ status: 0, message: 'No permission', data: [] }, 'FORBIDDEN', 'No permission'],
    [{ Success: 'N', data: [] }, 'BAD_REPLY'],
    [{ message: 'Internal server error', data: [] }, 'SERVER', 'Internal server error'],
    [{ message: 'Too many requests', data: [] }, 'RATE_LIMITED', 'Too many requests'],
    [{ Ack: 'Failure', data: [] }, 'BAD_REPLY'],
    [{ stat: 'fail', data: [] }, 'BAD_REPLY'],
    [{ meta: { success: false }, data: [] }, 'BAD_REPLY'],
    [{ meta: { code: 401, error: 'x' }, data: [] }, 'BAD_REPLY', 'x'],
    [{ timed_out: true, data: [] }, 'BAD_REPLY'],
    [{ data: null, count: 0, code: -1 }, 'BAD_REPLY'],
    // More of their kind.
    [{ code: 'E1001', data: [] }, 'BAD_REPLY'],
    [{ code: 'NOT_OK', data: [] }, 'BAD_REPLY'],
    [{ Ack: 'PartialFailure', data: [] }, 'BAD_REPLY'],
    [{ errno: 5, data: [] }, 'BAD_REPLY'],
    [{ responseCode: '-3', data: [] }, 'BAD_REPLY'],
    [{ ack: false, data: [] }, 'BAD_REPLY'],
    [{ header: { retcode: -2, msg: 'Rate limit reached' }, data: [] }, 'RATE_LIMITED', 'Rate limit reached'],
    [{ status: { code: 'ACCESS_DENIED', message: 'Access denied' }, data: [] }, 'FORBIDDEN', 'Access denied'],
    [{ result: { success: false, message: 'Server error', list: [] } }, 'SERVER', 'Server error'],
    [{ message: 'Service temporarily unavailable. Try again later.', invoices: [] }, 'SERVER'],
    [{ statusCode: 200, message: 'Request failed', data: [], errors: [] }, 'BAD_REPLY', 'Request failed'],
    [{ message: 'Access denied: invalid API key', data: [] }, 'UNAUTHORIZED'],
    [{ code: 1001, msg: 'no', data: [] }, 'BAD_REPLY', 'no'],
    [{ code: 503, msg: 'ok', data: [] }, 'BAD_REPLY', 'ok'],
    [{ code: 'ERR-001', data: [] }, 'BAD_REPLY'],
    [{ code: 'MERCHANT_GONE', data: [], page: 1 }, 'BAD_REPLY'],
    [{ code: 'SYSTEM_ERROR', name: 'Acme', data: [] }, 'BAD_REPLY'],
    [{ return_code: 'SUCCESS', result_code: 'FAIL', data: [] }, 'BAD_REPLY'],
    [{ code: '20000', message: '不成功', data: [] }, 'BAD_REPLY'],
    [{ message: 'No invoices: access denied', data: [] }, 'FORBIDDEN'],
    [{ message: 'You do not have permission to view invoices', data: [] }, 'FORBIDDEN'],
    [{ message: 'An unexpected error occurred', data: [] }, 'BAD_REPLY'],
    [{ message: 'Request to the billing service failed', data: [] }, 'BAD_REPLY'],
    [{ message: 'Down for maintenance', data: [] }, 'BAD_REPLY']
  ])('%j is %s', (body, code, providerMessage) => {
    expect(inside(body)).toMatchObject({ code, status: 200, ...(providerMessage !== undefined && { providerMessage }) })
  })

  test.each<unknown>([
    { code: 0, msg: '', data: [] },
    { code: 'SUCCESS', message: null, data: [] },
    { code: '0000', data: [] },
    { code: 'A00000', data: [] },
    { code: '', data: [] },
    { code: 20000, msg: 'Success', data: [] },
    { code: '10000', msg: 'ok', data: [] },
    { code: 'INVOICES_FETCHED_SUCCESSFULLY', data: [] },
    { code: 'NO_DATA_FOUND', data: [] },
    { code: 'NO_ERROR', data: [] },
    { ret: 0, retcode: '0', errno: 0, errmsg: 'ok', data: [] },
    { return_code: 'SUCCESS', result_code: 'SUCCESS', data: [] },
    { status: 0, message: 'query ok', results: [] },
    { Success: 'Y', data: [] },
    { Ack: 'SuccessWithWarning', data: [] },
    { stat: 'ok', data: [] },
    { meta: { success: true, code: 200 }, data: [] },
    { meta: { status: 200, message: 'OK' }, data: [] },
    { status: { error_code: 0, error_message: null, credit_count: 1 }, data: [] },
    { header: { code: 0, message: 'SUCCESS' }, data: [] },
    { timed_out: false, took: 2, data: [] },
    { message: 'No invoices found.', data: [] },
    { message: 'No failed invoices', data: [] },
    { message: '0 errors', data: [] },
    { message: 'Invoices retrieved', data: [] },
    { success: true, message: 'Nothing is invalid', data: [] },
    { result: { total: 0, pages: 0, page: 1, list: [] }, error: null },
    { Ack: 'Warning', data: [] },
    { data: { code: 'C-1001', name: 'Ada', invoices: [] } },
    { currency_code: 'EUR', country_code: 'DE', data: [] },
    // Codes beside a success.
    { success: true, code: 'INVOICES_FETCHED', data: [] },
    { status: 'success', code: 'LIST_INVOICES', data: [] },
    { ok: true, code: 'INVOICE_LIST', data: [] },
    { success: true, code: 'I_200', message: 'Invoices retrieved', data: [] },
    { responseCode: 'APPROVED', data: [] },
    { success: true, code: -1, data: [] },
    { code: '20000', message: '成功', data: [] },
    { code: '2000', msg: '操作成功', data: { list: [], total: 0 } },
    { code: '1000', msg: '成功', data: [] },
    { code: '100000', msg: '请求成功', data: [] },
    ...['成功', '正常', '성공', 'EXITO', 'SUCESSO', 'SUCCES', 'erfolgreich', 'BASARILI', 'Başarılı', 'Успешно'].flatMap(
      (code) => [
        { code, data: [] },
        { success: true, code, data: [] }
      ]
    ),
    ...['HTTP 200', '200.0', 'API.200'].map((code) => ({ code, data: [] })),
    ...['INVOICE_LIST', 'INVOICES_EMPTY', 'OK_NO_INVOICES', 'getInvoices'].map((code) => ({ code, data: [] })),
    // A record's own code.
    { code: 'ACME01', name: 'Acme', currency: 'EUR', invoices: [] },
    ...['K10042', 'C500', '10042'].map((code) => ({ code, name: 'Acme', invoices: [] })),
    { code: 'EUR', symbol: '€', invoices: [] },
    { code: 'DE', country: 'Germany', invoices: [] },
    { id: 7, email: 'a@b.c', code: 'ACME', invoices: [] },
    { ret: 'https://host.example/back', data: [] },
    { stat: 'live', data: [] },
    { stat: 'pending', data: [] },
    { ack: 'a1b2c3', data: [] },
    ...[
      "You don't have any invoices yet. Please try again later.",
      'No invoices match. Try again with another filter.',
      'Scheduled maintenance on Sunday 02:00 UTC',
      'If a payment fails, its invoice is listed here. No invoices yet.',
      ...['No invalid records', '0 invalid invoices', 'No denied invoices', 'Nothing failed', 'Errors: 0'],
      ...[
        'success: 0, failed: 0',
        'Ohne Fehler verarbeitet',
        'Your permissions: read',
        'Not too many invoices here yet'
      ],
      ...['Invoices are unavailable before your first payment.', 'Invalid page', 'Failed payments are listed here']
    ].map((message) => ({ message, data: [] }))
  ])('%j says nothing of an error', (body) => {
    expect(inside(body)).toBeUndefined()
  })
})

describe('a web page instead of data', () => {
  const page = (title: string): string => `<!DOCTYPE html><html><head><title>${title}</title></head></html>`

  test.each<[string, Reply, ErrorCode]>([
    ['by a header', reply(403, '', { 'cf-mitigated': 'challenge' }), 'FORBIDDEN'],
    ['by another header', reply(405, '', { 'x-amzn-waf-action': 'captcha' }), 'BAD_REPLY'],
    ['by the firewall that sends it', reply(403, PAGE, { server: 'cloudflare' }), 'FORBIDDEN'],
    ['by its title', reply(503, page('Just a moment...')), 'SERVER'],
    [
      'by its script',
      reply(403, PAGE.replace('Access denied', '<script src="/cdn-cgi/challenge-platform/x">')),
      'FORBIDDEN'
    ],
    ['by its name', reply(403, page('DDoS-Guard')), 'FORBIDDEN'],
    ['by a captcha', reply(403, PAGE.replace('Access denied', '<div class="g-recaptcha">')), 'FORBIDDEN'],
    ['by a captcha while the provider is asked too often', reply(429, page('Captcha')), 'RATE_LIMITED']
  ])('is a bot check %s', (_, given, code) => {
    expect(error(false, given)).toMatchObject({ code, found: 'botCheck' })
  })

  test.each<[string, Reply, ErrorInfo['found']]>([
    ['a page', reply(401, PAGE), 'html'],
    ['a page of a Wi-Fi network', reply(511, page('Sign in')), 'html'],
    ['a sign-in page with a captcha', reply(404, PAGE.replace('Access denied', 'captcha')), undefined],
    ['a page for maintenance', reply(503, PAGE, { server: 'cloudflare' }), undefined],
    ['data about captchas', reply(403, { message: 'Captcha wrong' }, { server: 'cloudflare' }), undefined]
  ])('is none: %s', (_, given, found) => {
    expect(error(false, given)?.found).toBe(found)
  })
})

describe('the provider’s own words', () => {
  test.each<[string, unknown, string]>([
    [
      'ASP.NET',
      {
        title: 'One or more validation errors occurred.',
        status: 400,
        errors: { Email: ['The Email field is required.'] }
      },
      'The Email field is required.'
    ],
    [
      'ASP.NET before Core',
      { Message: 'The request is invalid.', ModelState: { 'model.Email': ['The Email field is required.'] } },
      'The Email field is required.'
    ],
    [
      'Laravel',
      {
        message: 'The given data was invalid.',
        errors: { email: ['The email is unknown.'], code: ['The code is too short.'] }
      },
      'The email is unknown. The code is too short.'
    ],
    ['Rails', { errors: { email: ['can’t be blank', 'is too short'] } }, 'email can’t be blank; email is too short'],
    ['Django', { email: ['Enter a valid email address.'] }, 'Enter a valid email address.'],
    ['Django, of no field', { non_field_errors: ['Unable to log in.'], code: [] }, 'Unable to log in.'],
    ['Django, nested', { billing: { city: ['This field is required.'] } }, 'This field is required.'],
    ['Django, detail', { detail: 'Not found here.' }, 'Not found here.'],
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'email'], msg: 'Field is required', input: 'correct horse' }] },
      'Field is required'
    ],
    [
      'NestJS',
      { statusCode: 400, message: ['email must be an email'], error: 'Bad Request' },
      'email must be an email'
    ],
    [
      'Symfony',
      { title: 'An error occurred', violations: [{ propertyPath: 'a', message: 'Not a name' }] },
      'Not a name'
    ],
    ['JSON:API', { errors: [{ title: 'Invalid', detail: 'Not this one' }] }, 'Not this one'],
    ['capitals', { Errors: [{ Message: 'Not today' }], Title: 'Bad Request' }, 'Not today'],
    ['error_message', { error: 'failed', error_message: 'Not today' }, 'Not today'],
    ['errorMessage', { errorMessage: 'Not today' }, 'Not today'],
    ['msg', { code: 5, msg: 'Not today' }, 'Not today'],
    ['reason', { title: 'Bad Request', reason: 'Not today' }, 'Not today'],
    ['a code beside a sentence', { message: 'E_FAIL', detail: 'Not today' }, 'Not today'],
    ['a title and nothing else', { title: 'Bad Request', errors: {} }, 'Bad Request']
  ])('of %s are the specific ones', (_, body, words) => {
    expect(error(false, reply(400, body))?.providerMessage).toBe(words)
  })

  test('shows the first 20 reasons, and none below five levels', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, [`Not ${index}.`]]))
    expect(error(false, reply(400, { errors: many }))?.providerMessage).toMatch(/^Not 0\. Not 1\. .* Not 19\.$/)
    let deep: unknown = 'Not today'
    for (let depth = 0; depth < 50; depth += 1) deep = { more: deep }
    expect(error(false, reply(400, { errors: deep }))?.providerMessage).toBeUndefined()
  })

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

  test.each([
    ...['Hp_Live_4f9k2m7q', 'hp_live\u200b_4f9K2m7Q', 'hp_live_\u00004f9K2m7Q'],
    ...[
      '\\x68p_live_4f9K2m7Q',
      Buffer.from('aHBfbGl2ZV80ZjlLMm03UQ==').toString('base64'),
      'aHBfbGl2\nZV80Zjl\nLMm03UQ=='
    ]
  ])('never have a token that was written otherwise: %j', (written) => {
    const said = error(false, reply(400, { message: `Your key ${written} has ended` }), ['hp_live_4f9K2m7Q'])
    expect(said?.providerMessage).toBe('Your key ••• has ended')
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
    ['0', '2026-11-20T12:00:01.000Z'],
    ['Fri, 20 Nov 2026 12:05:00 GMT', '2026-11-20T12:05:00.000Z'],
    ['Fri, 20 Nov 2020 12:05:00 GMT', undefined],
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

  test.each([
    ['this clock is 5 minutes fast', 'Fri, 20 Nov 2026 11:55:00 GMT', 'Fri, 20 Nov 2026 11:56:00 GMT', '12:01:00'],
    ['this clock is 5 minutes slow', 'Fri, 20 Nov 2026 12:05:00 GMT', 'Fri, 20 Nov 2026 12:06:00 GMT', '12:01:00'],
    [
      'the wait is less than a second',
      'Fri, 20 Nov 2026 12:00:00 GMT',
      'Fri, 20 Nov 2026 12:00:00.200 GMT',
      '12:00:01'
    ],
    ['the reply has no readable date', 'today', 'Fri, 20 Nov 2026 12:01:00 GMT', '12:01:00']
  ])('a date is measured against the reply’s own: %s', (_, date, until, at) => {
    const retryAt = `2026-11-20T${at}.000Z`
    expect(error(true, reply(429, '', { date, 'retry-after': until }))).toMatchObject({ retryAt })
    const inBody = { retryAt: new Date(until).toISOString() }
    expect(error(true, reply(429, inBody, { date }))).toMatchObject({ retryAt })
  })

  test('a date that is over by the reply’s own is none', () => {
    const over = { date: 'Fri, 20 Nov 2026 12:05:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 12:04:00 GMT' }
    expect(error(true, reply(429, '', over))?.retryAt).toBeUndefined()
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
