/** Error statuses, with the bodies that APIs are known to send (docs/provider-api.md) and without a body. */
import { endsWith, head, says, whole } from './bytes.ts'
import type { Exchange, NamedFault } from './fault.ts'

const page = (title: string): string => `<!doctype html><html><title>${title}</title><h1>${title}</h1></html>`

/** A refusal as the published v2 gives it. */
const v2 = (named: string, message: string, code: string): string =>
  JSON.stringify({
    errors: [{ code, message }],
    message,
    statusCode: named,
    requestDetails: { userId: null, endpoint: '/v2', clientIp: '127.0.0.1' }
  })

/** A refusal as the published v3 gives it. */
const v3 = (status: number, message: string, code: string): string =>
  JSON.stringify({ message, statusCode: status, data: null, errors: [{ code, description: message }] })

const htmlOf =
  (status: string) =>
  ({ socket }: Exchange): void =>
    void socket.end(whole(status, page(status), 'content-type: text/html; charset=utf-8'))

const wrong = 'The email or the password is incorrect.'

export const statusFaults: NamedFault[] = [
  {
    name: '400 in the shape of v2',
    answer: says('400 Bad Request', v2('Forbidden', wrong, 'USER_NOT_FOUND')),
    outcome: { code: 'FORBIDDEN', status: 400, says: wrong },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 400, says: wrong } }
  },
  {
    name: '400 in the shape of v3',
    answer: says('400 Bad Request', v3(400, 'Not like that.', 'INVALID_BODY')),
    outcome: { code: 'BAD_REPLY', status: 400, says: 'Not like that.' },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 400 } }
  },
  {
    name: '400 that wants a one-time code',
    answer: says('400 Bad Request', v2('Forbidden', 'A one-time code is required.', 'OTP_REQUIRED')),
    outcome: { code: 'FORBIDDEN', status: 400 },
    but: { 'sign-in': { code: 'CODE_NEEDED', status: 400 } }
  },
  {
    name: '401 for a token that has ended',
    answer: says('401 Unauthorized', v3(401, 'Authentication token has expired.', 'EXPIRED_TOKEN')),
    outcome: { code: 'UNAUTHORIZED', status: 401, says: 'Authentication token has expired.' },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 401 } }
  },
  {
    name: '401 without a word',
    answer: endsWith(whole('401 Unauthorized', '', 'www-authenticate: Bearer error="invalid_token"')),
    outcome: { code: 'UNAUTHORIZED', status: 401 },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 401 } }
  },
  {
    name: '402',
    answer: says('402 Payment Required', '{"title":"Pay first"}'),
    outcome: { code: 'FORBIDDEN', status: 402, says: 'Pay first' },
    but: { 'sign-in': { code: 'BAD_REPLY', status: 402, says: 'Pay first' } }
  },
  {
    name: '403',
    answer: says('403 Forbidden', '{"error":"Not for you"}'),
    outcome: { code: 'FORBIDDEN', status: 403, says: 'Not for you' },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 403 } }
  },
  {
    name: '403 for an account that is blocked',
    answer: says('403 Forbidden', v2('Forbidden', 'This account has been suspended.', 'USER_NOT_ALLOWED')),
    outcome: { code: 'FORBIDDEN', status: 403, says: 'This account has been suspended.' },
    but: { 'sign-in': { code: 'BLOCKED', status: 403, says: 'This account has been suspended.' } }
  },
  {
    name: '403 of a firewall, as a page',
    answer: htmlOf('403 Forbidden'),
    outcome: { code: 'FORBIDDEN', status: 403 }
  },
  {
    name: '404',
    answer: says('404 Not Found', '{"detail":"No such thing"}'),
    outcome: { code: 'NOT_FOUND', status: 404, says: 'No such thing' },
    but: { 'sign-in': { code: 'NOT_FOUND', status: 404, says: 'No such thing', found: 'signInPath' } }
  },
  {
    name: '404 as a page',
    answer: htmlOf('404 Not Found'),
    outcome: { code: 'NOT_FOUND', status: 404 },
    but: { 'sign-in': { code: 'NOT_FOUND', status: 404, found: 'signInPath' } }
  },
  {
    name: '405',
    answer: says('405 Method Not Allowed', '{}', 'allow: PUT'),
    outcome: { code: 'BAD_REPLY', status: 405 },
    but: { 'sign-in': { code: 'NOT_FOUND', status: 405, found: 'signInPath' } }
  },
  {
    // No proxy has asked for it, and so fetch keeps even the status to itself.
    name: '407 of the API itself',
    answer: endsWith(whole('407 Proxy Authentication Required', '', 'proxy-authenticate: Basic realm="company"')),
    outcome: { code: 'UNREACHABLE' }
  },
  { name: '408', answer: says('408 Request Timeout', ''), outcome: { code: 'TIMEOUT', status: 408 } },
  {
    name: '410',
    answer: says('410 Gone', '"Gone for good"'),
    outcome: { code: 'NOT_FOUND', status: 410 },
    but: { 'sign-in': { code: 'NOT_FOUND', status: 410, found: 'signInPath' } }
  },
  {
    name: '418',
    answer: says("418 I'm a teapot", '["short","stout"]'),
    outcome: { code: 'BAD_REPLY', status: 418 }
  },
  {
    name: '422',
    answer: says('422 Unprocessable Content', '{"errors":{"email":["is not an email"]}}'),
    outcome: { code: 'BAD_REPLY', status: 422, says: 'is not an email' },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 422, says: 'is not an email' } }
  },
  {
    name: '451',
    answer: htmlOf('451 Unavailable For Legal Reasons'),
    outcome: { code: 'FORBIDDEN', status: 451 }
  },
  {
    name: '500',
    answer: says('500 Internal Server Error', '{"message":"Object reference not set"}'),
    outcome: { code: 'SERVER', status: 500, says: 'Object reference not set' }
  },
  { name: '501', answer: says('501 Not Implemented', ''), outcome: { code: 'SERVER', status: 501 } },
  { name: '502 as a page', answer: htmlOf('502 Bad Gateway'), outcome: { code: 'SERVER', status: 502 } },
  { name: '504', answer: says('504 Gateway Timeout', 'upstream timed out'), outcome: { code: 'SERVER', status: 504 } },
  {
    name: '511 of a hotel',
    answer: htmlOf('511 Network Authentication Required'),
    outcome: { code: 'SERVER', status: 511 }
  },
  { name: '599, which nobody defined', answer: says('599 Odd', ''), outcome: { code: 'SERVER', status: 599 } },
  {
    name: '500 with words of a megabyte',
    answer: says('500 Internal Server Error', JSON.stringify({ message: 'long '.repeat(200_000) })),
    outcome: { code: 'SERVER', status: 500 }
  },
  {
    name: '304, though nobody asked whether',
    answer: endsWith(head('304 Not Modified', 'etag: "1"', 'connection: close')),
    outcome: { code: 'BAD_REPLY', status: 304 }
  }
]
