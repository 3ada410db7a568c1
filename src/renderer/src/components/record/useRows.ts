/** Rows of one height of which only those in view are in the page. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual'
import type { VirtualItem } from '@tanstack/vue-virtual'
import { computed, onBeforeUnmount, onMounted, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'

/** Rows in the page at most, the one that is kept among them; those in view are always there. */
const MOST_ROWS = 60
/** Rows beyond those in view that are asked for with them, so that a slow scroll meets no blanks. */
const AHEAD = 20

export interface RowsOptions {
  scroller: Ref<HTMLElement | null>
  count: () => number
  /** px */
  rowHeight: () => number
  /** Height of what stays on top inside the scroller, px. */
  above?: number
  /** Where to start, px. */
  scrolledTo: () => number
  /** Place that stays in the page even out of view: the row that a screen reader was told of. */
  keep: () => number
  /** Grows when another query's rows took the place of these: those are shown from the top. */
  turn: () => number
  /** The rows from `first` to `last` are in view or near it; either may lie outside the list. */
  seen: (first: number, last: number) => void
}

export interface Rows {
  items: ComputedRef<VirtualItem[]>
  /** px */
  height: ComputedRef<number>
  reveal: (place: number) => void
  /** Whole rows that fit. */
  fitting: () => number
  /** The first row that is in view, whole or for the most part. */
  top: () => number
}

export function useRows(parts: RowsOptions): Rows {
  const { scroller, count, rowHeight, above = 0, keep, turn } = parts

  const virtualizer = useVirtualizer(
    computed(() => ({
      count: count(),
      getScrollElement: () => scroller.value,
      estimateSize: rowHeight,
      overscan: 6,
      initialOffset: parts.scrolledTo(),
      scrollPaddingEnd: above,
      rangeExtractor: (range) => {
        const room = Math.floor((MOST_ROWS - 2 - (range.endIndex - range.startIndex)) / 2)
        const places = defaultRangeExtractor({ ...range, overscan: Math.min(range.overscan, Math.max(room, 0)) })
        const kept = keep()
        if (kept < 0 || kept >= range.count || places.includes(kept)) return places
        return kept < (places[0] ?? 0) ? [kept, ...places] : [...places, kept]
      }
    }))
  )

  watch(rowHeight, () => virtualizer.value.measure())

  // A list that starts out of sight (a record was opened first, in a narrow window) can't be scrolled until it shows.
  const shown = new ResizeObserver(() => {
    if (!scroller.value?.clientHeight) return
    shown.disconnect()
    if (scroller.value.scrollTop === 0) virtualizer.value.scrollToOffset(parts.scrolledTo())
  })
  onMounted(() => {
    if (scroller.value) shown.observe(scroller.value)
  })
  onBeforeUnmount(() => shown.disconnect())

  /** On the way to the top: what is in view is not what is going to be. */
  let rising = false
  watch(
    () => {
      // Asking for the items brings the range up to date.
      virtualizer.value.getVirtualItems()
      const { range } = virtualizer.value
      return { first: range?.startIndex ?? -1, last: range?.endIndex ?? -1, rows: count(), turn: turn() }
    },
    (now, before) => {
      if (before !== undefined && now.turn !== before.turn && (virtualizer.value.scrollOffset ?? 0) > 0) {
        rising = true
        virtualizer.value.scrollToOffset(0)
      }
      rising &&= (virtualizer.value.scrollOffset ?? 0) > 0
      if (!rising && now.first >= 0) parts.seen(now.first - AHEAD, now.last + AHEAD)
    },
    { immediate: true }
  )

  return {
    items: computed(() => virtualizer.value.getVirtualItems()),
    height: computed(() => virtualizer.value.getTotalSize()),
    reveal: (place) => virtualizer.value.scrollToIndex(place, { align: 'auto' }),
    fitting: () => Math.floor(((scroller.value?.clientHeight ?? 0) - above) / rowHeight()),
    top: () => Math.round((scroller.value?.scrollTop ?? 0) / rowHeight())
  }
}
