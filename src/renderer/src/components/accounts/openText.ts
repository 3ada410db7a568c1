import type { AccountAmounts } from '../../../../shared/models/account.ts'
import { t, tn } from '../../i18n.ts'
import { amountsText } from '../invoices/invoiceText.ts'

/** What is open of an account: amounts, else the number of invoices, and what they leave out. Empty: not known. */
export function openText(amounts: AccountAmounts): string {
  const { open, unknown, openAmounts, openWithoutAmount, credits, dueUnread } = amounts
  if (open === null) return ''
  const owed = owedText(amounts, open)
  return [
    credits.length > 0 ? t('accounts.withCredit', { owed, credit: amountsText(credits) }) : owed,
    ...(openWithoutAmount > 0 && openAmounts.length > 0
      ? [tn('invoices.summary.withoutAmount', openWithoutAmount)]
      : []),
    ...(dueUnread > 0 ? [tn('invoices.tiles.dueUnread', dueUnread)] : []),
    ...(unknown > 0 ? [tn('invoices.tiles.unknown', unknown)] : [])
  ].join(' · ')
}

function owedText({ openAmounts, unknown, isPartial }: AccountAmounts, open: number): string {
  if (open === 0) return t(unknown > 0 || isPartial ? 'invoices.summary.noneKnown' : 'invoices.summary.nothing')
  if (openAmounts.length === 0) return tn(isPartial ? 'shell.status.openAtLeast' : 'shell.status.openInvoices', open)
  return t(isPartial ? 'accounts.openAtLeast' : 'accounts.openAmounts', { amounts: amountsText(openAmounts, ' · ') })
}
