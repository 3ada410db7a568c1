/**
 * The keyboard's cursor of a windowed list: a place that follows its row when the data is renewed, and that stays where
 * it is when that row is gone.
 */
import { ref, watch } from 'vue'
import type { Ref } from 'vue'

export interface CursorOptions {
  count: () => number
  keyAt: (place: number) => string | null
  placeOf: (key: string) => number
  /** Grows when another query's rows took the place of these. */
  turn: () => number
  /** Key that the list's owner holds for the cursor. */
  held: () => string | null
  /** Tells the owner; null while the row under the cursor is not here yet. */
  tell: (key: string | null) => void
}

/** @returns the cursor's place; -1: there is none */
export function useCursor({ count, keyAt, placeOf, turn, held, tell }: CursorOptions): Ref<number> {
  const find = (): number => {
    const key = held()
    return key === null ? -1 : placeOf(key)
  }
  const at = ref(find())

  watch(
    () => ({ turn: turn(), place: find(), at: at.value, rows: count(), key: at.value < 0 ? null : keyAt(at.value) }),
    (now, before) => {
      if (now.turn !== before.turn) at.value = now.place
      else if (now.place >= 0 && now.place !== before.place) at.value = now.place
      else if (now.at >= now.rows) at.value = now.rows - 1
      else if (now.at >= 0 && now.key !== held()) tell(now.key)
    }
  )

  return at
}
