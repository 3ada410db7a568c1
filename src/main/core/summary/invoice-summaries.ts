/** What is known of one account's invoices, for the tray and the quick check. */
import type { Failure, FailureCode } from '../../../shared/ipc/error.ts'
import { isSample, thoseThatCount } from '../../../shared/models/account-rules.ts'
import type { CredentialState } from '../../../shared/models/account.ts'
import type { Invoice, Money } from '../../../shared/models/invoice.ts'

export interface AccountGlance {
  id: string
  /** As the account is told apart from the others. */
  label: string
  /** It is the open one. */
  current: boolean
  credential: CredentialState
  /** Why the password store can't be used; null when it can. */
  trouble: FailureCode | null
  /** Why the saved invoices can't be opened; null when they can, or when there are none. */
  sealed: FailureCode | null
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
  failure: Failure | null
}

/** Those of which it is said together what is open. Sample data is nothing to pay beside a real account. */
export function thoseSummedUp(accounts: readonly AccountGlance[]): AccountGlance[] {
  const isOut = ({ credential }: AccountGlance): boolean => credential === 'signedOut'
  const counted = new Set(
    thoseThatCount(
      accounts.filter((account) => !isOut(account)),
      isSample
    )
  )
  return accounts.filter((account) => isOut(account) || counted.has(account))
}
