/** The sign-in endpoint: builds its request, finds the token in the reply and reads its expiry. */
import { AppError } from '../../../shared/ipc/error.ts'
import { isToken, LONGEST_TOKEN } from '../../../shared/models/account.ts'
import { signInFieldsOf, type SignInEndpoint } from '../../../shared/models/provider.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { IssuedToken } from '../../ports/index.ts'
import { envelopeError } from './http/error-response.ts'
import { jsonOf, textOf, type Reply } from './http/reply.ts'
import { createFields, type Find } from '../readers/field-names.ts'
import { decimalOf, timeOf } from '../readers/read-scalars.ts'
import { isObject } from '../readers/records.ts'
import { createRedactor } from '../readers/security/redaction.ts'
import { objectAround, valueAt } from '../readers/wrappers.ts'

export interface Credentials {
  email: string
  password: string
  code?: string
  /** As of Access. */
  earlierTokens?: readonly string[] | undefined
}

export function signInBody(signIn: SignInEndpoint, { email, password, code }: Credentials): { [name: string]: string } {
  const { emailField, passwordField, codeField } = signInFieldsOf(signIn)
  const body = { [emailField]: email, [passwordField]: password }
  return code === undefined || code === '' ? body : { ...body, [codeField]: code }
}

/** The token in the reply. @param typed what no token may contain @throws BAD_REPLY and the errors of a sign-in */
export function issuedTokenIn(
  reply: Reply,
  tokenAt: string | null = null,
  typed: readonly string[],
  now: Date,
  secrets = typed
): IssuedToken {
  const jwt = plainJwt(textOf(reply))
  const body = jwt ?? jsonOf(reply)
  const candidates = tokenAt === null ? (jwt ? [jwt] : tokensIn(body)) : textsAt(body, tokenAt)
  const token = candidates.find(isToken)
  if (token !== undefined && !isEcho(token, typed)) return { token, expiresAt: tokenEnd(token, body, now, tokenAt) }
  const refused = envelopeError(reply, body, { signingIn: true, secrets, now })
  const found = token === undefined && candidates.length > 0 ? 'unusableToken' : 'noToken'
  throw refused ?? new AppError('BAD_REPLY', { host: reply.host, status: reply.status, found })
}

/** Whether the token is or contains a secret of the request. The claims of a JWT may contain one by chance. */
const isEcho = (token: string, secrets: readonly string[]): boolean =>
  secrets.includes(token) || (plainJwt(token) === null && createRedactor(secrets)(token) !== token)

/** Spellings don't matter: `Token`, `access_token` and `access-token` are found, too. */
const TOKEN_NAMES = (
  'token jwt accessToken authToken apiToken sessionToken bearerToken userToken loginToken jwtToken authenticationToken ' +
  'authorizationToken plainTextToken apiKey'
).split(' ')
/** Names that may hold something else, so the text has to look like a token. */
const UNSURE_NAMES = ['access', 'bearer', 'authorization', 'key']
const END_NAMES = (
  'tokenExpiration tokenExpiresAt tokenExpires tokenExpiry tokenExpirationDate accessTokenExpiresAt accessTokenExpiration ' +
  'expiresAt expires expiration expirationDate expiresOn expireAt expireDate expiryDate expiry validUntil validTo exp'
).split(' ')
const LIFETIME_NAMES = 'expiresIn expiresInSeconds tokenExpiresIn accessTokenExpiresIn expireIn expires ttl'.split(' ')

/** Wrappers whose text may be the token itself. */
const BARE_WRAPPERS = ['data', 'result', 'response']
const WRAPPERS = 'payload body content attributes session auth authentication token tokens accessToken jwt'.split(' ')
/** Their dates may be about a plan instead of the token. */
const PERSON_WRAPPERS = 'user account customer client profile member'.split(' ')

/** Shorter bare text that isn't a JWT is no token, but perhaps a greeting. */
const SHORTEST_OPAQUE = 20

const DEEPEST = 3
const MOST_LEVELS = 40

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

const textsAt = (body: Json, place: string): string[] => tokenTexts(valueAt(body, place))

const valueIn = (find: Find, name: string): Json => find([name], (value) => value).value

