/** The poller's clock: it counts sleep and ignores changes of the system clock. */
import type { Clock } from '../ports/index.ts'

export interface Time {
  /** Milliseconds since an arbitrary moment of this launch. */
  now(): number
  /** Milliseconds until a moment of the system clock (ISO 8601); NaN when it can't be parsed. */
  until(moment: string): number
  /** That time on the system clock as it is set now (ISO 8601). */
  moment(at: number): string
  sleeps(): void
  wakes(): void
}

/**
 * On some systems the monotonic clock stops during sleep, so the system clock measures how long the computer slept. It may be
 * set at any time, so only the difference around a sleep is used.
 */
export function createTime(clock: Clock): Time {
  const look = () => ({ wall: clock.now().getTime(), elapsed: clock.elapsed() })
  let asleep = 0
  let seen = look()
  let sleeping = false

  const now = (): number => {
    // Without a sleep in between, the system clock was set.
    if (!sleeping) seen = look()
    return clock.elapsed() + asleep
  }
  return {
    now,
    until: (moment) => Date.parse(moment) - clock.now().getTime(),
    moment: (at) => new Date(clock.now().getTime() + at - now()).toISOString(),
    sleeps() {
      seen = look()
      sleeping = true
    },
    wakes() {
      const { wall, elapsed } = look()
      asleep += Math.max(0, wall - seen.wall - (elapsed - seen.elapsed))
      sleeping = false
      now()
    }
  }
}
