/**
 * Field names and status words of billing APIs, as two tables. They come from the public references of Stripe, Chargebee, Recurly, Lago,
 * Paddle, Xero, QuickBooks, Zoho, WHMCS, Shopify, PayPal, Braintree, Odoo and others: test/unit/provider/readers/invoice-shapes.json has
 * a record of each. Rules: docs/provider-replies.md.
 */
import type { InvoiceState } from '../../../shared/models/invoice.ts'
import { isWord, words } from './names.ts'

/** Fields by their names, in order of trust. One spelling of each is enough (field-names.ts). */
const NAMES = {
  id: words('id invoiceId lagoId uuid'),
  total: words(
    'totalAmount finalAmount total amount grandTotal totalPrice priceTotal totalAmt amountTotal invoiceTotal',
    'details.totals.total'
  ),
  // Not `amount`, which may be before a discount.
  wholeTotal: words('totalAmount finalAmount total grandTotal totalPrice priceTotal totalAmt amountTotal invoiceTotal'),
  // Beside another total, that one is without tax.
  taxedTotal: words(
    'totalInclVat totalIncVat totalIncludingVat totalWithVat totalInclTax totalIncTax totalIncludingTax totalWithTax',
    'amountInclVat amountIncVat amountIncludingVat amountWithVat amountInclTax amountIncTax amountIncludingTax amountWithTax',
    'totalTaxInc totalTaxIncl totalTaxIncluded totalTaxInclusive taxInclusiveAmount totalAmountWithTax totalAmountInclVat totalAmountInclTax',
    'totalTtc amountTtc montantTtc totalConIva totalIvaIncluido totalComImpostos grandTotal'
  ),
  // Also before a discount.
  grossTotal: words(
    'grossAmount grossTotal totalGross totalGrossAmount amountGross gross totalBrutto bruttoTotal brutto'
  ),
  // Of an amount in another currency: that amount, or its currency.
  otherCurrency: words(
    'currencyAmount amountCurrency amountInCurrency foreignAmount amountForeign currencyTotal totalCurrency'
  ),
  // How many digits of a whole number are decimals.
  scale: words('scale exponent currencyExponent amountScale'),
  // Also how many decimals are shown.
  decimals: words('decimals precision decimalPlaces fractionDigits amountDecimals amountPrecision'),
  // What a discount is in.
  discountUnit: words('discountType discountKind discountUnit discountMode discountValueType'),
  isPercentDiscount: words(
    'isPercentDiscount isDiscountPercent isDiscountPercentage discountIsPercent discountIsPercentage'
  ),
  isAmountDiscount: words('isAmountDiscount discountIsAmount'),
  taxUnit: words('taxUnit taxMode taxValueType'),
  // All taxes of an invoice, also beside a first and a second one.
  taxSum: words('taxesAmount taxes totalTax totalTaxes taxTotal amountTax'),
  secondTax: words('tax2 tax2Amount taxAmount2'),
  thirdTax: words('tax3 tax3Amount taxAmount3'),
  // Beside a total, it is what remains. Alone, it is the total.
  amountDue: words('amountDue totalDue'),
  subtotal: words('subtotalAmount subtotal subtotalPrice amountUntaxed details.totals.subtotal'),
  taxes: words(
    'taxesAmount taxAmount taxes totalTax totalTaxes taxTotal amountTax vatAmount TxnTaxDetail.TotalTax',
    'details.totals.tax tax tax1 tax1Amount taxAmount1 totalTaxAmounts taxAmounts taxLines taxItems'
  ),
  discount: words('discountAmount discount totalDiscount totalDiscounts discountTotal details.totals.discount'),
  paidAmount: words(
    'amountPaid paidAmount paidToDate totalPaid totalPaidAmount amountReceived paymentMade payments.paid_amount'
  ),
  // Paid by a credit note. The others may be deducted from the total already.
  creditedAmount: words('amountCredited creditedAmount totalCredited'),
  appliedCredit: words('creditsApplied creditApplied appliedCredits appliedCredit writeOffAmount amountWrittenOff'),
  remaining: words(
    'amountRemaining remainingAmount amountResidual outstanding amountOutstanding outstandingAmount',
    'totalOutstanding totalDueAmount dueAmount balanceDue openAmount unpaidAmount'
  ),
  // Also names for an account's balance, a top-up, a date or traffic: read only if the record confirms them. What the first is, a
  // definition may say.
  balance: words('balance details.totals.balance'),
  maybeRemaining: words('due remaining residual'),
  unusedCredit: words('remainingCredit creditRemaining creditsRemaining amountAvailable unusedAmount amountUnused'),
  usedCredit: words('amountAllocated amountUsed amountApplied usedAmount creditsUsed'),
  status: words('status state invoiceStatus voucherStatus documentStatus financialStatus paymentStatus paymentState'),
  payment: words('paymentStatus paymentState financialStatus'),
  // Of the invoice or its paper, not of its payment.
  paperStatus: words('status state invoiceStatus voucherStatus documentStatus'),
  // Of an object in a status's place.
  statusWord: words('name label value title'),
  kindWord: words('name label value title code'),
  paid: words('paid'),
  isPaid: words('isPaid hasBeenPaid isFullyPaid fullyPaid paidInFull'),
  // Flags, or the days since when.
  isVoid: words(
    'isVoid isVoided void voided voidedAt voidedOn voidDate voidedDate dateVoided status_transitions.voided_at',
    'isCancelled isCanceled cancelled canceled cancelledAt canceledAt cancelledOn canceledOn dateCancelled dateCanceled',
    'cancelledDate canceledDate cancellationDate',
    'isDeleted deleted deletedAt deletedOn deletedDate dateDeleted'
  ),
  isDraft: words('isDraft draft'),
  isArchived: words('isArchived archived archivedAt archivedOn archivedDate dateArchived'),
  isOverdue: words('isOverdue overdue isPastDue'),
  // Only kinds of papers.
  kind: words(
    'documentType docType documentKind voucherType invoiceType invoiceKind typeCode invoiceTypeCode documentTypeCode'
  ),
  // Also what was bought.
  bareKind: words('type kind moveType transactionType object'),
  isProforma: words('isProforma proforma'),
  isQuote: words('isQuote isEstimate isQuotation'),
  isCredit: words('isCredit isCreditNote isPayout isRefund'),
  // Names for the day of billing come before those for the day of creation: Paddle and Lago have both.
  issuedAt: words(
    'invoiceDate issuedAt issueDate issuingDate issuedDate issuedOn dateIssued billedAt billingDate dateBilled',
    'detail.invoice_date TxnDate date createdAt creationDateTime created'
  ),
  // Also an amount.
  maybeDueAt: words('due'),
  dueAt: words('dueDate dueAt dueOn dateDue paymentDueDate invoiceDateDue detail.payment_term.due_date'),
  paidAt: words('paidAt paidOn paidDate datePaid fullyPaidAt fullyPaidOnDate status_transitions.paid_at'),
  // Also the day until which to pay.
  paymentDate: words('paymentDate dateOfPayment'),
  updatedAt: words(
    'updatedAt lastUpdateDateTime lastModifiedTime updatedTime updatedDateUTC modifiedAt MetaData.LastUpdatedTime',
    'updated'
  ),
  number: words(
    'number invoiceNumber invoiceNum invoiceNo docNumber documentNumber detail.invoice_number serieNr idCode',
    'reference internalId thirdPartyInvoiceId'
  ),
  label: words('label'),
  currency: words('currency currencyCode currencyIsoCode currencyRef detail.currency_code'),
  paymentMethod: words('paymentMethod paymentMethodName gateway'),
  // Of an object in a payment method's place: a card.
  cardBrand: words('brand type name'),
  cardDigits: words('last4 lastFour'),
  page: words('hostedInvoiceUrl url invoiceUrl hostedUrl publicUrl paymentUrl detail.metadata.recipient_view_url'),
  payments: words('payments paymentAttempts'),
  paymentPage: words('checkoutUrl paymentUrl hostedUrl url'),
  paymentEnd: words('expiresAt expiryDate expiration'),
  pdf: words('hostedInvoicePdfUrl hostedInvoicePdf invoice_pdf pdfUrl invoicePdfUrl pdfLink pdf fileUrl downloadUrl'),
  lines: words('lines lineItems items invoiceItems invoiceLines line fees details.line_items details'),
  description: words('details description memo displayName productName reason'),
  lineWrapper: words('data items item lines line'),
  lineText: words('description name title text label itemName productName product.name item.name notes'),
  lineQuantity: words('quantity qty units SalesItemLineDetail.Qty'),
  lineUnitAmount: words(
    'unitAmount unitPrice unitCost price rate cost price.unit_amount plan.amount SalesItemLineDetail.UnitPrice',
    'unit_totals.subtotal'
  ),
  lineAmount: words('amount lineAmount lineTotal itemTotal totalAmount total totals.subtotal')
}

