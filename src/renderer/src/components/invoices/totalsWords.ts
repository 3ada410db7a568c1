/** What the invoices that are shown add up to, in words: per currency, the unknown one apart, void ones apart. */
import type { InvoiceTotals } from '../../../../shared/model/invoice.ts'
import { formatMoney, t, tn } from '../../i18n/invoices.ts'

const isZero = (amount: string): boolean => /^-?0+(\.0*)?$/.test(amount)

/** One text a currency, and one for those without an amount; none when there is nothing to add up. */
export function totalsWords({ amounts, withoutAmount }: InvoiceTotals): string[] {
  const sums = amounts.map(({ currency, total, byState }) => {
    const money = (amount: string): string => formatMoney({ amount, currency })
    const parts = [
      currency === null ? t('invoices.totals.unknownCurrency', { amount: money(total) }) : money(total),
      ...(isZero(byState.open) ? [] : [t('invoices.totals.open', { amount: money(byState.open) })]),
      ...(isZero(byState.void) ? [] : [t('invoices.totals.void', { amount: money(byState.void) })])
    ]
    return parts.join(', ')
  })
  return withoutAmount > 0 ? [...sums, tn('invoices.totals.withoutAmount', withoutAmount)] : sums
}
