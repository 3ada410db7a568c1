/** Removes credentials, secrets of the request and an envelope's requestDetails from a record, at any depth. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Json } from '../../../shared/models/json.ts'
import { atOnce } from '../../concurrency.ts'
import { JsonScanner } from '../json/json-limits.ts'
import { parseJson } from '../json/parse-json.ts'
import { plainName } from '../names.ts'
import type { JsonObject, Notes } from '../records.ts'
import { isCredentialName } from '../../../shared/models/credential-names.ts'
import { withoutUserInfo, type Redact } from './redaction.ts'

/** Deeper values are dropped: nothing shown is as deep, and recursion must end. */
const DEEPEST = 40

/** The published API's envelope names the user's own IP address and browser there. */
export const isRequestDetails = (name: string): boolean => plainName(name) === 'requestdetails'

export const hasRequestDetails = (text: string): boolean => /request[_-]?details/i.test(text)

interface Verdict {
  name: string
  isCredential: boolean
  isEnvelopes: boolean
}

function createJudge(clear: Redact): (name: string) => Verdict {
  const known = new Map<string, Verdict>()
  return (name) => {
    const before = known.get(name)
    if (before) return before
    const verdict = {
      name: clear(name),
      isCredential: isCredentialName(name),
      isEnvelopes: isRequestDetails(name)
    }
    if (known.size < 5000) known.set(name, verdict)
    return verdict
  }
}

type Steps<T> = Generator<void, T, void>

/** Returns an unchanged record as it is. Flags (hasPassword: true) and null are kept. JSON in texts is sanitized too. */
export function createSanitizer(notes: Notes, redact: Redact): (record: JsonObject) => JsonObject {
  const sanitize = createSanitizerInSteps(notes, redact)
  return (record) => atOnce(sanitize(record))
}

/** Fields between two yields: each costs time, and the records of a list are small. */
const FIELDS_OF_STEP = 32

/** The same, for inSlices: a single record may have a hundred thousand fields. */
export function createSanitizerInSteps(notes: Notes, redact: Redact): (record: JsonObject) => Steps<JsonObject> {
  let fields = 0
  const isStepDone = (): boolean => ++fields % FIELDS_OF_STEP === 0
  const clear = (text: string): string => withoutUserInfo(redact(text))
  const judge = createJudge(clear)

  const object = function* (from: JsonObject, depth: number, inText: boolean): Steps<JsonObject> {
    let kept: { fields: Map<string, Json>; counts: Map<string, number> } | null = null
    const names = Object.keys(from)
    for (let index = 0; index < names.length; index += 1) {
      if (isStepDone()) yield
      const given = names[index] ?? ''
      const value = from[given] ?? null
      const { name, isCredential, isEnvelopes } = judge(given)
      const isSecret = isCredential && value !== null && typeof value !== 'boolean'
      const drop = isSecret || isEnvelopes
      const clean = drop
        ? null
        : isPlain(value)
          ? plain(value, name, inText)
          : yield* holding(value, depth, name, inText)
      if (isSecret || name !== given) notes.add('credentialDropped', name)
      if (drop || name !== given || clean !== value) {
        kept ??= {
          fields: new Map(names.slice(0, index).map((before) => [before, from[before] ?? null])),
          counts: new Map()
        }
      }
      if (kept && !drop) kept.fields.set(freeName(name, kept.fields, kept.counts), clean)
    }
    return kept ? Object.fromEntries(kept.fields) : from
  }

  const plain = (value: Plain, name: string, inText: boolean): Plain => {
    if (typeof value === 'string') return text(value, name)
    // JSON.parse reads 1e999 as Infinity, which JSON can't represent. A text that contains it is still valid.
    if (typeof value !== 'number' || Number.isFinite(value) || inText) return value
    notes.add('wrongType')
    return null
  }

  const text = (given: string, name: string): string => {
    const cleared = clear(given)
    if (cleared !== given) notes.add('credentialDropped', name)
    return cleared
  }

  /** An object, a list, or a text with either. */
  const holding = function* (
    value: string | Json[] | JsonObject,
    depth: number,
    name: string,
    inText: boolean
  ): Steps<Json> {
    if (typeof value === 'string') return yield* textWithJson(value, depth, name)
    if (depth >= DEEPEST) {
      notes.add('unknownShape')
      return null
    }
    if (!Array.isArray(value)) return yield* object(value, depth + 1, inText)
    const items: Json[] = []
    for (const item of value) {
      if (isStepDone()) yield
      items.push(isPlain(item) ? plain(item, name, inText) : yield* holding(item, depth + 1, name, inText))
    }
    return items.some((item, index) => item !== value[index]) ? items : value
  }

  const textWithJson = function* (given: string, depth: number, name: string): Steps<string | null> {
    if (!budget.spend(given)) {
      notes.add('unknownShape', name)
      return null
    }
    const held = jsonIn(given)
    const clean = held && (yield* holding(held, depth, name, true))
    // Redacts the text too: a repeated name in it hides its first value.
    return text(clean === held ? given : JSON.stringify(clean), name)
  }

  let budget = new JsonTextBudget()
  return (record) => {
    budget = new JsonTextBudget()
    return object(record, 0, false)
  }
}

type Plain = string | number | boolean | null

const isPlain = (value: Json): value is Plain =>
  typeof value === 'string' ? !looksLikeJson(value) : typeof value !== 'object' || value === null

/** JSON inside texts: a body's limits don't see its parts, and parsing them is expensive. */
const MOST_PARTS_IN_TEXT = 50_000
const MOST_PARTS_IN_TEXTS = 100_000
/** Characters of such texts per record that aren't scanned. Each part has at least one character. */
const UNCOUNTED = 50_000

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** What a record's texts with JSON may cost, counted down. */
class JsonTextBudget {
  #uncounted = UNCOUNTED
  #parts = MOST_PARTS_IN_TEXTS

  /** @returns whether the text may be parsed */
  spend(text: string): boolean {
    if (text.length <= this.#uncounted) {
      this.#uncounted -= text.length
      return true
    }
    const scanner = new JsonScanner(Math.min(MOST_PARTS_IN_TEXT, this.#parts))
    try {
      scanner.scan(Buffer.from(text))
      this.#parts -= scanner.parts
      return true
    } catch (error) {
      // Unbalanced brackets are no JSON, so they cost nothing.
      return toErrorInfo(error).found === 'malformed'
    }
  }
}

function jsonIn(text: string): Json[] | JsonObject | null {
  try {
    return parseJson(text) as Json[] | JsonObject
  } catch {
    return null
  }
}

function freeName(name: string, taken: ReadonlyMap<string, Json>, counts: Map<string, number>): string {
  let free = name
  let count = counts.get(name) ?? 1
  while (taken.has(free)) free = `${name}~${++count}`
  if (count > 1) counts.set(name, count)
  return free
}
