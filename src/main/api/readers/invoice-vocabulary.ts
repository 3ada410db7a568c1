/** Field names and status words that billing APIs use, as two tables. Where each was seen: docs/provider-api.md. */
import type { InvoiceState } from '../../../shared/models/invoice.ts'

/** Fields by their names, in order of trust. One spelling of each is enough (field-names.ts). */
const NAMES = {
  id: ['id', 'invoiceId', 'lagoId', 'uuid'],
  total: [
    'totalAmount',
    'finalAmount',
    'total',
    'amountDue',
    'amount',
    'grandTotal',
    'totalPrice',
    'totalAmt',
    'amountTotal',
    'details.totals.total'
  ],
  subtotal: ['subtotalAmount', 'subtotal', 'subtotalPrice', 'amountUntaxed', 'details.totals.subtotal'],
  taxes: [
    'taxesAmount',
    'taxAmount',
    'taxes',
    'tax',
    'totalTax',
    'taxTotal',
    'amountTax',
    'vatAmount',
    'TxnTaxDetail.TotalTax',
    'details.totals.tax'
  ],
  discount: [
    'discountAmount',
    'discount',
    'totalDiscount',
    'totalDiscounts',
    'discountTotal',
    'details.totals.discount'
  ],
  status: ['status', 'state', 'invoiceStatus', 'financialStatus', 'paymentStatus', 'paymentState'],
  payment: ['paymentStatus', 'paymentState', 'financialStatus'],
  paid: ['paid', 'isPaid'],
  // Names for the day of billing come before those for the day of creation: Paddle and Lago have both.
  issuedAt: [
    'billedAt',
    'issuingDate',
    'invoiceDate',
    'detail.invoice_date',
    'TxnDate',
    'createdAt',
    'creationDateTime',
    'created',
    'date',
    'issuedAt',
    'issueDate',
    'dateIssued'
  ],
  dueAt: ['dueDate', 'dueAt', 'dueOn', 'dateDue', 'paymentDueDate', 'invoiceDateDue', 'detail.payment_term.due_date'],
  paidAt: ['paidAt', 'paymentDate', 'paidOn', 'paidDate', 'datePaid', 'fullyPaidOnDate', 'status_transitions.paid_at'],
  updatedAt: [
    'updatedAt',
    'lastUpdateDateTime',
    'lastModifiedTime',
    'updatedTime',
    'updatedDateUTC',
    'modifiedAt',
    'MetaData.LastUpdatedTime'
  ],
  number: [
    'number',
    'invoiceNumber',
    'invoiceNum',
    'invoiceNo',
    'docNumber',
    'documentNumber',
    'detail.invoice_number',
    'reference',
    'thirdPartyInvoiceId'
  ],
  currency: ['currency', 'currencyCode', 'currencyIsoCode', 'currencyRef', 'detail.currency_code'],
  paymentMethod: ['paymentMethod'],
  page: [
    'hostedInvoiceUrl',
    'url',
    'invoiceUrl',
    'hostedUrl',
    'publicUrl',
    'paymentUrl',
    'detail.metadata.recipient_view_url'
  ],
  pdf: [
    'hostedInvoicePdfUrl',
    'hostedInvoicePdf',
    'invoice_pdf',
    'pdfUrl',
    'invoicePdfUrl',
    'pdfLink',
    'pdf',
    'fileUrl',
    'downloadUrl'
  ],
  // Of an object in an amount's place, such as { "currency_code": "EUR", "value": "12.00" }.
  moneyAmount: ['amount', 'value', 'shop_money.amount'],
  moneyCurrency: ['currency', 'currencyCode', 'code', 'isoCode', 'value', 'shop_money.currency_code'],
  lines: [
    'lines',
    'lineItems',
    'items',
    'invoiceItems',
    'invoiceLines',
    'line',
    'fees',
    'details.line_items',
    'details'
  ],
  // Text in place of lines.
  description: ['details', 'description', 'memo'],
  // Objects around a list of lines.
  lineWrapper: ['data', 'items', 'item', 'lines', 'line'],
  lineText: ['description', 'name', 'title', 'text', 'label', 'itemName', 'productName', 'product.name', 'item.name'],
  lineQuantity: ['quantity', 'qty', 'units', 'SalesItemLineDetail.Qty'],
  lineUnitAmount: [
    'unitAmount',
    'unitPrice',
    'unitCost',
    'price',
    'rate',
    'price.unit_amount',
    'plan.amount',
    'SalesItemLineDetail.UnitPrice',
    'unit_totals.subtotal'
  ],
  lineAmount: ['amount', 'lineAmount', 'lineTotal', 'itemTotal', 'totalAmount', 'total', 'totals.subtotal']
} as const satisfies Record<string, readonly string[]>

