/** What is open of an account. */
import type { AccountAmounts } from '../../../../shared/models/account.ts'
import { isAllKnown } from '../../../../shared/models/invoice.ts'
import { t, tn } from '../../i18n.ts'
import { amountsText } from '../invoices/invoiceText.ts'

/** Amounts, else the number of invoices. Empty: not known. */
export function openAmountsText({ open, unknown, openAmounts, credits, isPartial }: AccountAmounts): string {
  if (open === null) return ''
  const owed = owedText({ open, openAmounts, isPartial, isNoneKnown: !isAllKnown({ unknown, isPartial }) })
  return credits.length > 0 ? t('accounts.withCredit', { owed, credit: amountsText(credits) }) : owed
}

function owedText(
  of: Pick<AccountAmounts, 'openAmounts' | 'isPartial'> & { open: number; isNoneKnown: boolean }
): string {
  const { open, openAmounts, isPartial, isNoneKnown } = of
  if (open === 0) return t(isNoneKnown ? 'invoices.summary.noneKnown' : 'invoices.summary.nothing')
  if (openAmounts.length === 0) return tn(isPartial ? 'shell.status.openAtLeast' : 'shell.status.openInvoices', open)
  return t(isPartial ? 'accounts.openAtLeast' : 'accounts.openAmounts', { amounts: amountsText(openAmounts, ' · ') })
}

/** What the amounts leave out. */
export const openNotes = ({ open, openAmounts, openWithoutAmount, dueUnread, unknown }: AccountAmounts): string[] =>
  open === null
    ? []
    : [
        ...(openWithoutAmount > 0 && openAmounts.length > 0
          ? [tn('invoices.summary.withoutAmount', openWithoutAmount)]
          : []),
        ...(dueUnread > 0 ? [tn('invoices.tiles.dueUnread', dueUnread)] : []),
        ...(unknown > 0 ? [tn('invoices.tiles.unknown', unknown)] : [])
      ]
