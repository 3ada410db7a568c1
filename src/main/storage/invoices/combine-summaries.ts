import type { Day } from '../../../shared/models/day.ts'
import { MOST_SUMS, type InvoiceState, type InvoiceSummary, type Money } from '../../../shared/models/invoice.ts'
import { addAccountSums } from '../../../shared/models/owed.ts'

/** The summary of several accounts: sums and counts are added, days are the earliest. Without an account, nothing is open. */
export function combineSummaries(all: readonly InvoiceSummary[]): InvoiceSummary {
  const [only, ...others] = all
  if (only && others.length === 0) return only
  const count = (of: (summary: InvoiceSummary) => number): number => all.reduce((sum, one) => sum + of(one), 0)
  const first = (of: (summary: InvoiceSummary) => Day | null): Day | null => all.map(of).filter(isDay).sort()[0] ?? null
  const states = (state: InvoiceState): number => count(({ byState }) => byState[state])
  const sums = (name: MoreCurrencies, of: (summary: InvoiceSummary) => readonly Money[]) => combineSums(all, name, of)
  const open = sums('openAmounts', ({ openAmounts }) => openAmounts)
  const deducted = sums('deducted', (one) => one.deducted)
  const unusedCredits = sums('unusedCredits', (one) => one.unusedCredits)
  const credits = sums('credits', (one) => one.credits)
  const overdueAmounts = sums('overdueAmounts', (one) => one.overdueAmounts)
  const paidThisYear = sums('paidThisYear', (one) => one.paidThisYear.amounts)
  return {
    total: count(({ total }) => total),
    byState: {
      open: states('open'),
      settled: states('settled'),
      void: states('void'),
      credit: states('credit'),
      unknown: states('unknown')
    },
    overdue: count(({ overdue }) => overdue),
    openAmounts: open.listed,
    deducted: deducted.listed,
    unusedCredits: unusedCredits.listed,
    credits: credits.listed,
    openWithoutAmount: count(({ openWithoutAmount }) => openWithoutAmount),
    oldestOpenDay: first(({ oldestOpenDay }) => oldestOpenDay),
    overdueAmounts: overdueAmounts.listed,
    overdueSince: first(({ overdueSince }) => overdueSince),
    nextDueDay: first(({ nextDueDay }) => nextDueDay),
    paidThisYear: { invoices: count((one) => one.paidThisYear.invoices), amounts: paidThisYear.listed },
    paidWithoutDay: count(({ paidWithoutDay }) => paidWithoutDay),
    dueUnread: count(({ dueUnread }) => dueUnread),
    withoutStatus: count(({ withoutStatus }) => withoutStatus),
    moreCurrencies: {
      openAmounts: open.more,
      deducted: deducted.more,
      unusedCredits: unusedCredits.more,
      credits: credits.more,
      overdueAmounts: overdueAmounts.more,
      paidThisYear: paidThisYear.more
    }
  }
}

type MoreCurrencies = keyof InvoiceSummary['moreCurrencies']

const isDay = (day: Day | null): day is Day => day !== null

function combineSums(
  all: readonly InvoiceSummary[],
  name: MoreCurrencies,
  of: (summary: InvoiceSummary) => readonly Money[]
): { listed: Money[]; more: number } {
  const { amounts, more } = addAccountSums(
    all.map((summary) => ({ amounts: of(summary), more: summary.moreCurrencies[name] }))
  )
  const isKnown = ({ currency }: Money): boolean => currency !== null
  const unknown = amounts.filter((sum) => !isKnown(sum))
  const listed = [...amounts.filter(isKnown).slice(0, MOST_SUMS - unknown.length), ...unknown]
  return { listed, more: more + amounts.length - listed.length }
}
