/** The time that a schedule goes by: it goes on while the computer sleeps, and nobody sets it. */
import type { Clock } from '../ports/index.ts'

export interface Time {
  /** Milliseconds since some moment of this launch. */
  now(): number
  /** Milliseconds from now to what the computer's clock calls that moment (ISO 8601); NaN for what is none. */
  until(moment: string): number
  /** What the computer's clock will say then (ISO 8601), if nobody sets it. */
  moment(at: number): string
  /** The computer goes to sleep. */
  sleeps(): void
  /** The computer woke up: how long it slept is counted from now on. */
  wakes(): void
}

/**
 * While the computer sleeps, what has elapsed stands still on some systems, and only the computer's clock knows. That one may
 * have been set by somebody, so it is believed about nothing but the time between two looks with a sleep in between.
 */
export function createTime(clock: Clock): Time {
  const look = () => ({ wall: clock.now().getTime(), elapsed: clock.elapsed() })
  let asleep = 0
  let seen = look()
  let sleeping = false

  const now = (): number => {
    // What was set between two looks is no sleep.
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
