export interface ListShape {
  count: number
  /** Whole lines that fit on screen. */
  fitting: number
  /** Cards side by side in a grid; null: a list. */
  across: number | null
}

/**
 * The place that a key moves the cursor to; null for other keys. Without a cursor, to the first row (End: to the last).
 * @param at place of the cursor, or -1
 */
export function moveCursor(key: string, at: number, { count, fitting, across }: ListShape): number | null {
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
      return byLines(Math.max(1, fitting - 1))
    case 'PageUp':
      return byLines(-Math.max(1, fitting - 1))
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
