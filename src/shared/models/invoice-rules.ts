/** What the invoices' table and lines are bound by; without schemas, so that the page can read it. */
import type { InvoiceChoice, InvoiceOrder } from './invoice.ts'

/** Columns of the table, each of which it can be sorted by. */
export const INVOICE_COLUMNS = [
  'number',
  'issued',
  'state',
  'due',
  'paid',
  'updated',
  'status',
  'method',
  'currency',
  'subtotal',
  'discount',
  'taxes',
  'total'
] as const
export type InvoiceColumn = (typeof INVOICE_COLUMNS)[number]

/** Those that are shown until the person has chosen; 'due' only where an invoice has a due day. */
export const FIRST_COLUMNS: readonly InvoiceColumn[] = ['number', 'issued', 'state', 'due', 'total']

/** An invoice is told by its number: it comes first, and always; each column stands there once. */
export const withNumber = (columns: readonly InvoiceColumn[]): InvoiceColumn[] => [
  'number',
  ...INVOICE_COLUMNS.filter((column) => column !== 'number' && columns.includes(column)).toSorted(
    (one, other) => columns.indexOf(one) - columns.indexOf(other)
  )
]

/** Payment methods that the published API names. */
const PAYMENT_METHODS = ['creditCard', 'cryptocurrency', 'alipay', 'webMoney', 'payPal'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** One that is published, by its letters alone; null: any other, which is shown as it came. */
export function paymentMethodOf(method: string): PaymentMethod | null {
  const letters = method.toLowerCase().replace(/[^a-z]/g, '')
  return PAYMENT_METHODS.find((known) => known.toLowerCase() === letters) ?? null
}

/** Lines of one invoice that cross the bridge. */
export const MOST_LINES = 200

/** Currencies that the chart can be asked for. */
export const MOST_CURRENCIES = 8

/** Days before its due day from which on an invoice is due soon. */
export const DUE_SOON_DAYS = 3

/** Days that a person's payment term can have. */
export const TERM_DAYS = { least: 0, most: 365 } as const

/** The choice that leaves nothing out. */
export const EVERY_INVOICE: InvoiceChoice = { text: '', state: 'all', from: null, to: null, least: null, most: null }

/** The order that the table begins with. */
export const NEWEST_FIRST: InvoiceOrder = { sort: 'issued', descending: true }
