/** What the invoices that are shown add up to, in words: per currency, the unknown one apart, void ones apart; unknown states named. */
import type { InvoiceTotals } from '../../../../shared/models/invoice.ts'
import { formatMoney, t, tn } from '../../i18n.ts'
import { isZero } from './decimal.ts'

/** One text a currency, and one for those without an amount; none when there is nothing to add up. */
export function totalsWords({ amounts, withoutAmount }: InvoiceTotals): string[] {
  const sums = amounts.map(({ currency, total, byState }) => {
    const money = (amount: string): string => formatMoney({ amount, currency })
    const parts = [
      currency === null ? t('invoices.totals.unknownCurrency', { amount: money(total) }) : money(total),
      ...(isZero(byState.open) ? [] : [t('invoices.totals.open', { amount: money(byState.open) })]),
      ...(isZero(byState.unknown) ? [] : [t('invoices.totals.unknownState', { amount: money(byState.unknown) })]),
      ...(isZero(byState.void) ? [] : [t('invoices.totals.void', { amount: money(byState.void) })])
    ]
    return parts.join(', ')
  })
  return withoutAmount > 0 ? [...sums, tn('invoices.totals.withoutAmount', withoutAmount)] : sums
}
