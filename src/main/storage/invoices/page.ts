/** Pages of the invoices' table, and the keys of all that a choice takes. */
import type { DatabaseSync } from 'node:sqlite'
import type { Invoice, InvoicePage, InvoiceQuery } from '../../../shared/models/invoice.ts'
import { prepared } from '../query/statements.ts'
import { parse } from '../json-column.ts'
import { Damaged } from '../sqlite-error.ts'
import { chosen } from './filter.ts'
import { invoiceSummary } from './summary.ts'

/** @param today a Day: what is overdue goes by it */
export function invoicePage(db: DatabaseSync, query: InvoiceQuery, today: string): InvoicePage {
  const all = chosen(db, query, today)
  const shown = all.subarray(query.offset, query.offset + query.limit)
  return {
    rows: columnOf(db, 'invoice', shown).map((text) => parse<Invoice>(text)),
    matched: all.length,
    summary: invoiceSummary(db, today)
  }
}

export function invoiceKeys(db: DatabaseSync, query: Omit<InvoiceQuery, 'offset' | 'limit'>, today: string): string[] {
  return columnOf(db, 'key', chosen(db, query, today)).map((text) => parse<string>(text))
}

function columnOf(db: DatabaseSync, column: 'invoice' | 'key', positions: Uint32Array): unknown[] {
  const find = prepared(db, `SELECT ${column} FROM invoices WHERE position = ?`)
  return Array.from(positions, (position) => {
    const row = find.get(position)
    if (!row) throw new Damaged('an invoice is missing')
    return row[column]
  })
}
