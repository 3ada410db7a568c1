/** The cursor of a list: the place of its row, which it follows when the data is renewed. */
import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { RecordRows } from './types.ts'

interface ListCursor {
  /** Place of the cursor, or -1. */
  at: Ref<number>
  /** Moves the cursor to a row and opens it, at the latest when it is loaded: End and Enter in quick succession. */
  openAt: (place: number) => void
  /** Doesn't open what is not loaded yet. */
  moveTo: (place: number) => void
}

export function useListCursor<Row extends { key: string }>(
  list: () => RecordRows<Row>,
  open: (key: string) => void
): ListCursor {
  const placeOf = (key: string | null): number => (key === null ? -1 : list().placeOf(key))
  const at = ref(placeOf(list().cursor))
  /** Row to open once it is loaded, or -1. */
  let toOpen = -1

  watch(
    () => {
      const { generation, cursor, matched, rowAt } = list()
      return { generation, cursorPlace: placeOf(cursor), count: matched, key: rowAt(at.value)?.key ?? null }
    },
    ({ generation, cursorPlace, count, key }, before) => {
      const isOtherQuery = generation !== before.generation
      if (isOtherQuery) toOpen = -1
      if (isOtherQuery || (cursorPlace >= 0 && cursorPlace !== before.cursorPlace)) at.value = cursorPlace
      // The row is gone: the cursor stays at its place.
      else if (at.value >= count) at.value = count - 1
      else if (at.value >= 0 && key !== list().cursor) list().setCursor(key)
      if (toOpen >= 0 && toOpen === at.value && key !== null) {
        toOpen = -1
        open(key)
      }
    }
  )

  function moveTo(place: number): void {
    toOpen = -1
    at.value = place
  }
  function openAt(place: number): void {
    at.value = place
    const row = list().rowAt(place)
    toOpen = row ? -1 : place
    if (row) open(row.key)
  }

  return { at, openAt, moveTo }
}
