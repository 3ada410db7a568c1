/**
 * Notifies once when the money in the open account falls below the user's threshold, and again only after it was above. What quiet
 * hours, the lock or a system that refuses it postpone is checked again with the next profile, and after an unlock.
 */
import { amountText } from '../../../shared/i18n/summary.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { hasTopic } from '../../../shared/models/account.ts'
import { compareDecimals } from '../../../shared/models/decimal.ts'
import type { Money } from '../../../shared/models/invoice.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { KeyedMutex } from '../../concurrency.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import type { AccountStorage, Notifier } from '../ports/index.ts'
import { NotificationGate } from './notification-gate.ts'
import { LONGEST_NOTICE } from './notices.ts'

interface BalanceNotificationParts extends Pick<CoreParts, 'session' | 'clock' | 'locked' | 'report'> {
  store: Pick<CoreParts['store'], 'withAccountStorage'>
  notifier: Notifier
  settings: () => Pick<Settings, 'balanceThreshold' | 'notifyAmounts' | 'quietHours'>
  /** BCP 47, of the regional format. */
  locale: () => string
  open: (accountId: string) => void
}

/** The event's id has no amount, so each fall below the threshold is one event. */
const BELOW = JSON.stringify(['balance below'])

export class BalanceNotifications {
  readonly #parts: BalanceNotificationParts
  readonly #gate: NotificationGate
  readonly #mutex = new KeyedMutex()
  /** Notified accounts whose invoices were never checked. Their first check is silent, and is known by nothing being recorded. */
  readonly #unrecorded = new Set<string>()
  #isStopped = false

  constructor(parts: BalanceNotificationParts) {
    this.#parts = parts
    this.#gate = new NotificationGate(parts)
  }

  /** An account's profile was fetched. Never rejects. */
  async check(id: string): Promise<void> {
    const { store, notifier, settings, report } = this.#parts
    if (settings().balanceThreshold === null || !notifier.supported() || !this.#isChecked(id)) return
    await this.#mutex
      .runExclusive(id, () => store.withAccountStorage(id, (storage) => this.#checkNow(id, storage)))
      .catch(report)
  }

  /** The app was unlocked, or the settings changed. */
  checkOpenAccount(): void {
    const id = this.#parts.session.account()?.id
    if (id !== undefined) void this.check(id)
  }

  stop(): void {
    this.#isStopped = true
  }

  async #checkNow(id: string, storage: AccountStorage): Promise<void> {
    const stored = await unlessSealed(storage.profile())
    const threshold = this.#parts.settings().balanceThreshold
    const balance = stored?.value.balance
    if (!balance || threshold === null || !this.#isChecked(id)) return
    if (compareDecimals(balance.amount, threshold) >= 0) {
      this.#unrecorded.delete(id)
      return storage.unmarkNotified([BELOW])
    }
    const { first, unnotified } = await storage.unnotified([BELOW])
    const isNotified = this.#unrecorded.has(id)
    if (unnotified.length === 0 || (!isNotified && this.#gate.isPostponed())) return
    // Recorded first: after a crash a missing notification is better than a repeated one.
    if (first && this.#hasInvoices(id)) this.#unrecorded.add(id)
    else await storage.markNotified([BELOW])
    if (!isNotified && this.#isChecked(id)) this.#show(id, balance)
  }

  #show(id: string, balance: Money): void {
    const { notifier, settings, locale, open } = this.#parts
    const account = this.#gate.accountName(id)
    const details = [amountText(balance, locale()), ...(account === null ? [] : [account])].join(' · ')
    const body = settings().notifyAmounts ? details : t('notification.look')
    notifier.show(
      { title: t('notification.balanceBelow'), body: cut(body, LONGEST_NOTICE) },
      { clicked: () => open(id), failed: () => this.#unmark(id) }
    )
  }

  /** The system refused the notification, so its event counts as not notified. */
  #unmark(id: string): void {
    const { store, report } = this.#parts
    this.#gate.refused()
    this.#unrecorded.delete(id)
    if (!this.#isChecked(id)) return
    void this.#mutex
      .runExclusive(id, () => store.withAccountStorage(id, (storage) => storage.unmarkNotified([BELOW])))
      .catch(report)
  }

  #isChecked(id: string): boolean {
    const line = this.#gate.signedIn().find(({ account }) => account.id === id)
    return !this.#isStopped && line !== undefined && hasTopic(line.provider, 'profile') && this.#gate.isCounted(id)
  }

  #hasInvoices(id: string): boolean {
    return this.#gate.signedIn().some(({ account, provider }) => account.id === id && hasTopic(provider, 'invoices'))
  }
}
