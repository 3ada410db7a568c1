/** A reply that is a refusal, told by status and body together: the same status means different things to people. */
import { Fault, type Failure, type FailureCode } from '../../shared/ipc/failure.ts'
import { isHtml, textOf } from './body.ts'
import type { Reply } from './transport.ts'
import { saidBy, type Said } from './words.ts'

export interface Circumstances {
  signingIn: boolean
  /** What was sent and must not come back in the platform's words. */
  secrets: readonly string[]
  now: Date
}

/** Longest wait that a Retry-After is believed, in seconds. */
const LONGEST_WAIT = 86_400

/** The Fault for a reply whose status is not 2xx; null for one that is. */
export function refusalOf(reply: Reply, circumstances: Circumstances): Fault | null {
  const { status } = reply
  if (status >= 200 && status < 300) return null
  const text = textOf(reply)
  const html = isHtml(reply, text)
  return refuse(reply, status, html ? saidBy(null) : saidBy(parsed(text), circumstances.secrets), html, circumstances)
}

/** The Fault for a body that says it is a refusal though it came with status 200, as envelopes may; null for others. */
export function refusalIn(reply: Reply, body: unknown, circumstances: Circumstances): Fault | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('statusCode' in body)) return null
  if (!('message' in body || 'errors' in body) || ('data' in body && body.data !== null)) return null
  const said = saidBy(body, circumstances.secrets)
  return said.named !== null && said.named >= 400 && said.named < 600
    ? refuse(reply, said.named, said, false, circumstances)
    : null
}

function refuse(reply: Reply, status: number, said: Said, html: boolean, { signingIn, now }: Circumstances): Fault {
  const code = signingIn ? signInCode(status, said, html) : usualCode(status, said)
  const more: Omit<Failure, 'code'> = { host: reply.host, status }
  if (said.words !== null) more.platformSays = said.words
  if (html && code === 'BAD_REPLY') more.found = 'html'
  const retryAt = retryTime(reply.header('retry-after'), now)
  if (retryAt !== null && (code === 'RATE_LIMITED' || code === 'SERVER')) more.retryAt = retryAt
  return new Fault(code, more)
}

function usualCode(status: number, said: Said): FailureCode {
  const early = commonCode(status, said)
  if (early) return early
  if (hasCode(said, /NOT_ALLOWED|PRIVATE_API/)) return 'FORBIDDEN'
  if (status === 401 || hasCode(said, /TOKEN/)) return 'UNAUTHORIZED'
  if (status === 403 || said.named === 403 || status === 402 || status === 451) return 'FORBIDDEN'
  return status === 404 || status === 410 ? 'NOT_FOUND' : 'BAD_REPLY'
}

function signInCode(status: number, said: Said, html: boolean): FailureCode {
  const early = commonCode(status, said)
  if (early) return early
  if (asksForCode(said)) return 'CODE_NEEDED'
  if (hasCode(said, /NOT_ALLOWED|BLOCKED|LOCKED|DISABLED|SUSPENDED|PRIVATE_API/) || isBlocked(said)) return 'FORBIDDEN'
  // A page instead of data comes from something in front of the platform, which knows nothing of passwords.
  if (status === 403 && html) return 'FORBIDDEN'
  if ((status === 404 && !hasCode(said, /USER/)) || status === 405 || status === 410) return 'NOT_FOUND'
  // Seen: a wrong password as 400 with statusCode "Forbidden"; older documents say 403.
  return [400, 401, 403, 404, 422].includes(status) && !html ? 'WRONG_CREDENTIALS' : 'BAD_REPLY'
}

function commonCode(status: number, said: Said): FailureCode | null {
  if (status === 407) return 'PROXY_AUTH'
  if (status === 429 || said.named === 429 || hasCode(said, /RATE_LIMIT|TOO_MANY/)) return 'RATE_LIMITED'
  if (status >= 500) return 'SERVER'
  return status === 408 ? 'TIMEOUT' : null
}

const hasCode = (said: Said, pattern: RegExp): boolean => said.codes.some((code) => pattern.test(code))

function asksForCode(said: Said): boolean {
  return (
    hasCode(said, /OTP|2FA|MFA|TWO_?FACTOR|ONE_TIME/) ||
    /\b(t?otp|2fa|mfa|two[- ]?(factor|step)|one[- ]?time|authenticator|(verification|security) code)\b/i.test(
      said.words ?? ''
    )
  )
}

const isBlocked = (said: Said): boolean =>
  /\b(blocked|locked( out)?|suspended|banned|deactivated)\b/i.test(said.words ?? '')

/** Retry-After in either of its forms, seconds or an HTTP date, as ISO 8601. */
export function retryTime(header: string | null, now: Date): string | null {
  const text = header?.trim() ?? ''
  const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text)
  if (text === '' || Number.isNaN(at) || at > now.getTime() + LONGEST_WAIT * 1000) return null
  return new Date(Math.max(at, now.getTime())).toISOString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
