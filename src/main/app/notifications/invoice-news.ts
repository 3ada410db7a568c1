/** What happened to invoices (a new one, another status, a due date that is near or past), and what notifications say of it. */
import { cut, dateLocale, dayText, moneyText } from '../../../shared/i18n/format.ts'
import { localesFor, t } from '../../../shared/i18n/translate.ts'
import { daysBetween } from '../../../shared/models/day.ts'
import { countedAmount, EVERY_INVOICE, NEWEST_FIRST, type Invoice } from '../../../shared/models/invoice.ts'
import { daysLeft } from '../../../shared/models/overdue.ts'
import { countsOf, idOf, noticesFor, type NewsEvent, type NewsSource, type NoticeContext } from './news.ts'

type EventKind = 'new' | 'changed' | 'dueSoon' | 'overdue'

export interface InvoiceEvent extends NewsEvent {
  kind: EventKind
  invoice: Invoice
  silent?: true
}

/** The user's payment term makes old invoices overdue at once. Those get no notification after this many days. */
const OLD_BY_TERM_DAYS = 7

const newId = ({ key }: Invoice): string => idOf('new', key)
/** That a whole list came, the first time. */
const WHOLE_LIST = idOf('whole list')

/** @param dueSoonDays as the setting of that name */
export function eventsOf(invoice: Invoice, today: string, dueSoonDays: number): InvoiceEvent[] {
  const { key, state, providerStatus, dueDay, dueBy } = invoice
  const events: InvoiceEvent[] = []
  const left = daysLeft(invoice, today)
  if (left !== null && dueDay !== null) {
    const silent = dueBy === 'term' && left < -OLD_BY_TERM_DAYS && { silent: true as const }
    if (left < 0) events.push({ kind: 'overdue', eventIds: [idOf('overdue', key, dueDay)], invoice, ...silent })
    else if (left <= dueSoonDays) events.push({ kind: 'dueSoon', eventIds: [idOf('dueSoon', key, dueDay)], invoice })
  }
  events.push({ kind: 'new', eventIds: [newId(invoice)], invoice })
  // A new word for the same state is no change, nor is a new state for the same word.
  const word = (providerStatus ?? state).trim().toLowerCase()
  events.push({ kind: 'changed', eventIds: [idOf('word', key, word), ...stateId(invoice)], invoice })
  return events
}

const stateId = ({ key, state }: Invoice): string[] => (state === 'unknown' ? [] : [idOf('state', key, state)])

/** The first event of each invoice that nobody was notified of. @param unnotified ids of events and WHOLE_LIST */
export function newsOf(events: readonly InvoiceEvent[], unnotified: readonly string[]): InvoiceEvent[] {
  const isNew = new Set(unnotified)
  const isNews = ({ kind, eventIds, invoice, silent }: InvoiceEvent): boolean => {
    if (silent || !eventIds.every((one) => isNew.has(one))) return false
    // The rest of a list that came in part is new to the app only.
    const isRest = isNew.has(WHOLE_LIST) && isNew.has(newId(invoice))
    return !isRest || kind === 'overdue' || kind === 'dueSoon'
  }
  const news = new Map<string, InvoiceEvent>()
  for (const event of events) if (!news.has(event.invoice.key) && isNews(event)) news.set(event.invoice.key, event)
  return [...news.values()]
}

export const invoiceNewsSource: NewsSource<InvoiceEvent> = {
  topic: 'invoices',
  newsOf,
  async find(storage, today, dueSoonDays) {
    const invoices = await (await storage.invoices()).choose({ ...EVERY_INVOICE, ...NEWEST_FIRST }, today)
    const stored = await storage.info('invoices')
    return {
      events: invoices.flatMap((invoice) => eventsOf(invoice, today, dueSoonDays)),
      others: stored !== null && !stored.partial ? [WHOLE_LIST] : [],
      over: []
    }
  },
  noticesOf: (news, context) =>
    noticesFor(news, context, {
      single: ({ kind, invoice }) => ({
        title: titleOf(kind, invoice, context.today),
        body: context.details ? detailsOf(invoice, context) : t('notification.look'),
        key: invoice.key
      }),
      title: () => t('notification.many', { n: news.length }, news.length),
      counts: () => countsOf(KINDS, news, (kind, n) => t(`notification.count.${kind}`, { n }, n))
    })
}

function titleOf(kind: EventKind, invoice: Invoice, today: string): string {
  if (kind === 'new') return t(invoice.state === 'credit' ? 'notification.newCredit' : 'notification.new')
  if (kind === 'overdue') return t('notification.overdue')
  if (kind === 'changed') return t(`notification.changed.${invoice.state}`)
  const left = daysBetween(today, invoice.dueDay ?? today)
  if (left < 2) return t(left < 1 ? 'notification.dueToday' : 'notification.dueTomorrow')
  return t('notification.dueIn', { n: left }, left)
}

function detailsOf(invoice: Invoice, { locale, account }: NoticeContext): string {
  const { state, number, currency, dueDay, dueBy, issuedDay } = invoice
  const dates = dateLocale(localesFor(locale))
  const amount = countedAmount(invoice)
  const money = amount === null ? null : moneyText({ amount, currency }, locale)
  const dueText = dueDay === null || state === 'credit' ? null : t('notification.due', { day: dayText(dueDay, dates) })
  const due = dueText !== null && dueBy === 'term' ? `${dueText} ${t('invoices.termMark')}` : dueText
  const issued = issuedDay === null ? null : dayText(issuedDay, dates)
  return [money, number === null ? null : cut(number, 40), due ?? issued, account]
    .filter((part) => part !== null)
    .join(' · ')
}

const KINDS: readonly EventKind[] = ['overdue', 'dueSoon', 'new', 'changed']
