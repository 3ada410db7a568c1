/** Names and statuses that billing APIs use, in order of trust, and where they were seen (docs/platform.md). */
import type { InvoiceState } from '../../../shared/models/invoice.ts'

const AMOUNTS = {
  total: [
    'totalAmount',
    'finalAmount',
    'total',
    'amount_due',
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
  ]
} as const

/** Names that say themselves that the amount is in minor units. */
const inCents = (names: readonly string[]): string[] =>
  names.flatMap((name) => (name.includes('.') ? [] : [`${name}_cents`, `${name}_in_cents`]))

export const INVOICE_NAMES = {
  id: ['id', 'invoiceId', 'lagoId', 'uuid'],
  ...AMOUNTS,
  totalMinor: ['amount_cents', ...inCents(AMOUNTS.total)],
  subtotalMinor: [...inCents(AMOUNTS.subtotal), 'sub_total_excluding_taxes_amount_cents'],
  taxesMinor: inCents(AMOUNTS.taxes),
  discountMinor: [...inCents(AMOUNTS.discount), 'coupons_amount_cents'],
  status: ['status', 'state', 'invoiceStatus', 'financialStatus', 'paymentStatus', 'paymentState'],
  payment: ['paymentStatus', 'paymentState', 'financialStatus'],
  paid: ['paid', 'isPaid'],
  issuedAt: [
    'createdAt',
    'creationDateTime',
    'created',
    'date',
    'issuedAt',
    'issue_date',
    'issuing_date',
    'invoice_date',
    'invoiceDate',
    'dateIssued',
    'billed_at',
    'TxnDate',
    'detail.invoice_date'
  ],
  dueAt: [
    'dueDate',
    'due_date',
    'due_at',
    'dueAt',
    'dueOn',
    'dateDue',
    'paymentDueDate',
    'invoiceDateDue',
    'detail.payment_term.due_date'
  ],
  paidAt: [
    'paidAt',
    'paid_at',
    'paymentDate',
    'paidOn',
    'paidDate',
    'datePaid',
    'fullyPaidOnDate',
    'status_transitions.paid_at'
  ],
  updatedAt: [
    'updatedAt',
    'lastUpdateDateTime',
    'updated_at',
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
  paymentMethod: ['paymentMethod', 'payment_method'],
  page: [
    'hostedInvoiceUrl',
    'hosted_invoice_url',
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
  ]
} as const satisfies Record<string, readonly string[]>

/** Of an object in an amount's place, such as `{ "currency_code": "EUR", "value": "12.00" }`. */
export const MONEY_NAMES = {
  amount: ['amount', 'value', 'shop_money.amount'],
  currency: ['currency', 'currencyCode', 'code', 'isoCode', 'value', 'shop_money.currency_code']
} as const

/**
 * Lower case, letters only. A draft is not open: nothing is asked for yet. What was paid in part is: there is something to pay.
 * Not here, since it says neither: processing and settling (under way), failed and declined (a try, not the invoice),
 * finalized, closed, `authorized` (a card's; Xero's `AUTHORISED` is an approved invoice), payment pending (WHMCS: it was paid, the
 * bank has not said so yet).
 */
const STATES: Record<Exclude<InvoiceState, 'unknown'>, readonly string[]> = {
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
  void: ['canceled', 'cancelled', 'void', 'voided', 'refunded', 'markedasrefunded', 'deleted']
}

const MEANINGS: ReadonlyMap<string, InvoiceState> = new Map(
  Object.entries(STATES).flatMap(([state, words]) => words.map((word) => [word, state as InvoiceState]))
)

const letters = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '')

/** The state that a status word stands for; 'unknown' for any other word, and for numbers: their meaning is unpublished. */
export const stateOf = (word: string): InvoiceState => MEANINGS.get(letters(word)) ?? 'unknown'

/** Beside a status of its own, whether an invoice was paid: a payment that failed leaves it open. */
export const stateOfPayment = (word: string): InvoiceState =>
  ['failed', 'declined'].includes(letters(word)) ? 'open' : stateOf(word)

/** An invoice that is made and numbered; whether it was paid is said elsewhere. */
export const isFinal = (word: string): boolean => ['finalized', 'finalised'].includes(letters(word))

/** Where lines are, in order of trust; then a text in place of lines. */
export const LINE_LISTS = [
  'lines',
  'lineItems',
  'items',
  'invoiceItems',
  'invoiceLines',
  'line',
  'fees',
  'details.line_items',
  'details'
] as const
export const LINE_TEXTS = ['details', 'description', 'memo'] as const
/** An object around a list of lines. */
export const LINE_WRAPPERS = ['data', 'items', 'item', 'lines', 'line'] as const

const LINE_AMOUNTS = {
  unitAmount: [
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
  amount: ['amount', 'lineAmount', 'lineTotal', 'itemTotal', 'totalAmount', 'total', 'totals.subtotal']
} as const

export const LINE_NAMES = {
  text: ['description', 'name', 'title', 'text', 'label', 'itemName', 'productName', 'product.name', 'item.name'],
  quantity: ['quantity', 'qty', 'units', 'SalesItemLineDetail.Qty'],
  ...LINE_AMOUNTS,
  unitAmountMinor: inCents(LINE_AMOUNTS.unitAmount),
  amountMinor: inCents(LINE_AMOUNTS.amount)
} as const

/** All lists of names here: what an invoice's fields are looked for by. */
export const INVOICE_LISTS: readonly (readonly string[])[] = [
  ...Object.values(INVOICE_NAMES),
  ...Object.values(MONEY_NAMES),
  LINE_LISTS,
  LINE_TEXTS,
  LINE_WRAPPERS,
  ...Object.values(LINE_NAMES)
]
