/** Computes which lines of a long list are in the document. All have one height, so that their places need no measuring. */
import { computed, shallowRef } from 'vue'
import type { ComputedRef } from 'vue'

/** Lines in the document, including the kept one; the visible ones are always there. */
const MOST_LINES = 60
/** Lines before and after the visible ones. */
const AROUND = 6

interface Line {
  index: number
  /** Key of its element, which another line takes over when this one is out of sight. */
  slot: number
  /** px from the top of all lines, with its heading. */
  start: number
}
interface Range {
  first: number
  last: number
}

interface VisibleLines {
  lines: ComputedRef<Line[]>
  /** The visible ones. */
  range: ComputedRef<Range>
  /** Of all lines, px. */
  height: ComputedRef<number>
  lineAt: (offset: number) => number
  /** Scrolls as little as needed. */
  reveal: (line: number) => void
  scrollTo: (top: number) => void
  /** Call when the list was scrolled or has another size. */
  update: () => void
}

export function useVisibleLines(
  scroller: () => HTMLElement | null,
  list: {
    count: () => number
    lineHeight: () => number
    /** Lines with a heading above, ascending. */
    headed: () => readonly number[]
    headingHeight: number
    /** Height of what covers the first lines, px. */
    above: () => number
    /** A line that stays in the document, or -1. */
    kept: () => number
    top: number
  }
): VisibleLines {
  const top = shallowRef(list.top)
  const view = shallowRef(0)

  const startOf = (line: number): number => {
    const headed = list.headed()
    return (
      line * list.lineHeight() + (findLast(headed.length, (at) => (headed[at] ?? 0) < line) + 1) * list.headingHeight
    )
  }
  const lineAt = (offset: number): number =>
    Math.max(
      0,
      findLast(list.count(), (line) => startOf(line) <= offset)
    )
  const height = computed(() => startOf(list.count()))

  const range = computed<Range>((before) => {
    const from = Math.max(0, Math.min(top.value, height.value - view.value))
    const first = lineAt(from)
    const last = Math.max(first, lineAt(from + view.value - 1))
    return before?.first === first && before.last === last ? before : { first, last }
  })

  /** Index of the line that has slot 0. */
  let base = 0
  let former: Range = { first: 0, last: -1 }
  const lines = computed<Line[]>(() => {
    const { first, last } = range.value
    const count = list.count()
    const around = Math.min(AROUND, Math.max(0, Math.floor((MOST_LINES - 2 - (last - first)) / 2)))
    const from = Math.max(0, first - around)
    const to = Math.min(count - 1, last + around)
    const slots = Math.ceil(view.value / list.lineHeight()) + 1 + 2 * AROUND
    // After a jump the elements stay in their order, so that none of them moves in the document.
    if (from > former.last || to < former.first) base += from - former.first
    former = { first: from, last: to }
    const slotOf = (line: number): number => (((line - base) % slots) + slots) % slots
    const all: Line[] = []
    for (let index = from; index <= to; index++) all.push({ index, slot: slotOf(index), start: startOf(index) })
    const kept = list.kept()
    if (kept < 0 || kept >= count || (kept >= from && kept <= to)) return all
    const other = { index: kept, slot: -1, start: startOf(kept) }
    return kept < from ? [other, ...all] : [...all, other]
  })

  function update(): void {
    const element = scroller()
    if (!element || element.clientHeight === 0) return
    view.value = element.clientHeight
    top.value = element.scrollTop
  }
  function scrollTo(offset: number): void {
    scroller()?.scrollTo(0, offset)
    update()
  }
  function reveal(line: number): void {
    const start = startOf(line)
    const end = startOf(line + 1)
    const most = view.value - list.above()
    if (start < top.value) scrollTo(start)
    else if (end > top.value + most) scrollTo(end - most)
  }

  return { lines, range, height, lineAt, reveal, scrollTo, update }
}

/** Binary search. @returns the last index that passes, or -1; those that pass come first */
function findLast(count: number, passes: (index: number) => boolean): number {
  let low = -1
  let high = count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (passes(middle)) low = middle
    else high = middle - 1
  }
  return low
}
