/** What is open of an account. */
import type { AccountAmounts } from '../../../../shared/models/account.ts'
import { isAllKnown } from '../../../../shared/models/owed.ts'
import { formatAge, t, tn } from '../../i18n.ts'
import { amountsText, creditNotes } from '../invoices/invoiceText.ts'

/** Amounts, else the number of invoices. Empty: not known. */
export function openAmountsText({ open, unknown, openAmounts, moreCurrencies, isPartial }: AccountAmounts): string {
  if (open === null) return ''
  if (open === 0)
    return t(isAllKnown({ unknown, isPartial }) ? 'invoices.summary.nothing' : 'invoices.summary.noneKnown')
  if (openAmounts.length === 0)
    return tn(isPartial ? 'ui.shell.status.openAtLeast' : 'ui.shell.status.openInvoices', open)
  const amounts = amountsText(openAmounts, moreCurrencies.openAmounts, ' · ')
  return t(isPartial ? 'accounts.openAtLeast' : 'accounts.openAmounts', { amounts })
}

/** The age of its invoices; empty: none were fetched. What the latest fetch couldn't renew is never of "just now". */
export function fetchAgeText({ fetchedAt, error }: Pick<AccountAmounts, 'fetchedAt' | 'error'>, now: number): string {
  if (fetchedAt === null) return ''
  const age = formatAge(fetchedAt, now)
  return error === null
    ? (age ?? t('ui.common.age.justNow'))
    : t('ui.shell.status.notRefreshed', { age: age ?? t('ui.common.age.moment') })
}

/** Credit that was deducted from the amounts or stands beside them, and what they leave out. */
export function openNotes(amounts: AccountAmounts): string[] {
  const { open, openAmounts, openWithoutAmount, dueUnread } = amounts
  if (open === null) return []
  return [
    ...creditNotes(amounts),
    ...(openWithoutAmount > 0 && openAmounts.length > 0
      ? [tn('invoices.summary.withoutAmount', openWithoutAmount)]
      : []),
    ...(dueUnread > 0 ? [tn('invoices.tiles.dueUnread', dueUnread)] : [])
  ]
}
