/** What is known of one account's invoices, for the tray and the quick check. */
import type { ErrorInfo, ErrorCode } from '../../../shared/ipc/error.ts'
import { isSample, thoseThatCount } from '../../../shared/models/account-rules.ts'
import type { CredentialState } from '../../../shared/models/account.ts'
import type { Invoice, Money } from '../../../shared/models/invoice.ts'

export interface AccountInvoices {
  id: string
  /** As the account is told apart from the others. */
  label: string
  /** It is the open one. */
  current: boolean
  credential: CredentialState
  /** Why the password store can't be used; null when it can. */
  keychainError: ErrorCode | null
  /** Why the saved invoices can't be opened; null when they can, or when there are none. */
  sealed: ErrorCode | null
  /** null: nothing was fetched yet or can be opened, so nothing can be said. */
  open: number | null
  /** Of those open. */
  overdue: number
  /** Invoices of which nobody knows whether they are open. */
  unknown: number
  openAmounts: Money[]
  /** Open ones whose amount can't be read: it is not in `openAmounts`. */
  openWithoutAmount: number
  /** The latest of all, newest first. */
  latest: Invoice[]
  /** Those overdue that are not among the latest, the longest overdue first; a few. */
  late: Invoice[]
  /** When what is said came from the platform (ISO 8601). */
  fetchedAt: string | null
  refreshing: boolean
  /** The latest try failed with this. */
  error: ErrorInfo | null
}

/** Those of which it is said together what is open. Sample data is nothing to pay beside a real account. */
export function thoseSummedUp(accounts: readonly AccountInvoices[]): AccountInvoices[] {
  const isOut = ({ credential }: AccountInvoices): boolean => credential === 'signedOut'
  const counted = new Set(
    thoseThatCount(
      accounts.filter((account) => !isOut(account)),
      isSample
    )
  )
  return accounts.filter((account) => isOut(account) || counted.has(account))
}
