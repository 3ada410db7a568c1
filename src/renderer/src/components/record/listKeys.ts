/** Where a key moves the cursor of a list, as lists of desktop systems do. */

export interface ListPlace {
  /** Place of the cursor; -1: none yet. */
  at: number
  /** Rows there are. */
  count: number
  /** Whole rows that fit on screen. */
  page: number
}

/**
 * The place that this key moves the cursor to, or null when it is no key of a list.
 * Without a cursor, any of them puts it on the first row (End on the last).
 */
export function moveBy(key: string, { at, count, page }: ListPlace): number | null {
  if (count === 0) return null
  const last = count - 1
  const within = (place: number): number => Math.min(Math.max(place, 0), last)
  const step = Math.max(1, page - 1)
  switch (key) {
    case 'ArrowDown':
      return within(at + 1)
    case 'ArrowUp':
      return within(at - 1)
    case 'PageDown':
      return at < 0 ? 0 : within(at + step)
    case 'PageUp':
      return within(at - step)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
