/** What a platform says of an error: its words, its codes, and the kind that it names itself. */
import { PROVIDER_MESSAGE_LIMIT } from '../../../shared/ipc/error.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { hasRequestDetails, isRequestDetails } from '../security/sanitize.ts'
import { createRedactor, SHORTEST_SECRET, withoutUserInfo } from '../security/redaction.ts'

type Fields = Record<string, unknown>

export interface Said {
  /** For people: one line, cut at PROVIDER_MESSAGE_LIMIT. */
  words: string | null
  /** In capitals, such as RATE_LIMIT_REACHED; also of those that came as rateLimitReached or rate-limit-reached. */
  codes: string[]
  /** HTTP status that the body names, by number or by name ("Forbidden"). */
  named: number | null
  /** The body and the errors in it, where they are objects. */
  objects: Fields[]
}

/** Where the words are, best first; `errors` is looked at after these. */
const WORDS = ['message', 'error_description', 'detail', 'description', 'title', 'error'] as const

/** Where codes are, and words that may be no more than a code. */
const CODES = ['code', 'errorCode', 'error_code', 'reason', ...WORDS] as const

const NAMES: ReadonlyMap<string, number> = new Map([
  ['badrequest', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['notfound', 404],
  ['toomanyrequests', 429]
])

/** Most errors of one body that are looked at. */
const MOST_ERRORS = 20

/** Reads any of the known shapes of an error body; anything else says nothing. `secrets` are redacted out of the words. */
export function saidBy(body: unknown, secrets: readonly string[] = []): Said {
  // Before anything is cut, so that no half of a secret is left.
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

/** Some write their fields with a capital first. */
const fieldOf = (from: Fields, name: string): unknown =>
  from[name] ?? from[name.charAt(0).toUpperCase() + name.slice(1)]

function listOf(errors: unknown): unknown[] {
  if (Array.isArray(errors)) return errors.slice(0, MOST_ERRORS)
  // By field, each with a text or a list of them.
  if (isObject(errors)) {
    const fields = Object.entries(errors).filter(([name]) => !isRequestDetails(name))
    return fields
      .slice(0, MOST_ERRORS)
      .flatMap(([, said]) => said)
      .slice(0, MOST_ERRORS)
  }
  return [errors]
}

/** The last part of a problem's `type`, which is an address (RFC 9457, before it 7807). */
function typeOf(one: Fields): string | null {
  const type = fieldOf(one, 'type')
  return typeof type === 'string' && type.length < 500
    ? (type.split(/[/#:]/).findLast((part) => part !== '') ?? null)
    : null
}

/** A single word in capitals, its parts joined by underscores; null for what is no single word. */
function codeOf(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 64 || !/^[a-z][a-z0-9]*([_.-][a-z0-9]+)*$/i.test(given)) return null
  return given
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toUpperCase()
}

/** By statusCode; a problem says `status`, as a number. */
function namedBy(body: Fields): number | null {
  const [code, status] = [fieldOf(body, 'statusCode'), fieldOf(body, 'status')]
  if (typeof code === 'number') return code
  if (typeof code === 'string') return NAMES.get(code.toLowerCase().replace(/[^a-z]/g, '')) ?? null
  return typeof status === 'number' ? status : null
}

/** One line without tags, control or direction marks, cut at the limit; null when nothing is left, or for markup. */
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
