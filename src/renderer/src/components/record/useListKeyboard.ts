/** Keyboard navigation in a list or grid: arrows move the cursor, letters find a name, Enter opens. */
import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { RecordStore, Selecting } from './types.ts'

/**
 * The index that a key moves the cursor to; null for other keys. Without a cursor, to the first row (End: to the last).
 * @param at index of the cursor, or -1
 * @param page whole lines that fit on screen
 * @param across cards side by side in a grid; null: a list
 */
function moveBy(key: string, at: number, count: number, page: number, across: number | null): number | null {
  if (count === 0) return null
  const last = count - 1
  const columns = across ?? 1
  const byLines = (lines: number): number => {
    if (at < 0) return 0
    const line = Math.floor(at / columns)
    const to = Math.min(Math.max(line + lines, 0), Math.floor(last / columns))
    return to === line ? at : Math.min(to * columns + (at % columns), last)
  }
  switch (key) {
    case 'ArrowDown':
      return byLines(1)
    case 'ArrowUp':
      return byLines(-1)
    case 'PageDown':
      return byLines(Math.max(1, page - 1))
    case 'PageUp':
      return byLines(-Math.max(1, page - 1))
    case 'ArrowRight':
      return across === null ? null : Math.min(at + 1, last)
    case 'ArrowLeft':
      return across === null ? null : Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** A pause of this length starts a new prefix, ms. */
const RESTART_AFTER_MS = 800

export interface ListKeyboard {
  /** Index of the cursor, or -1. */
  at: Ref<number>
  openAt: (place: number) => void
  /** Selects with Ctrl, Cmd or Shift, else opens. */
  clickAt: (event: MouseEvent, place: number) => void
  onKey: (event: KeyboardEvent) => void
  onFocus: () => void
}

export function useListKeyboard<Row extends { key: string }>(
  list: () => RecordStore<Row>,
  opened: () => string | null,
  view: {
    /** Cards side by side in a grid; null: a list. */
    across: () => number | null
    fitting: () => number
    /** Index of the first visible row. */
    first: () => number
    reveal: (place: number) => void
    open: (key: string) => void
    /** null: one row at most can be selected. */
    select: () => ((what: Selecting) => void) | null
  }
): ListKeyboard {
  const placeOf = (key: string | null): number => (key === null ? -1 : list().placeOf(key))
  const at = ref(placeOf(list().cursor))
  /** First row of a selected range, or -1. */
  let anchor = -1
  /** Row to open once it is loaded, or -1: End and Enter in quick succession reach a row that isn't. */
  let toOpen = -1
  let typed = ''
  let typedAt = -Infinity
  let latestSearch = 0

  // The cursor follows its row when the data is renewed, and stays at its place when the row is gone.
  watch(
    () => {
      const { turn, cursor, matched, rowAt } = list()
      return { turn, held: placeOf(cursor), count: matched, key: rowAt(at.value)?.key ?? null }
    },
    (now, before) => {
      if (now.turn !== before.turn) {
        anchor = -1
        toOpen = -1
      }
      if (now.turn !== before.turn || (now.held >= 0 && now.held !== before.held)) at.value = now.held
      else if (at.value >= now.count) at.value = now.count - 1
      else if (at.value >= 0 && now.key !== list().cursor) list().point(now.key)
      if (toOpen >= 0 && toOpen === at.value && now.key !== null) {
        toOpen = -1
        view.open(now.key)
      }
    }
  )

  const isTyping = (): boolean => typed !== '' && performance.now() - typedAt <= RESTART_AFTER_MS
  /** The cursor moved otherwise: drops a running search, and the next letter starts a new prefix. */
  function endTyping(): void {
    typed = ''
    latestSearch += 1
  }

  /** Moves to the next name that starts with the typed letters. @returns whether the key belongs to a name */
  function seek(key: string): boolean {
    const { seek: find, matched: count } = list()
    // A space belongs to a name, except as its first character. The slash focuses the search field.
    if (!find || count === 0 || !(isTyping() ? /^[^/\p{C}]$/u : /^[\p{L}\p{N}]$/u).test(key)) return false
    typed = isTyping() ? typed + key : key
    typedAt = performance.now()
    const letters = [...typed].slice(0, 50)
    // The same letter again moves to the next name with it; more letters may match the cursor's own row.
    const repeated = letters.every((letter) => letter === letters[0])
    const from = at.value < 0 ? 0 : at.value + Number(repeated)
    const request = ++latestSearch
    find(repeated ? (letters[0] ?? key) : letters.join(''), from < count ? from : 0).then(
      (place) => {
        if (request === latestSearch && place !== null) go(place)
      },
      // The cursor stays. The list shows the error.
      () => undefined
    )
    return true
  }

  function go(place: number): void {
    toOpen = -1
    at.value = place
    view.reveal(place)
  }

  function openAt(place: number): void {
    endTyping()
    at.value = place
    anchor = place
    view.select()?.({ how: 'none' })
    const row = list().rowAt(place)
    toOpen = row ? -1 : place
    if (row) view.open(row.key)
  }

  function toggleAt(place: number): void {
    at.value = place
    anchor = place
    view.select()?.({ how: 'toggle', place })
  }
  function extendTo(place: number): void {
    if (anchor < 0) anchor = at.value < 0 ? place : at.value
    go(place)
    view.select()?.({ how: 'range', from: anchor, to: place })
  }

  function clickAt(event: MouseEvent, place: number): void {
    if (view.select() && (event.ctrlKey || event.metaKey)) toggleAt(place)
    else if (view.select() && event.shiftKey) extendTo(place)
    else openAt(place)
  }

  function onControlKey(event: KeyboardEvent): void {
    const select = view.select()
    if (!select || event.shiftKey || event.altKey) return
    if (event.key.toLowerCase() === 'a' && list().matched > 0) select({ how: 'all' })
    else if (event.key === ' ' && at.value >= 0) toggleAt(at.value)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // Keeps the selection, so that Ctrl+Space can add a row further away.
      const place = moveBy(event.key, at.value, list().matched, view.fitting(), view.across())
      if (place !== null) go(place)
    } else return
    event.preventDefault()
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return
    if (event.ctrlKey || event.metaKey) return onControlKey(event)
    if (event.altKey) return
    const place = moveBy(event.key, at.value, list().matched, view.fitting(), view.across())
    if (place !== null) {
      endTyping()
      if (event.shiftKey && view.select()) extendTo(place)
      else {
        anchor = -1
        view.select()?.({ how: 'none' })
        go(place)
      }
    }
    // Within a typed name, Space is a character.
    else if (event.key === 'Enter' || (event.key === ' ' && !seek(' '))) {
      if (at.value >= 0) openAt(at.value)
    } else if (event.key !== ' ' && !seek(event.key)) return
    event.preventDefault()
  }

  function onFocus(): void {
    if (at.value >= 0 || list().matched === 0) return
    const place = placeOf(opened())
    at.value = place >= 0 ? place : Math.max(view.first(), 0)
  }

  return { at, openAt, clickAt, onKey, onFocus }
}
