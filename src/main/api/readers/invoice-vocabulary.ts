/** Field names and status words that billing APIs use, as two tables. Where each was seen: docs/provider-api.md. */
import type { InvoiceState } from '../../../shared/models/invoice.ts'

const words = (...rows: string[]): readonly string[] => rows.flatMap((row) => row.split(' '))

/** Fields by their names, in order of trust. One spelling of each is enough (field-names.ts). */
const NAMES = {
  id: words('id invoiceId lagoId uuid'),
  total: words(
    'totalAmount finalAmount total amountDue amount grandTotal totalPrice totalAmt amountTotal details.totals.total'
  ),
  subtotal: words('subtotalAmount subtotal subtotalPrice amountUntaxed details.totals.subtotal'),
  taxes: words(
    'taxesAmount taxAmount taxes tax totalTax taxTotal amountTax vatAmount TxnTaxDetail.TotalTax details.totals.tax'
  ),
  discount: words('discountAmount discount totalDiscount totalDiscounts discountTotal details.totals.discount'),
  paidAmount: words('amountPaid paidAmount paidToDate totalPaid'),
  remaining: words('amountRemaining remaining amountResidual'),
  status: words('status state invoiceStatus financialStatus paymentStatus paymentState'),
  payment: words('paymentStatus paymentState financialStatus'),
  paid: words('paid isPaid'),
  // Names for the day of billing come before those for the day of creation: Paddle and Lago have both.
  issuedAt: words(
    'billedAt issuingDate invoiceDate detail.invoice_date TxnDate createdAt creationDateTime created date',
    'issuedAt issueDate dateIssued'
  ),
  dueAt: words('dueDate dueAt dueOn dateDue paymentDueDate invoiceDateDue detail.payment_term.due_date'),
  paidAt: words('paidAt paymentDate paidOn paidDate datePaid fullyPaidOnDate status_transitions.paid_at'),
  updatedAt: words(
    'updatedAt lastUpdateDateTime lastModifiedTime updatedTime updatedDateUTC modifiedAt MetaData.LastUpdatedTime'
  ),
  number: words(
    'number invoiceNumber invoiceNum invoiceNo docNumber documentNumber detail.invoice_number reference',
    'thirdPartyInvoiceId'
  ),
  currency: words('currency currencyCode currencyIsoCode currencyRef detail.currency_code'),
  paymentMethod: words('paymentMethod'),
  page: words('hostedInvoiceUrl url invoiceUrl hostedUrl publicUrl paymentUrl detail.metadata.recipient_view_url'),
  pdf: words('hostedInvoicePdfUrl hostedInvoicePdf invoice_pdf pdfUrl invoicePdfUrl pdfLink pdf fileUrl downloadUrl'),
  // Of an object in an amount's place, such as { "currency_code": "EUR", "value": "12.00" }.
  moneyAmount: words('amount value shop_money.amount'),
  moneyCurrency: words('currency currencyCode code isoCode value shop_money.currency_code'),
  lines: words('lines lineItems items invoiceItems invoiceLines line fees details.line_items details'),
  description: words('details description memo'),
  lineWrapper: words('data items item lines line'),
  lineText: words('description name title text label itemName productName product.name item.name'),
  lineQuantity: words('quantity qty units SalesItemLineDetail.Qty'),
  lineUnitAmount: words(
    'unitAmount unitPrice unitCost price rate price.unit_amount plan.amount SalesItemLineDetail.UnitPrice',
    'unit_totals.subtotal'
  ),
  lineAmount: words('amount lineAmount lineTotal itemTotal totalAmount total totals.subtotal')
}

const inCents = (names: readonly string[]): string[] =>
  names.flatMap((name) => (name.includes('.') ? [] : [`${name}_cents`, `${name}_in_cents`]))

export const FIELD_NAMES = {
  ...NAMES,
  totalMinor: ['amountCents', ...inCents(NAMES.total)],
  subtotalMinor: [...inCents(NAMES.subtotal), 'sub_total_excluding_taxes_amount_cents'],
  taxesMinor: inCents(NAMES.taxes),
  discountMinor: [...inCents(NAMES.discount), 'coupons_amount_cents'],
  paidAmountMinor: inCents(NAMES.paidAmount),
  remainingMinor: inCents(NAMES.remaining),
  lineUnitAmountMinor: inCents(NAMES.lineUnitAmount),
  lineAmountMinor: inCents(NAMES.lineAmount)
}

// A draft isn't open, because nothing is due yet; a part-paid invoice is. Left out as unclear: processing, settling, closed,
// `authorized` (Xero's `AUTHORISED` is an approved invoice), payment pending (WHMCS: paid, but not confirmed by the bank).
const STATUS_WORDS = {
  open: words(
    'created issued open unpaid notpaid pending due pastdue overdue uncollectible sent viewed posted billed',
    'authorised outstanding collections paymentdue awaitingpayment pendingpayment partiallypaid partpaid'
  ),
  settled: words('paid completed succeeded settled fullypaid paidinfull markedaspaid partiallyrefunded'),
  void: words('canceled cancelled void voided refunded markedasrefunded deleted'),
  // A try to pay, not the invoice: as a payment status, the invoice stays open.
  failedPayment: words('failed declined'),
  // The invoice is made and numbered; another field says whether it was paid.
  final: words('finalized finalised')
}

const MEANINGS: ReadonlyMap<string, keyof typeof STATUS_WORDS> = new Map(
  Object.entries(STATUS_WORDS).flatMap(([meaning, all]) =>
    all.map((word) => [word, meaning as keyof typeof STATUS_WORDS])
  )
)

const meaningOf = (word: string): keyof typeof STATUS_WORDS | undefined =>
  MEANINGS.get(word.toLowerCase().replace(/[^a-z]/g, ''))

export function stateOf(word: string): InvoiceState {
  const meaning = meaningOf(word)
  return meaning === undefined || meaning === 'failedPayment' || meaning === 'final' ? 'unknown' : meaning
}

export const stateOfPayment = (word: string): InvoiceState =>
  meaningOf(word) === 'failedPayment' ? 'open' : stateOf(word)

export const isFinal = (word: string): boolean => meaningOf(word) === 'final'
