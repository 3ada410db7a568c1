/** Rows of one height of which only those in view are in the page. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual'
import type { VirtualItem } from '@tanstack/vue-virtual'
import { computed, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'

export interface RowsParts {
  scroller: Ref<HTMLElement | null>
  count: () => number
  /** px */
  rowHeight: () => number
  /** What stands above the first row inside the scroller, px. */
  above?: number
  /** px */
  scrolledTo: number
  /** Place that stays in the page even out of view: the row that a screen reader was told of. */
  keep: () => number
  /** The rows from `first` to `last` came into view. */
  seen: (first: number, last: number) => void
}

export interface Rows {
  items: ComputedRef<VirtualItem[]>
  /** px */
  height: ComputedRef<number>
  reveal: (place: number) => void
  toTop: () => void
  /** Whole rows that fit. */
  fitting: () => number
}

export function useRows(parts: RowsParts): Rows {
  const { scroller, count, rowHeight, above = 0, keep } = parts

  const virtualizer = useVirtualizer(
    computed(() => ({
      count: count(),
      getScrollElement: () => scroller.value,
      estimateSize: rowHeight,
      overscan: 6,
      initialOffset: parts.scrolledTo,
      scrollPaddingStart: above,
      rangeExtractor: (range) => {
        const places = defaultRangeExtractor(range)
        const kept = keep()
        if (kept < 0 || kept >= range.count || places.includes(kept)) return places
        return kept < (places[0] ?? 0) ? [kept, ...places] : [...places, kept]
      }
    }))
  )

  watch(rowHeight, () => virtualizer.value.measure())
  watch(
    () => [virtualizer.value.range?.startIndex ?? 0, virtualizer.value.range?.endIndex ?? 0, count()] as const,
    ([first, last]) => parts.seen(first, last),
    { immediate: true }
  )

  return {
    items: computed(() => virtualizer.value.getVirtualItems()),
    height: computed(() => virtualizer.value.getTotalSize()),
    reveal: (place) => virtualizer.value.scrollToIndex(place, { align: 'auto' }),
    toTop: () => virtualizer.value.scrollToOffset(0),
    fitting: () => Math.floor(((scroller.value?.clientHeight ?? 0) - above) / rowHeight())
  }
}
