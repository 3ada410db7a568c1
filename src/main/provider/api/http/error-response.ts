/** Maps an error reply to an AppError, by status and body together: the same status has several meanings. */
import { AppError, type ErrorInfo, type ErrorCode } from '../../../../shared/ipc/error.ts'
import { createFields } from '../../readers/field-names.ts'
import { failureStatus, findEnvelopeError, refusalIn } from './envelope-error.ts'
import { readErrorMessage, type ErrorMessage } from './error-message.ts'
import { badReply, isAccepted, textOf, type Reply } from './reply.ts'
import { retryTime, retryTimeIn, retryTimeSaid } from './retry-time.ts'
import { webPageIn, type WebPage } from './web-page.ts'

export interface Circumstances {
  signingIn: boolean
  secrets: readonly string[]
  now: Date
}

/** @param isList 206 is a part of a list, but no part of anything else: the request asked for no range */
export function throwIfError(reply: Reply, circumstances: Circumstances, isList = false): void {
  if (reply.status === 206 && !isList) throw badReply(reply, 'unknownShape')
  if (!isAccepted(reply.status)) throw errorOf(reply, circumstances)
}

/** The server has nothing at the sign-in's path. A 404 about an unknown user is a sign-in's own answer. */
export const lacksSignIn = (reply: Reply, circumstances: Circumstances): boolean =>
  reply.status === 404 && errorOf(reply, circumstances).info.found === 'signInPath'

/** What was asked for isn't there, as the provider says: a web page comes from something on the way, or from another address. */
export const isAbsent = (reply: Reply, circumstances: Circumstances): boolean =>
  reply.status === 404 &&
  webPageIn(reply, textOf(reply)) === null &&
  errorOf(reply, circumstances).info.code === 'NOT_FOUND'

function errorOf(reply: Reply, circumstances: Circumstances): AppError {
  const text = textOf(reply)
  const page = webPageIn(reply, text)
  return errorFor(reply, reply.status, page === null ? parsed(text) : null, page, circumstances)
}

/** The error of a body that came with a status of success; null for other bodies. */
export function envelopeError(reply: Reply, body: unknown, circumstances: Circumstances): AppError | null {
  const error = findEnvelopeError(body)
  if (error === null) return null
  // Without a status in the body, it counts as a bad request, but the provider didn't say 400.
  const { info } = errorFor(reply, error.status ?? 400, body, null, circumstances)
  return new AppError(info.code, { ...info, status: error.status ?? reply.status })
}

/** The error beside an empty list: such a body may say why it has no records. null: it says nothing of the kind. */
export function emptyListError(reply: Reply, body: unknown, circumstances: Circumstances): AppError | null {
  const refusal = refusalIn(body)
  const inside = readErrorMessage(refusal, circumstances.secrets)
  const said = inside.message === null ? readErrorMessage(body, circumstances.secrets) : inside
  const isOfCredential = isAboutCredential(said)
  if (refusal === null && !isOfCredential) return null
  const status = [said.message ?? '', ...said.codes].map(failureStatus).find((one) => one !== null) ?? 400
  const from = inside.message === null ? body : refusal
  const { info } = errorFor(reply, isOfCredential ? 400 : status, from, null, circumstances)
  return new AppError(info.code, { ...info, status: reply.status })
}

function errorFor(
  reply: Reply,
  status: number,
  body: unknown,
  page: WebPage | null,
  { signingIn, secrets, now }: Circumstances
): AppError {
  const said = readErrorMessage(body, secrets)
  const code = commonCode(status, said) ?? (signingIn ? signInCode : usualCode)(status, said, page !== null)
  const more: Omit<ErrorInfo, 'code'> = { host: reply.host, status }
  if (said.message !== null) more.providerMessage = said.message
  // A network that asks to sign in answers in the provider's place.
  const isPortal = status === 511
  if (page === 'botCheck' || (page !== null && code === 'BAD_REPLY')) more.found = page
  else if (isPortal) more.found = 'html'
  else if (signingIn && code === 'NOT_FOUND') more.found = 'signInPath'
  else if (code === 'UNAUTHORIZED' && said.codes.some(isOfExpiredToken)) more.found = 'expired'
  if (code === 'RATE_LIMITED' || code === 'SERVER') {
    const clock = { now, date: reply.header('date') }
    const header = retryTime(reply.header('retry-after'), clock)
    const retryAt = header ?? retryTimeIn(said.objects, clock) ?? retryTimeSaid(said.message, clock)
    if (retryAt !== null) more.retryAt = retryAt
  }
  return new AppError(code, more)
}

