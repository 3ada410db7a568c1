/**
 * Tells of what is new about invoices, each fact once, ever. What an account has when it is first looked at is no news. What
 * falls into quiet hours, or while the app is locked, is told after.
 */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import { today } from '../../../shared/models/day-rules.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../shared/models/invoice-rules.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { createKeyedMutex } from '../concurrency/mutex.ts'
import type { AccountStorage, Clock, Notifier } from '../ports/index.ts'
import { factsOf, type Fact } from './events.ts'
import { noticesOf } from './notification-text.ts'
import { quietFor } from './quiet-hours.ts'

export interface NotificationParts {
  clock: Clock
  notifier: Notifier
  settings: () => Pick<Settings, 'notify' | 'notifyAmounts' | 'quietHours'>
  locked: () => boolean
  /** Works with an account's cache, see OpenStore.withAccountStorage. */
  withAccountStorage: <T>(accountId: string, work: (cache: AccountStorage) => Promise<T>) => Promise<T>
  /** Whether news of this account matter to the person; of others they are noted and not told. */
  matters: (accountId: string) => boolean
  /** As the account is told apart from the others; null where it is the only one, or gone. */
  accountName: (accountId: string) => string | null
  /** BCP 47 */
  locale: string
  /** The person clicked; key null: the list. */
  open: (accountId: string, key: string | null) => void
  report: (error: unknown) => void
}

export interface Notifications {
  /** The account's invoices were fetched, or found to be current. */
  look(accountId: string, cache: AccountStorage): Promise<void>
  /** What was put off may be told now: the app was unlocked, or the settings are other ones. */
  catchUp(): void
  /** Every other account is gone, or signed out. */
  keepOnly(accountIds: ReadonlySet<string>): void
  stop(): void
}

/** How often the calendar is looked at: a due day comes without any fetch. */
const CALENDAR_MS = 30 * 60_000
const PAGE = 200

export function createNotifications(parts: NotificationParts): Notifications {
  const { clock, notifier, settings, report } = parts
  /** Accounts that were looked at in this launch, and the day that it was then; null: something was put off. */
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
      again()
    })
  }

  /** Those that another day has come for, or that something was put off of. */
  const again = (): void => {
    for (const [id, at] of seen) {
      if (at === day() || held()) continue
      void parts.withAccountStorage(id, (cache) => look(id, cache)).catch(tellReport)
    }
  }
  const tellReport = (error: unknown): void => {
    // A store that can't be read now is told of elsewhere; the next look tells what this one would have.
    if (toErrorInfo(error).code === 'INTERNAL') report(error)
  }

  /** Nothing is told now, and nothing is noted: it is told later. */
  const held = (): boolean => parts.locked() || (willTell() && quietFor(settings().quietHours, clock.now()) !== null)
  const willTell = (): boolean => settings().notify && notifier.supported()

  const lookNow = async (id: string, cache: AccountStorage): Promise<void> => {
    const at = day()
    const invoices = await allOf(cache, at)
    if (stopped || !seen.has(id)) return
    const facts = invoices.flatMap((invoice) => factsOf(invoice, at))
    const ids = facts.flatMap((fact) => fact.ids)
    const { first, untold } = await cache.untold(ids)
    const isNew = new Set(untold)
    const news = first ? [] : newsOf(facts, (fact) => fact.ids.every((one) => isNew.has(one)))
    if (news.length > 0 && parts.matters(id) && held()) {
      seen.set(id, null)
      return
    }
    // Noted first: told twice is worse than not told, should the app end in between.
    if (first || untold.length > 0) await cache.noteTold(untold)
    if (seen.has(id)) seen.set(id, at)
    if (stopped || !willTell() || !parts.matters(id)) return
    const telling = {
      today: at,
      locale: parts.locale,
      details: settings().notifyAmounts,
      account: parts.accountName(id)
    }
    for (const { key, ...notice } of noticesOf(news, telling)) notifier.show(notice, () => parts.open(id, key))
  }

  /** Whole, in pages: between them the thread is free. */
  const allOf = async (cache: AccountStorage, at: string): Promise<Invoice[]> => {
    const all: Invoice[] = []
    for (;;) {
      const span = { offset: all.length, limit: PAGE }
      const { rows, matched } = await cache.invoicePage({ ...EVERY_INVOICE, ...NEWEST_FIRST, ...span }, at)
      all.push(...rows)
      if (rows.length === 0 || all.length >= matched) return all
      await new Promise<void>((resolve) => clock.after(0, resolve))
    }
  }

  const look = (id: string, cache: AccountStorage): Promise<void> => {
    if (!seen.has(id)) seen.set(id, null)
    return mutex(id, () => lookNow(id, cache))
  }

  plan()
  return {
    look: (id, cache) => look(id, cache).catch(tellReport),
    catchUp() {
      plan()
      again()
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

/** Of each invoice the one that matters most: who is told that a new one is overdue knows that it is new. */
function newsOf(facts: readonly Fact[], isNews: (fact: Fact) => boolean): Fact[] {
  const news = new Map<string, Fact>()
  for (const fact of facts) {
    if (!fact.silent && !news.has(fact.invoice.key) && isNews(fact)) news.set(fact.invoice.key, fact)
  }
  return [...news.values()]
}
