/** Progress of a catalogue refresh, with throttled events. */
import type { Progress } from '../../../shared/models/freshness.ts'
import type { Clock, ListIntake, Publisher } from '../ports/index.ts'
import { createThrottle } from '../concurrency/throttle.ts'

/** Progress of one run. It has no effect once a newer run has started. */
export interface Gauge {
  set(change: Partial<Progress>): void
  end(): void
}

export interface ProgressBoard {
  /** null: no run is in progress. */
  now(): Progress | null
  begin(): Gauge
  /** Another account was opened. */
  clear(): void
}

export function createProgress(clock: Clock, publisher: Publisher): ProgressBoard {
  let current: Progress | null = null
  const throttle = createThrottle(clock, () => publisher.publish('progressChanged'))

  const end = (which: Progress | null): void => {
    if (which === null || current !== which) return
    current = null
    throttle.now()
  }

  return {
    now: () => current && { ...current },
    begin() {
      const mine: Progress = { phase: 'asking', bytes: 0, products: 0 }
      current = mine
      throttle.now()
      return {
        set(change) {
          if (current !== mine) return
          Object.assign(mine, change)
          throttle.soon()
        },
        end: () => end(mine)
      }
    },
    clear: () => end(current)
  }
}

/** Counts the bytes that go into the intake. */
export function counted(intake: ListIntake, gauge: Gauge): ListIntake {
  let bytes = 0
  return {
    begin(reading) {
      bytes = 0
      gauge.set({ phase: 'asking', bytes, products: 0 })
      intake.begin(reading)
    },
    take(piece) {
      // Read now: a transferred buffer has length 0.
      bytes += piece.byteLength
      gauge.set({ phase: 'arriving', bytes })
      return intake.take(piece)
    },
    async end() {
      const arrival = await intake.end()
      gauge.set({ phase: 'storing' })
      return arrival
    }
  }
}
