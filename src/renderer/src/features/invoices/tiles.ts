/** What is outstanding, overdue, and paid this year, as the tiles above the invoices and the overview say it. */
import type { Money } from '../../../../shared/models/invoice.ts'
import type { InvoiceSummary } from '../../../../shared/models/invoice-sums.ts'
import { isAllRead, type Owed } from '../../../../shared/models/owed.ts'
import { formatDay, t, tn } from '../../i18n.ts'
import { countNote, creditNotes, markTerm, outstandingNotes } from './invoiceText.ts'

export interface Tile {
  key: 'outstanding' | 'overdue' | 'paidThisYear'
  amounts: readonly Money[]
  /** Currencies that `amounts` lacks. */
  unlisted: number
  /** In place of the amounts: there are no invoices, or none are known. */
  none: string | null
  notes: readonly string[]
  /** Beside the amounts, however little room there is. */
  credit?: readonly string[]
}

/** @param now ms since 1970 */
export function tilesOf({ owed, paidThisYear, paidWithoutDay }: InvoiceSummary, now: number): Tile[] {
  const isCertain = isAllRead(owed)
  return [
    {
      key: 'outstanding',
      amounts: owed.openAmounts,
      unlisted: owed.moreCurrencies.openAmounts,
      none: noneText(owed.open ?? 0, isCertain),
      credit: creditNotes(owed),
      notes: outstandingNotes({ ...owed, overdue: 0, dueUnread: 0 }, now)
    },
    {
      key: 'overdue',
      amounts: owed.overdueAmounts,
      unlisted: owed.moreCurrencies.overdueAmounts,
      none: noneText(owed.overdue, isCertain && owed.dueUnread === 0),
      notes: overdueNotes(owed, now)
    },
    {
      key: 'paidThisYear',
      amounts: paidThisYear.amounts,
      unlisted: paidThisYear.moreCurrencies,
      none: noneText(paidThisYear.invoices, isCertain && paidWithoutDay === 0),
      notes: countNote(paidThisYear.invoices)
    }
  ]
}

function noneText(invoices: number, isCertain: boolean): string | null {
  if (invoices > 0) return null
  return t(isCertain ? 'invoices.tiles.none' : 'invoices.tiles.noneKnown')
}

function overdueNotes({ open, overdue, overdueSince, nextDueDay, byTerm, dueUnread }: Owed, now: number): string[] {
  if (overdueSince === null && nextDueDay === null && (open ?? 0) > 0)
    return [t(dueUnread > 0 ? 'invoices.tiles.noneReadable' : 'invoices.tiles.noDueDates')]
  return [
    ...countNote(overdue),
    ...(overdueSince === null
      ? []
      : [markTerm(t('invoices.tiles.since', { date: formatDay(overdueSince, now) }), byTerm.overdueSince)]),
    ...(dueUnread > 0 ? [tn('invoices.tiles.dueUnread', dueUnread)] : [])
  ]
}

/** In place of the overview's amounts to pay; null: some are known. */
export function nothingToPay(owed: Owed): string | null {
  if ((owed.open ?? 0) > 0) return null
  return t(isAllRead(owed) ? 'overview.open.none' : 'invoices.summary.noneKnown')
}
