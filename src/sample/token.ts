/** Tokens of the sample provider: JWT-shaped, without a real signature, valid for 7 days as published for v2. */
import { PEOPLE, type Person } from './people.ts'

const LIFETIME_DAYS = 7

export type TokenVerdict = { person: Person } | { problem: 'MISSING_TOKEN' | 'MALFORMED_TOKEN' | 'EXPIRED_TOKEN' }

const encode = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const decode = (part: string): unknown => JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))

/** Not a signature: it only detects a token that was changed. */
function checkDigits(text: string): string {
  let sum = 17
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2147483647
  return `sample${sum.toString(36)}`
}

/** A sample user's token; `exp` is in seconds, as in every JWT. */
export function issueToken(email: string, issuedAt: Date): string {
  const person = PEOPLE.find((one) => one.email === email)
  const seconds = Math.floor(issuedAt.getTime() / 1000)
  const body = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({
    sub: person?.userId ?? 'nobody',
    email,
    given_name: person?.fullName ?? '',
    iat: seconds,
    exp: seconds + LIFETIME_DAYS * 86_400
  })}`
  return `${body}.${checkDigits(body)}`
}

/** Expiry of a token issued at that time, ISO 8601. */
export function tokenEnd(issuedAt: Date): string {
  return new Date((Math.floor(issuedAt.getTime() / 1000) + LIFETIME_DAYS * 86_400) * 1000).toISOString()
}

export function judgeToken(token: string | null, now: Date): TokenVerdict {
  if (!token) return { problem: 'MISSING_TOKEN' }
  const [head, claims, digits] = token.split('.')
  if (!head || !claims || checkDigits(`${head}.${claims}`) !== digits) return { problem: 'MALFORMED_TOKEN' }
  const { email, exp } = decode(claims) as { email: string; exp: number }
  const person = PEOPLE.find((one) => one.email === email)
  if (!person) return { problem: 'MALFORMED_TOKEN' }
  return exp * 1000 <= now.getTime() ? { problem: 'EXPIRED_TOKEN' } : { person }
}
