/** One line about open invoices, for the tray and the quick check. */
import { isAllKnown, type InvoiceSummary, type Money } from '../models/invoice.ts'
import { joined, moneyText } from './format.ts'
import { t } from './translate.ts'

export interface OpenToPay extends Pick<
  InvoiceSummary,
  'overdue' | 'openAmounts' | 'openWithoutAmount' | 'credits' | 'dueUnread'
> {
  open: number
  unknown: number
  /** A part of the list came: more may be open. */
  isPartial: boolean
}

export interface OpenTextOptions {
  locale: string
  long?: boolean
  /** False: nothing is known of one of the accounts. */
  allKnown?: boolean
  currencies?: number
}

/** Says that nothing is open only if the whole list came and every invoice is known, and names what the sum leaves out. */
export function openText(toPay: OpenToPay, options: OpenTextOptions): string {
  const { overdue, unknown, openWithoutAmount, dueUnread } = toPay
  return joined([
    owedText(toPay, options),
    openWithoutAmount > 0 && t('summary.withoutAmount', { n: openWithoutAmount }),
    overdue > 0 && t('summary.overdue', { n: overdue }),
    dueUnread > 0 && t('summary.dueUnread', { n: dueUnread }, dueUnread),
    unknown > 0 && t('summary.unknownStatus', { n: unknown })
  ])
}

/** How many are open, how much that is, and the credit that may reduce it. */
function owedText(
  { open, unknown, openAmounts, credits, isPartial }: OpenToPay,
  { locale, long = false, allKnown = true, currencies = Infinity }: OpenTextOptions
): string {
  if (open === 0 && !(allKnown && isAllKnown({ unknown, isPartial }))) return t('summary.noneKnown')
  const count = t(long ? 'summary.openInvoices' : 'summary.open', { n: open }, open)
  if (open === 0) return count
  const beyond = Math.max(openAmounts.length - currencies, 0)
  const amounts = (all: readonly Money[]): string[] =>
    all.slice(0, currencies).map((money) => amountText(money, locale))
  const owed = joined([
    isPartial ? t('summary.atLeast', { open: count }) : count,
    ...amounts(openAmounts),
    beyond > 0 && t('summary.moreCurrencies', { n: beyond }, beyond)
  ])
  return credits.length > 0 ? t('summary.withCredit', { owed, credit: amounts(credits).join(', ') }) : owed
}

function amountText(money: Money, locale: string): string {
  const amount = moneyText(money, locale)
  return money.currency === null ? t('invoices.summary.unknownCurrency', { amount }) : amount
}
