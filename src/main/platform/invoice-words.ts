/** Names and statuses that billing APIs use, in order of trust (docs/platform.md). */
import type { InvoiceState } from '../../shared/model/invoice.ts'

export const INVOICE_NAMES = {
  id: ['id', 'invoiceId'],
  total: ['totalAmount', 'finalAmount', 'total', 'amount_due', 'amountDue', 'amount'],
  totalMinor: ['amount_cents'],
  subtotal: ['subtotalAmount', 'subtotal'],
  taxes: ['taxesAmount', 'taxAmount', 'taxes', 'tax'],
  discount: ['discountAmount', 'discount'],
  status: ['status', 'state'],
  paid: ['paid', 'isPaid'],
  issuedAt: ['createdAt', 'creationDateTime', 'created', 'date', 'issuedAt', 'issue_date'],
  dueAt: ['dueDate', 'due_date', 'due_at', 'dueAt'],
  paidAt: ['paidAt', 'paid_at', 'paymentDate'],
  updatedAt: ['updatedAt', 'lastUpdateDateTime', 'updated_at'],
  number: ['number', 'invoiceNumber', 'reference', 'thirdPartyInvoiceId', 'id'],
  currency: ['currency', 'currencyCode'],
  paymentMethod: ['paymentMethod', 'payment_method'],
  page: ['hostedInvoiceUrl', 'hosted_invoice_url', 'url'],
  pdf: ['hostedInvoicePdfUrl', 'hostedInvoicePdf', 'invoice_pdf', 'pdfUrl']
} as const satisfies Record<string, readonly string[]>

/** Lower case, letters only. A draft is not open: nothing is asked for yet. */
const STATES: Record<Exclude<InvoiceState, 'unknown'>, readonly string[]> = {
  open: ['created', 'issued', 'open', 'unpaid', 'notpaid', 'pending', 'due', 'pastdue', 'overdue', 'uncollectible'],
  settled: ['paid', 'completed', 'succeeded'],
  void: ['canceled', 'cancelled', 'void', 'voided', 'refunded']
}

/** The state that a status word stands for; 'unknown' for any other word, and for numbers: their meaning is unpublished. */
export function stateOf(word: string): InvoiceState {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  for (const state of ['open', 'settled', 'void'] as const) if (STATES[state].includes(letters)) return state
  return 'unknown'
}
