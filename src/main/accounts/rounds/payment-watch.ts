/**
 * Fetches an account's invoices after a page to pay was opened: when the window gets the focus again, and after one and five
 * minutes. It works while automatic refresh is off, too, because the user caused it. Without such a page it has no timer.
 */
import type { CoreParts } from '../../core-parts.ts'

const CHECKS_MS = [60_000, 300_000]
/** Focus that comes and goes causes at most one fetch in this time. */
const FOCUS_MS = 10_000

interface PaymentWatchParts extends Pick<CoreParts, 'clock' | 'locked'> {
  fetchInvoices: (accountId: string) => Promise<void>
}

export class PaymentWatch {
  readonly #parts: PaymentWatchParts
  /** Accounts of the pages that were opened. */
  readonly #accountIds = new Set<string>()
  #cancelTimers: (() => void)[] = []
  #timersLeft = 0
  /** The window didn't get the focus since the latest page was opened. */
  #isAway = false
  /** A check came while the app was locked. */
  #isPostponed = false
  /** By Clock.uptime. */
  #checkedAt = -Infinity

  constructor(parts: PaymentWatchParts) {
    this.#parts = parts
  }

  /** Starts the watch, or starts it again. */
  pageOpened(accountId: string): void {
    this.#stopTimers()
    this.#accountIds.add(accountId)
    this.#isAway = true
    this.#checkedAt = -Infinity
    this.#timersLeft = CHECKS_MS.length
    this.#cancelTimers = CHECKS_MS.map((ms) => this.#parts.clock.after(ms, () => this.#timerFired()))
  }

  windowFocused(): void {
    if (this.#accountIds.size === 0) return
    this.#isAway = false
    const isRecent = this.#parts.clock.uptime() - this.#checkedAt < FOCUS_MS
    if (!isRecent) this.#check()
    this.#endIfDone()
  }

  unlocked(): void {
    if (!this.#isPostponed) return
    this.#check()
    this.#endIfDone()
  }

  stop(): void {
    this.#stopTimers()
    this.#accountIds.clear()
  }

  #timerFired(): void {
    this.#timersLeft -= 1
    this.#check()
    this.#endIfDone()
  }

  #check(): void {
    const { clock, locked, fetchInvoices } = this.#parts
    this.#isPostponed = locked()
    if (this.#isPostponed) return
    this.#checkedAt = clock.uptime()
    for (const id of this.#accountIds) void fetchInvoices(id)
  }

  /** A user who comes back later than the last timer still sees what was paid. */
  #endIfDone(): void {
    if (this.#timersLeft === 0 && !this.#isAway && !this.#isPostponed) this.#accountIds.clear()
  }

  #stopTimers(): void {
    for (const cancel of this.#cancelTimers) cancel()
    this.#cancelTimers = []
    this.#timersLeft = 0
  }
}
