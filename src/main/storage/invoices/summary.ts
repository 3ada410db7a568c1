/** Sums up the invoices of an account. */
import type { DatabaseSync } from 'node:sqlite'
import {
  EVERY_INVOICE,
  INVOICE_STATES,
  type InvoiceChoice,
  type InvoiceState,
  type InvoiceSummary
} from '../../../shared/models/invoice.ts'
import { remembered } from '../query/memo.ts'
import { OVERDUE } from './filter.ts'
import { invoiceTotals } from './totals.ts'

const OPEN: InvoiceChoice = { ...EVERY_INVOICE, state: 'open' }

/** @param today a Day: what is overdue goes by it */
export function invoiceSummary(db: DatabaseSync, today: string): InvoiceSummary {
  return remembered(db, `invoice summary ${today}`, () => {
    const byState = Object.fromEntries(INVOICE_STATES.map((state) => [state, 0])) as Record<InvoiceState, number>
    let total = 0
    for (const row of db.prepare('SELECT state, count(*) AS n FROM invoices GROUP BY state').all()) {
      byState[row['state'] as InvoiceState] = Number(row['n'])
      total += Number(row['n'])
    }
    const overdue = db.prepare(`SELECT count(*) AS n FROM invoices WHERE ${OVERDUE}`).get(today)
    const { amounts, withoutAmount } = invoiceTotals(db, OPEN, today)
    return {
      total,
      byState,
      overdue: Number(overdue?.['n']),
      openAmounts: amounts.map(({ currency, total: amount }) => ({ currency, amount })),
      openWithoutAmount: withoutAmount
    }
  })
}
