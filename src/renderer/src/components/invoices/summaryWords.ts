/** What is open to pay, in one line: sums per currency, those of unknown currency apart. */
import type { InvoiceSummary } from '../../../../shared/model/invoice.ts'
import { formatMoney, t, tn } from '../../i18n/invoices.ts'

export function summaryWords({ byState, openAmounts, openWithoutAmount }: InvoiceSummary): string {
  const { open, unknown } = byState
  // That nothing is open is only said when it is known of every invoice.
  if (open === 0) return unknown > 0 ? tn('invoices.summary.unknownOnly', unknown) : t('invoices.summary.nothing')
  const sums = openAmounts.map((money) =>
    money.currency === null ? t('invoices.summary.unknownCurrency', { amount: formatMoney(money) }) : formatMoney(money)
  )
  if (openWithoutAmount > 0) sums.push(tn('invoices.summary.withoutAmount', openWithoutAmount))
  return t('invoices.summary.open', { amounts: sums.join(' · ') })
}
