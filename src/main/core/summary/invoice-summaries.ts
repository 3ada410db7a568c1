/** Summary of one account's invoices, for the tray and the quick check. */
import type { ErrorInfo, ErrorCode } from '../../../shared/ipc/error.ts'
import { isSample, thoseThatCount, type CredentialState } from '../../../shared/models/account.ts'
import type { Invoice, Money } from '../../../shared/models/invoice.ts'

export interface AccountInvoices {
  id: string
  /** Distinguishes the account from the others. */
  label: string
  /** Whether it is the open account. */
  current: boolean
  credential: CredentialState
  /** Why the keychain can't be used; null when it can. */
  keychainError: ErrorCode | null
  /** Why the stored invoices can't be decrypted; null when they can, or when there are none. */
  sealed: ErrorCode | null
  /** null: no invoices were fetched yet, or they can't be decrypted. */
  open: number | null
  /** How many of `open` are overdue. */
  overdue: number
  /** Invoices with an unknown state. */
  unknown: number
  openAmounts: Money[]
  /** Open invoices with an unreadable amount, which `openAmounts` leaves out. */
  openWithoutAmount: number
  /** Newest first. */
  latest: Invoice[]
  /** A few overdue invoices that are not in `latest`, the longest overdue first. */
  late: Invoice[]
  /** When the invoices were fetched (ISO 8601). */
  fetchedAt: string | null
  refreshing: boolean
  /** The error of the latest refresh. */
  error: ErrorInfo | null
}

/** The accounts whose open amounts are added up. Sample data doesn't count beside a real account. */
export function summedAccounts(accounts: readonly AccountInvoices[]): AccountInvoices[] {
  const isOut = ({ credential }: AccountInvoices): boolean => credential === 'signedOut'
  const counted = new Set(
    thoseThatCount(
      accounts.filter((account) => !isOut(account)),
      isSample
    )
  )
  return accounts.filter((account) => isOut(account) || counted.has(account))
}
