/** Errors by status, in the shapes that providers are known to give them (docs/provider-api.md), and in none. */
import { ends, fault, head, HTML_TYPE, says, whole } from './fault.ts'
import type { Ending, NamedFault } from './fault.ts'

const page = (status: string) => says(status, `<!doctype html><html><h1>${status}</h1></html>`, HTML_TYPE)
/** In the shapes of the published v2 and v3. */
const v2 = (named: string, message: string, code: string): string => {
  const requestDetails = { userId: null, endpoint: '/v2', clientIp: '127.0.0.1' }
  return JSON.stringify({ errors: [{ code, message }], message, statusCode: named, requestDetails })
}
const v3 = (status: number, message: string, code: string): string =>
  JSON.stringify({ message, statusCode: status, data: null, errors: [{ code, description: message }] })

/** An error with this body; at sign-in it may mean something else. */
function status(
  name: string,
  line: string,
  body: string,
  code: Ending['code'],
  more: Pick<Ending, 'says'> = {},
  atSignIn?: Omit<Ending, 'status'>
): NamedFault {
  const outcome: Ending = { code, status: parseInt(line, 10), ...more }
  const isPage = body === 'page'
  const but = atSignIn && { but: { 'sign-in': { ...outcome, ...atSignIn } } }
  return fault(name, outcome, isPage ? page(line) : says(line, body), but)
}

const WRONG = 'The email or the password is incorrect.'
const BLOCKED = 'This account has been suspended.'
const EXPIRED = 'Authentication token has expired.'
const WRONG_CREDENTIALS = { code: 'WRONG_CREDENTIALS' } as const
const NO_PATH = { code: 'NOT_FOUND', found: 'signInPath' } as const

export const statusFaults: NamedFault[] = [
  status(
    '400 in the shape of v2',
    '400 Bad Request',
    v2('Forbidden', WRONG, 'USER_NOT_FOUND'),
    'FORBIDDEN',
    { says: WRONG },
    WRONG_CREDENTIALS
  ),
  status(
    '400 in the shape of v3',
    '400 Bad Request',
    v3(400, 'Not like that.', 'INVALID_BODY'),
    'BAD_REPLY',
    { says: 'Not like that.' },
    WRONG_CREDENTIALS
  ),
  status(
    '400 that wants a one-time code',
    '400 Bad Request',
    v2('Forbidden', 'A one-time code is required.', 'OTP_REQUIRED'),
    'FORBIDDEN',
    {},
    { code: 'CODE_NEEDED' }
  ),
  status(
    '401 for a token that has ended',
    '401 Unauthorized',
    v3(401, EXPIRED, 'EXPIRED_TOKEN'),
    'UNAUTHORIZED',
    { says: EXPIRED },
    WRONG_CREDENTIALS
  ),
  fault(
    '401 without a word',
    { code: 'UNAUTHORIZED', status: 401 },
    ends(whole('401 Unauthorized', '', 'www-authenticate: Bearer error="invalid_token"')),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 401 } } }
  ),
  status(
    '402',
    '402 Payment Required',
    '{"title":"Pay first"}',
    'FORBIDDEN',
    { says: 'Pay first' },
    { code: 'BAD_REPLY' }
  ),
  status('403', '403 Forbidden', '{"error":"Not for you"}', 'FORBIDDEN', { says: 'Not for you' }, WRONG_CREDENTIALS),
  status(
    '403 for an account that is blocked',
    '403 Forbidden',
    v2('Forbidden', BLOCKED, 'USER_NOT_ALLOWED'),
    'FORBIDDEN',
    { says: BLOCKED },
    { code: 'BLOCKED' }
  ),
  status('403 of a firewall, as a page', '403 Forbidden', 'page', 'FORBIDDEN'),
  status('404', '404 Not Found', '{"detail":"No such thing"}', 'NOT_FOUND', { says: 'No such thing' }, NO_PATH),
  status('404 as a page', '404 Not Found', 'page', 'NOT_FOUND', {}, NO_PATH),
  status('405', '405 Method Not Allowed', '{}', 'BAD_REPLY', {}, NO_PATH),
  // No proxy has asked for it, and so fetch keeps even the status to itself.
  fault(
    '407 of the provider itself',
    { code: 'UNREACHABLE' },
    ends(whole('407 Proxy Authentication Required', '', 'proxy-authenticate: Basic realm="company"'))
  ),
  status('408', '408 Request Timeout', '', 'TIMEOUT'),
  status('410', '410 Gone', '"Gone for good"', 'NOT_FOUND', {}, NO_PATH),
  status('418', "418 I'm a teapot", '["short","stout"]', 'BAD_REPLY'),
  status(
    '422',
    '422 Unprocessable Content',
    '{"errors":{"email":["is not an email"]}}',
    'BAD_REPLY',
    { says: 'is not an email' },
    WRONG_CREDENTIALS
  ),
  status('451', '451 Unavailable For Legal Reasons', 'page', 'FORBIDDEN'),
  status('500', '500 Internal Server Error', '{"message":"Null reference"}', 'SERVER', { says: 'Null reference' }),
  status('501', '501 Not Implemented', '', 'SERVER'),
  status('502 as a page', '502 Bad Gateway', 'page', 'SERVER'),
  status('504', '504 Gateway Timeout', 'upstream timed out', 'SERVER'),
  status('511 of a hotel', '511 Network Authentication Required', 'page', 'SERVER'),
  status('599, which nobody defined', '599 Odd', '', 'SERVER'),
  status('500 with words of a megabyte', '500 Oops', JSON.stringify({ message: 'long '.repeat(200_000) }), 'SERVER'),
  fault(
    '304, though nobody asked whether',
    { code: 'BAD_REPLY', status: 304 },
    ends(head('304 Not Modified', 'etag: "1"', 'connection: close'))
  )
]

/** The client's time in these tests: an HTTP date is told against it. */
export const NOW = new Date('2026-11-20T12:00:00.000Z')

const later = (seconds: number): string => new Date(NOW.getTime() + seconds * 1000).toUTCString()

/** Says when it passes, always after the deadline, so that nobody waits for it. */
const waiting =
  (code: Ending['code'], line: string, words: string, body: string) =>
  (name: string, retryAfter: string | null, seconds?: number): NamedFault =>
    fault(
      `${line.slice(0, 3)} ${name}`,
      { code, status: parseInt(line, 10), says: words, ...(seconds !== undefined && { retryAfter: seconds }) },
      says(line, body, ...(retryAfter === null ? [] : [`retry-after: ${retryAfter}`]))
    )
const tooMany = waiting(
  'RATE_LIMITED',
  '429 Too Many Requests',
  'Slow down',
  '{"message":"Slow down","errors":[{"code":"RATE_LIMIT_REACHED"}]}'
)
const busy = waiting('SERVER', '503 Service Unavailable', 'Back soon', 'Back soon')

export const waitingFaults: NamedFault[] = [
  tooMany('with seconds to wait', '37', 37),
  tooMany('with a date to wait for', later(95), 95),
  tooMany('with a date of RFC 850', 'Friday, 20-Nov-26 12:02:00 GMT', 120),
  tooMany('with no time', null),
  tooMany('with an absurd time', '99999999999999999999'),
  tooMany('with a year to wait', String(365 * 86_400)),
  tooMany('with words for a time', 'soon'),
  tooMany('with a time below zero', '-5'),
  tooMany('with a fraction', '40.5', 40.5),
  busy('with seconds to wait', '61', 61),
  busy('with a date to wait for', later(600), 600),
  busy('with words for a time', 'after maintenance')
]
