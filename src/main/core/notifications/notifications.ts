/**
 * Notifies once of each invoice event. Quiet hours, the lock and a system that refuses it postpone it, and an account's first
 * check is silent.
 */
import { type AccountLine, isSample, nameOf, countedAccounts } from '../../../shared/models/account.ts'
import { daysBetween, today } from '../../../shared/models/day.ts'
import { MINUTES_A_DAY, type Settings } from '../../../shared/models/settings.ts'
import {
  countedAmount,
  DUE_SOON_DAYS,
  EVERY_INVOICE,
  type Invoice,
  NEWEST_FIRST
} from '../../../shared/models/invoice.ts'
import { KeyedMutex } from '../../concurrency.ts'
import type { CoreParts } from '../core-parts.ts'
import type { AccountStorage, Notifier } from '../ports/index.ts'
import { cut, dayText, moneyText } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'

interface NotificationParts extends Pick<CoreParts, 'session' | 'clock' | 'locked' | 'report'> {
  store: Pick<CoreParts['store'], 'withAccountStorage'>
  notifier: Notifier
  settings: () => Pick<Settings, 'notify' | 'notifyAmounts' | 'quietHours'>
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
  const mutex = new KeyedMutex()
  /** Day on which the system refused a notification. More than one attempt a day, and at a start, would change nothing. */
  let refusedOn: string | null = null
  let cancelPlanned = (): void => undefined
  let stopped = false