interface Level {
  at: Json
  ofPerson: boolean
}

/** The body and its wrappers, level by level. */
function levelsOf(body: Json): Level[] {
  const fields = createFields()
  const levels: Level[] = [{ at: body, ofPerson: false }]
  let from = 0
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const parents = levels.slice(from)
    from = levels.length
    for (const { at, ofPerson } of parents) {
      if (!isObject(at)) continue
      const find = fields(at)
      const add = (name: string, isWanted: (value: Json) => boolean, person: boolean): void => {
        const value = valueIn(find, name)
        if (isWanted(value) && levels.length < MOST_LEVELS) levels.push({ at: value, ofPerson: person })
      }
      for (const name of BARE_WRAPPERS) add(name, (value) => typeof value === 'string' || isObject(value), ofPerson)
      for (const name of WRAPPERS) add(name, isObject, ofPerson)
      for (const name of PERSON_WRAPPERS) add(name, isObject, true)
    }
  }
  return levels
}

export const tokensIn = (body: Json): string[] => levelsOf(body).flatMap(({ at }) => tokensAt(at))

function tokensAt(at: Json): string[] {
  if (!isObject(at)) return tokenTexts(at).filter(looksLikeToken)
  const find = createFields()(at)
  return [
    ...TOKEN_NAMES.flatMap((name) => tokenTexts(valueIn(find, name))),
    ...UNSURE_NAMES.flatMap((name) => tokenTexts(valueIn(find, name)).filter(looksLikeToken))
  ]
}

const looksLikeToken = (text: string): boolean => isToken(text) && (isJwt(text) || text.length >= SHORTEST_OPAQUE)

/** The text without a scheme such as "Bearer"; empty for words that mean "no token". */
function tokenTexts(value: Json): string[] {
  if (typeof value !== 'string') return []
  const text = value.trim().replace(/^bearer\s+/i, '')
  return /^(undefined|null|none|true|false)?$/i.test(text) ? [] : [text]
}

/** ISO 8601: the token's own `exp`, else a field beside the token, else a field of the reply. */
export function tokenEnd(token: string, body: Json, now: Date, tokenAt: string | null = null): string | null {
  const levels = levelsOf(body)
  const beside =
    tokenAt === null
      ? levels.filter(({ at }) => tokensAt(at).includes(token)).map(({ at }) => at)
      : [objectAround(body, tokenAt)]
  const others = levels.filter(({ ofPerson }) => !ofPerson).map(({ at }) => at)
  return (
    jwtEnd(token) ?? [...beside, ...others].reduce<string | null>((end, level) => end ?? statedEnd(level, now), null)
  )
}

/** A larger `exp` is in milliseconds: as seconds it would be after the year 5138. */
const SECONDS_BELOW = 1e11

export function jwtEnd(token: string): string | null {
  const claims = isJwt(token) ? (token.split('.')[1] ?? '') : ''
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp?: unknown }
    return typeof exp === 'number' ? isoOf(exp < SECONDS_BELOW ? exp * 1000 : exp) : null
  } catch {
    return null
  }
}

function statedEnd(level: Json, now: Date): string | null {
  if (!isObject(level)) return null
  const find = createFields()(level)
  const seconds = (value: Json): number | null => {
    const count = Number(decimalOf(value) ?? 0)
    return count > 0 ? count : null
  }
  const end = find(END_NAMES, endOf).value
  const lifetime = end === null ? find(LIFETIME_NAMES, seconds).value : null
  return lifetime === null ? end : isoOf(now.getTime() + lifetime * 1000)
}

function endOf(value: Json): string | null {
  const time = timeOf(value)
  if (time !== null) return isoOf(Date.parse(time))
  const text = typeof value === 'string' ? value.trim() : ''
  // Date.parse reads almost any number as a year.
  return text.length <= LONGEST_DATE && !/^[\d.]*$/.test(text) ? isoOf(Date.parse(text)) : null
}
const LONGEST_DATE = 64

/** In 1973: an earlier expiry means "never" or "unknown". */
const EARLIEST = 1e11

function isoOf(milliseconds: number): string | null {
  const date = new Date(milliseconds)
  return date.getTime() >= EARLIEST ? date.toISOString() : null
}
