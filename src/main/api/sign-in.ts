/** Sign-in: builds the request, finds the token in the reply and reads its expiry (docs/provider-api.md). */
import { AppError } from '../../shared/ipc/error.ts'
import { isToken, LONGEST_TOKEN } from '../../shared/models/account.ts'
import type { ConnectionSettings } from '../../shared/models/connection.ts'
import type { Json } from '../../shared/models/json.ts'
import type { Grant } from '../core/ports/index.ts'
import { envelopeError } from './http/error-response.ts'
import { jsonOf, textOf, type Reply } from './http/reply.ts'
import { decimalOf, timeOf } from './readers/read-scalars.ts'
import { isObject } from './readers/records.ts'
import { createRedactor } from './security/redaction.ts'

export interface Credentials {
  email: string
  password: string
  code?: string
}

export function signInBody(
  { emailField, passwordField, codeField }: Pick<ConnectionSettings, 'emailField' | 'passwordField' | 'codeField'>,
  { email, password, code }: Credentials
): { [name: string]: string } {
  const body = { [emailField]: email, [passwordField]: password }
  return code === undefined || code === '' ? body : { ...body, [codeField]: code }
}

export function grantIn(
  reply: Reply,
  { tokenAt }: Pick<ConnectionSettings, 'tokenAt'>,
  secrets: readonly string[],
  now: Date
): Grant {
  const jwt = plainJwt(textOf(reply))
  const body = jwt ?? jsonOf(reply)
  const candidates = tokenAt === null ? (jwt ? [jwt] : tokensIn(body)) : tokenTexts(under(body, tokenAt.split('.')))
  const token = candidates.find(isToken)
  if (token !== undefined && !isEcho(token, secrets)) return { token, expiresAt: tokenEnd(token, body, now, tokenAt) }
  const refused = envelopeError(reply, body, { signingIn: true, secrets, now })
  const found = token === undefined && candidates.length > 0 ? 'unusableToken' : 'noToken'
  throw refused ?? new AppError('BAD_REPLY', { host: reply.host, status: reply.status, found })
}

/** Whether the token is or contains a secret of the request. The claims of a JWT may contain one by chance. */
const isEcho = (token: string, secrets: readonly string[]): boolean =>
  secrets.includes(token) || (plainJwt(token) === null && createRedactor(secrets)(token) !== token)

const TOKEN_NAMES = ['token', 'jwt', 'accessToken', 'access_token'] as const
const END_NAMES = ['tokenExpiration', 'expiresAt', 'expires_at'] as const

/** Shorter bare text that isn't a JWT is no token, but perhaps a greeting. */
const SHORTEST_OPAQUE = 20

const DEEPEST = 3

/** Three parts, with an algorithm in the first: a host such as www.example.com also has three. */
function isJwt(text: string): boolean {
  // Length first: a pattern over megabytes can overflow the engine's stack.
  if (text.length > LONGEST_TOKEN || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) return false
  try {
    return isObject(JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString('utf8')) as Json)
  } catch {
    return false
  }
}

export function plainJwt(text: string): string | null {
  const trimmed = text.trim()
  return isJwt(trimmed) ? trimmed : null
}

const own = (at: Json, name: string): Json => (isObject(at) && Object.hasOwn(at, name) ? (at[name] ?? null) : null)

const under = (body: Json, names: readonly string[]): Json => names.reduce<Json>(own, body)

/** The body, and `data` inside `data`. */
function levelsOf(body: Json): Json[] {
  const levels = [body]
  for (let at = own(body, 'data'); at !== null && levels.length <= DEEPEST; at = own(at, 'data')) levels.push(at)
  return levels
}

export const tokensIn = (body: Json): string[] =>
  levelsOf(body).flatMap((level) =>
    typeof level === 'string'
      ? tokenTexts(level).filter((text) => isToken(text) && (isJwt(text) || text.length >= SHORTEST_OPAQUE))
      : TOKEN_NAMES.flatMap((name) => tokenTexts(own(level, name)))
  )

/** The text without a scheme such as "Bearer"; empty for words that mean "no token". */
function tokenTexts(value: Json): string[] {
  if (typeof value !== 'string') return []
  const text = value.trim().replace(/^bearer\s+/i, '')
  return /^(undefined|null|none|true|false)?$/i.test(text) ? [] : [text]
}

/** ISO 8601: the token's own `exp`, else a field beside the token, else a field of the reply. */
export function tokenEnd(token: string, body: Json, now: Date, tokenAt: string | null = null): string | null {
  const beside = tokenAt === null ? null : statedEnd(under(body, tokenAt.split('.').slice(0, -1)), now)
  return jwtEnd(token) ?? beside ?? statedEnd(body, now)
}

export function jwtEnd(token: string): string | null {
  const claims = isJwt(token) ? (token.split('.')[1] ?? '') : ''
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp?: unknown }
    return typeof exp === 'number' ? isoOf(exp * 1000) : null
  } catch {
    return null
  }
}

function statedEnd(body: Json, now: Date): string | null {
  for (const level of levelsOf(body)) {
    for (const name of END_NAMES) {
      const value = own(level, name)
      const time = timeOf(value)
      const end = time === null && typeof value !== 'string' ? null : isoOf(Date.parse(String(time ?? value)))
      if (end !== null) return end
    }
    const seconds = decimalOf(own(level, 'expires_in'))
    if (seconds !== null) return isoOf(now.getTime() + Number(seconds) * 1000)
  }
  return null
}

/** In 1973: an earlier expiry means "never" or "unknown". */
const EARLIEST = 1e11

function isoOf(milliseconds: number): string | null {
  const date = new Date(milliseconds)
  return date.getTime() >= EARLIEST ? date.toISOString() : null
}
