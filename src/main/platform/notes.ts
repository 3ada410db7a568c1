/** Collects what a tolerant reader meets, counted by kind and field. */
import type { ReadingNote } from '../../shared/model/freshness.ts'

/** Fields named one by one; a platform with more of them than this is counted without names. */
const MOST_NAMED = 50
const LONGEST_NAME = 64

export interface Notes {
  add(kind: ReadingNote['kind'], field?: string): void
  count(kind: ReadingNote['kind']): number
  list(): ReadingNote[]
}

export function createNotes(): Notes {
  const notes = new Map<string, ReadingNote>()
  return {
    add(kind, given) {
      const field = given?.slice(0, LONGEST_NAME)
      const named =
        field !== undefined && (notes.size < MOST_NAMED || notes.has(`${kind} ${field}`)) ? field : undefined
      const at = `${kind} ${named ?? ''}`
      const known = notes.get(at)
      if (known) known.count += 1
      else notes.set(at, named === undefined ? { kind, count: 1 } : { kind, count: 1, field: named })
    },
    count: (kind) => [...notes.values()].reduce((sum, note) => sum + (note.kind === kind ? note.count : 0), 0),
    list: () => [...notes.values()]
  }
}
