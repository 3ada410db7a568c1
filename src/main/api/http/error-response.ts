/** Maps an error reply to an AppError, by status and body together: the same status has several meanings. */
import { AppError, PROVIDER_MESSAGE_LIMIT, type ErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { timeOf } from '../readers/read-scalars.ts'
import { isObject, type JsonObject } from '../readers/records.ts'
import { createRedactor, SHORTEST_SECRET, withoutUserInfo } from '../security/redaction.ts'
import { hasRequestDetails, isRequestDetails } from '../security/sanitize.ts'
import { badReply, isAccepted, isHtml, textOf, type Reply } from './reply.ts'

export interface Circumstances {
  signingIn: boolean
  secrets: readonly string[]
  now: Date
}

export function accept(reply: Reply, circumstances: Circumstances): void {
  // The request asked for no range, and a part of a list must not pass for the list.
  if (reply.status === 206) throw badReply(reply, 'unknownShape')
  if (isAccepted(reply.status)) return
  const text = textOf(reply)
  const html = isHtml(reply, text)
  throw errorFor(reply, reply.status, html ? null : parsed(text), html, circumstances)
}

/** The error of an envelope that came with status 200; null for other bodies. */
export function envelopeError(reply: Reply, body: unknown, circumstances: Circumstances): AppError | null {
  if (!isObject(body) || !('statusCode' in body) || !('message' in body || 'errors' in body)) return null
  const status = (body['data'] ?? null) === null ? statusIn(body) : null
  return status !== null && status >= 400 && status < 600 ? errorFor(reply, status, body, false, circumstances) : null
}

function errorFor(
  reply: Reply,
  status: number,
  body: unknown,
  html: boolean,
  { signingIn, secrets, now }: Circumstances
): AppError {
  const said = readErrorMessage(body, secrets)
  const code = commonCode(status, said) ?? (signingIn ? signInCode(status, said, html) : usualCode(status, said))
  const more: Omit<ErrorInfo, 'code'> = { host: reply.host, status }
  if (said.words !== null) more.providerMessage = said.words
  if (html && code === 'BAD_REPLY') more.found = 'html'
  if (signingIn && code === 'NOT_FOUND') more.found = 'signInPath'
  if (code === 'RATE_LIMITED' || code === 'SERVER') {
    const header = retryTime(reply.header('retry-after'), now)
    const retryAt = header ?? retryTimeIn(said.objects, now) ?? retryTimeSaid(said.words, now)
    if (retryAt !== null) more.retryAt = retryAt
  }
  return new AppError(code, more)
}

function commonCode(status: number, said: ErrorMessage): ErrorCode | null {
  if (status === 407) return 'PROXY_AUTH'
  if (status === 429 || said.named === 429 || hasCode(said, 'RATE_LIMIT|RATE_LIMITED|TOO_MANY|SLOW_DOWN|THROTTLED')) {
    return 'RATE_LIMITED'
  }
  if (status >= 500) return 'SERVER'
  return status === 408 ? 'TIMEOUT' : null
}

function usualCode(status: number, said: ErrorMessage): ErrorCode {
  if (status !== 405 && hasCode(said, 'NOT_ALLOWED|PRIVATE_API|INSUFFICIENT_SCOPE')) return 'FORBIDDEN'
  if (status === 401 || hasCode(said, 'TOKEN|JWT')) return 'UNAUTHORIZED'
  if ([402, 403, 423, 451].includes(status) || said.named === 403) return 'FORBIDDEN'
  return status === 404 || status === 410 ? 'NOT_FOUND' : 'BAD_REPLY'
}

function signInCode(status: number, said: ErrorMessage, html: boolean): ErrorCode {
  const tooMany = /\btoo many\b.*\b(requests|attempts|tries|logins|sign-?ins)\b/i.test(said.words ?? '')
  if (!tooMany && asksForCode(said)) return 'CODE_NEEDED'
  const blocked = blockFor(status, said, html)
  if (blocked) return blocked
  if (tooMany) return 'RATE_LIMITED'
  if ((status === 404 && !isUnknownPerson(said)) || status === 405 || status === 410) return 'NOT_FOUND'
  // Observed: a wrong password as 400 with statusCode "Forbidden". Older documents say 403.
  return [400, 401, 403, 404, 422].includes(status) && !html ? 'WRONG_CREDENTIALS' : 'BAD_REPLY'
}

const BLOCKED_CODE = partOf('BLOCKED|LOCKED|LOCKOUT|SUSPENDED|DISABLED|BANNED|DEACTIVATED|INACTIVE|NOT_ALLOWED')
const BLOCKED_WORDS =
  /\b(blocked|locked|suspended|banned|disabled|deactivated|not (been )?allowed to (sign|log) ?-?in)\b/i
/** Blocks that concern the connection instead of the account: another network may help. */
const CONNECTION_CODE = partOf('IP|COUNTRY|REGION|NETWORK|REQUEST|VPN|METHOD|ORIGIN')
const CONNECTION_WORDS = /\b(ip|country|region|network|request|vpn|firewall|traffic|security (policy|rule|service))\b/i
const PERSON_WORDS = /\b(account|user|customer|profile)\b/i

function blockFor(status: number, said: ErrorMessage, html: boolean): ErrorCode | null {
  const words = said.words ?? ''
  // An HTML page comes from a proxy or firewall, which knows nothing about passwords.
  if (html) return status === 403 || status === 451 ? 'FORBIDDEN' : null
  if (status === 405) return null
  if (hasCode(said, 'PRIVATE_API') || status === 451) return 'FORBIDDEN'
  const blocking = said.codes.filter((code) => BLOCKED_CODE.test(code))
  if (blocking.length > 0) return blocking.every((code) => CONNECTION_CODE.test(code)) ? 'FORBIDDEN' : 'BLOCKED'
  if (BLOCKED_WORDS.test(words))
    return CONNECTION_WORDS.test(words) && !PERSON_WORDS.test(words) ? 'FORBIDDEN' : 'BLOCKED'
  return status === 423 || hasFlag(said, ['isLockedOut', 'isNotAllowed']) ? 'BLOCKED' : null
}

function hasCode(said: ErrorMessage, parts: string): boolean {
  const pattern = partOf(parts)
  return said.codes.some((code) => pattern.test(code))
}

function partOf(parts: string): RegExp {
  return new RegExp(`(^|_)(${parts})(_|$)`)
}

const isUnknownPerson = (said: ErrorMessage): boolean =>
  hasCode(said, 'USER|USERNAME|ACCOUNT|EMAIL') ||
  /\b(user|account|e-?mail( address)?) (was |is |does )?not\b|\bno (such )?(user|account)\b/i.test(said.words ?? '')

const hasFlag = (said: ErrorMessage, names: readonly string[]): boolean =>
  said.objects.some((one) => names.some((name) => one[name] === true))

function asksForCode(said: ErrorMessage): boolean {
  return (
    hasCode(said, 'T?OTP|2FA|MFA|TWO_?FACTOR|ONE_?TIME') ||
    hasFlag(said, ['requiresTwoFactor', 'twoFactorRequired', 'otpRequired', 'mfaRequired']) ||
    /\b(t?otp|2fa|mfa|two[- ]?(factor|step)|one[- ]?time|authenticator|(verification|security) code)\b/i.test(
      said.words ?? ''
    )
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return /^\s*(\{|\[\s*["{])/.test(text) ? null : text
  }
}

interface ErrorMessage {
  words: string | null
  /** In capitals, such as RATE_LIMIT_REACHED, also for rateLimitReached and rate-limit-reached. */
  codes: string[]
  named: number | null
  objects: JsonObject[]
}

const WORDS = ['message', 'error_description', 'detail', 'description', 'title', 'error'] as const

const CODES = ['code', 'errorCode', 'error_code', 'reason', ...WORDS] as const

const NAMES: ReadonlyMap<string, number> = new Map([
  ['badrequest', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['notfound', 404],
  ['toomanyrequests', 429]
])

const MOST_ERRORS = 20

export function readErrorMessage(body: unknown, secrets: readonly string[] = []): ErrorMessage {
  // Redacted before anything is cut, so that no half of a secret is left.
  const redact = createRedactor(secrets, SHORTEST_SECRET.words)
  const oneLine = (text: string): string | null =>
    hasRequestDetails(text) ? null : lineOf(withoutUserInfo(redact(text)))
  const first = (candidates: unknown[]): string | null =>
    candidates.map((one) => (typeof one === 'string' ? oneLine(one) : null)).find((line) => line !== null) ?? null

  const errors = Array.isArray(body) ? listOf(body) : isObject(body) ? listOf(fieldOf(body, 'errors')) : []
  const error = isObject(body) ? fieldOf(body, 'error') : null
  const objects = [body, error, ...errors].filter(isObject)
  const words = isObject(body) ? WORDS.map((name) => fieldOf(body, name)) : [body]
  const wordsInside = [error, ...errors].flatMap((one) =>
    isObject(one) ? WORDS.map((name) => fieldOf(one, name)) : [one]
  )
  return {
    words: first([...words, ...wordsInside]),
    codes: [...objects.flatMap((one) => [...CODES.map((name) => fieldOf(one, name)), typeOf(one)]), body, ...errors]
      .map(codeOf)
      .filter((code) => code !== null),
    named: isObject(body) ? statusIn(body) : null,
    objects
  }
}

/** Some providers capitalise their field names. */
const fieldOf = (from: JsonObject, name: string): unknown =>
  from[name] ?? from[name.charAt(0).toUpperCase() + name.slice(1)]

function listOf(errors: unknown): unknown[] {
  if (Array.isArray(errors)) return errors.slice(0, MOST_ERRORS)
  if (isObject(errors)) {
    const fields = Object.entries(errors).filter(([name]) => !isRequestDetails(name))
    return fields
      .slice(0, MOST_ERRORS)
      .flatMap(([, said]) => said)
      .slice(0, MOST_ERRORS)
  }
  return [errors]
}

function typeOf(one: JsonObject): string | null {
  const type = fieldOf(one, 'type')
  return typeof type === 'string' && type.length < 500
    ? (type.split(/[/#:]/).findLast((part) => part !== '') ?? null)
    : null
}

function codeOf(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 64 || !/^[a-z][a-z0-9]*([_.-][a-z0-9]+)*$/i.test(given)) return null
  return given
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toUpperCase()
}

function statusIn(body: JsonObject): number | null {
  const [code, status] = [fieldOf(body, 'statusCode'), fieldOf(body, 'status')]
  if (typeof code === 'number') return code
  if (typeof code === 'string') return NAMES.get(code.toLowerCase().replace(/[^a-z]/g, '')) ?? null
  return typeof status === 'number' ? status : null
}

function lineOf(text: string): string | null {
  if (/^\s*</.test(text)) return null
  const line = text
    .slice(0, PROVIDER_MESSAGE_LIMIT * 4)
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line === '' ? null : cut(line, PROVIDER_MESSAGE_LIMIT)
}

/** In seconds; longer waits are ignored. */
const LONGEST_WAIT = 86_400

/** Field names in lower-case letters. Names in `ms` are milliseconds, all others are seconds. */
const FIELDS = ['retryafter', 'retryafterseconds', 'retryin', 'retryafterms', 'retryat']

/** Retry-After in seconds or as an HTTP date, as ISO 8601; null for other text, or too long a wait. */
function retryTime(text: string | null, now: Date): string | null {
  const given = text?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(given)) return after(Number(given), now)
  // Date.parse reads almost any number as a year.
  return /^[a-z]|^\d{4}-/i.test(given) ? until(Date.parse(given), now) : null
}

function retryTimeIn(objects: readonly JsonObject[], now: Date): string | null {
  for (const [name, value] of objects.flatMap((one) => Object.entries(one))) {
    const field = name.toLowerCase().replace(/[^a-z]/g, '')
    if (!FIELDS.includes(field) || (typeof value !== 'number' && typeof value !== 'string')) continue
    const isMs = field.endsWith('ms') && /^[\d.]+$/.test(String(value))
    const time = timeOf(value)
    const at = isMs ? after(Number(value) / 1000, now) : (retryTime(String(value), now) ?? until(time, now))
    if (at !== null) return at
  }
  return null
}

const UNITS: readonly [RegExp, seconds: number][] = [
  [/^m(illi)?s/, 0.001],
  [/^s/, 1],
  [/^m/, 60],
  [/^h/, 3600]
]

function retryTimeSaid(words: string | null, now: Date): string | null {
  const [, count, unit = ''] =
    /\b(?:in|after|wait|for|retry)[: ]{1,2}(?:about |another )?(\d{1,7})\s?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b/i.exec(
      words ?? ''
    ) ?? []
  const seconds = UNITS.find(([form]) => form.test(unit.toLowerCase()))?.[1]
  return count === undefined || seconds === undefined ? null : after(Number(count) * seconds, now)
}

function until(time: string | number | null, now: Date): string | null {
  return time === null ? null : after((new Date(time).getTime() - now.getTime()) / 1000, now)
}

function after(seconds: number, now: Date): string | null {
  if (Number.isNaN(seconds) || seconds > LONGEST_WAIT) return null
  return new Date(now.getTime() + Math.max(0, seconds) * 1000).toISOString()
}
