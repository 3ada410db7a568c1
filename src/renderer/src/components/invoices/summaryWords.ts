/** What is open to pay, in one line: how many, and their sums per currency, those of unknown currency apart. */
import type { InvoiceSummary } from '../../../../shared/model/invoice.ts'
import { formatMoney, t, tn } from '../../i18n/invoices.ts'

export function summaryWords({ byState, overdue, openAmounts, openWithoutAmount }: InvoiceSummary): string {
  const sums = openAmounts.map((money) =>
    money.currency === null ? t('invoices.summary.unknownCurrency', { amount: formatMoney(money) }) : formatMoney(money)
  )
  const { open, unknown } = byState
  // That nothing is open is only said when it is known of every invoice.
  if (open === 0 && unknown > 0) return tn('invoices.summary.unknownOnly', unknown)
  const many = tn('invoices.summary.open', open)
  const parts = [overdue > 0 ? tn('invoices.summary.overdue', overdue, { open: many }) : many, ...sums]
  if (openWithoutAmount > 0) parts.push(tn('invoices.summary.withoutAmount', openWithoutAmount))
  return parts.join(' · ')
}
