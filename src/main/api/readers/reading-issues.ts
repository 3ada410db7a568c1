/** Collects what a tolerant reader meets, counted by kind and field. */
import type { ReadingNote } from '../../../shared/models/freshness.ts'

/** Fields named one by one; a provider with more of them than this is counted without names. */
const MOST_NAMED = 50
const LONGEST_NAME = 64

export interface Notes {
  /** @param times how often it was met */
  add(kind: ReadingNote['kind'], field?: string, times?: number): void
  count(kind: ReadingNote['kind']): number
  list(): ReadingNote[]
  /** The list, and begins a new one. */
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
      // Of most records there is nothing to note, and a list has a hundred thousand.
      if (notes.size === 0) return []
      const list = [...notes.values()]
      notes.clear()
      return list
    }
  }
}

/** The notes of many as those of one, named within the same bounds. */
export function sumOfNotes(all: Iterable<readonly ReadingNote[]>): ReadingNote[] {
  const sum = createNotes()
  for (const notes of all) for (const { kind, field, count } of notes) sum.add(kind, field, count)
  return sum.list()
}
