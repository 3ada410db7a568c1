/** Progress of the latest list import. It is published at most every THROTTLE_MS. */
import type { Progress } from '../../../shared/models/freshness.ts'
import { Throttle } from '../../concurrency.ts'
import type { Clock } from '../../ports/index.ts'

/** Of one import. It has no effect once a newer one has started. */
export interface ProgressReporter {
  update(change: Partial<Progress>): void
  end(): void
}

export class ImportProgress {
  readonly #throttle: Throttle
  #current: Progress | null = null

  constructor(clock: Clock, changed: () => void) {
    this.#throttle = new Throttle(clock, changed)
  }

  /** null: no import runs. */
  get current(): Progress | null {
    return this.#current && { ...this.#current }
  }

  start(): ProgressReporter {
    const progress: Progress = { phase: 'asking', bytes: 0, products: 0 }
    this.#current = progress
    this.#throttle.sendNow()
    return {
      update: (change) => {
        if (this.#current !== progress) return
        Object.assign(progress, change)
        this.#throttle.sendSoon()
      },
      end: () => this.#end(progress)
    }
  }

  clear(): void {
    this.#end(this.#current)
  }

  #end(progress: Progress | null): void {
    if (progress === null || this.#current !== progress) return
    this.#current = null
    this.#throttle.sendNow()
  }
}
