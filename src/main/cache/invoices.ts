/** Invoices as rows, their pages and what they add up to. */
import type { DatabaseSync } from 'node:sqlite'
import {
  INVOICE_STATES,
  type Invoice,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceState,
  type InvoiceSummary,
  type Money
} from '../../shared/model/invoice.ts'
import type { InvoiceRecord } from '../core/ports.ts'
import { sum } from './decimal.ts'
import { keyText, parse } from './json.ts'
import { instant } from './order.ts'

export function replaceInvoices(db: DatabaseSync, records: readonly InvoiceRecord[]): void {
  db.exec('DELETE FROM invoices')
  const put = db.prepare(
    'INSERT INTO invoices (position, key, state, issued_at, invoice, rest) VALUES (?, ?, ?, ?, ?, ?)'
  )
  for (const [position, { invoice, ...rest }] of records.entries()) {
    const issued = instant(invoice.issuedAt)
    put.run(position, keyText(invoice.key), invoice.state, issued, JSON.stringify(invoice), JSON.stringify(rest))
  }
}

export function invoice(db: DatabaseSync, key: string): InvoiceRecord | null {
  const row = db.prepare('SELECT invoice, rest FROM invoices WHERE key = ?').get(keyText(key))
  return row ? recordOf(row) : null
}

export function allInvoices(db: DatabaseSync): InvoiceRecord[] {
  return db.prepare('SELECT invoice, rest FROM invoices ORDER BY position').all().map(recordOf)
}

export function invoicePage(db: DatabaseSync, { state, limit, offset }: InvoiceQuery): InvoicePage {
  const rows = db
    .prepare(
      `SELECT invoice FROM invoices WHERE ? IN ('all', state)
       ORDER BY issued_at IS NULL, issued_at DESC, position LIMIT ? OFFSET ?`
    )
    .all(state, limit, offset)
  const summary = invoiceSummary(db)
  return {
    rows: rows.map((row) => parse<Invoice>(row['invoice'])),
    matched: state === 'all' ? summary.total : summary.byState[state],
    summary
  }
}

export function invoiceSummary(db: DatabaseSync): InvoiceSummary {
  const byState = Object.fromEntries(INVOICE_STATES.map((state) => [state, 0])) as Record<InvoiceState, number>
  let total = 0
  for (const row of db.prepare('SELECT state, count(*) AS n FROM invoices GROUP BY state').all()) {
    byState[row['state'] as InvoiceState] = Number(row['n'])
    total += Number(row['n'])
  }
  const open = db
    .prepare("SELECT invoice FROM invoices WHERE state = 'open'")
    .all()
    .map((row) => parse<Invoice>(row['invoice']))
  return {
    total,
    byState,
    openAmounts: amounts(open),
    openWithoutAmount: open.filter((one) => one.total === null).length
  }
}

/** One exact sum a currency, by its code; amounts of unknown currency are added to nothing else, and come last. */
function amounts(open: readonly Invoice[]): Money[] {
  const terms = new Map<string | null, string[]>()
  for (const { currency, total } of open) {
    if (total === null) continue
    const known = terms.get(currency)
    if (known) known.push(total)
    else terms.set(currency, [total])
  }
  return [...terms]
    .map(([currency, each]) => ({ currency, amount: sum(each) }))
    .sort((a, b) => (a.currency === null ? 1 : b.currency === null ? -1 : a.currency < b.currency ? -1 : 1))
}

function recordOf(row: Record<string, unknown>): InvoiceRecord {
  return { invoice: parse<Invoice>(row['invoice']), ...parse<Omit<InvoiceRecord, 'invoice'>>(row['rest']) }
}
