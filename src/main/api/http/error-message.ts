/** Reads an error body: its message, codes and status. */
import { PROVIDER_MESSAGE_LIMIT } from '../../../shared/ipc/error.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { hasRequestDetails, isRequestDetails } from '../security/sanitize.ts'
import { createRedactor, SHORTEST_SECRET, withoutUserInfo } from '../security/redaction.ts'

type Fields = Record<string, unknown>

export interface ErrorMessage {
  /** For people: one line, cut at PROVIDER_MESSAGE_LIMIT. */
  words: string | null
  /** In capitals, such as RATE_LIMIT_REACHED, also for rateLimitReached and rate-limit-reached. */
  codes: string[]
  /** The HTTP status in the body, from a number or a name ("Forbidden"). */
  named: number | null
  /** The body and the errors in it, if they are objects. */
  objects: Fields[]
}

/** Fields with a message, best first; `errors` comes after them. */
const WORDS = ['message', 'error_description', 'detail', 'description', 'title', 'error'] as const

/** Fields with a code, or with text that may be just a code. */
const CODES = ['code', 'errorCode', 'error_code', 'reason', ...WORDS] as const

const NAMES: ReadonlyMap<string, number> = new Map([
  ['badrequest', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['notfound', 404],
  ['toomanyrequests', 429]
])

/** Errors of one body that are read. */
const MOST_ERRORS = 20

/** Reads any known shape of an error body; other bodies have no message. `secrets` are redacted. */
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
    named: isObject(body) ? namedBy(body) : null,
    objects
  }
}

/** Some providers capitalise their field names. */
const fieldOf = (from: Fields, name: string): unknown =>
  from[name] ?? from[name.charAt(0).toUpperCase() + name.slice(1)]

function listOf(errors: unknown): unknown[] {
  if (Array.isArray(errors)) return errors.slice(0, MOST_ERRORS)
  // An object of fields, each with a text or a list of texts.
  if (isObject(errors)) {
    const fields = Object.entries(errors).filter(([name]) => !isRequestDetails(name))
    return fields
      .slice(0, MOST_ERRORS)
      .flatMap(([, said]) => said)
      .slice(0, MOST_ERRORS)
  }
  return [errors]
}

/** The last part of a problem's `type` URL (RFC 9457, before it 7807). */
function typeOf(one: Fields): string | null {
  const type = fieldOf(one, 'type')
  return typeof type === 'string' && type.length < 500
    ? (type.split(/[/#:]/).findLast((part) => part !== '') ?? null)
    : null
}

/** A single word in capitals, with underscores; null for other text. */
function codeOf(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 64 || !/^[a-z][a-z0-9]*([_.-][a-z0-9]+)*$/i.test(given)) return null
  return given
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toUpperCase()
}

/** From statusCode, or from a problem's numeric `status`. */
function namedBy(body: Fields): number | null {
  const [code, status] = [fieldOf(body, 'statusCode'), fieldOf(body, 'status')]
  if (typeof code === 'number') return code
  if (typeof code === 'string') return NAMES.get(code.toLowerCase().replace(/[^a-z]/g, '')) ?? null
  return typeof status === 'number' ? status : null
}

/** One line without tags, control and direction characters, cut at the limit; null if it is empty or markup. */
function lineOf(text: string): string | null {
  if (/^\s*</.test(text)) return null
  const line = text
    .slice(0, PROVIDER_MESSAGE_LIMIT * 4)
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line === '' ? null : cut(line, PROVIDER_MESSAGE_LIMIT)
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
