/** Throttles events: progress changes hundreds of times a second, and each event makes the page read it again. */
import type { Clock } from '../ports/clock.ts'

export const THROTTLE_MS = 150

export interface Throttle {
  /** Sends now, for a start or an end. A planned event is sent by it. */
  now(): void
  /** Sends within THROTTLE_MS. Changes until then share the event. */
  soon(): void
}

export function createThrottle(clock: Pick<Clock, 'elapsed' | 'after'>, send: () => void): Throttle {
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
    soon() {
      if (cancelPlanned) return
      const elapsed = clock.elapsed() - sentAt
      if (elapsed >= THROTTLE_MS) now()
      else cancelPlanned = clock.after(THROTTLE_MS - elapsed, now)
    }
  }
}