/** Names that say themselves that the amount is in minor units. */
const inCents = (names: readonly string[]): string[] =>
  names.flatMap((name) => (name.includes('.') ? [] : [`${name}_cents`, `${name}_in_cents`]))

export const FIELD_NAMES = {
  ...NAMES,
  totalMinor: ['amountCents', ...inCents(NAMES.total)],
  subtotalMinor: [...inCents(NAMES.subtotal), 'sub_total_excluding_taxes_amount_cents'],
  taxesMinor: inCents(NAMES.taxes),
  discountMinor: [...inCents(NAMES.discount), 'coupons_amount_cents'],
  lineUnitAmountMinor: inCents(NAMES.lineUnitAmount),
  lineAmountMinor: inCents(NAMES.lineAmount)
} as const satisfies Record<string, readonly string[]>

/**
 * Status words in lower case, letters only. A draft is not open: nothing is to be paid yet. A part-paid invoice is: something is
 * left to pay. Left out, because they say neither: processing and settling (under way), closed, `authorized` (a card's; Xero's
 * `AUTHORISED` is an approved invoice), payment pending (WHMCS: it was paid, the bank has not confirmed it yet).
 */
const STATUS_WORDS = {
  open: [
    'created',
    'issued',
    'open',
    'unpaid',
    'notpaid',
    'pending',
    'due',
    'pastdue',
    'overdue',
    'uncollectible',
    'sent',
    'viewed',
    'posted',
    'billed',
    'authorised',
    'outstanding',
    'collections',
    'paymentdue',
    'awaitingpayment',
    'pendingpayment',
    'partiallypaid',
    'partpaid'
  ],
  settled: [
    'paid',
    'completed',
    'succeeded',
    'settled',
    'fullypaid',
    'paidinfull',
    'markedaspaid',
    'partiallyrefunded'
  ],
  void: ['canceled', 'cancelled', 'void', 'voided', 'refunded', 'markedasrefunded', 'deleted'],
  // A try to pay, not the invoice: as a payment status, the invoice stays open.
  failedPayment: ['failed', 'declined'],
  // The invoice is made and numbered; another field says whether it was paid.
  final: ['finalized', 'finalised']
} as const satisfies Record<string, readonly string[]>

const MEANINGS: ReadonlyMap<string, keyof typeof STATUS_WORDS> = new Map(
  Object.entries(STATUS_WORDS).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning as keyof typeof STATUS_WORDS])
  )
)

const meaningOf = (word: string): keyof typeof STATUS_WORDS | undefined =>
  MEANINGS.get(word.toLowerCase().replace(/[^a-z]/g, ''))

/** 'unknown' for any other word, and for numbers: their meaning is unpublished. */
export function stateOf(word: string): InvoiceState {
  const meaning = meaningOf(word)
  return meaning === undefined || meaning === 'failedPayment' || meaning === 'final' ? 'unknown' : meaning
}

/** The invoice's state by a payment status that stands beside its own status. */
export const stateOfPayment = (word: string): InvoiceState =>
  meaningOf(word) === 'failedPayment' ? 'open' : stateOf(word)

export const isFinal = (word: string): boolean => meaningOf(word) === 'final'
