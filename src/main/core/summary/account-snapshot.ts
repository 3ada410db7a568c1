/** Reads the account summary's part from one account's stored invoices. */
import { toErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import type { CredentialState } from '../../../shared/models/account.ts'
import type { Day } from '../../../shared/models/day.ts'
import { EVERY_INVOICE, NEWEST_FIRST, type Invoice, type InvoiceQuery } from '../../../shared/models/invoice.ts'
import type { AccountInvoices } from './invoice-summaries.ts'
import type { AccountStorage } from '../ports/index.ts'
import { isSealed } from '../open-account-storage.ts'

type InvoiceSnapshot = Pick<
  AccountInvoices,
  'sealed' | 'open' | 'overdue' | 'unknown' | 'openAmounts' | 'openWithoutAmount' | 'latest' | 'late' | 'fetchedAt'
>

export interface AccountSnapshot extends InvoiceSnapshot {
  /** The day that `overdue` was counted for. */
  day: Day
  /** The state of the account's credential at that time. */
  credential: CredentialState | null
}

const LATEST: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 5 }

/** Enough overdue invoices even if all of LATEST are overdue. */
const LATE: InvoiceQuery = { ...EVERY_INVOICE, state: 'overdue', sort: 'due', descending: false, offset: 0, limit: 8 }
const MOST_LATE = 3

export const EMPTY_SNAPSHOT: InvoiceSnapshot = {
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

/** The snapshot of an account whose data can't be decrypted. */
export const sealedSnapshot = (code: ErrorCode, day: Day): AccountSnapshot => ({
  ...EMPTY_SNAPSHOT,
  sealed: code,
  day,
  credential: null
})

/** @throws as AccountStorage, except for data that can't be decrypted */
export async function readSnapshot(storage: AccountStorage, day: Day): Promise<AccountSnapshot> {
  try {
    const stored = await storage.info('invoices')
    const { rows, summary } = await storage.invoicePage(LATEST, day)
    const late = summary.overdue > 0 ? (await storage.invoicePage(LATE, day)).rows : []
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
    return sealedSnapshot(error.code, day)
  }
}
