/** Errors by status, in the shapes that providers are known to give them (docs/provider-replies.md), and in none. */
import { STATUS_CODES } from 'node:http'
import { ends, fault, head, HTML_TYPE, says, whole } from './fault.ts'
import type { Ending, NamedFault } from './fault.ts'

const v2 = (message: string, code: string): string => {
  const requestDetails = { userId: null, endpoint: '/v2', clientIp: '127.0.0.1' }
  return JSON.stringify({ errors: [{ code, message }], message, statusCode: 'Forbidden', requestDetails })
}
const v3 = (status: number, message: string, code: string): string =>
  JSON.stringify({ message, statusCode: status, data: null, errors: [{ code, description: message }] })

/** @param name begins with the status @param body 'page': a web page @param said the provider's words in the error */
function status(
  name: string,
  body: string,
  code: Ending['code'],
  said?: string,
  atSignIn?: Omit<Ending, 'status'>
): NamedFault {
  const number = parseInt(name, 10)
  const line = `${number} ${STATUS_CODES[number] ?? 'Odd'}`
  const outcome: Ending = { code, status: number, ...(said !== undefined && { says: said }) }
  const page = `<!doctype html><html><h1>${line}</h1></html>`
  const answer = body === 'page' ? says(line, page, HTML_TYPE) : says(line, body)
  return fault(name, outcome, answer, atSignIn && { but: { 'sign-in': { ...outcome, ...atSignIn } } })
}

/** A web page in the provider's place. */
function page(name: string, code: Ending['code'], found: Ending['found'], ...headers: string[]): NamedFault {
  const status = parseInt(name, 10)
  const line = `${status} ${STATUS_CODES[status] ?? 'Odd'}`
  return fault(
    name,
    { code, status, found },
    says(line, `<!doctype html><html><h1>${line}</h1></html>`, HTML_TYPE, ...headers)
  )
}

const WRONG = 'The email or the password is incorrect.'
const BLOCKED = 'This account has been suspended.'
const EXPIRED = 'Authentication token has expired.'
const WRONG_CREDENTIALS = { code: 'WRONG_CREDENTIALS' } as const
const NO_PATH = { code: 'NOT_FOUND', found: 'signInPath' } as const
const NOT_SO = v3(400, 'Not like that.', 'INVALID_BODY')
const CODE = v2('A one-time code is required.', 'OTP_REQUIRED')
const BAD_EMAIL = '{"errors":{"email":["is not an email"]}}'

export const statusFaults: NamedFault[] = [
  status('400 in the shape of v2', v2(WRONG, 'USER_NOT_FOUND'), 'FORBIDDEN', WRONG, WRONG_CREDENTIALS),
  status('400 in the shape of v3', NOT_SO, 'BAD_REPLY', 'Not like that.', WRONG_CREDENTIALS),
  status('400 that wants a one-time code', CODE, 'FORBIDDEN', undefined, { code: 'CODE_NEEDED' }),
  fault(
    '401 for an expired token',
    { code: 'UNAUTHORIZED', status: 401, found: 'expired', says: EXPIRED },
    says('401 Unauthorized', v3(401, EXPIRED, 'EXPIRED_TOKEN')),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 401, says: EXPIRED } } }
  ),
  fault(
    '401 without a word',
    { code: 'UNAUTHORIZED', status: 401 },
    ends(whole('401 Unauthorized', '', 'www-authenticate: Bearer error="invalid_token"')),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 401 } } }
  ),
  page('401 as a page, which is nothing that the provider says', 'BAD_REPLY', 'html'),
  page('403 of a bot check', 'FORBIDDEN', 'botCheck', 'cf-mitigated: challenge'),
  status('402', '{"title":"Pay first"}', 'FORBIDDEN', 'Pay first', { code: 'BAD_REPLY' }),
  status('403', '{"error":"Not for you"}', 'FORBIDDEN', 'Not for you', WRONG_CREDENTIALS),
  status('403 for a blocked account', v2(BLOCKED, 'USER_NOT_ALLOWED'), 'FORBIDDEN', BLOCKED, { code: 'BLOCKED' }),
  status('403 of a firewall, as a page', 'page', 'FORBIDDEN'),
  status('404', '{"detail":"No such thing"}', 'NOT_FOUND', 'No such thing', NO_PATH),
  status('404 as a page', 'page', 'NOT_FOUND', undefined, NO_PATH),
  status('405', '{}', 'BAD_REPLY', undefined, NO_PATH),
  // No proxy has asked for it, and so fetch keeps even the status to itself.
  fault(
    '407 of the provider itself',
    { code: 'UNREACHABLE' },
    ends(whole('407 Proxy Authentication Required', '', 'proxy-authenticate: Basic realm="company"')),
    { onElectron: { outcome: { code: 'PROXY_AUTH' } } }
  ),
  status('408', '', 'TIMEOUT'),
  status('410', '"Gone for good"', 'NOT_FOUND', undefined, NO_PATH),
  status('418', '["short","stout"]', 'BAD_REPLY'),
  status('422', BAD_EMAIL, 'BAD_REPLY', 'is not an email', WRONG_CREDENTIALS),
  status('451', 'page', 'FORBIDDEN'),
  status('500', '{"message":"Null reference"}', 'SERVER', 'Null reference'),
  status('501', '', 'SERVER'),
  status('502 as a page', 'page', 'SERVER'),
  status('504', 'upstream timed out', 'SERVER'),
  page('511 of a hotel', 'BAD_REPLY', 'html'),
  status('599, which nobody defined', '', 'SERVER'),
  status('500 with words of a megabyte', JSON.stringify({ message: 'long '.repeat(200_000) }), 'SERVER'),
  fault(
    '304, though nobody asked whether',
    { code: 'BAD_REPLY', status: 304 },
    ends(head('304 Not Modified', 'etag: "1"', 'connection: close'))
  )
]

/** The client's clock in these tests. */
export const NOW = new Date('2026-11-20T12:00:00.000Z')

const later = (seconds: number): string => new Date(NOW.getTime() + seconds * 1000).toUTCString()

/** Retry-After is always later than the deadline, so no test waits for it. */
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
