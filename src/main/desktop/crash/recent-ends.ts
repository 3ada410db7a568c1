import type { ProcessEndReason } from '../../ports/index.ts'

export interface ProcessEnd {
  date: Date
  reason: ProcessEndReason
  exitCode: number
}

/** How often a process has ended of late. */
export class RecentEnds {
  readonly #spanMs: number
  /** `at`: by `performance.now()`, which no change of the clock moves. */
  #ends: (ProcessEnd & { at: number })[] = []

  constructor(spanMs: number) {
    this.#spanMs = spanMs
  }

  get list(): readonly ProcessEnd[] {
    return this.#ends
  }

  /** @returns how many there are now */
  add({ reason, exitCode }: Omit<ProcessEnd, 'date'>): number {
    const at = performance.now()
    this.#ends = this.#ends.filter((end) => at - end.at < this.#spanMs)
    return this.#ends.push({ reason, exitCode, date: new Date(), at })
  }

  clear(): void {
    this.#ends = []
  }
}
