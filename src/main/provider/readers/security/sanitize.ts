/** Removes credentials, secrets of the request and an envelope's requestDetails from a record, at any depth. */
import { toErrorInfo } from '../../../../shared/ipc/error.ts'
import type { Json } from '../../../../shared/models/json.ts'
import { isLongName } from '../field-names.ts'
import { JsonScanner } from '../json/json-limits.ts'
import { parseJson } from '../json/parse-json.ts'
import { plainName } from '../names.ts'
import type { JsonObject, Notes } from '../records.ts'
import { isCredentialName } from '../../../../shared/models/credential-names.ts'
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

/** Names that are remembered. */
const MOST_NAMES = 5000

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
    if (known.size < MOST_NAMES && !isLongName(name)) known.set(name, verdict)
    return verdict
  }
}

type Steps<T> = Generator<void, T, void>
type Holding = Json[] | JsonObject

/** Returns an unchanged record as it is. Flags (hasPassword: true) and null are kept. JSON in texts is sanitized too. */
export function createSanitizer(notes: Notes, redact: Redact): (record: JsonObject) => JsonObject {
  const { judge, plain, isTooDeep, heldIn, rewritten, start } = createRules(notes, redact)

  const object = (from: JsonObject, depth: number, inText: boolean): JsonObject => {
    let kept: Kept | null = null
    const names = Object.keys(from)
    for (let index = 0; index < names.length; index += 1) {
      const given = names[index] ?? ''
      const value = from[given] ?? null
      const verdict = judge(given)
      const { name } = verdict
      const isSecret = isSecretIn(value, verdict)
      const drop = isSecret || verdict.isEnvelopes
      const clean = drop ? null : anything(value, depth, name, inText)
      if (isSecret || name !== given) notes.add('credentialDropped', name)
      if (drop || name !== given || clean !== value) kept ??= keptBefore(index, names, from)
      if (kept && !drop) kept.fields.set(freeName(name, kept), clean)
    }
    return kept ? Object.fromEntries(kept.fields) : from
  }

  const anything = (value: Json, depth: number, name: string, inText: boolean): Json => {
    if (isPlain(value)) return plain(value, name, inText)
    if (typeof value !== 'string') return holding(value, depth, name, inText)
    const held = heldIn(value, name)
    return rewritten(value, held, held && holding(held, depth, name, true), name)
  }

  const holding = (value: Holding, depth: number, name: string, inText: boolean): Holding | null => {
    if (isTooDeep(depth)) return null
    if (!Array.isArray(value)) return object(value, depth + 1, inText)
    const items = value.map((item) => anything(item, depth + 1, name, inText))
    return items.some((item, index) => item !== value[index]) ? items : value
  }

  return (record) => {
    start()
    return object(record, 0, false)
  }
}

/** Fields between two yields: each costs time. */
const FIELDS_OF_STEP = 32

/**
 * The same, for inSlices: a single record may have a hundred thousand fields. A list has many small records, and a
 * generator for each of their objects would take longer than the object itself.
 */
