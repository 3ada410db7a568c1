/** Title and text of a notification. */
import { cut, dateLocale, dayText, moneyText } from '../../../shared/i18n/format.ts'
import { localesFor, t } from '../../../shared/i18n/translate.ts'
import { daysBetween } from '../../../shared/models/day.ts'
import { countedAmount, type Invoice } from '../../../shared/models/invoice.ts'
import type { EventKind, InvoiceEvent } from './invoice-events.ts'

interface Notice {
  title: string
  body: string
  key: string | null
  /** Ids of its events. */
  eventIds: string[]
}

const MOST_SINGLE = 3
/** In characters. Systems cut longer texts at different lengths. */
export const LONGEST_NOTICE = 120

interface NoticeContext {
  today: string
  locale: string
  /** False hides amounts, numbers and account names, because lock screens show notifications. */
  details: boolean
  account: string | null
}

/** One notice per event, or one together if they are many. */
export function noticesOf(events: readonly InvoiceEvent[], context: NoticeContext): Notice[] {
  if (events.length > MOST_SINGLE) return [together(events, context)]
  return events.map((event) => single(event, context))
}

function single({ kind, eventIds, invoice }: InvoiceEvent, context: NoticeContext): Notice {
  const title = titleOf(kind, invoice, context.today)
  const body = context.details ? detailsOf(invoice, context) : t('notification.look')
  return { title, body: cut(body, LONGEST_NOTICE), key: invoice.key, eventIds }
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

function together(events: readonly InvoiceEvent[], { details, account }: NoticeContext): Notice {
  const counts = KINDS.map((kind) => ({ kind, n: events.filter((event) => event.kind === kind).length }))
  const said = counts.filter(({ n }) => n > 0).map(({ kind, n }) => t(`notification.count.${kind}`, { n }, n))
  const body = [...said, ...(details && account !== null ? [account] : [])].join(' · ')
  const title = t('notification.many', { n: events.length }, events.length)
  return { title, body: cut(body, LONGEST_NOTICE), key: null, eventIds: events.flatMap(({ eventIds }) => eventIds) }
}
