/** Where a key moves the cursor of cards that stand side by side; beyond the arrows as in a list (listKeys.ts). */
import { moveBy } from './listKeys.ts'
import type { ListPlace } from './listKeys.ts'

/**
 * The place that this key moves the cursor to, or null when it is no key of a grid. Up and down the column stays, where there
 * is a card in it.
 * @param place with `page` in lines
 */
export function moveInGrid(key: string, place: ListPlace, columns: number): number | null {
  const { at, count, page } = place
  if (count === 0) return null
  const last = count - 1
  const line = Math.floor(at / columns)
  const lines = Math.floor(last / columns) + 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, last)
    case 'ArrowLeft':
      return Math.max(at - 1, 0)
    case 'ArrowDown':
    case 'ArrowUp':
    case 'PageDown':
    case 'PageUp': {
      const to = at < 0 ? 0 : (moveBy(key, { at: line, count: lines, page }) ?? line)
      return to === line ? at : Math.min(to * columns + (at < 0 ? 0 : at % columns), last)
    }
    default:
      return moveBy(key, place)
  }
}