export function createSanitizerInSteps(notes: Notes, redact: Redact): (record: JsonObject) => Steps<JsonObject> {
  const { judge, plain, isTooDeep, heldIn, rewritten, start } = createRules(notes, redact)
  let fields = 0
  const isStepDone = (): boolean => ++fields % FIELDS_OF_STEP === 0

  const object = function* (from: JsonObject, depth: number, inText: boolean): Steps<JsonObject> {
    let kept: Kept | null = null
    const names = Object.keys(from)
    for (const [index, given] of names.entries()) {
      if (isStepDone()) yield
      const value = from[given] ?? null
      const verdict = judge(given)
      const { name } = verdict
      const isSecret = isSecretIn(value, verdict)
      const drop = isSecret || verdict.isEnvelopes
      const clean = drop
        ? null
        : isPlain(value)
          ? plain(value, name, inText)
          : yield* anything(value, depth, name, inText)
      if (isSecret || name !== given) notes.add('credentialDropped', name)
      if (drop || name !== given || clean !== value) kept ??= keptBefore(index, names, from)
      if (kept && !drop) kept.fields.set(freeName(name, kept), clean)
    }
    return kept ? Object.fromEntries(kept.fields) : from
  }

  const anything = function* (value: string | Holding, depth: number, name: string, inText: boolean): Steps<Json> {
    if (typeof value !== 'string') return yield* holding(value, depth, name, inText)
    const held = heldIn(value, name)
    return rewritten(value, held, held && (yield* holding(held, depth, name, true)), name)
  }

  const holding = function* (value: Holding, depth: number, name: string, inText: boolean): Steps<Holding | null> {
    if (isTooDeep(depth)) return null
    if (!Array.isArray(value)) return yield* object(value, depth + 1, inText)
    const items: Json[] = []
    for (const item of value) {
      if (isStepDone()) yield
      items.push(isPlain(item) ? plain(item, name, inText) : yield* anything(item, depth + 1, name, inText))
    }
    return items.some((item, index) => item !== value[index]) ? items : value
  }

  return (record) => {
    start()
    return object(record, 0, false)
  }
}

interface Rules {
  judge(name: string): Verdict
  plain(value: Plain, name: string, inText: boolean): Plain
  isTooDeep(depth: number): boolean
  /** @returns undefined: the text is too large to look into it; null: it is no JSON */
  heldIn(text: string, name: string): Holding | null | undefined
  /** @param clean what `held` has become */
  rewritten(
    text: string,
    held: Holding | null | undefined,
    clean: Holding | null | undefined,
    name: string
  ): string | null
  /** Of a record. */
  start(): void
}

/** What becomes of values, read at once or in steps. */
function createRules(notes: Notes, redact: Redact): Rules {
  const clear = (text: string): string => withoutUserInfo(redact(text))
  let budget = new JsonTextBudget()
  const cleared = (given: string, name: string): string => {
    const clean = clear(given)
    if (clean !== given) notes.add('credentialDropped', name)
    return clean
  }
  return {
    judge: createJudge(clear),
    plain(value, name, inText) {
      if (typeof value === 'string') return cleared(value, name)
      if (redact.hasNumbers && typeof value === 'number' && redact(String(value)) !== String(value)) {
        notes.add('credentialDropped', name)
        return null
      }
      // JSON.parse reads 1e999 as Infinity, which JSON can't represent. A text that contains it is still valid.
      if (typeof value !== 'number' || Number.isFinite(value) || inText) return value
      notes.add('wrongType')
      return null
    },
    isTooDeep(depth) {
      if (depth < DEEPEST) return false
      notes.add('unknownShape')
      return true
    },
    heldIn(text, name) {
      if (budget.spend(text)) return jsonIn(text)
      notes.add('unknownShape', name)
      return undefined
    },
    rewritten(text, held, clean, name) {
      if (held === undefined) return null
      // Redacts the text too: a repeated name in it hides its first value.
      return cleared(clean === held ? text : JSON.stringify(clean), name)
    },
    start() {
      budget = new JsonTextBudget()
    }
  }
}

const isSecretIn = (value: Json, { isCredential }: Verdict): boolean =>
  isCredential && value !== null && typeof value !== 'boolean'

/** The fields of an object that differs from the given one. */
interface Kept {
  fields: Map<string, Json>
  /** Of equal names. */
  counts: Map<string, number>
}

const keptBefore = (index: number, names: readonly string[], from: JsonObject): Kept => ({
  fields: new Map(names.slice(0, index).map((before) => [before, from[before] ?? null])),
  counts: new Map()
})

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

function freeName(name: string, { fields, counts }: Kept): string {
  let free = name
  let count = counts.get(name) ?? 1
  while (fields.has(free)) free = `${name}~${++count}`
  if (count > 1) counts.set(name, count)
  return free
}
