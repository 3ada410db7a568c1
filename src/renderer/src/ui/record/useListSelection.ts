/** Selection of several rows: Ctrl adds or removes one, Shift selects from the anchor to the cursor. */
import { watch } from 'vue'
import type { Selecting } from './types.ts'

interface ListSelection {
  isPossible: () => boolean
  selectAll: () => void
  /** @param next anchor of the next range, or -1 */
  selectNone: (next: number) => void
  toggleAt: (place: number) => void
  /** @param at place of the cursor, or -1. It is the anchor if there is none. */
  selectTo: (place: number, at: number) => void
}

export function useListSelection(
  generation: () => number,
  /** null: one row at most can be selected. */
  select: () => ((what: Selecting) => void) | null
): ListSelection {
  /** First row of a selected range, or -1. */
  let anchor = -1
  // Places mean other rows then.
  watch(generation, () => (anchor = -1))

  return {
    isPossible: () => select() !== null,
    selectAll: () => select()?.({ how: 'all' }),
    selectNone(next) {
      anchor = next
      select()?.({ how: 'none' })
    },
    toggleAt(place) {
      anchor = place
      select()?.({ how: 'toggle', place })
    },
    selectTo(place, at) {
      if (anchor < 0) anchor = at < 0 ? place : at
      select()?.({ how: 'range', from: anchor, to: place })
    }
  }
}
