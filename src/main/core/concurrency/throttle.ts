/** Tells of changes so seldom that telling costs nothing. */
import type { Clock } from '../ports/index.ts'

/** At most so often is a change told, in milliseconds; a beginning and an end are told at once. */
export const TOLD_EVERY_MS = 150

export interface Seldom {
  /** At once; what was to be told soon is told by it. */
  now(): void
  /** Before long: whatever changes until then is told together. */
  soon(): void
}

export function createSeldom(clock: Pick<Clock, 'elapsed' | 'after'>, tell: () => void): Seldom {
  let toldAt = -Infinity
  let planned: (() => void) | null = null

  const now = (): void => {
    planned?.()
    planned = null
    toldAt = clock.elapsed()
    tell()
  }
  return {
    now,
    soon() {
      if (planned) return
      const since = clock.elapsed() - toldAt
      if (since >= TOLD_EVERY_MS) now()
      else planned = clock.after(TOLD_EVERY_MS - since, now)
    }
  }
}
