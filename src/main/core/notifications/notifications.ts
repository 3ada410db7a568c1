/**
 * Notifies once of each invoice event. Quiet hours and the lock postpone it, and an account's first check is silent.
 */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import { isSample, nameOf, thoseThatCount, type AccountLine } from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import { MINUTES_A_DAY, type Settings } from '../../../shared/models/settings.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../shared/models/invoice.ts'
import { createKeyedMutex } from '../concurrency/mutex.ts'
import type { CoreParts } from '../core-parts.ts'
import type { AccountStorage, Notifier } from '../ports/index.ts'
import { factsOf, type Fact } from './events.ts'
import { noticesOf } from './notification-text.ts'

interface NotificationParts extends Pick<CoreParts, 'session' | 'clock' | 'locked' | 'report'> {
  store: Pick<CoreParts['store'], 'withAccountStorage'>
  notifier: Notifier
  settings: () => Pick<Settings, 'notify' | 'notifyAmounts' | 'quietHours'>
  /** BCP 47 */
  locale: string
  /** @param key null opens the list */
  open: (accountId: string, key: string | null) => void
}

/** A due date can pass without any fetch. */
const CALENDAR_MS = 30 * 60_000

export type Notifications = ReturnType<typeof createNotifications>

export function createNotifications(parts: NotificationParts) {
  const { session, store, clock, notifier, settings, locked, report } = parts
  /** Day of each account's last check; null: notifications were postponed. */
  const seen = new Map<string, string | null>()
  const mutex = createKeyedMutex()
  let cancelPlanned = (): void => undefined
  let stopped = false

  const day = (): string => today(clock.now())
  const signedIn = (): AccountLine[] => session.state().accounts.filter(({ credential }) => credential !== 'signedOut')
  /** Events of other accounts are only recorded. */
  const matters = (id: string): boolean => thoseThatCount(signedIn(), isSample).some(({ account }) => account.id === id)
  /** null for the only account, or a removed one. */
  const accountName = (id: string): string | null => {
    const { accounts } = session.state()
    const line = accounts.find(({ account }) => account.id === id)
    return line && accounts.length > 1 ? nameOf(line.account, accounts) : null
  }

  const plan = (): void => {
    cancelPlanned()
    const quiet = quietFor(settings().quietHours, clock.now())
    cancelPlanned = clock.after(Math.min(CALENDAR_MS, (quiet ?? Infinity) * 60_000), catchUp)
  }
  const catchUp = (): void => {
    plan()
    for (const [id, at] of seen) {
      if (at !== day() && !isPostponed())
        void store.withAccountStorage(id, (storage) => look(id, storage)).catch(reportUnexpected)
    }
  }
  const reportUnexpected = (error: unknown): void => {
    // Storage errors are shown elsewhere, and the next check tries again.
    if (toErrorInfo(error).code === 'INTERNAL') report(error)
  }

  const isEnabled = (): boolean => settings().notify && notifier.supported()
  const isPostponed = (): boolean => locked() || (isEnabled() && quietFor(settings().quietHours, clock.now()) !== null)

  const check = async (id: string, storage: AccountStorage): Promise<void> => {
    const at = day()
    const invoices = await storage.chosenInvoices({ ...EVERY_INVOICE, ...NEWEST_FIRST }, at)
    if (stopped || !seen.has(id)) return
    const facts = invoices.flatMap((invoice) => factsOf(invoice, at))
    const { first, untold } = await storage.untold(facts.flatMap((fact) => fact.ids))
    const isNew = new Set(untold)
    const news = first ? [] : newsOf(facts, (fact) => fact.ids.every((one) => isNew.has(one)))
    if (news.length > 0 && matters(id) && isPostponed()) {
      seen.set(id, null)
      return
    }
    // Recorded first: after a crash a missing notification is better than a repeated one.
    if (first || untold.length > 0) await storage.noteTold(untold)
    if (seen.has(id)) seen.set(id, at)
    if (stopped || !isEnabled() || !matters(id)) return
    const telling = { today: at, locale: parts.locale, details: settings().notifyAmounts, account: accountName(id) }
    for (const { key, ...notice } of noticesOf(news, telling)) notifier.show(notice, () => parts.open(id, key))
  }

  const look = (id: string, storage: AccountStorage): Promise<void> => {
    if (!seen.has(id)) seen.set(id, null)
    return mutex(id, () => check(id, storage)).catch(reportUnexpected)
  }

  session.onChange(() => {
    const ids = new Set(signedIn().map(({ account }) => account.id))
    for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id)
  })
  plan()
  return {
    look,
    catchUp,
    stop(): void {
      stopped = true
      cancelPlanned()
    }
  }
}

function newsOf(facts: readonly Fact[], isNews: (fact: Fact) => boolean): Fact[] {
  const news = new Map<string, Fact>()
  for (const fact of facts) {
    if (!fact.silent && !news.has(fact.invoice.key) && isNews(fact)) news.set(fact.invoice.key, fact)
  }
  return [...news.values()]
}

/** @param now in the user's time zone @returns whole minutes left; null outside quiet hours */
export function quietFor(hours: Settings['quietHours'], now: Date): number | null {
  if (hours === null) return null
  const { from, to } = hours
  const after = (minutes: number): number => (minutes + MINUTES_A_DAY) % MINUTES_A_DAY
  const minute = now.getHours() * 60 + now.getMinutes()
  return after(minute - from) < after(to - from) ? after(to - minute) : null
}
