/** Starts the rounds that are due: one timer, and one automatic round at a time. */
import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'
import type { CoreParts } from '../../core-parts.ts'

/** Between the end of a round and the next one of an account that is not shown. */
const GAP_MS = 3_000
/** Node fires timers of more than 24 days at once. */
const LONGEST_WAIT_MS = 24 * 3_600_000

interface SchedulerParts extends Pick<CoreParts, 'clock' | 'locked'> {
  accounts: Pick<Accounts, 'all' | 'shown'>
}

export class RoundScheduler {
  readonly #parts: SchedulerParts
  #othersFrom: number
  #cancelTimer = (): void => undefined
  #isStopped = false

  constructor(parts: SchedulerParts) {
    this.#parts = parts
    this.#othersFrom = parts.clock.uptime() + GAP_MS
  }

  /** Starts the next round if it is due, else sets the timer for it. Call it whenever a plan, the lock or a round changes. */
  startNextOrWait(): void {
    const { clock, locked, accounts } = this.#parts
    this.#cancelTimer()
    if (this.#isStopped || locked() || accounts.all.some(({ rounds }) => rounds.isRunning)) return
    const next = this.#findNext()
    if (!next) return
    const wait = next.at - clock.uptime()
    if (wait > 0) {
      this.#cancelTimer = clock.after(Math.min(wait, LONGEST_WAIT_MS), () => this.startNextOrWait())
      return
    }
    next.account.rounds.pollPlanned()
    this.startNextOrWait()
  }

  roundEnded(): void {
    this.#othersFrom = this.#parts.clock.uptime() + GAP_MS
    this.startNextOrWait()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  /** Among accounts that are due together, the one that is shown goes first, then the one that was asked longest ago. */
  #findNext(): { account: Account; at: number } | undefined {
    const { accounts } = this.#parts
    const planned = accounts.all.flatMap((account) => {
      const { nextAt } = account.rounds.plan
      if (nextAt === null) return []
      if (account !== accounts.shown) return { account, at: Math.max(nextAt, this.#othersFrom) }
      return { account, at: account.rounds.state === 'due' ? -Infinity : nextAt }
    })
    // Two accounts that were never asked compare as NaN.
    return planned.sort(
      (one, other) =>
        one.at - other.at || one.account.rounds.calls.watchedAt - other.account.rounds.calls.watchedAt || 0
    )[0]
  }
}
