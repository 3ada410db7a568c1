/** What the builders of invoices start from. */
import { invoiceFields } from '../../src/shared/models/fields.ts'
import type { InvoiceField, InvoiceSummary } from '../../src/shared/models/invoice.ts'

/** Every field that an invoice may lack, absent. */
export const NO_INVOICE_FIELDS = Object.fromEntries(Object.keys(invoiceFields).map((field) => [field, null])) as Record<
  Exclude<InvoiceField, 'state'>,
  null
>

/** Each sum lists all its currencies. */
export const NO_MORE_CURRENCIES = { openAmounts: 0, deducted: 0, unusedCredits: 0, credits: 0 }

/** What an account without invoices has to pay. */
export const NO_SUMMARY: InvoiceSummary = {
  total: 0,
  byState: { open: 0, settled: 0, void: 0, credit: 0, unknown: 0 },
  overdue: 0,
  openAmounts: [],
  openWithoutAmount: 0,
  oldestOpenDay: null,
  overdueAmounts: [],
  overdueSince: null,
  nextDueDay: null,
  paidThisYear: { invoices: 0, amounts: [] },
  paidWithoutDay: 0,
  deducted: [],
  unusedCredits: [],
  credits: [],
  dueUnread: 0,
  withoutStatus: 0,
  moreCurrencies: { ...NO_MORE_CURRENCIES, overdueAmounts: 0, paidThisYear: 0 }
}
