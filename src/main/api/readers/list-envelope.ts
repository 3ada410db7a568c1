/** Lists and single records as providers wrap them, and keys for records without a usable id. */
import { createHash } from 'node:crypto'
import type { Json } from '../../../shared/models/json.ts'
import type { JsonObject } from '../security/sanitize.ts'
import type { Notes } from './reading-issues.ts'

/** Under which names a list may be: bare, or inside a wrapper, or inside a wrapper's wrapper. In order of trust. */
export const WRAPPERS = ['data', 'items', 'results', 'invoices', 'products'] as const
/** Levels below the body at which an object may still be a wrapper. */
export const DEEPEST_WRAPPER = 2

/** Longest id that is used as a key. */
const LONGEST_ID = 512

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What may stand beside `data` in an envelope; with any other name there, `data` is a field of the record itself. */
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

/** The record in a reply: bare, or in an envelope's `data`; null when it is no object. */
export function recordIn(body: Json): JsonObject | null {
  if (!isObject(body)) return null
  const isEnvelope = Object.hasOwn(body, 'data') && Object.keys(body).every((name) => ENVELOPE.includes(name))
  if (!isEnvelope) return body
  const inner = body['data']
  return isObject(inner) ? inner : null
}

export interface Identity {
  id: string | null
  /** What tells the record from others when it has no id, and stays the same from one refresh to the next. Asked only then. */
  print: () => string
}

/** Whether an id can stand in an address of the page's, and of the provider's. */
const isUsable = (id: string): boolean =>
  id.length <= LONGEST_ID && id.isWellFormed() && !/[\0-\x1f]/.test(id) && !['', '.', '..'].includes(id.trim())

/**
 * A key for each record: its id; `~` and a digest of its print where there is none that is usable; `~2` after it where it was taken.
 * The same list gives the same keys again.
 */
export function keysOf(records: Identity[], notes: Notes): string[] {
  // Ids first, so that no stand-in takes a key that belongs to a later record.
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
    // Counts on from where the stem's last one ended: a list may hold the same id a hundred thousand times.
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