  const day = (): string => today(clock.now())
  const signedIn = (): AccountLine[] => session.state().accounts.filter(({ credential }) => credential !== 'signedOut')
  /** Events of other accounts are only recorded. */
  const matters = (id: string): boolean =>
    countedAccounts(signedIn(), isSample).some(({ account }) => account.id === id)
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
        void store.withAccountStorage(id, (storage) => look(id, storage)).catch(report)
    }
  }

  const isEnabled = (): boolean => settings().notify && notifier.supported()
  const isPostponed = (): boolean =>
    locked() || (isEnabled() && (refusedOn === day() || quietFor(settings().quietHours, clock.now()) !== null))

  /** The system refused the notification, so its events count as not notified. */
  const takeBack = (id: string, events: readonly string[]): void => {
    refusedOn = day()
    if (stopped || !seen.has(id)) return
    void mutex
      .runExclusive(id, () => store.withAccountStorage(id, (storage) => storage.unmarkNotified(events)))
      .catch(report)
  }

  const check = async (id: string, storage: AccountStorage): Promise<void> => {
    const at = day()
    const invoices = await storage.chosenInvoices({ ...EVERY_INVOICE, ...NEWEST_FIRST }, at)
    if (stopped || !seen.has(id)) return
    const facts = invoices.flatMap((invoice) => factsOf(invoice, at))
    const stored = await storage.info('invoices')
    const whole = stored !== null && !stored.partial ? [WHOLE_LIST] : []
    const { first, unnotified } = await storage.unnotified([...facts.flatMap((fact) => fact.ids), ...whole])
    const isNew = new Set(unnotified)
    const isNews = ({ kind, ids, invoice }: Fact): boolean => {
      if (!ids.every((one) => isNew.has(one))) return false
      // The rest of a list that came in part is new to the app only.
      const isRest = isNew.has(WHOLE_LIST) && isNew.has(newId(invoice))
      return !isRest || kind === 'overdue' || kind === 'dueSoon'
    }
    const news = first ? [] : newsOf(facts, isNews)
    if (news.length > 0 && matters(id) && isPostponed()) {
      seen.set(id, null)
      return
    }
    // Recorded first: after a crash a missing notification is better than a repeated one.
    if (first || unnotified.length > 0) await storage.markNotified(unnotified)
    if (seen.has(id)) seen.set(id, at)
    if (stopped || !isEnabled() || !matters(id)) return
    const context = { today: at, locale: parts.locale, details: settings().notifyAmounts, account: accountName(id) }
    for (const { key, events, ...notice } of noticesOf(news, context)) {
      notifier.show(notice, { clicked: () => parts.open(id, key), failed: () => takeBack(id, events) })
    }
  }

  const look = (id: string, storage: AccountStorage): Promise<void> => {
    if (!seen.has(id)) seen.set(id, null)
    return mutex.runExclusive(id, () => check(id, storage)).catch(report)
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

export type FactKind = 'new' | 'changed' | 'dueSoon' | 'overdue'

export interface Fact {
  kind: FactKind
  /** The event is new while none of these ids was notified. */
  ids: string[]
  invoice: Invoice
  silent?: true
}

/** The user's payment term makes old invoices overdue at once. Those get no notification after this many days. */
const OLD_BY_TERM_DAYS = 7

/** JSON keeps ids distinct for any provider text. */
const idOf = (...parts: string[]): string => JSON.stringify(parts)
const newId = ({ key }: Invoice): string => idOf('new', key)
/** That a whole list came, the first time. */
const WHOLE_LIST = idOf('whole list')

export function factsOf(invoice: Invoice, today: string): Fact[] {
  const { key, state, providerStatus, dueDay, dueBy } = invoice
  const facts: Fact[] = []
  if (state === 'open' && dueDay !== null) {
    const left = daysBetween(today, dueDay)
    const silent = dueBy === 'term' && left < -OLD_BY_TERM_DAYS && { silent: true as const }
    if (left < 0) facts.push({ kind: 'overdue', ids: [idOf('overdue', key, dueDay)], invoice, ...silent })
    else if (left <= DUE_SOON_DAYS) facts.push({ kind: 'dueSoon', ids: [idOf('dueSoon', key, dueDay)], invoice })
  }
  facts.push({ kind: 'new', ids: [newId(invoice)], invoice })
  // A new word for the same state is no change, nor is a new state for the same word.
  const word = (providerStatus ?? state).trim().toLowerCase()
  facts.push({ kind: 'changed', ids: [idOf('word', key, word), ...stateId(invoice)], invoice })
  return facts
}

const stateId = ({ key, state }: Invoice): string[] => (state === 'unknown' ? [] : [idOf('state', key, state)])

interface Notice {
  title: string
  body: string
  key: string | null
  /** Ids of its facts. */
  events: string[]
}

const MOST_SINGLE = 3
/** In characters. Systems cut longer texts at different lengths. */
const LONGEST = 120

interface NoticeContext {
  today: string
  locale: string
  /** False hides amounts, numbers and account names, because lock screens show notifications. */
  details: boolean
  account: string | null
}

function noticesOf(facts: readonly Fact[], context: NoticeContext): Notice[] {
  if (facts.length > MOST_SINGLE) return [together(facts, context)]
  return facts.map((fact) => single(fact, context))
}

function single({ kind, ids, invoice }: Fact, context: NoticeContext): Notice {
  const title = titleOf(kind, invoice, context.today)
  const body = context.details ? detailsOf(invoice, context) : t('notification.look')
  return { title, body: cut(body, LONGEST), key: invoice.key, events: ids }
}

function titleOf(kind: FactKind, invoice: Invoice, today: string): string {
  if (kind === 'new') return t(invoice.state === 'credit' ? 'notification.newCredit' : 'notification.new')
  if (kind === 'overdue') return t('notification.overdue')
  if (kind === 'changed') return t(`notification.changed.${invoice.state}`)
  const left = daysBetween(today, invoice.dueDay ?? today)
  return t('notification.dueSoon', { n: left }, left)
}

function detailsOf(invoice: Invoice, { locale, account }: NoticeContext): string {
  const { state, number, currency, dueDay, issuedDay } = invoice
  const amount = countedAmount(invoice)
  const money = amount === null ? null : moneyText({ amount, currency }, locale)
  const due = dueDay === null || state === 'credit' ? null : t('notification.due', { day: dayText(dueDay, locale) })
  const issued = issuedDay === null ? null : dayText(issuedDay, locale)
  return [money, number === null ? null : cut(number, 40), due ?? issued, account]
    .filter((part) => part !== null)
    .join(' · ')
}

const KINDS: readonly FactKind[] = ['overdue', 'dueSoon', 'new', 'changed']

function together(facts: readonly Fact[], { details, account }: NoticeContext): Notice {
  const counts = KINDS.map((kind) => ({ kind, n: facts.filter((fact) => fact.kind === kind).length }))
  const said = counts.filter(({ n }) => n > 0).map(({ kind, n }) => t(`notification.count.${kind}`, { n }, n))
  const body = [...said, ...(details && account !== null ? [account] : [])].join(' · ')
  const title = t('notification.many', { n: facts.length }, facts.length)
  return { title, body: cut(body, LONGEST), key: null, events: facts.flatMap(({ ids }) => ids) }
}
