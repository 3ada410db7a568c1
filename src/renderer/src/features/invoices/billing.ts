/** Which account's invoices come without currency or due dates, so that the user is asked for them. */
import type { AccountLine } from '../../../../shared/models/account.ts'
import type { Owed } from '../../../../shared/models/owed.ts'
import { definitionOf } from '../../../../shared/providers/definition.ts'

export interface BillingGap {
  line: AccountLine
  /** Amounts have no currency, and the account's definition names none. */
  currency: boolean
  /** No open invoice has a due date, and the account has no payment term. */
  term: boolean
}

/** Of the first account with one. The sample's gaps are part of what it shows. */
export function billingGap(
  accounts: readonly (Pick<Owed, 'open' | 'nextDueDay' | 'overdueSince' | 'dueUnread' | 'withoutCurrency'> & {
    id: string
  })[],
  lines: readonly AccountLine[]
): BillingGap | null {
  for (const { id, open, nextDueDay, overdueSince, dueUnread, withoutCurrency } of accounts) {
    const line = lines.find(({ account }) => account.id === id)
    if (!line || line.account.kind === 'sample') continue
    const { currency, paymentTermDays } = definitionOf(line.account.connection)
    const hasDueDates = nextDueDay !== null || overdueSince !== null || dueUnread > 0
    const gap = {
      currency: currency === null && withoutCurrency > 0,
      term: paymentTermDays === null && (open ?? 0) > 0 && !hasDueDates
    }
    if (gap.currency || gap.term) return { line, ...gap }
  }
  return null
}
