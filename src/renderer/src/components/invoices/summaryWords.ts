/** What is open to pay, in one line: how many, and their sums per currency, those of unknown currency apart. */
import type { InvoiceSummary } from '../../../../shared/model/invoice.ts'
import { formatMoney, t, tn } from '../../i18n/invoices.ts'

export function summaryWords({ byState, openAmounts, openWithoutAmount }: InvoiceSummary): string {
  const sums = openAmounts.map((money) =>
    money.currency === null ? t('invoices.summary.unknownCurrency', { amount: formatMoney(money) }) : formatMoney(money)
  )
  const parts = [tn('invoices.summary.open', byState.open ?? 0), ...sums]
  if (openWithoutAmount > 0) parts.push(tn('invoices.summary.withoutAmount', openWithoutAmount))
  return parts.join(' · ')
}
