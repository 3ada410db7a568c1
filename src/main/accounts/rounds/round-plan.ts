/** When one account's next round is due: interval, backoff, Retry-After. Times are those of Clock.uptime. */
import type { AccountLine } from '../../../shared/models/account.ts'
import type { Clock } from '../../ports/index.ts'
import { isTransient, jittered, nextRound, refusedMs, retryAfterMs, type Outcomes } from './backoff.ts'

/** A network that comes and goes causes at most one call per account in this time. */
const RECONNECT_MS = 10_000

interface RoundPlanParts {
  clock: Clock
  /** 0: automatic refresh is off. */
  everyMs: () => number
  /** undefined: the account was removed. */
  line: () => AccountLine | undefined
  /** `nextAt` was set. */
  planned: () => void
}

export class RoundPlan {
  readonly #parts: RoundPlanParts
  #nextAt: number | null = null
  /** The earliest time that the provider allows (Retry-After). */
  #notBefore = -Infinity
  #failedRounds = 0
  /** Rounds that were rejected since the provider last accepted the token. */
  #refusedRounds = 0

  constructor(parts: RoundPlanParts) {
    this.#parts = parts
  }

  /** null: nothing is planned, because automatic refresh is off or only the user can change anything. */
  get nextAt(): number | null {
    return this.#nextAt
  }
  get isBackingOff(): boolean {
    return this.#failedRounds > 0
  }
  /** The provider allows a call now. */
  get isAllowed(): boolean {
    return this.#notBefore <= this.#now
  }

  set(at: number | null): void {
    this.#nextAt = at
    this.#parts.planned()
  }
  /** The round starts, or can't any more. */
  clear(): void {
    this.#nextAt = null
  }
  clearBackoff(): void {
    this.#failedRounds = 0
  }
  tokenAccepted(): void {
    this.#refusedRounds = 0
  }

  /** After a round, or a single call that failed. */
  setAfter(outcomes: Outcomes): void {
    const { clock, everyMs } = this.#parts
    const wait = retryAfterMs(outcomes, clock.now())
    this.#notBefore = this.#now + wait
    if (this.#parts.line()?.credential === 'refused') {
      this.setAfterRefusal()
      if (!outcomes.some((error) => error && isTransient(error))) this.#refusedRounds += 1
      return
    }
    const next = nextRound(outcomes, this.#failedRounds, everyMs(), clock)
    if (!next) return
    this.#failedRounds = next.failedRounds
    this.set(this.#now + Math.max(next.ms, wait))
  }

  /** A whole round proved that the token is refused. */
  setAfterRefusedRound(): void {
    this.setAfterRefusal()
    this.#refusedRounds += 1
  }

  /** The provider may accept the token again, unless it has expired. */
  setAfterRefusal(): void {
    const { clock, everyMs, line } = this.#parts
    const expiresAt = Date.parse(line()?.account.tokenExpiresAt ?? '')
    if (everyMs() === 0 || expiresAt <= clock.now().getTime()) return
    const wait = refusedMs(this.#refusedRounds, clock)
    this.set(Math.max(this.#now + wait, this.#notBefore))
  }

  /** The interval counts from the last round. */
  setByInterval(lastAt: number): void {
    const { clock, everyMs } = this.#parts
    this.set(Math.max(lastAt + jittered(everyMs(), clock), this.#notBefore, this.#now))
  }

  /** The network is back. Backoff goes on growing: it may be gone again. */
  setAfterReconnect(lastCallAt: number): void {
    const at = Math.max(this.#now, lastCallAt + RECONNECT_MS, this.#notBefore)
    if (this.#nextAt === null || this.#nextAt > at) this.set(at)
  }

  get #now(): number {
    return this.#parts.clock.uptime()
  }
}
