/** Maps an error reply to an AppError, by status and body together: the same status has several meanings. */
import { AppError, type ErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import { badReply, isHtml, textOf, type Reply } from './body.ts'
import { isAccepted } from './transport.ts'
import { retryTime, retryTimeIn, retryTimeSaid } from './retry-after.ts'
import { readErrorMessage, type ErrorMessage } from './error-message.ts'

export interface Circumstances {
  signingIn: boolean
  /** Secrets of the request, redacted in the provider's message. */
  secrets: readonly string[]
  now: Date
}

/** @throws the reply's error, unless its status is success */
export function accept(reply: Reply, circumstances: Circumstances): void {
  const refused = statusError(reply, circumstances)
  if (refused) throw refused
  // The request asked for no range, and a part of a list must not pass for the list.
  if (reply.status === 206) throw badReply(reply, 'unknownShape')
}

/** null for a 2xx status */
export function statusError(reply: Reply, circumstances: Circumstances): AppError | null {
  const { status } = reply
  if (isAccepted(status)) return null
  const text = textOf(reply)
  const html = isHtml(reply, text)
  return refuse(
    reply,
    status,
    html ? readErrorMessage(null) : readErrorMessage(parsed(text), circumstances.secrets),
    html,
    circumstances
  )
}

/** The error of an envelope that came with status 200; null for other bodies. */
export function envelopeError(reply: Reply, body: unknown, circumstances: Circumstances): AppError | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('statusCode' in body)) return null
  if (!('message' in body || 'errors' in body) || ('data' in body && body.data !== null)) return null
  const said = readErrorMessage(body, circumstances.secrets)
  return said.named !== null && said.named >= 400 && said.named < 600
    ? refuse(reply, said.named, said, false, circumstances)
    : null
}

function refuse(
  reply: Reply,
  status: number,
  said: ErrorMessage,
  html: boolean,
  { signingIn, now }: Circumstances
): AppError {
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
  const fence = fenceFor(status, said, html)
  if (fence) return fence
  if (tooMany) return 'RATE_LIMITED'
  if ((status === 404 && !isUnknownPerson(said)) || status === 405 || status === 410) return 'NOT_FOUND'
  // Observed: a wrong password as 400 with statusCode "Forbidden". Older documents say 403.
  return [400, 401, 403, 404, 422].includes(status) && !html ? 'WRONG_CREDENTIALS' : 'BAD_REPLY'
}

const SHUT_CODE = partOf('BLOCKED|LOCKED|LOCKOUT|SUSPENDED|DISABLED|BANNED|DEACTIVATED|INACTIVE|NOT_ALLOWED')
const SHUT_WORDS = /\b(blocked|locked|suspended|banned|disabled|deactivated|not (been )?allowed to (sign|log) ?-?in)\b/i
/** Blocks that concern the connection instead of the account: another network may help. */
const WAY_CODE = partOf('IP|COUNTRY|REGION|NETWORK|REQUEST|VPN|METHOD|ORIGIN')
const WAY_WORDS = /\b(ip|country|region|network|request|vpn|firewall|traffic|security (policy|rule|service))\b/i
const PERSON_WORDS = /\b(account|user|customer|profile)\b/i

/** BLOCKED for a blocked user, FORBIDDEN for a blocked connection; null for neither. */
function fenceFor(status: number, said: ErrorMessage, html: boolean): ErrorCode | null {
  const words = said.words ?? ''
  // An HTML page comes from a proxy or firewall, which knows nothing about passwords.
  if (html) return status === 403 || status === 451 ? 'FORBIDDEN' : null
  if (status === 405) return null
  if (hasCode(said, 'PRIVATE_API') || status === 451) return 'FORBIDDEN'
  const shut = said.codes.filter((code) => SHUT_CODE.test(code))
  if (shut.length > 0) return shut.every((code) => WAY_CODE.test(code)) ? 'FORBIDDEN' : 'BLOCKED'
  if (SHUT_WORDS.test(words)) return WAY_WORDS.test(words) && !PERSON_WORDS.test(words) ? 'FORBIDDEN' : 'BLOCKED'
  return status === 423 || saysSo(said, ['isLockedOut', 'isNotAllowed']) ? 'BLOCKED' : null
}

/** Whether a code contains one of these parts as a whole word. */
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

/** Whether the body sets one of these flags. */
const saysSo = (said: ErrorMessage, names: readonly string[]): boolean =>
  said.objects.some((one) => names.some((name) => one[name] === true))

function asksForCode(said: ErrorMessage): boolean {
  return (
    hasCode(said, 'T?OTP|2FA|MFA|TWO_?FACTOR|ONE_?TIME') ||
    saysSo(said, ['requiresTwoFactor', 'twoFactorRequired', 'otpRequired', 'mfaRequired']) ||
    /\b(t?otp|2fa|mfa|two[- ]?(factor|step)|one[- ]?time|authenticator|(verification|security) code)\b/i.test(
      said.words ?? ''
    )
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Truncated JSON is no message.
    return /^\s*(\{|\[\s*["{])/.test(text) ? null : text
  }
}
