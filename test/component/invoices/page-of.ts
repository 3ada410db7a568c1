/** The whole page at the invoices, over a bridge that has these. */
import { expect } from 'vitest'
import type { Output } from '../../../src/shared/ipc/contract.ts'
import {
  EVERY_INVOICE,
  URGENT_FIRST,
  type Invoice,
  type InvoiceMonths,
  type InvoiceQuery,
  type InvoiceState,
  type InvoiceTotals,
  type InvoiceView
} from '../../../src/shared/models/invoice.ts'
import type { InvoiceSummary } from '../../../src/shared/models/invoice-sums.ts'
import { NOTHING_READ, type Owed } from '../../../src/shared/models/owed.ts'
import { PAGE_ROWS } from '../../../src/renderer/src/ui/data/pagesInView.ts'
import type { Settings } from '../../../src/shared/models/settings.ts'
import { bridge, fresh, settings } from '../ui/shell/bridge.ts'
import { openPage } from '../ui/shell/page.ts'
import { invoice } from './fixtures.ts'

/** The last query of someone who changed nothing but this. */
export const query = (more: Partial<InvoiceQuery> = {}): Omit<InvoiceQuery, 'offset' | 'limit'> => ({
  ...EVERY_INVOICE,
  ...URGENT_FIRST,
  ...more
})

/** `byState`: also of the states that `owed` counts. */
export type SummaryFields = Partial<Omit<InvoiceSummary, 'owed' | 'byState' | 'paidThisYear'> & Owed> & {
  byState?: Record<InvoiceState, number>
  paidThisYear?: Partial<InvoiceSummary['paidThisYear']>
}

export function summary(more: SummaryFields = {}): InvoiceSummary {
  const { total = 40, byState: states, paidThisYear, paidWithoutDay = 0, ...owed } = more
  const { open, unknown, ...byState } = states ?? { open: 4, settled: 30, void: 3, credit: 0, unknown: 3 }
  return {
    total,
    owed: { ...NOTHING_READ, open, unknown, openAmounts: [{ currency: 'EUR', amount: '130.00' }], ...owed },
    byState,
    paidThisYear: { invoices: 0, amounts: [], moreCurrencies: 0, ...paidThisYear },
    paidWithoutDay
  }
}

export const pageOf = (held: readonly Invoice[], more: object = {}): object => ({
  rows: held.slice(0, PAGE_ROWS),
  matched: held.length,
  summary: summary({ total: held.length }),
  freshness: fresh,
  missing: [],
  ...more
})

/** So many of them, all alike but for their numbers. */
export const invoices = (count: number): Invoice[] =>
  Array.from({ length: count }, (_, n) =>
    invoice({
      key: `i${n}`,
      number: `INV-${String(n).padStart(4, '0')}`,
      state: n % 5 === 0 ? 'open' : 'settled',
      total: `${n}.50`,
      currency: 'EUR',
      issuedAt: '2026-11-01T00:30:00Z',
      hasPdf: true
    })
  )

export const totals = (more: Partial<InvoiceTotals> = {}): InvoiceTotals => ({
  amounts: [
    {
      currency: 'EUR',
      invoices: 40,
      total: '1250.00',
      byState: { open: '130.00', settled: '1120.00', void: '0', credit: '0', unknown: '0' }
    }
  ],
  withoutAmount: 0,
  moreCurrencies: 0,
  ...more
})

/** Twelve months up to November 2026, of the amounts given for the last of them; one of those of unknown state at most. */
export const months = (
  currency: string | null,
  ...last: [amount: string, open: string, unknown?: string][]
): InvoiceMonths['currencies'][number] => ({
  currency,
  months: Array.from({ length: 12 }, (_, n) => {
    const [amount, open, unknown = '0'] = last[n - (12 - last.length)] ?? ['0', '0']
    const month = n === 0 ? '2025-12' : `2026-${String(n).padStart(2, '0')}`
    return { month, invoices: Number(amount) === 0 ? 0 : 1, amount, open, unknown }
  }),
  unknown: last.find(([, , unknown]) => unknown !== undefined)?.[2] ?? '0'
})

export const view = (given: Partial<Invoice> = {}, more: Partial<InvoiceView> = {}): InvoiceView => ({
  invoice: invoice(given),
  lines: [],
  moreLines: 0,
  pageHost: null,
  pdfHost: null,
  keptPdf: null,
  receivedAt: null,
  raw: '{}',
  notes: [],
  ...more
})

/** How an export ended. @param name null: the user cancelled */
export const saved = (
  name: string | null,
  more: Partial<Output<'invoices', 'exportFile'>> = {}
): Output<'invoices', 'exportFile'> => ({
  name,
  invoices: 0,
  pdfs: 0,
  missing: 0,
  reasons: [],
  moreReasons: 0,
  ...more
})

/** What the list was asked for last, without its span. */
export function lastQuery(): Omit<InvoiceQuery, 'offset' | 'limit'> {
  const { offset: _offset, limit: _limit, ...rest } = bridge.asked('invoices.page').at(-1) as InvoiceQuery
  return rest
}

/** Ends when the first row is there. @param before sets further answers */
export async function openInvoices(
  held: readonly Invoice[] = invoices(40),
  before: () => void = () => undefined,
  chosen: Partial<Settings> = {}
): Promise<void> {
  bridge.answer('app.settings', { ...settings, ...chosen })
  bridge.answer('invoices.page', pageOf(held))
  bridge.answer('invoices.totals', totals())
  bridge.answer('invoices.months', { currencies: [], leftOut: 0 })
  bridge.answer('invoices.exportProgress', { progress: null })
  before()
  // As #app is: without a height a list that has no room has no rows.
  document.head.appendChild(document.createElement('style')).textContent = 'body > div:not([class]) { height: 100% }'
  await openPage('/invoices')
  await expect.poll(() => document.querySelector('[role="gridcell"]'), { timeout: 10_000 }).not.toBe(null)
}
