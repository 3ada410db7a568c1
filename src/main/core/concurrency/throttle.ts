/** Throttles events: progress changes hundreds of times a second, and each event makes the page read it again. */
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
    /** Sends now, for a start or an end. A planned event is sent by it. */
    now,
    /** Sends within THROTTLE_MS. Changes until then share the event. */
    soon(): void {
      if (cancelPlanned) return
      const elapsed = clock.elapsed() - sentAt
      if (elapsed >= THROTTLE_MS) now()
      else cancelPlanned = clock.after(THROTTLE_MS - elapsed, now)
    }
  }
}
