/** What notifications say of invoices. */
import { cut, dateLocale, dayText, moneyText } from '../../../shared/i18n/format.ts'
import { localesFor, t } from '../../../shared/i18n/translate.ts'
import { daysBetween } from '../../../shared/models/day.ts'
import { countedAmount, EVERY_INVOICE, NEWEST_FIRST, type Invoice } from '../../../shared/models/invoice.ts'
import { eventsOf, newsOf, WHOLE_LIST, type EventKind, type InvoiceEvent } from './invoice-events.ts'
import { countsOf, noticesFor, type NewsSource, type NoticeContext } from './news.ts'

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
