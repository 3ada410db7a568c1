/**
 * The keyboard's cursor of a windowed list: a place that stays with its row when the data is renewed, and with its
 * place when that row is gone.
 */
import { ref, watch } from 'vue'
import type { Ref } from 'vue'

export interface CursorParts {
  count: () => number
  keyAt: (place: number) => string | null
  placeOf: (key: string) => number
  /** Key that the list's owner holds for the cursor. */
  held: () => string | null
  /** Tells the owner; null while the row under the cursor is not here yet. */
  tell: (key: string | null) => void
}

export function useCursor({ count, keyAt, placeOf, held, tell }: CursorParts): { at: Ref<number> } {
  const find = (): number => {
    const key = held()
    return key === null ? -1 : placeOf(key)
  }
  const at = ref(find())

  // First the place follows the row, then the owner hears which row is there: the order of these two matters.
  watch(find, (place) => {
    if (place >= 0) at.value = place
  })
  watch(count, (rows) => {
    if (at.value >= rows) at.value = rows - 1
  })
  watch(
    () => (at.value < 0 ? null : keyAt(at.value)),
    (key) => {
      if (key !== held()) tell(key)
    }
  )

  return { at }
}
