/** One line about open invoices, for the tray and the quick check. */
import type { InvoiceSummary, Money } from '../models/invoice.ts'
import { joined, moneyText } from './format.ts'
import { t } from './translate.ts'

export interface OpenToPay extends Pick<InvoiceSummary, 'overdue' | 'openAmounts' | 'openWithoutAmount'> {
  open: number
  unknown: number
}

export interface OpenTextOptions {
  locale: string
  long?: boolean
  /** False: nothing is known of one of the accounts. */
  allKnown?: boolean
  currencies?: number
}

/** Says that nothing is open only if every invoice is known, and names what the sum leaves out. */
export function openText(
  { open, overdue, unknown, openAmounts, openWithoutAmount }: OpenToPay,
  { locale, long = false, allKnown = true, currencies = Infinity }: OpenTextOptions
): string {
  const noneKnown = open === 0 && (unknown > 0 || !allKnown)
  const beyond = Math.max(openAmounts.length - currencies, 0)
  return joined([
    noneKnown ? t('summary.noneKnown') : t(long ? 'summary.openInvoices' : 'summary.open', { n: open }, open),
    ...openAmounts.slice(0, currencies).map((money) => amountText(money, locale)),
    beyond > 0 && t('summary.moreCurrencies', { n: beyond }, beyond),
    openWithoutAmount > 0 && t('summary.withoutAmount', { n: openWithoutAmount }),
    overdue > 0 && t('summary.overdue', { n: overdue }),
    unknown > 0 && t('summary.unknownStatus', { n: unknown })
  ])
}

function amountText(money: Money, locale: string): string {
  const amount = moneyText(money, locale)
  return money.currency === null ? t('invoices.summary.unknownCurrency', { amount }) : amount
}
