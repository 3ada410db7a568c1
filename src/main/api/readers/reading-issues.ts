/** Collects the reader's notes, counted by kind and field. */
import type { ReadingNote } from '../../../shared/models/freshness.ts'

/** Fields with a note of their own. Beyond them, notes are counted without names. */
const MOST_NAMED = 50
const LONGEST_NAME = 64

export interface Notes {
  /** @param times number of occurrences */
  add(kind: ReadingNote['kind'], field?: string, times?: number): void
  count(kind: ReadingNote['kind']): number
  list(): ReadingNote[]
  /** Returns the notes and starts anew. */
  take(): ReadingNote[]
}

export function createNotes(): Notes {
  const notes = new Map<string, ReadingNote>()
  return {
    add(kind, given, times = 1) {
      const field = given?.slice(0, LONGEST_NAME)
      const named =
        field !== undefined && (notes.size < MOST_NAMED || notes.has(`${kind} ${field}`)) ? field : undefined
      const at = `${kind} ${named ?? ''}`
      const known = notes.get(at)
      if (known) known.count += times
      else notes.set(at, named === undefined ? { kind, count: times } : { kind, count: times, field: named })
    },
    count: (kind) => [...notes.values()].reduce((sum, note) => sum + (note.kind === kind ? note.count : 0), 0),
    list: () => [...notes.values()],
    take() {
      // Created on the first note: most records of a long list have none.
      if (notes.size === 0) return []
      const list = [...notes.values()]
      notes.clear()
      return list
    }
  }
}

/** Merges the notes of many records, with the same limit of named fields. */
export function sumOfNotes(all: Iterable<readonly ReadingNote[]>): ReadingNote[] {
  const sum = createNotes()
  for (const notes of all) for (const { kind, field, count } of notes) sum.add(kind, field, count)
  return sum.list()
}
