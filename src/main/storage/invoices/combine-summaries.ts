import type { InvoiceSummary } from '../../../shared/models/invoice-sums.ts'
import { addAccountSums, NOTHING_READ, owedByAll } from '../../../shared/models/owed.ts'

/** The summary of several accounts: sums and counts are added. @param lacksAccounts nothing is known of further accounts */
export function combineSummaries(all: readonly InvoiceSummary[], lacksAccounts: boolean): InvoiceSummary {
  const count = (of: (summary: InvoiceSummary) => number): number => all.reduce((sum, one) => sum + of(one), 0)
  const paid = addAccountSums(
    all.map(({ paidThisYear: { amounts, moreCurrencies } }) => ({ amounts, more: moreCurrencies }))
  )
  return {
    total: count(({ total }) => total),
    owed: owedByAll([...all.map(({ owed }) => owed), ...(lacksAccounts ? [NOTHING_READ] : [])]),
    byState: {
      settled: count(({ byState }) => byState.settled),
      void: count(({ byState }) => byState.void),
      credit: count(({ byState }) => byState.credit)
    },
    paidThisYear: {
      invoices: count(({ paidThisYear }) => paidThisYear.invoices),
      amounts: paid.amounts,
      moreCurrencies: paid.more
    },
    paidWithoutDay: count(({ paidWithoutDay }) => paidWithoutDay)
  }
}