const inCents = (names: readonly string[]): string[] =>
  names.flatMap((name) => (name.includes('.') ? [] : [`${name}_cents`, `${name}_in_cents`]))

export const FIELD_NAMES = {
  ...NAMES,
  taxedTotalMinor: inCents(NAMES.taxedTotal),
  grossTotalMinor: inCents(NAMES.grossTotal),
  wholeTotalMinor: inCents(NAMES.wholeTotal),
  totalMinor: ['amountCents', ...inCents(NAMES.total)],
  amountDueMinor: inCents(NAMES.amountDue),
  subtotalMinor: [...inCents(NAMES.subtotal), 'sub_total_excluding_taxes_amount_cents'],
  taxesMinor: inCents(NAMES.taxes),
  discountMinor: [...inCents(NAMES.discount), 'coupons_amount_cents'],
  paidAmountMinor: inCents(NAMES.paidAmount),
  creditedAmountMinor: inCents(NAMES.creditedAmount),
  appliedCreditMinor: inCents(NAMES.appliedCredit),
  remainingMinor: inCents(NAMES.remaining),
  balanceMinor: inCents(NAMES.balance),
  maybeRemainingMinor: inCents(NAMES.maybeRemaining),
  unusedCreditMinor: inCents(NAMES.unusedCredit),
  usedCreditMinor: inCents(NAMES.usedCredit),
  lineUnitAmountMinor: inCents(NAMES.lineUnitAmount),
  lineAmountMinor: inCents(NAMES.lineAmount)
}

