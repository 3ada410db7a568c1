/** Keyboard navigation in a list or grid: arrows move the cursor, letters find a name, Enter opens. */
import type { Ref } from 'vue'
import type { ListPlace } from './listKeys.ts'
import type { RecordListProps } from './recordList.ts'
import { createNameFinder } from './typeAhead.ts'
import { useCursor } from './useCursor.ts'

export interface KeyboardNavigationOptions<Row> {
  props: RecordListProps<Row>
  /** See moveBy. */
  move: (key: string, place: ListPlace) => number | null
  /** Number of whole lines that fit. */
  fitting: () => number
  /** Index of the first visible row. */
  first: () => number
  reveal: (place: number) => void
  tell: (key: string | null) => void
  open: (key: string) => void
}

export interface KeyboardNavigation {
  /** Index of the cursor, or -1. */
  at: Ref<number>
  openAt: (place: number) => void
  onKey: (event: KeyboardEvent) => void
  onFocus: () => void
}

export function useKeyboardNavigation<Row extends { key: string }>(
  parts: KeyboardNavigationOptions<Row>
): KeyboardNavigation {
  const { props } = parts
  const at = useCursor({
    count: () => props.count,
    keyAt: (place) => props.rowAt(place)?.key ?? null,
    placeOf: (key) => props.placeOf(key),
    turn: () => props.turn,
    held: () => props.cursor,
    tell: parts.tell
  })
  const names = createNameFinder({
    clock: () => performance.now(),
    at: () => at.value,
    count: () => props.count,
    ask: (prefix, from) => props.seek?.(prefix, from) ?? Promise.resolve(null),
    go
  })

  function go(place: number): void {
    at.value = place
    parts.reveal(place)
  }

  function openAt(place: number): void {
    names.stop()
    at.value = place
    const row = props.rowAt(place)
    if (row) parts.open(row.key)
  }

  /** @returns whether the key was handled */
  function seek(key: string): boolean {
    if (!props.seek || props.count === 0 || !names.fits(key)) return false
    names.find(key)
    return true
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const place = parts.move(event.key, { at: at.value, count: props.count, page: parts.fitting() })
    if (place !== null) {
      names.stop()
      go(place)
    }
    // Within a typed name, Space is a character.
    else if (event.key === 'Enter' || (event.key === ' ' && !seek(' '))) {
      if (at.value >= 0) openAt(at.value)
    } else if (event.key !== ' ' && !seek(event.key)) return
    event.preventDefault()
  }

  function onFocus(): void {
    if (at.value >= 0 || props.count === 0) return
    const opened = props.opened === null ? -1 : props.placeOf(props.opened)
    at.value = opened >= 0 ? opened : Math.max(parts.first(), 0)
  }

  return { at, openAt, onKey, onFocus }
}
