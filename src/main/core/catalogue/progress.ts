/** How far the refresh of the catalogue is, told so seldom that telling costs nothing. */
import type { Progress } from '../../../shared/models/progress.ts'
import type { Clock, ListIntake, Publisher } from '../ports/index.ts'
import { createThrottle } from '../concurrency/throttle.ts'

/** Of one try. Once another one has begun, it says nothing any more. */
export interface Gauge {
  set(change: Partial<Progress>): void
  end(): void
}

export interface ProgressBoard {
  /** null: no try is under way. */
  now(): Progress | null
  begin(): Gauge
  /** The account is left: what is under way is nobody's business. */
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

/** The same intake; what goes into it is counted. */
export function counted(intake: ListIntake, gauge: Gauge): ListIntake {
  let bytes = 0
  return {
    begin(reading) {
      bytes = 0
      gauge.set({ phase: 'asking', bytes, products: 0 })
      intake.begin(reading)
    },
    take(piece) {
      // Read now: a piece that was handed over has no length any more.
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
