/** What the builders of invoices start from. */
import { invoiceFields } from '../../src/shared/models/fields.ts'
import type { InvoiceField } from '../../src/shared/models/invoice.ts'
import type { InvoiceSummary } from '../../src/shared/models/invoice-sums.ts'
import { NOTHING_READ } from '../../src/shared/models/owed.ts'

/** Every field that an invoice may lack, absent. */
export const NO_INVOICE_FIELDS = Object.fromEntries(Object.keys(invoiceFields).map((field) => [field, null])) as Record<
  Exclude<InvoiceField, 'state'>,
  null
>

/** Each sum lists all its currencies. */
export const NO_MORE_CURRENCIES = NOTHING_READ.moreCurrencies

/** What an account without invoices has to pay. */
export const NO_SUMMARY: InvoiceSummary = {
  total: 0,
  owed: { ...NOTHING_READ, open: 0 },
  byState: { settled: 0, void: 0, credit: 0 },
  paidThisYear: { invoices: 0, amounts: [], moreCurrencies: 0 },
  paidWithoutDay: 0
}