// Left out as unclear: processing, settling, closed, `authorized` (Xero's `AUTHORISED` is an approved invoice), payment pending
// (WHMCS: paid, but not confirmed by the bank), partial (part-paid, or partly refunded).
const STATUS_WORDS = {
  open: words(
    'open unpaid notpaid pending due outstanding uncollectible collections paymentdue awaitingpayment pendingpayment'
  ),
  overdue: words('overdue pastdue'),
  // States of the paper. It is open, unless another field says that it was paid.
  paper: words('created issued sent viewed posted billed authorised'),
  partPaid: words('partiallypaid partlypaid partpaid underpaid'),
  settled: words('paid completed succeeded settled fullypaid paidinfull markedaspaid partiallyrefunded'),
  void: words('canceled cancelled void voided refunded markedasrefunded deleted'),
  // Nothing is to pay yet, or any more, whatever amounts the record states.
  notIssued: words('draft scheduled proforma quote estimate pendingapproval rejected expired abandoned'),
  // A try to pay, not the invoice: as a payment status, the invoice stays open.
  failedPayment: words('failed declined'),
  // The invoice is made and numbered; another field says whether it was paid.
  final: words('final finalized finalised')
}

const MEANINGS: ReadonlyMap<string, keyof typeof STATUS_WORDS> = new Map(
  Object.entries(STATUS_WORDS).flatMap(([meaning, all]) =>
    all.map((word) => [word, meaning as keyof typeof STATUS_WORDS])
  )
)

/** A word with digits, letters of other scripts or signs that negate has another meaning: "50% paid", "не paid", "❌ paid". */
const lettersOf = (word: string): string =>
  isWord(word) && !/\d/.test(word) ? word.toLowerCase().replace(/[^a-z]/g, '') : ''

const meaningOf = (word: string): keyof typeof STATUS_WORDS | undefined => MEANINGS.get(lettersOf(word))

export function stateOf(word: string): InvoiceState {
  const meaning = meaningOf(word)
  if (meaning === 'partPaid' || meaning === 'overdue' || meaning === 'paper') return 'open'
  return meaning === 'open' || meaning === 'settled' || meaning === 'void' ? meaning : 'unknown'
}

export const stateOfPayment = (word: string): InvoiceState =>
  meaningOf(word) === 'failedPayment' ? 'open' : stateOf(word)

/** Something is to pay, and not merely was something done with the paper. */
export const isUnpaidWord = (word: string): boolean => stateOf(word) === 'open' && !isOfPaper(word)

/** Also said of a quote, or of a paper whose payment was made. */
export const isOpenOrPending = (word: string): boolean => ['open', 'pending'].includes(lettersOf(word))

export const isOwedWord = (word: string): boolean => isUnpaidWord(word) && !isOpenOrPending(word)

/** An order's state, too: whether it was paid, another field may tell. */
export const mayBeOrder = (word: string): boolean => ['completed', 'succeeded'].includes(lettersOf(word))

export const isFinal = (word: string): boolean => meaningOf(word) === 'final'

/** What was done with the paper: sent, posted, finalized. */
export const isOfPaper = (word: string): boolean => ['paper', 'final'].includes(meaningOf(word) ?? '')

export const isOverdueWord = (word: string): boolean => meaningOf(word) === 'overdue'

/** Amounts of such a record don't make it an invoice to pay. */
export const isNotIssued = (word: string): boolean => ['notIssued', 'failedPayment'].includes(meaningOf(word) ?? '')

/** "partial" confirms a remainder, but doesn't tell whether the rest was paid or refunded. */
export const isPartPaid = (word: string): boolean => meaningOf(word) === 'partPaid' || lettersOf(word) === 'partial'
