/** Tokens: where they are in a sign-in reply, and when they end. */
import { isToken, LONGEST_TOKEN } from '../../shared/models/account-rules.ts'
import type { Json } from '../../shared/models/json.ts'
import { isObject } from './readers/list-envelope.ts'
import { decimalOf, timeOf } from './readers/read-scalars.ts'

const TOKEN_NAMES = ['token', 'jwt', 'accessToken', 'access_token'] as const
const END_NAMES = ['tokenExpiration', 'expiresAt', 'expires_at'] as const

/** Shortest bare text that is taken for a token though it has no form of a JWT: a greeting is no token. */
const SHORTEST_OPAQUE = 20

/** Levels of `data` inside `data` that are looked into. */
const DEEPEST = 3

/** Three parts, of which the first names an algorithm: an address such as www.example.com has the form alone. */
function isJwt(text: string): boolean {
  // The length first: a pattern over a body of megabytes can overflow the engine's stack.
  if (text.length > LONGEST_TOKEN || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) return false
  try {
    return isObject(JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString('utf8')) as Json)
  } catch {
    // Not JSON, so not a JWT's header.
    return false
  }
}

/** A JWT that is the whole body, without the quotes that JSON would need. */
export function plainJwt(text: string): string | null {
  const trimmed = text.trim()
  return isJwt(trimmed) ? trimmed : null
}

/**
 * What a reply holds in a token's place, best first: a bare string, or the values of known names, at the top and in `data`.
 * Not all of it has to be a usable token (isToken).
 */
export function tokensIn(body: Json, depth = 0): string[] {
  if (typeof body === 'string') {
    return tokenTexts(body).filter((text) => isToken(text) && (isJwt(text) || text.length >= SHORTEST_OPAQUE))
  }
  if (!isObject(body)) return []
  const named = TOKEN_NAMES.flatMap((name) => tokenTexts(Object.hasOwn(body, name) ? body[name] : null))
  const inner = Object.hasOwn(body, 'data') ? body['data'] : undefined
  return inner === undefined || Array.isArray(inner) || depth >= DEEPEST
    ? named
    : [...named, ...tokensIn(inner, depth + 1)]
}

/** The same at a path such as `data.token`. */
export const tokensAt = (body: Json, path: string): string[] => tokenTexts(under(body, path.split('.')))

function under(body: Json, names: readonly string[]): Json {
  return names.reduce<Json>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? (at[name] ?? null) : null), body)
}

/** The text without the scheme that some replies put before a token; nothing for a word that stands for no token. */
function tokenTexts(value: Json | undefined): string[] {
  if (typeof value !== 'string') return []
  const text = value.trim().replace(/^bearer\s+/i, '')
  return /^(undefined|null|none|true|false)?$/i.test(text) ? [] : [text]
}

/**
 * When the token ends, ISO 8601: by its own `exp`, else by what the reply says beside it, or where such things are said;
 * null when none of them does.
 */
export function tokenEnd(token: string, body: Json, now: Date, tokenAt: string | null = null): string | null {
  const beside = tokenAt === null ? null : saidEnd(under(body, tokenAt.split('.').slice(0, -1)), now)
  return jwtEnd(token) ?? beside ?? saidEnd(body, now)
}

/** By its own `exp`, ISO 8601; null for what is no JWT, or tells no end. */
export function jwtEnd(token: string): string | null {
  const claims = isJwt(token) ? (token.split('.')[1] ?? '') : ''
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp?: unknown }
    return typeof exp === 'number' ? isoOf(exp * 1000) : null
  } catch {
    // Not a JWT whose claims can be read: then it tells no end.
    return null
  }
}

function saidEnd(body: Json, now: Date, depth = 0): string | null {
  if (!isObject(body)) return null
  for (const name of END_NAMES) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined
    const time = timeOf(value)
    const end = time === null && typeof value !== 'string' ? null : isoOf(Date.parse(String(time ?? value)))
    if (end !== null) return end
  }
  const seconds = Object.hasOwn(body, 'expires_in') ? decimalOf(body['expires_in']) : null
  if (seconds !== null) return isoOf(now.getTime() + Number(seconds) * 1000)
  const inner = Object.hasOwn(body, 'data') ? body['data'] : undefined
  return isObject(inner) && depth < DEEPEST ? saidEnd(inner, now, depth + 1) : null
}

/** Before this (1973) no token was made: it stands for one that has no end, or for none that is known. */
const EARLIEST = 1e11

/** Null for what no Date can hold. */
function isoOf(milliseconds: number): string | null {
  const date = new Date(milliseconds)
  return date.getTime() >= EARLIEST ? date.toISOString() : null
}
