/** What a glance sees of one account's saved invoices. */
import { failureOf, type FailureCode } from '../../shared/ipc/failure.ts'
import type { CredentialState } from '../../shared/model/account.ts'
import type { Day } from '../../shared/model/day.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../shared/model/invoice-rules.ts'
import type { InvoiceQuery } from '../../shared/model/invoice.ts'
import type { AccountGlance } from './account-glance.ts'
import type { AccountCache } from './ports.ts'
import { isSealed } from './store.ts'

type OfInvoices = Pick<
  AccountGlance,
  'sealed' | 'open' | 'overdue' | 'unknown' | 'openAmounts' | 'openWithoutAmount' | 'latest' | 'fetchedAt'
>

export interface Seen extends OfInvoices {
  /** The day by which it was counted what is overdue. */
  day: Day
  /** What the account's credential was. */
  credential: CredentialState | null
}

const LATEST: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 5 }

export const NOTHING_SEEN: OfInvoices = {
  sealed: null,
  open: null,
  overdue: 0,
  unknown: 0,
  openAmounts: [],
  openWithoutAmount: 0,
  latest: [],
  fetchedAt: null
}

/** What is saved can't be opened, because of that. */
export const sealedBy = (code: FailureCode, day: Day): Seen => ({
  ...NOTHING_SEEN,
  sealed: code,
  day,
  credential: null
})

/** @throws as AccountCache, but not for what is sealed */
export async function seenIn(cache: AccountCache, day: Day): Promise<Seen> {
  try {
    const stored = await cache.info('invoices')
    const { rows, summary } = await cache.invoicePage(LATEST, day)
    return {
      sealed: null,
      open: stored ? summary.byState.open : null,
      overdue: summary.overdue,
      unknown: summary.byState.unknown,
      openAmounts: summary.openAmounts,
      openWithoutAmount: summary.openWithoutAmount,
      latest: rows,
      fetchedAt: stored?.fetchedAt ?? null,
      day,
      credential: null
    }
  } catch (error) {
    const failure = failureOf(error)
    if (!isSealed(failure)) throw error
    return sealedBy(failure.code, day)
  }
}
