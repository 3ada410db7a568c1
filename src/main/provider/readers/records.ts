/** Records of a reply: gives them keys, and collects notes on what was unreadable. */
import { createHash } from 'node:crypto'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { Json } from '../../../shared/models/json.ts'

/** Raise it when the same bytes are read differently: stored data is then fetched again. */
export const READERS_VERSION = 12

export interface JsonObject {
  [name: string]: Json
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Identity {
  id: string | null
  /** Identifies a record without an id, equally at each refresh. Called only when needed. */
  print: () => string
}

const LONGEST_ID = 512

/** Whether an id fits into a URL of the page and of the provider. */
const isUsable = (id: string): boolean =>
  id.length <= LONGEST_ID && id.isWellFormed() && !/[\0-\x1f]/.test(id) && !['', '.', '..'].includes(id.trim())

/** The id, or `~` and a hash of the print; a repeated key gets `~2`. The same list gives the same keys again. */
export function* keysOf(records: Identity[], notes: Notes): Generator<void, string[], void> {
  // Ids first, so that no generated key takes the id of a later record.
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  const keys: (string | null)[] = []
  for (const { id } of records) {
    const isFirst = id !== null && isUsable(id) && !taken.has(id)
    if (isFirst) taken.add(id)
    keys.push(isFirst ? id : null)
    yield
  }
  const keyOf = ({ id, print }: Identity): string => {
    const repeated = id !== null && isUsable(id)
    notes.add(repeated ? 'sameId' : 'noId')
    const stem = repeated
      ? id
      : `~${createHash('sha256')
          .update(id ?? print())
          .digest('hex')
          .slice(0, 20)}`
    let key = stem
    // Continues the count of each stem: a list may repeat one id a hundred thousand times.
    let count = counts.get(stem) ?? 1
    while (taken.has(key)) key = `${stem}~${++count}`
    counts.set(stem, count)
    taken.add(key)
    return key
  }
  return keys.map((key, at) => key ?? keyOf(records[at] as Identity))
}

/** Fields with a note of their own. Beyond them, notes are counted without names. */
const MOST_NAMED = 50
const LONGEST_NAME = 64

/** What was noticed while reading, each kind of note once with its count. */
export class Notes {
  readonly #notes = new Map<string, ReadingNote>()

  add(kind: ReadingNote['kind'], given?: string, times = 1): void {
    const field = given?.slice(0, LONGEST_NAME)
    const isNamed = field !== undefined && (this.#notes.size < MOST_NAMED || this.#notes.has(`${kind} ${field}`))
    const at = `${kind} ${isNamed ? field : ''}`
    const known = this.#notes.get(at)
    if (known) known.count += times
    else this.#notes.set(at, { kind, count: times, ...(isNamed && { field }) })
  }

  list(): ReadingNote[] {
    return [...this.#notes.values()]
  }

  /** Returns the notes so far, and forgets them. */
  take(): ReadingNote[] {
    if (this.#notes.size === 0) return []
    const notes = this.list()
    this.#notes.clear()
    return notes
  }
}

export function sumOfNotes(all: Iterable<readonly ReadingNote[]>): ReadingNote[] {
  const sum = new Notes()
  for (const notes of all) for (const { kind, field, count } of notes) sum.add(kind, field, count)
  return sum.list()
}
