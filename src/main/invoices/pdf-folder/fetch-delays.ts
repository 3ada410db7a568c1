import { invoiceKey, type InvoiceRef } from '../../../shared/models/invoice.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Clock } from '../../ports/index.ts'

const HOUR_MS = 3_600_000
/** A PDF that the provider doesn't have, or doesn't give, is asked for again after this time. */
const FAILURE_MS = 24 * HOUR_MS
/** The longest Retry-After that is believed: a longer wait means that the clock was set back. */
const LONGEST_WAIT_MS = 24 * HOUR_MS
/** As many failures are remembered. */
const MOST_FAILURES = 10_000

/** When PDFs may be asked for again, so that a refresh every few minutes doesn't repeat what just failed. Times are Clock.uptime. */
export class FetchDelays {
  readonly #clock: Clock
  readonly #failures = new Map<string, number>()
  readonly #accounts = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The host has an answer, and it is no PDF. */
  failed(invoice: InvoiceRef): void {
    if (this.#failures.size >= MOST_FAILURES) this.#failures.clear()
    this.#failures.set(invoiceKey(invoice), this.#clock.uptime() + FAILURE_MS)
  }

  hasFailed(invoice: InvoiceRef): boolean {
    return (this.#failures.get(invoiceKey(invoice)) ?? 0) > this.#clock.uptime()
  }

  forgetFailures(): void {
    this.#failures.clear()
  }

  /** @returns whether the host asked to wait */
  askedToWait(accountId: string, { retryAt }: ErrorInfo): boolean {
    if (retryAt === undefined) return false
    const wait = Date.parse(retryAt) - this.#clock.now().getTime()
    if (!(wait > 0 && wait <= LONGEST_WAIT_MS)) return false
    this.#accounts.set(accountId, this.#clock.uptime() + wait)
    return true
  }

  mustWait(accountId: string): boolean {
    return (this.#accounts.get(accountId) ?? 0) > this.#clock.uptime()
  }
}
