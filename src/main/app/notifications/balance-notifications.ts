/**
 * Notifies once when the money in an account falls below the user's threshold, and again only after it was above. What the
 * gate postpones is checked again with the next profile, and after an unlock.
 */
import { amountText } from '../../../shared/i18n/owed-text.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { hasTopic } from '../../../shared/models/account.ts'
import { compareDecimals } from '../../../shared/models/decimal.ts'
import type { Money } from '../../../shared/models/invoice.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { KeyedMutex } from '../../concurrency.ts'
import type { Account } from '../../accounts/account.ts'
import type { CoreParts } from '../../core-parts.ts'
import { unlessSealed } from '../../accounts/opened-storage.ts'
import type { AccountStorage, Notifier } from '../../ports/index.ts'
import { NotificationGate } from './notification-gate.ts'
import { idOf, LONGEST_NOTICE } from './news.ts'

interface BalanceNotificationParts extends Pick<CoreParts, 'accounts' | 'clock' | 'locked' | 'report'> {
  notifier: Notifier
  settings: () => Pick<Settings, 'balanceThreshold' | 'notifyAmounts' | 'quietHours'>
  /** BCP 47, of the regional format. */
  locale: () => string
  open: (accountId: string) => void
}

/** The event's id has no amount, so each fall below the threshold is one event. */
const BELOW = idOf('balance below')

export class BalanceNotifications {
  readonly #parts: BalanceNotificationParts
  readonly #gate: NotificationGate
  readonly #mutex = new KeyedMutex()
  #isStopped = false

  constructor(parts: BalanceNotificationParts) {
    this.#parts = parts
    this.#gate = new NotificationGate(parts)
  }

  /** An account's profile was fetched. Never rejects. */
  async check(account: Account): Promise<void> {
    const { notifier, settings, report } = this.#parts
    if (settings().balanceThreshold === null || !notifier.supported() || !this.#isChecked(account)) return
    await this.#mutex
      .runExclusive(account.id, () => account.use((storage) => this.#checkNow(account, storage)))
      .catch(report)
  }

  /** The app was unlocked, or the settings changed. Skips accounts of which nothing was read yet: they are checked with their first profile. */
  checkAll(): void {
    const { all, shown } = this.#parts.accounts
    for (const account of all) if (account === shown || account.isStorageOpen) void this.check(account)
  }

  stop(): void {
    this.#isStopped = true
  }

  async #checkNow(account: Account, storage: AccountStorage): Promise<void> {
    const stored = await unlessSealed(storage.profile())
    const threshold = this.#parts.settings().balanceThreshold
    const balance = stored?.value.balance
    if (!balance || threshold === null || !this.#isChecked(account)) return
    if (compareDecimals(balance.amount, threshold) >= 0) return storage.unmarkNotified([BELOW])
    const unnotified = await storage.unnotified([BELOW])
    if (unnotified.length === 0 || this.#gate.isPostponed(account.id)) return
    // Recorded first: after a crash a missing notification is better than a repeated one.
    await storage.markNotified([BELOW])
    if (this.#isChecked(account)) this.#show(account, balance)
  }

  #show(account: Account, balance: Money): void {
    const { notifier, settings, locale, open } = this.#parts
    const name = this.#gate.accountName(account.id)
    const details = [amountText(balance, locale()), ...(name === null ? [] : [name])].join(' · ')
    const body = settings().notifyAmounts ? details : t('notification.look')
    this.#gate.shown(account.id)
    notifier.show(
      { title: t('notification.balanceBelow'), body: cut(body, LONGEST_NOTICE) },
      { clicked: () => open(account.id), failed: () => this.#unmark(account) }
    )
  }

  /** The system refused the notification, so its event counts as not notified. */
  #unmark(account: Account): void {
    this.#gate.refused()
    if (!this.#isChecked(account)) return
    void this.#mutex
      .runExclusive(account.id, () => account.use((storage) => storage.unmarkNotified([BELOW])))
      .catch(this.#parts.report)
  }

  #isChecked(account: Account): boolean {
    if (this.#isStopped || account.isDisposed || !this.#gate.isCounted(account.id)) return false
    return hasTopic(account.line.provider, 'profile')
  }
}
