/** Rows of one height of which only those in view are in the page. */
import { computed, onBeforeUnmount, onMounted, ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'

/** Rows drawn beyond either edge of what is in view. */
const OVERSCAN = 6
/** Rows beyond those in view that are asked for with them, so that a slow scroll meets no blanks. */
const AHEAD = 20

export interface RowsParts {
  scroller: Ref<HTMLElement | null>
  count: () => number
  /** px */
  rowHeight: () => number
  /** Height of what stays on top inside the scroller, px. */
  above?: number
  /** px */
  scrolledTo: number
  /** Place that stays in the page even out of view: the row that a screen reader was told of. */
  keep: () => number
  /** Grows when another query's rows took the place of these: those are shown from the top. */
  turn: () => number
  /** The rows from `first` to `last` are in view or near it; either may lie outside the list. */
  seen: (first: number, last: number) => void
}

export interface DrawnRow {
  index: number
  /** From the beginning of the first row, px. */
  start: number
  /** px */
  size: number
}

export interface Rows {
  items: ComputedRef<DrawnRow[]>
  /** Of all rows together, px. */
  height: ComputedRef<number>
  /** Scrolls as little as shows this row whole. */
  reveal: (place: number) => void
  /** Whole rows that fit. */
  fitting: () => number
}

/** Call in the setup of the component whose scroller it is. */
export function useRows(parts: RowsParts): Rows {
  const { scroller, count, rowHeight, above = 0, keep, turn, seen } = parts
  /** How far the rows are scrolled, px. */
  const top = ref(0)
  /** Height in which rows show, px; 0 while the list is out of sight. */
  const room = ref(0)
  let placed = false

  function scrollTo(offset: number): void {
    if (!scroller.value) return
    scroller.value.scrollTop = offset
    // What the browser made of it; its own event comes a frame later.
    top.value = scroller.value.scrollTop
  }
  const scrolled = (): void => {
    top.value = scroller.value?.scrollTop ?? 0
  }
  function measure(): void {
    room.value = Math.max(0, (scroller.value?.clientHeight ?? 0) - above)
    if (room.value === 0) return
    if (placed) return scrolled()
    placed = true
    scrollTo(parts.scrolledTo)
  }

  const observer = new ResizeObserver(measure)
  onMounted(() => {
    if (!scroller.value) return
    measure()
    observer.observe(scroller.value)
    scroller.value.addEventListener('scroll', scrolled, { passive: true })
  })
  onBeforeUnmount(() => observer.disconnect())

  /** Places in view, both included; null when there is nothing to see. */
  const inView = computed(() => {
    const last = count() - 1
    if (room.value === 0 || last < 0) return null
    return {
      first: Math.min(Math.floor(top.value / rowHeight()), last),
      last: Math.min(Math.ceil((top.value + room.value) / rowHeight()) - 1, last)
    }
  })

  watch(
    () => ({ first: inView.value?.first, last: inView.value?.last, rows: count(), turn: turn() }),
    (now, before) => {
      if (before !== undefined && now.turn !== before.turn) scrollTo(0)
      if (inView.value) seen(inView.value.first - AHEAD, inView.value.last + AHEAD)
    },
    { immediate: true }
  )

  const items = computed(() => {
    if (!inView.value) return []
    const size = rowHeight()
    const first = Math.max(0, inView.value.first - OVERSCAN)
    const last = Math.min(count() - 1, inView.value.last + OVERSCAN)
    const places = Array.from({ length: last - first + 1 }, (_, i) => first + i)
    const kept = keep()
    if (kept >= 0 && kept < first) places.unshift(kept)
    else if (kept > last && kept < count()) places.push(kept)
    return places.map((index) => ({ index, start: index * size, size }))
  })

  return {
    items,
    height: computed(() => count() * rowHeight()),
    reveal(place) {
      const start = place * rowHeight()
      const end = start + rowHeight()
      if (start < top.value) scrollTo(start)
      else if (end > top.value + room.value) scrollTo(end - room.value)
    },
    fitting: () => Math.floor(room.value / rowHeight())
  }
}
