/** What a platform says of a failure: its words, its codes, and the kind that it names itself. */
import { PLATFORM_WORDS_LIMIT } from '../../shared/ipc/failure.ts'
import { blotter, SHORTEST_SECRET, withoutUserInfo } from './secrets.ts'

export interface Said {
  /** For people: one line, cut at PLATFORM_WORDS_LIMIT. */
  words: string | null
  /** Such as RATE_LIMIT_REACHED, in capitals. */
  codes: string[]
  /** HTTP status that the body names, by number or by name ("Forbidden"). */
  named: number | null
}

/** Where the words are, best first; `errors` is looked at after these. */
const WORDS = ['message', 'error_description', 'detail', 'description', 'title', 'error'] as const

const NAMES: Record<string, number> = {
  badrequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notfound: 404,
  toomanyrequests: 429
}

/** Reads any of the known shapes of an error body; anything else says nothing. `secrets` are blotted out of the words. */
export function saidBy(body: unknown, secrets: readonly string[] = []): Said {
  const said: Said = { words: null, codes: [], named: null }
  // Before anything is cut, so that no half of a secret is left.
  const blot = blotter(secrets, SHORTEST_SECRET.words)
  const oneLine = (text: string): string | null => lineOf(withoutUserInfo(blot(text)))
  const first = (candidates: unknown[]): string | null =>
    candidates.map((one) => (typeof one === 'string' ? oneLine(one) : null)).find((line) => line !== null) ?? null
  if (typeof body === 'string') said.words = oneLine(body)
  if (!isObject(body)) return said
  const inner = [body, body['error'], ...listOf(body['errors'])].filter(isObject)
  said.words = first(WORDS.map((name) => body[name])) ?? first(errorWords(body))
  said.codes = inner
    .flatMap((one) => [one['code'], one['errorCode'], one['error']])
    .concat(listOf(body['errors']))
    .filter((one) => typeof one === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/.test(one))
    .map(String)
  const { statusCode } = body
  if (typeof statusCode === 'number') said.named = statusCode
  if (typeof statusCode === 'string') said.named = NAMES[statusCode.toLowerCase().replace(/[^a-z]/g, '')] ?? null
  return said
}

/** Words inside `errors` (a text, a list, or lists by field) and inside an `error` that is an object. */
function errorWords(body: Record<string, unknown>): unknown[] {
  return [body['error'], ...listOf(body['errors'])].flatMap((one) =>
    isObject(one) ? WORDS.map((name) => one[name]) : [one]
  )
}

function listOf(errors: unknown): unknown[] {
  if (Array.isArray(errors)) return errors.slice(0, 20)
  if (isObject(errors)) return Object.values(errors).slice(0, 20).flat().slice(0, 20)
  return [errors]
}

/** One line without control or direction marks, cut at the limit; null when nothing is left, or for markup. */
function lineOf(text: string): string | null {
  const line = text
    .slice(0, PLATFORM_WORDS_LIMIT * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (line === '' || line.startsWith('<')) return null
  return line.length > PLATFORM_WORDS_LIMIT ? `${line.slice(0, PLATFORM_WORDS_LIMIT - 1)}…` : line
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
