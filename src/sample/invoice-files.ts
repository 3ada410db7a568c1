/** PDFs of the sample's invoices, as another host has them. One is gone, and for one a page comes that asks to sign in. */
import type { SampleInvoice } from './invoices.ts'
import { onePage } from './pdf.ts'

/** Of those that have a PDF, counted from the oldest: new ones may come. */
const GONE = 34
const BEHIND_SIGN_IN = 32

const SIGN_IN_PAGE =
  '<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in</h1><p>Your link has expired. Sign in to see this invoice.</p>'

const linkOf = (invoice: SampleInvoice): unknown =>
  invoice['hostedInvoicePdfUrl'] ?? invoice['hostedInvoicePdf'] ?? invoice['invoice_pdf'] ?? null

/** Answers `/<id>.pdf` of such an invoice; null for any other path. @param invoices newest first */
export function invoiceFile(path: string, invoices: readonly SampleInvoice[]): Response | null {
  const linked = invoices.filter((invoice) => linkOf(invoice) !== null)
  const index = linked.findIndex((invoice) => path === `/${String(invoice['id'])}.pdf`)
  const invoice = linked[index]
  const age = linked.length - index
  if (!invoice || age === GONE) return null
  if (age === BEHIND_SIGN_IN)
    return new Response(SIGN_IN_PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  return new Response(onePage(linesOf(invoice)), { headers: { 'content-type': 'application/pdf' } })
}

function linesOf(invoice: SampleInvoice): string[] {
  const number = invoice['number'] ?? invoice['thirdPartyInvoiceId'] ?? invoice['id']
  const issued = String(invoice['createdAt'] ?? invoice['creationDateTime'] ?? invoice['issue_date'])
  const cents = invoice['amount_cents']
  const amount = typeof cents === 'number' ? cents / 100 : (invoice['totalAmount'] ?? invoice['finalAmount'])
  return [
    `Invoice ${String(number)}`,
    `Issued ${issued.slice(0, 10)}`,
    `Total ${Number(amount).toFixed(2)} ${String(invoice['currency'] ?? '')}`.trim(),
    'Sample data: nothing was sold, and nothing is to be paid.'
  ]
}