function commonCode(status: number, said: ErrorMessage): ErrorCode | null {
  if (status === 407) return 'PROXY_AUTH'
  if (
    status === 429 ||
    said.statedStatus === 429 ||
    hasCode(said, 'RATE_LIMIT|RATE_LIMITED|TOO_MANY|SLOW_DOWN|THROTTLED')
  ) {
    return 'RATE_LIMITED'
  }
  // 511: a network that asks to sign in
  if (status >= 500 && status !== 511) return 'SERVER'
  return status === 408 ? 'TIMEOUT' : null
}

/** Words and codes of an error that is about the credential, where its status says nothing. */
const CREDENTIAL_CODE = 'API_?KEY|CREDENTIALS?|UNAUTHORI[SZ]ED|UNAUTHENTICATED|AUTHENTICATION|LOGIN'
const CREDENTIAL_WORDS =
  /\b(credentials?|(api|access|auth|secret)[ _-]?keys?|tokens?|authenticat(e|ed|ion)|unauthenticated|unauthori[sz]ed|(log|sign)(ged|ned)?[ -]?in|login|session (has |is )?expired)\b/i

const isAboutCredential = (said: ErrorMessage): boolean =>
  hasCode(said, `${CREDENTIAL_CODE}|TOKEN|JWT`) || CREDENTIAL_WORDS.test(said.message ?? '')

function usualCode(status: number, said: ErrorMessage, html: boolean): ErrorCode {
  if (status !== 405 && hasCode(said, 'NOT_ALLOWED|PRIVATE_API|INSUFFICIENT_SCOPE')) return 'FORBIDDEN'
  // A web page comes from something on the way, which knows nothing about tokens.
  if ((status === 401 && !html) || hasCode(said, 'TOKEN|JWT')) return 'UNAUTHORIZED'
  if ([402, 403, 423, 451].includes(status) || said.statedStatus === 403) return 'FORBIDDEN'
  if (status === 400) {
    if (isAboutCredential(said)) return 'UNAUTHORIZED'
    if (hasCode(said, 'FORBIDDEN|ACCESS_DENIED|PERMISSION_DENIED')) return 'FORBIDDEN'
  }
  return status === 404 || status === 410 ? 'NOT_FOUND' : 'BAD_REPLY'
}

function signInCode(status: number, said: ErrorMessage, html: boolean): ErrorCode {
  const tooMany = /\btoo many\b.*\b(requests|attempts|tries|logins|sign-?ins)\b/i.test(said.message ?? '')
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
  const words = said.message ?? ''
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

/** Such as EXPIRED_TOKEN, TOKEN_EXPIRED and SESSION_HAS_EXPIRED. */
const isOfExpiredToken = (code: string): boolean =>
  partOf('EXPIRED').test(code) && partOf('TOKEN|JWT|SESSION').test(code)

function hasCode(said: ErrorMessage, parts: string): boolean {
  const pattern = partOf(parts)
  return said.codes.some((code) => pattern.test(code))
}

function partOf(parts: string): RegExp {
  return new RegExp(`(^|_)(${parts})(_|$)`)
}

const isUnknownPerson = (said: ErrorMessage): boolean =>
  hasCode(said, 'USER|USERNAME|ACCOUNT|EMAIL') ||
  /\b(user|account|e-?mail( address)?) (was |is |does )?not\b|\bno (such )?(user|account)\b/i.test(said.message ?? '')

function hasFlag(said: ErrorMessage, names: readonly string[]): boolean {
  const fields = createFields()
  return said.objects.some((one) => fields(one)(names, (value) => (value === true ? true : null)).value !== null)
}

function asksForCode(said: ErrorMessage): boolean {
  return (
    hasCode(said, 'T?OTP|2FA|MFA|TWO_?FACTOR|ONE_?TIME') ||
    hasFlag(said, ['requiresTwoFactor', 'twoFactorRequired', 'otpRequired', 'mfaRequired']) ||
    /\b(t?otp|2fa|mfa|two[- ]?(factor|step)|one[- ]?time|authenticator|(verification|security) code)\b/i.test(
      said.message ?? ''
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
