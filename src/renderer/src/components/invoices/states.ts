/** States to filter invoices by, and the number of invoices in each. */
import type { InvoiceChoice, InvoiceSummary } from '../../../../shared/models/invoice.ts'

type Choice = InvoiceChoice['state']
const STATES = ['all', 'open', 'overdue', 'settled', 'void', 'unknown'] as const satisfies readonly Choice[]

/** @param summary of the whole account */
export function countOf(summary: InvoiceSummary, state: Choice): number {
  if (state === 'all') return summary.total
  return state === 'overdue' ? summary.overdue : summary.byState[state]
}

/** "Overdue" is offered if an invoice is overdue, or while selected. @param summary null: not loaded */
export const statesOf = (summary: InvoiceSummary | null, chosen: Choice): readonly Choice[] =>
  STATES.filter((state) => state !== 'overdue' || chosen === state || (summary?.overdue ?? 0) > 0)
