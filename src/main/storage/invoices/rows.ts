/** Invoices as they are stored: into the working copy, out of it, and as the text that is sealed. */
import type { DatabaseSync } from 'node:sqlite'
import { dayOf } from '../../../shared/models/day.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import type { InvoiceRecord } from '../../core/ports/index.ts'
import { keyText, parse } from '../json-column.ts'
import { invoiceWriter } from './table.ts'

export function replaceInvoices(db: DatabaseSync, records: readonly InvoiceRecord[]): void {
  const put = invoiceWriter(db)
  for (const { invoice, lineTexts = '', ...rest } of records) {
    put(invoice, { invoice: JSON.stringify(invoice), rest: JSON.stringify(rest), lineTexts })
  }
}

/** Begins a text of three lines each: invoice, rest, what its lines say. Without it there are two, of an earlier version. */
const HEAD = '3'

/** All of them as one text: JSON has no line breaks of its own. */
export function invoicesText(db: DatabaseSync): string {
  const lines: unknown[] = [HEAD]
  for (const row of db.prepare('SELECT invoice, rest, line_texts FROM invoices ORDER BY position').iterate()) {
    lines.push(row['invoice'], row['rest'], row['line_texts'])
  }
  return lines.join('\n')
}

/** The records themselves, which are most of it, go in as they are. */
export function replaceInvoicesByText(db: DatabaseSync, text: string): void {
  const put = invoiceWriter(db)
  const lines = text === '' ? [] : text.split('\n')
  if (lines[0] !== HEAD) {
    for (let at = 0; at < lines.length; at += 2) {
      const invoice = withDays(parse<Invoice>(lines[at]))
      put(invoice, { invoice: JSON.stringify(invoice), rest: lines[at + 1] ?? '', lineTexts: '' })
    }
    return
  }
  for (let at = 1; at < lines.length; at += 3) {
    const invoice = lines[at] ?? ''
    put(parse<Invoice>(invoice), { invoice, rest: lines[at + 1] ?? '', lineTexts: parse<string>(lines[at + 2]) })
  }
}

/** An earlier version knew no days, and no payment term. */
const withDays = (invoice: Invoice): Invoice => ({
  ...invoice,
  issuedDay: dayOf(invoice.issuedAt),
  dueDay: dayOf(invoice.dueAt),
  dueBy: dayOf(invoice.dueAt) === null ? null : 'platform'
})

export function invoice(db: DatabaseSync, key: string): InvoiceRecord | null {
  const row = db.prepare('SELECT invoice, rest FROM invoices WHERE key = ?').get(keyText(key))
  return row ? recordOf(row) : null
}

export function allInvoices(db: DatabaseSync): InvoiceRecord[] {
  return db.prepare('SELECT invoice, rest FROM invoices ORDER BY position').all().map(recordOf)
}

function recordOf(row: Record<string, unknown>): InvoiceRecord {
  return { invoice: parse<Invoice>(row['invoice']), ...parse<Omit<InvoiceRecord, 'invoice'>>(row['rest']) }
}
