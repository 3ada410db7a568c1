/** Keyboard navigation in a list or grid: arrows move the cursor, letters find a name, Enter opens. */
import type { Ref } from 'vue'
import { moveCursor } from './moveCursor.ts'
import type { ListShape } from './moveCursor.ts'
import type { RecordRows, Selecting } from './types.ts'
import { useListCursor } from './useListCursor.ts'
import { useListSelection } from './useListSelection.ts'
import { useTypeAhead } from './useTypeAhead.ts'

interface ListKeyboard {
  /** Place of the cursor, or -1. */
  at: Ref<number>
  openAt: (place: number) => void
  /** Selects with Ctrl, Cmd or Shift, else opens. */
  clickAt: (event: MouseEvent, place: number) => void
  onKey: (event: KeyboardEvent) => void
  onFocus: () => void
}

export function useListKeyboard<Row extends { key: string }>(
  list: () => RecordRows<Row>,
  view: {
    /** Key of the open record, or null. */
    opened: () => string | null
    shape: () => ListShape
    /** Place of the first visible row. */
    first: () => number
    reveal: (place: number) => void
    open: (key: string) => void
    /** null: one row at most can be selected. */
    select: () => ((what: Selecting) => void) | null
    findByPrefix: () => ((prefix: string, from: number) => Promise<number | null>) | undefined
  }
): ListKeyboard {
  const cursor = useListCursor(list, view.open)
  const { at } = cursor
  const typeAhead = useTypeAhead({
    count: () => list().matched,
    cursor: () => at.value,
    findByPrefix: view.findByPrefix,
    onFound: moveTo
  })
  const selection = useListSelection(() => list().generation, view.select)

  function moveTo(place: number): void {
    cursor.moveTo(place)
    view.reveal(place)
  }
  function openAt(place: number): void {
    typeAhead.stop()
    selection.selectNone(place)
    cursor.openAt(place)
  }
  function toggleAt(place: number): void {
    at.value = place
    selection.toggleAt(place)
  }
  function extendTo(place: number): void {
    selection.selectTo(place, at.value)
    moveTo(place)
  }

  function clickAt(event: MouseEvent, place: number): void {
    if (selection.isPossible() && (event.ctrlKey || event.metaKey)) toggleAt(place)
    else if (selection.isPossible() && event.shiftKey) extendTo(place)
    else openAt(place)
  }

  function onControlKey(event: KeyboardEvent): void {
    if (!selection.isPossible() || event.shiftKey || event.altKey) return
    if (event.key.toLowerCase() === 'a' && list().matched > 0) selection.selectAll()
    else if (event.key === ' ' && at.value >= 0) toggleAt(at.value)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // Keeps the selection, so that Ctrl+Space can add a row further away.
      const place = moveCursor(event.key, at.value, view.shape())
      if (place !== null) moveTo(place)
    } else return
    event.preventDefault()
  }

  function onMoveKey(event: KeyboardEvent, place: number): void {
    typeAhead.stop()
    if (event.shiftKey && selection.isPossible()) return extendTo(place)
    selection.selectNone(-1)
    moveTo(place)
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return
    if (event.ctrlKey || event.metaKey) return onControlKey(event)
    if (event.altKey) return
    const place = moveCursor(event.key, at.value, view.shape())
    if (place !== null) onMoveKey(event, place)
    // Within a typed name, Space is a character.
    else if (event.key === 'Enter' || (event.key === ' ' && !typeAhead.onKey(' '))) {
      if (at.value >= 0) openAt(at.value)
    } else if (event.key !== ' ' && !typeAhead.onKey(event.key)) return
    event.preventDefault()
  }

  function onFocus(): void {
    if (at.value >= 0 || list().matched === 0) return
    const opened = view.opened()
    const place = opened === null ? -1 : list().placeOf(opened)
    at.value = place >= 0 ? place : Math.max(view.first(), 0)
  }

  return { at, openAt, clickAt, onKey, onFocus }
}
