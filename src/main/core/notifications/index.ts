/**
 * Notifies the user of invoice events, each once. An account's first look only records its events. Events during quiet
 * hours, or while the app is locked, are notified afterwards.
 */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import { today } from '../../../shared/models/day.ts'
import { MINUTES_A_DAY, type Settings } from '../../../shared/models/settings.ts'
import { EVERY_INVOICE, NEWEST_FIRST, type Invoice } from '../../../shared/models/invoice.ts'
import { createKeyedMutex } from '../concurrency/mutex.ts'
import type { AccountStorage, Clock, Notifier } from '../ports/index.ts'
import { factsOf, type Fact } from './events.ts'
import { noticesOf } from './notification-text.ts'

export interface NotificationParts {
  clock: Clock
  notifier: Notifier
  settings: () => Pick<Settings, 'notify' | 'notifyAmounts' | 'quietHours'>
  locked: () => boolean
  /** See OpenAccountStorage.withAccountStorage. */
  withAccountStorage: <T>(accountId: string, work: (storage: AccountStorage) => Promise<T>) => Promise<T>
  /** Whether the user cares about this account. Events of other accounts are only recorded. */
  matters: (accountId: string) => boolean
  /** Distinguishes the account from the others; null if it is the only one, or gone. */
  accountName: (accountId: string) => string | null
  /** BCP 47 */
  locale: string
  /** Called on click; key null: opens the list. */
  open: (accountId: string, key: string | null) => void
  report: (error: unknown) => void
}

export interface Notifications {
  /** Called after the account's invoices were fetched or confirmed. */
  look(accountId: string, storage: AccountStorage): Promise<void>
  /** Sends postponed notifications, after the app was unlocked or settings have changed. */
  catchUp(): void
  /** Forgets accounts that were removed or signed out. */
  keepOnly(accountIds: ReadonlySet<string>): void
  stop(): void
}

/** Interval of the due-date check: a day can pass without any fetch. */
const CALENDAR_MS = 30 * 60_000
const PAGE = 200

export function createNotifications(parts: NotificationParts): Notifications {
  const { clock, notifier, settings, report } = parts
  /** The day on which each account was last checked; null: notifications were postponed. */
  const seen = new Map<string, string | null>()
  const mutex = createKeyedMutex()
  let planned: (() => void) | null = null
  let stopped = false

  const day = (): string => today(clock.now())

  const plan = (): void => {
    planned?.()
    const quiet = quietFor(settings().quietHours, clock.now())
    const ms = Math.min(CALENDAR_MS, quiet === null ? Infinity : quiet * 60_000)
    planned = clock.after(ms, () => {
      plan()
      checkAgain()
    })
  }

  /** Checks accounts checkAgain after a new day or a postponed notification. */
  const checkAgain = (): void => {
    for (const [id, at] of seen) {
      if (at === day() || isPostponed()) continue
      void parts.withAccountStorage(id, (storage) => look(id, storage)).catch(reportUnexpected)
    }
  }
  const reportUnexpected = (error: unknown): void => {
    // Unreadable storage is reported elsewhere, and the next check repeats this one.
    if (toErrorInfo(error).code === 'INTERNAL') report(error)
  }

  /** Whether notifications are postponed. Nothing is recorded then, either. */
  const isPostponed = (): boolean =>
    parts.locked() || (isEnabled() && quietFor(settings().quietHours, clock.now()) !== null)
  const isEnabled = (): boolean => settings().notify && notifier.supported()

  const check = async (id: string, storage: AccountStorage): Promise<void> => {
    const at = day()
    const invoices = await allOf(storage, at)
    if (stopped || !seen.has(id)) return
    const facts = invoices.flatMap((invoice) => factsOf(invoice, at))
    const ids = facts.flatMap((fact) => fact.ids)
    const { first, untold } = await storage.untold(ids)
    const isNew = new Set(untold)
    const news = first ? [] : newsOf(facts, (fact) => fact.ids.every((one) => isNew.has(one)))
    if (news.length > 0 && parts.matters(id) && isPostponed()) {
      seen.set(id, null)
      return
    }
    // Recorded first: if the app ends in between, a missing notification is better than a repeated one.
    if (first || untold.length > 0) await storage.noteTold(untold)
    if (seen.has(id)) seen.set(id, at)
    if (stopped || !isEnabled() || !parts.matters(id)) return
    const telling = {
      today: at,
      locale: parts.locale,
      details: settings().notifyAmounts,
      account: parts.accountName(id)
    }
    for (const { key, ...notice } of noticesOf(news, telling)) notifier.show(notice, () => parts.open(id, key))
  }

  /** Reads in pages, so that other work on the thread gets its turn. */
  const allOf = async (storage: AccountStorage, at: string): Promise<Invoice[]> => {
    const all: Invoice[] = []
    for (;;) {
      const span = { offset: all.length, limit: PAGE }
      const { rows, matched } = await storage.invoicePage({ ...EVERY_INVOICE, ...NEWEST_FIRST, ...span }, at)
      all.push(...rows)
      if (rows.length === 0 || all.length >= matched) return all
      await new Promise<void>((resolve) => clock.after(0, resolve))
    }
  }

  const look = (id: string, storage: AccountStorage): Promise<void> => {
    if (!seen.has(id)) seen.set(id, null)
    return mutex(id, () => check(id, storage))
  }

  plan()
  return {
    look: (id, storage) => look(id, storage).catch(reportUnexpected),
    catchUp() {
      plan()
      checkAgain()
    },
    keepOnly(ids) {
      for (const id of seen.keys()) {
        if (!ids.has(id)) seen.delete(id)
      }
    },
    stop() {
      stopped = true
      planned?.()
    }
  }
}

/** The most important event of each invoice: a new overdue invoice gets one notification. */
function newsOf(facts: readonly Fact[], isNews: (fact: Fact) => boolean): Fact[] {
  const news = new Map<string, Fact>()
  for (const fact of facts) {
    if (!fact.silent && !news.has(fact.invoice.key) && isNews(fact)) news.set(fact.invoice.key, fact)
  }
  return [...news.values()]
}

/**
 * The rest of the quiet hours.
 * @param now in the user's time zone
 * @returns whole minutes, at least 1; null outside quiet hours. Equal start and end: never quiet.
 */
export function quietFor(hours: Settings['quietHours'], now: Date): number | null {
  if (hours === null) return null
  const { from, to } = hours
  const after = (minutes: number): number => (minutes + MINUTES_A_DAY) % MINUTES_A_DAY
  const minute = now.getHours() * 60 + now.getMinutes()
  return after(minute - from) < after(to - from) ? after(to - minute) : null
}
