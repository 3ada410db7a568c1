/** What is open to pay, in one line: sums per currency, those of unknown currency apart. */
import type { InvoiceSummary } from '../../../../shared/models/invoice.ts'
import { formatMoney, t, tn } from '../../i18n.ts'

/** Currencies that are named; those beyond are counted. */
const MOST = 6

export function summaryWords({ byState, openAmounts, openWithoutAmount }: InvoiceSummary): string {
  const { open, unknown } = byState
  // That nothing is open is only said when it is known of every invoice.
  if (open === 0) return unknown > 0 ? tn('invoices.summary.unknownOnly', unknown) : t('invoices.summary.nothing')
  const sums = openAmounts
    .slice(0, MOST)
    .map((money) =>
      money.currency === null
        ? t('invoices.summary.unknownCurrency', { amount: formatMoney(money) })
        : formatMoney(money)
    )
  const beyond = openAmounts.length - MOST
  if (beyond > 0) sums.push(tn('invoices.summary.moreCurrencies', beyond))
  if (openWithoutAmount > 0) sums.push(tn('invoices.summary.withoutAmount', openWithoutAmount))
  return t('invoices.summary.open', { amounts: sums.join(' · ') })
}
