/**
 * Notifies once of each event of a topic. The gate may postpone it, and an account's first check is silent.
 */
import { hasTopic } from '../../../shared/models/account.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { KeyedMutex } from '../../concurrency.ts'
import type { Account } from '../../accounts/account.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { AccountStorage, Notifier } from '../../ports/index.ts'
import { idOf, type NewsEvent, type NewsSource } from './news.ts'
import { NotificationGate } from './notification-gate.ts'

interface NotificationParts extends Pick<CoreParts, 'accounts' | 'clock' | 'locked' | 'report'> {
  notifier: Notifier
  settings: () => Pick<Settings, 'notify' | 'notifyAmounts' | 'quietHours' | 'dueSoonDays'>
  /** BCP 47, of the regional format. */
  locale: () => string
  /** In hexadecimal digits. */
  sha256: (text: string) => string
  /** @param key null opens the list */
  open: (accountId: string, key: string | null) => void
}

/** A due date can pass without any fetch. */
const CALENDAR_MS = 30 * 60_000

export class Notifications<Event extends NewsEvent> {
  readonly #parts: NotificationParts
  readonly #source: NewsSource<Event>
  /** Id that is recorded with the first check. */
  readonly #checkedId: string
  readonly #gate: NotificationGate
  /** The scope of each account's last check; null: it wasn't checked yet, or notifications were postponed. */
  readonly #checked = new WeakMap<Account, string | null>()
  /** Of each account's events when all were recorded: a refresh seldom brings others, and looking up each takes long. */
  readonly #recorded = new WeakMap<Account, string>()
  readonly #mutex = new KeyedMutex()
  #cancelTimer = (): void => undefined
  #isStopped = false

  constructor(parts: NotificationParts, source: NewsSource<Event>) {
    this.#parts = parts
    this.#source = source
    this.#checkedId = idOf('checked', source.topic)
    this.#gate = new NotificationGate(parts)
    this.#planCatchUp()
  }

  /** The topic of an account was fetched. Never rejects. */
  check(account: Account, storage: AccountStorage): Promise<void> {
    if (!this.#checked.has(account)) this.#checked.set(account, null)
    return this.#mutex.runExclusive(account.id, () => this.#checkNow(account, storage)).catch(this.#parts.report)
  }

  /** Checks the accounts whose notifications were postponed, or that were not checked today with the days of the settings. */
  catchUp(): void {
    const { accounts, report } = this.#parts
    this.#planCatchUp()
    for (const account of accounts.all) {
      if (!this.#checked.has(account) || this.#isGone(account)) continue
      if (this.#checked.get(account) === this.#scope() || this.#isPostponed(account.id)) continue
      void account.use((storage) => this.check(account, storage)).catch(report)
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  #planCatchUp(): void {
    const { clock } = this.#parts
    this.#cancelTimer()
    const quiet = this.#gate.quietMinutes()
    this.#cancelTimer = clock.after(Math.min(CALENDAR_MS, (quiet ?? Infinity) * 60_000), () => this.catchUp())
  }

  async #checkNow(account: Account, storage: AccountStorage): Promise<void> {
    const day = this.#gate.today()
    const scope = this.#scope()
    const { events, others, over } = await this.#source.find(storage, day, this.#parts.settings().dueSoonDays)
    if (this.#isGone(account)) return
    const eventIds = [...events.flatMap((event) => event.eventIds), ...others]
    const limitIds = new Set(limitsOf(events))
    const hash = this.#parts.sha256([...eventIds, '', ...over].join('\n'))
    // A damaged file may have lost them.
    if (this.#recorded.get(account) === hash && (await storage.unnotified([this.#checkedId])).length === 0) {
      this.#checked.set(account, scope)
      return
    }
    if (over.length > 0) await storage.unmarkNotified(over)
    // Last: if the app ends before all are recorded, the next check is the first one again.
    const unnotified = await storage.unnotified([...eventIds, ...limitIds, this.#checkedId])
    const isFirst = unnotified.includes(this.#checkedId)
    const found = isFirst ? [] : this.#source.newsOf(events, unnotified)
    const willShow = this.#isEnabled() && this.#gate.isCounted(account.id)
    const isHeld = ({ limitId }: Event): boolean => willShow && limitId !== undefined && !unnotified.includes(limitId)
    const news = found.filter((event) => !isHeld(event))
    const held = new Set(found.filter(isHeld).flatMap((event) => event.eventIds))
    if (news.length > 0 && this.#gate.isCounted(account.id) && this.#isPostponed(account.id)) {
      this.#checked.set(account, null)
      return
    }
    // Recorded first: after a crash a missing notification is better than a repeated one.
    const marked = unnotified.filter((id) => !limitIds.has(id) && !held.has(id))
    const limits = willShow ? limitsOf(news) : []
    if (marked.length > 0) await storage.markNotified([...marked, ...limits, this.#checkedId])
    if (held.size === 0) this.#recorded.set(account, hash)
    else this.#recorded.delete(account)
    if (this.#isGone(account)) return
    this.#checked.set(account, scope)
    if (willShow) this.#show(account, news, day)
  }

  #show(account: Account, news: readonly Event[], day: string): void {
    const { notifier, settings, locale, open } = this.#parts
    const context = {
      today: day,
      locale: locale(),
      details: settings().notifyAmounts,
      account: this.#gate.accountName(account.id)
    }
    for (const { title, body, key, eventIds } of this.#source.noticesOf(news, context)) {
      this.#gate.shown(account.id)
      notifier.show(
        { title, body },
        {
          clicked: () => open(account.id, key),
          failed: () => this.#unmark(account, [...eventIds, ...limitsOf(news)])
        }
      )
    }
  }

  /** The system refused the notification, so its events count as not notified. */
  #unmark(account: Account, eventIds: readonly string[]): void {
    this.#gate.refused()
    if (this.#isGone(account)) return
    const unmark = (storage: AccountStorage): Promise<void> => {
      this.#recorded.delete(account)
      return storage.unmarkNotified(eventIds)
    }
    void this.#mutex.runExclusive(account.id, () => account.use(unmark)).catch(this.#parts.report)
  }

  /** What a check depends on besides what is saved. */
  #scope(): string {
    return `${this.#gate.today()} ${this.#parts.settings().dueSoonDays}`
  }

  /** Signed out, or its provider's definition has no such topic any more: what is saved of it is no news. */
  #isGone(account: Account): boolean {
    return this.#isStopped || account.isDisposed || !hasTopic(account.line.provider, this.#source.topic)
  }
  #isEnabled(): boolean {
    return this.#parts.settings().notify && this.#parts.notifier.supported()
  }
  /** Without notifications, events are only recorded, except while the app is locked. */
  #isPostponed(id: string): boolean {
    return this.#parts.locked() || (this.#isEnabled() && this.#gate.isPostponed(id))
  }
}

const limitsOf = (events: readonly NewsEvent[]): string[] => events.flatMap(({ limitId }) => limitId ?? [])
