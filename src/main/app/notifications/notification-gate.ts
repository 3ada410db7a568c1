/** Whether a notification of an account may be shown now. */
import { type AccountLine, countedAccounts, isSample } from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import { MINUTES_A_DAY, type Settings } from '../../../shared/models/settings.ts'
import type { CoreParts } from '../../core-parts.ts'

export interface NotificationGateParts extends Pick<CoreParts, 'accounts' | 'clock' | 'locked'> {
  settings: () => Pick<Settings, 'quietHours'>
}

/** Of one account within SHOWN_MS. A page that changes settings, or a provider, could make news without end. */
const MOST_SHOWN = 10
const SHOWN_MS = 10 * 60_000

export class NotificationGate {
  readonly #parts: NotificationGateParts
  /** By Clock.uptime, of each account. */
  readonly #shownAt = new Map<string, readonly number[]>()
  /** Day on which the system refused a notification. More than one attempt a day, and at a start, would change nothing. */
  #refusedOn: string | null = null

  constructor(parts: NotificationGateParts) {
    this.#parts = parts
  }

  /**
   * Quiet hours, the lock, a system that refuses notifications and many a moment ago postpone them.
   * @param of an account's id, or what else they are of
   */
  isPostponed(of: string): boolean {
    if (this.#parts.locked() || this.#refusedOn === this.today() || this.quietMinutes() !== null) return true
    return this.#lately(of).length >= MOST_SHOWN
  }

  shown(of: string): void {
    this.#shownAt.set(of, [...this.#lately(of), this.#parts.clock.uptime()])
  }

  #lately(of: string): readonly number[] {
    const now = this.#parts.clock.uptime()
    return (this.#shownAt.get(of) ?? []).filter((at) => now - at < SHOWN_MS)
  }

  /** Until the quiet hours end; null outside of them. */
  quietMinutes(): number | null {
    const { settings, clock } = this.#parts
    return quietFor(settings().quietHours, clock.now())
  }

  /** The system refused a notification. */
  refused(): void {
    this.#refusedOn = this.today()
  }

  /** Of other accounts, nothing is notified. */
  isCounted(id: string): boolean {
    return countedAccounts(this.signedIn(), isSample).some(({ account }) => account.id === id)
  }

  signedIn(): AccountLine[] {
    return this.#parts.accounts.lines.filter(({ credential }) => credential !== 'signedOut')
  }

  /** null: it is the only account. */
  accountName(id: string): string | null {
    const { accounts } = this.#parts
    const account = accounts.find(id)
    return account && accounts.all.length > 1 ? accounts.nameOf(account.record) : null
  }

  today(): string {
    return today(this.#parts.clock.now())
  }
}

/** @param now in the user's time zone @returns whole minutes left; null outside quiet hours */
export function quietFor(hours: Settings['quietHours'], now: Date): number | null {
  if (hours === null) return null
  const { from, to } = hours
  const after = (minutes: number): number => (minutes + MINUTES_A_DAY) % MINUTES_A_DAY
  const minute = now.getHours() * 60 + now.getMinutes()
  return after(minute - from) < after(to - from) ? after(to - minute) : null
}
