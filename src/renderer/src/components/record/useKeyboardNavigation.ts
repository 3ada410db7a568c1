/** The keyboard in a list or a grid: arrows move the cursor, letters take it to a name, Enter opens. */
import type { Ref } from 'vue'
import type { ListPlace } from './listKeys.ts'
import type { RecordListProps } from './recordList.ts'
import type { Seeker } from './typeAhead.ts'
import { useCursor } from './useCursor.ts'

export interface WalkParts<Row> {
  props: RecordListProps<Row>
  /** See moveBy. */
  move: (key: string, place: ListPlace) => number | null
  /** Whole lines that fit. */
  fitting: () => number
  /** The first place in view. */
  first: () => number
  reveal: (place: number) => void
  tell: (key: string | null) => void
  open: (key: string) => void
}

export interface Walk {
  /** The cursor's place; -1: there is none. */
  at: Ref<number>
  openAt: (place: number) => void
  onKey: (event: KeyboardEvent) => void
  onFocus: () => void
}

export function useWalk<Row extends { key: string }>(parts: WalkParts<Row>): Walk {
  const { props } = parts
  const at = useCursor({
    count: () => props.count,
    keyAt: (place) => props.rowAt(place)?.key ?? null,
    placeOf: (key) => props.placeOf(key),
    turn: () => props.turn,
    held: () => props.cursor,
    tell: parts.tell
  })
  /** Letters are understood by a part that comes with the first one; until it is here they wait in a row. */
  let coming: Promise<Seeker> | null = null
  let names: Seeker | null = null

  function go(place: number): void {
    at.value = place
    parts.reveal(place)
  }

  function openAt(place: number): void {
    names?.stop()
    at.value = place
    const row = props.rowAt(place)
    if (row) parts.open(row.key)
  }

  /** @returns whether the key is one of a name to go to */
  function seek(key: string): boolean {
    const ask = props.seek
    if (!ask || props.count === 0 || !(names?.fits(key) ?? /^[\p{L}\p{N}]$/u.test(key))) return false
    if (names) names.find(key)
    else {
      coming ??= import('./typeAhead.ts').then(({ seeker }) => {
        names = seeker({ clock: () => performance.now(), at: () => at.value, count: () => props.count, ask, go })
        return names
      })
      void coming.then((all) => all.find(key))
    }
    return true
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const place = parts.move(event.key, { at: at.value, count: props.count, page: parts.fitting() })
    if (place !== null) {
      names?.stop()
      go(place)
    }
    // In the middle of a name the space bar writes a space.
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
