/** Invoices as rows, their pages, what they add up to and the statuses that occur. */
import type { DatabaseSync } from 'node:sqlite'
import type { InvoiceStatus } from '../../shared/model/connection.ts'
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
  const put = writer(db)
  for (const { invoice, ...rest } of records) put(invoice, JSON.stringify(invoice), JSON.stringify(rest))
}

/** All of them as one text, two lines each: JSON has no line breaks of its own. */
export function invoicesText(db: DatabaseSync): string {
  const lines: unknown[] = []
  for (const row of db.prepare('SELECT invoice, rest FROM invoices ORDER BY position').iterate()) {
    lines.push(row['invoice'], row['rest'])
  }
  return lines.join('\n')
}

/** The records themselves, which are most of it, go in as they are. */
export function replaceInvoicesByText(db: DatabaseSync, text: string): void {
  const put = writer(db)
  const lines = text === '' ? [] : text.split('\n')
  for (let at = 0; at < lines.length; at += 2) {
    const invoice = lines[at] ?? ''
    put(parse<Invoice>(invoice), invoice, lines[at + 1] ?? '')
  }
}

/** Empties the table and fills it in the order of the calls. */
function writer(db: DatabaseSync): (invoice: Invoice, text: string, rest: string) => void {
  db.exec('DELETE FROM invoices')
  const put = db.prepare(
    'INSERT INTO invoices (position, key, state, status, issued_at, invoice, rest) VALUES (?, ?, ?, ?, ?, ?, ?)'
  )
  let position = 0
  return ({ key, state, platformStatus, issuedAt }, text, rest) => {
    const status = platformStatus === null ? null : keyText(platformStatus)
    put.run(position++, keyText(key), state, status, instant(issuedAt), text, rest)
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

/** Most statuses that are told; whoever has more has free texts in their place. */
const MOST_STATUSES = 200

/** A status counts as what most of its invoices count as: a flag of their own may say otherwise of some. */
export function invoiceStatuses(db: DatabaseSync): InvoiceStatus[] {
  // Beside a max(), SQLite takes the other columns from the row that has it.
  return db
    .prepare(
      `WITH counted AS (
         SELECT status, state, count(*) AS n, min(position) AS first FROM invoices
         WHERE status IS NOT NULL GROUP BY status, state),
       most AS (
         SELECT status, state, first, max(n), sum(n) AS total FROM counted
         GROUP BY status ORDER BY total DESC, first LIMIT ?)
       SELECT total, most.state, invoice FROM most JOIN invoices ON position = first ORDER BY total DESC, first`
    )
    .all(MOST_STATUSES)
    .map((row) => {
      const { platformStatus, statusIsNumber } = parse<Invoice>(row['invoice'])
      return {
        status: platformStatus ?? '',
        isNumber: statusIsNumber,
        count: Number(row['total']),
        state: row['state'] as InvoiceState
      }
    })
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
