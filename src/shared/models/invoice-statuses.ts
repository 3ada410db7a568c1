import type { InvoiceStatus } from './connection.ts'
import { INVOICE_STATES, type Invoice, type InvoiceState } from './invoice.ts'

/** Statuses that are listed. A provider with more writes free text in their place. */
const MOST_STATUSES = 200

type Counts = Record<InvoiceState, number>

/** The most frequent first. A status counts as the state of most of its invoices: a paid flag may change that of some. */
export function statusesOf(invoices: Iterable<Invoice>): InvoiceStatus[] {
  const statuses = new Map<string, { isNumber: boolean; count: number; states: Counts }>()
  for (const { providerStatus: status, statusIsNumber: isNumber, state } of invoices) {
    if (status === null) continue
    const entry = statuses.get(status) ?? { isNumber, count: 0, states: noCounts() }
    statuses.set(status, entry)
    entry.count += 1
    entry.states[state] += 1
  }
  return [...statuses]
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, MOST_STATUSES)
    .map(([status, { isNumber, count, states }]) => ({
      status,
      isNumber,
      count,
      state: INVOICE_STATES.reduce((most, state) => (states[state] > states[most] ? state : most))
    }))
}

const noCounts = (): Counts => ({ open: 0, settled: 0, void: 0, credit: 0, unknown: 0 })
