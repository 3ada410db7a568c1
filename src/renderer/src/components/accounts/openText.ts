import type { AccountAmounts } from '../../../../shared/models/account.ts'
import { formatMoney, t, tn } from '../../i18n.ts'

/** Currencies to name. The rest are counted. */
const MOST = 2

/** What is open of an account: amounts, else the number of invoices. Empty: not known. */
export function openText({ open, unknown, openAmounts }: AccountAmounts): string {
  if (open === null) return ''
  if (open === 0) return unknown > 0 ? tn('invoices.summary.unknownOnly', unknown) : t('invoices.summary.nothing')
  const sums = openAmounts.slice(0, MOST).map((money) => {
    const amount = formatMoney(money)
    return money.currency === null ? `${amount} ${t('invoices.tiles.noCurrency')}` : amount
  })
  if (sums.length === 0) return tn('shell.status.openInvoices', open)
  if (openAmounts.length > MOST) sums.push(tn('invoices.summary.moreCurrencies', openAmounts.length - MOST))
  return t('accounts.openAmounts', { amounts: sums.join(' · ') })
}
