/** `screen`: the displays that a test says there are. */
import type { Display, Rectangle, Screen } from 'electron'
import { strict } from '../strict.ts'
import { needsReady, runtime } from '../runtime.ts'

/** What the app uses of a display. */
type HostDisplay = Pick<Display, 'workArea'>

const displays = (): HostDisplay[] => {
  needsReady('screen')
  return runtime().workAreas.map((workArea) => ({ workArea: { ...workArea } }))
}

const overlap = (one: Rectangle, other: Rectangle): number => {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** With no display, Chromium makes one up (ui/display/display.cc, `GetDefaultDisplay`). */
const MADE_UP: HostDisplay = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } }

export const screen = strict('screen', {
  getAllDisplays: () => displays() as Display[],
  getPrimaryDisplay: () => (displays()[0] ?? MADE_UP) as Display,
  /** Without any that the rectangle is on, the primary one. */
  getDisplayMatching(rectangle: Rectangle) {
    const [best = MADE_UP] = displays().toSorted(
      (a, b) => overlap(rectangle, b.workArea) - overlap(rectangle, a.workArea)
    )
    return best as Display
  }
} satisfies Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'getDisplayMatching'>)
