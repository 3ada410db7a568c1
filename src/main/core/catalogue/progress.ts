/** Progress of a catalogue refresh, with throttled events. */
import type { Progress } from '../../../shared/models/freshness.ts'
import { createThrottle } from '../concurrency/throttle.ts'
import type { Clock, Publisher } from '../ports/index.ts'

/** Progress of one run. It has no effect once a newer run has started. */
export type Gauge = ReturnType<ProgressBoard['begin']>
export type ProgressBoard = ReturnType<typeof createProgress>

export function createProgress(clock: Clock, publisher: Publisher) {
  let current: Progress | null = null
  const throttle = createThrottle(clock, () => publisher.publish('progressChanged'))

  const end = (which: Progress | null): void => {
    if (which === null || current !== which) return
    current = null
    throttle.now()
  }

  return {
    /** null: no run is in progress. */
    now: (): Progress | null => current && { ...current },
    begin() {
      const mine: Progress = { phase: 'asking', bytes: 0, products: 0 }
      current = mine
      throttle.now()
      return {
        set(change: Partial<Progress>): void {
          if (current !== mine) return
          Object.assign(mine, change)
          throttle.soon()
        },
        end: (): void => end(mine)
      }
    },
    /** Another account was opened. */
    clear: (): void => end(current)
  }
}
