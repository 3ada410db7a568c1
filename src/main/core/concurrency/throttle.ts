/** Throttles progress events to one per 150 ms: each event makes the page read the progress again. */
import type { Clock } from '../ports/index.ts'

export const THROTTLE_MS = 150

export function createThrottle(clock: Pick<Clock, 'elapsed' | 'after'>, send: () => void) {
  let sentAt = -Infinity
  let cancelPlanned: (() => void) | null = null

  const now = (): void => {
    cancelPlanned?.()
    cancelPlanned = null
    sentAt = clock.elapsed()
    send()
  }
  return {
    now,
    soon(): void {
      if (cancelPlanned) return
      const elapsed = clock.elapsed() - sentAt
      if (elapsed >= THROTTLE_MS) now()
      else cancelPlanned = clock.after(THROTTLE_MS - elapsed, now)
    }
  }
}
