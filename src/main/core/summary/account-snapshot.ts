/** What an accountSummary sees of one account's saved invoices. */
import { toErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import type { CredentialState } from '../../../shared/models/account.ts'
import type { Day } from '../../../shared/models/day.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../shared/models/invoice-rules.ts'
import type { Invoice, InvoiceQuery } from '../../../shared/models/invoice.ts'
import type { AccountInvoices } from './invoice-summaries.ts'
import type { AccountStorage } from '../ports/index.ts'
import { isSealed } from '../open-account-storage.ts'

type OfInvoices = Pick<
  AccountInvoices,
  'sealed' | 'open' | 'overdue' | 'unknown' | 'openAmounts' | 'openWithoutAmount' | 'latest' | 'late' | 'fetchedAt'
>

export interface Seen extends OfInvoices {
  /** The day by which it was counted what is overdue. */
  day: Day
  /** What the account's credential was. */
  credential: CredentialState | null
}

const LATEST: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 5 }

/** As many as there are of the latest, should all of them be late; and a few more. */
const LATE: InvoiceQuery = { ...EVERY_INVOICE, state: 'overdue', sort: 'due', descending: false, offset: 0, limit: 8 }
const MOST_LATE = 3

export const NOTHING_SEEN: OfInvoices = {
  sealed: null,
  open: null,
  overdue: 0,
  unknown: 0,
  openAmounts: [],
  openWithoutAmount: 0,
  latest: [],
  late: [],
  fetchedAt: null
}

/** What is saved can't be opened, because of that. */
export const sealedBy = (code: ErrorCode, day: Day): Seen => ({
  ...NOTHING_SEEN,
  sealed: code,
  day,
  credential: null
})

/** @throws as AccountStorage, but not for what is sealed */
export async function seenIn(cache: AccountStorage, day: Day): Promise<Seen> {
  try {
    const stored = await cache.info('invoices')
    const { rows, summary } = await cache.invoicePage(LATEST, day)
    const late = summary.overdue > 0 ? (await cache.invoicePage(LATE, day)).rows : []
    const isLatest = ({ key }: Invoice): boolean => rows.some((one) => one.key === key)
    return {
      sealed: null,
      open: stored ? summary.byState.open : null,
      overdue: summary.overdue,
      unknown: summary.byState.unknown,
      openAmounts: summary.openAmounts,
      openWithoutAmount: summary.openWithoutAmount,
      latest: rows,
      late: late.filter((one) => !isLatest(one)).slice(0, MOST_LATE),
      fetchedAt: stored?.fetchedAt ?? null,
      day,
      credential: null
    }
  } catch (thrown) {
    const error = toErrorInfo(thrown)
    if (!isSealed(error)) throw thrown
    return sealedBy(error.code, day)
  }
}
