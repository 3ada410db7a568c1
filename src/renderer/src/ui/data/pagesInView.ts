/** Which pages of a list are in view. A view that leaps again and again is on its way: it loads where it stays. */

/** Rows in one request: more than a window shows. Main answers with at most 200. */
export const PAGE_ROWS = 50
/** Pages kept on either side of the visible ones. */
const KEEP_AROUND = 16
/** Time without a leap after which a view stays, ms. */
const SETTLED_MS = 50

interface PagesInView {
  numbers: () => number[]
  /** The rows of this page are worth keeping. */
  isNear: (page: number) => boolean
  /** Call when these rows are in view; either may lie outside the list, which has `count` rows. */
  move: (firstRow: number, lastRow: number, count: number) => void
  /** Call when the list has another number of rows. */
  clamp: (count: number) => void
  /** Back to the first page. */
  reset: () => void
}

/** @param load loads the missing pages in view */
export function createPagesInView(load: () => void): PagesInView {
  let first = 0
  let last = 0
  let leaptAt = -Infinity
  let settling: ReturnType<typeof setTimeout> | undefined

  function move(firstRow: number, lastRow: number, count: number): void {
    const former = { first, last }
    first = pageOf(firstRow, count)
    last = pageOf(lastRow, count)
    clearTimeout(settling)
    const leaps = first > former.last || last < former.first
    const isOnItsWay = leaps && performance.now() - leaptAt < SETTLED_MS
    if (leaps) leaptAt = performance.now()
    if (isOnItsWay) settling = setTimeout(load, SETTLED_MS)
    else load()
  }

  return {
    numbers: () => Array.from({ length: last - first + 1 }, (_, at) => first + at),
    isNear: (page) => page >= first - KEEP_AROUND && page <= last + KEEP_AROUND,
    move,
    clamp(count) {
      first = Math.min(first, pageOf(count, count))
      last = Math.min(last, pageOf(count, count))
    },
    reset() {
      first = 0
      last = 0
      clearTimeout(settling)
    }
  }
}

const pageOf = (row: number, count: number): number => Math.floor(Math.max(0, Math.min(row, count - 1)) / PAGE_ROWS)
