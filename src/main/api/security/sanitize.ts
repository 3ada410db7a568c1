/**
 * Takes out of a record what must not be kept, at any depth: fields that look like credentials, what was sent in secret, and an
 * envelope's requestDetails.
 */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Json } from '../../../shared/models/json.ts'
import { createScanner } from '../http/json-limits.ts'
import type { Notes } from '../readers/reading-issues.ts'
import { withoutUserInfo, type Redact } from './redaction.ts'

export interface JsonObject {
  [name: string]: Json
}

/** Values nested deeper than this are left out: nothing that is shown has such depth, and it would break whoever walks it. */
const DEEPEST = 40

/** Names without case and separators. The published profile has passwordHash, securityStamp and others of the family. */
const CREDENTIAL =
  /passw(or)?d|passwrd|pwd|passphrase|passcode|secret|token|jwt|bearer|credential|cookie|fingerprint|apikey|accesskey|privatekey|signingkey|encryptionkey|securitystamp|concurrencystamp|securityflag|recoverycode|backupcode|sessionid|totp|otp(code|seed|key)|^otp$|^pin(code)?$|^salt$|^authorization$/

/** Name without case and separators, as CREDENTIAL has them. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The published API's envelope says there who asked: the person's own address and browser, no data of the provider's. */
export const isRequestDetails = (name: string): boolean => plainName(name) === 'requestdetails'

/** Whether a text holds an envelope's requestDetails. */
export const hasRequestDetails = (text: string): boolean => /request[_-]?details/i.test(text)

/** True for names such as passwordHash or api_key. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL.test(plainName(name))
}

interface Verdict {
  /** Without what was sent in secret. */
  name: string
  isCredential: boolean
  /** Of the envelope, not of the record. */
  isEnvelopes: boolean
}

/**
 * Makes a cleanser for the records of one reply. It gives the record back as it is when there is nothing to take out.
 * A flag (hasPassword: true) and null say nothing secret, so they stay. What was sent in secret is redacted out of every
 * text and name, and so are names and passwords in addresses. Texts that hold JSON are looked into.
 */
export function createCleanser(notes: Notes, redact: Redact): (record: JsonObject) => JsonObject {
  // A list has the same few names again and again.
  const known = new Map<string, Verdict>()
  const judge = (name: string): Verdict => {
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
  const clear = (text: string): string => withoutUserInfo(redact(text))

  const object = (from: JsonObject, depth: number, inText: boolean): JsonObject => {
    // Made only when something is taken out: of most records nothing is.
    let kept: Map<string, Json> | null = null
    const counts = new Map<string, number>()
    const names = Object.keys(from)
    for (const [index, given] of names.entries()) {
      const value = from[given] ?? null
      const { name, isCredential, isEnvelopes } = judge(given)
      const isSecret = isCredential && value !== null && typeof value !== 'boolean'
      const drop = isSecret || isEnvelopes
      const clean = drop ? null : anything(value, depth, name, inText)
      if (isSecret || name !== given) notes.add('credentialDropped', name)
      if (drop || name !== given || clean !== value) {
        kept ??= new Map(names.slice(0, index).map((before) => [before, from[before] ?? null]))
      }
      if (kept && !drop) kept.set(freeName(name, kept, counts), clean)
    }
    return kept ? Object.fromEntries(kept) : from
  }

  const anything = (value: Json, depth: number, name: string, inText: boolean): Json => {
    if (typeof value === 'string') return text(value, depth, name)
    // JSON text such as 1e999 is read as Infinity, which is no JSON value any more. A text that holds it is one still.
    if (typeof value === 'number' && !Number.isFinite(value) && !inText) {
      notes.add('wrongType')
      return null
    }
    if (typeof value !== 'object' || value === null) return value
    if (depth >= DEEPEST) {
      notes.add('unknownShape')
      return null
    }
    if (!Array.isArray(value)) return object(value, depth + 1, inText)
    const items = value.map((item) => anything(item, depth + 1, name, inText))
    return items.some((item, index) => item !== value[index]) ? items : value
  }

  const text = (given: string, depth: number, name: string): string | null => {
    if (!room.has(given)) {
      notes.add('unknownShape', name)
      return null
    }
    const held = jsonIn(given)
    const clean = held && anything(held, depth, name, true)
    const rest = clean === held ? given : JSON.stringify(clean)
    // Of the whole text too: a name that occurs twice in it hides the first value.
    const cleared = clear(rest)
    if (cleared !== rest) notes.add('credentialDropped', name)
    return cleared
  }

  let room = createRoom()
  return (record) => {
    room = createRoom()
    return object(record, 0, false)
  }
}

/**
 * Most parts of the JSON that a text holds, and all texts of a record. The limits of a body don't see into its texts, and parsed they cost
 * far more.
 */
const MOST_PARTS_IN_TEXT = 50_000
const MOST_PARTS_IN_TEXTS = 100_000
/** Characters of such texts in a record that are not counted. No part is shorter than a character. */
const UNCOUNTED = 50_000

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** Of one record. `has` is whether a text may be looked into: of JSON that would cost too much, nothing is shown anyway. */
function createRoom(): { has(text: string): boolean } {
  let uncounted = UNCOUNTED
  let parts = MOST_PARTS_IN_TEXTS
  return {
    has(text) {
      if (!looksLikeJson(text)) return true
      if (text.length <= uncounted) {
        uncounted -= text.length
        return true
      }
      const scanner = createScanner(Math.min(MOST_PARTS_IN_TEXT, parts))
      try {
        scanner.scan(Buffer.from(text))
        parts -= scanner.parts()
        return true
      } catch (error) {
        // Closed too often, it is no JSON, and costs nothing.
        return toErrorInfo(error).found === 'malformed'
      }
    }
  }
}

/** The object or list that a text holds; null for any other text. */
function jsonIn(text: string): Json[] | JsonObject | null {
  if (!looksLikeJson(text)) return null
  try {
    return JSON.parse(text) as Json[] | JsonObject
  } catch {
    // A text like any other, then.
    return null
  }
}

/**
 * Redacted out, two names may become one: the second is counted on.
 * @param counts how far the name was counted: a record may have ten thousand spellings of one secret
 */
function freeName(name: string, taken: ReadonlyMap<string, Json>, counts: Map<string, number>): string {
  let free = name
  let count = counts.get(name) ?? 1
  while (taken.has(free)) free = `${name}~${++count}`
  if (count > 1) counts.set(name, count)
  return free
}
