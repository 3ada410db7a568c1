/** Unwraps lists and single records, and creates keys for records without a usable id. */
import { createHash } from 'node:crypto'
import type { Json } from '../../../shared/models/json.ts'
import type { JsonObject } from '../security/sanitize.ts'
import type { Notes } from './reading-issues.ts'

/** Names that a list may have: bare, in a wrapper, or in a wrapper's wrapper. In order of trust. */
export const WRAPPERS = ['data', 'items', 'results', 'invoices', 'products'] as const
/** Levels below the body where an object may still be a wrapper. */
export const DEEPEST_WRAPPER = 2

/** Longer ids aren't used as keys. */
const LONGEST_ID = 512

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names that may stand beside `data` in an envelope. With any other name, `data` is a field of the record. */
const ENVELOPE = [
  'data',
  'message',
  'statusCode',
  'status',
  'success',
  'errors',
  'error',
  'code',
  'meta',
  'requestDetails'
]

/** The record of a reply: bare, or in an envelope's `data`; null if it is no object. */
export function recordIn(body: Json): JsonObject | null {
  if (!isObject(body)) return null
  const isEnvelope = Object.hasOwn(body, 'data') && Object.keys(body).every((name) => ENVELOPE.includes(name))
  if (!isEnvelope) return body
  const inner = body['data']
  return isObject(inner) ? inner : null
}

export interface Identity {
  id: string | null
  /** Identifies a record without an id, equally at each refresh. Called only when needed. */
  print: () => string
}

/** Whether an id fits into a URL of the page and of the provider. */
const isUsable = (id: string): boolean =>
  id.length <= LONGEST_ID && id.isWellFormed() && !/[\0-\x1f]/.test(id) && !['', '.', '..'].includes(id.trim())

/**
 * A key for each record: its id, or `~` and a hash of its print; a repeated key gets `~2`. The same list gives the same
 * keys again.
 */
export function keysOf(records: Identity[], notes: Notes): string[] {
  // Ids first, so that no generated key takes the id of a later record.
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  const firsts = records.map(({ id }) => {
    if (id === null || !isUsable(id) || taken.has(id)) return null
    taken.add(id)
    return id
  })
  return records.map(({ id, print }, index) => {
    const own = firsts[index]
    if (own != null) return own
    const repeated = id !== null && isUsable(id)
    notes.add(repeated ? 'sameId' : 'noId')
    const stem = repeated ? id : `~${digest(id ?? print())}`
    let key = stem
    // Continues the count of each stem: a list may repeat one id a hundred thousand times.
    let count = counts.get(stem) ?? 1
    while (taken.has(key)) key = `${stem}~${++count}`
    counts.set(stem, count)
    taken.add(key)
    return key
  })
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}
