/** An invoice as the tolerant reader makes it of the v2, v3 and foreign shapes (docs/provider-api.md). */
import type { Day } from './day.ts'
import { invoiceFields } from './fields.ts'
import type { ReadingNote } from './freshness.ts'

export const INVOICE_STATES = ['open', 'settled', 'void', 'unknown'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** An exact decimal in major units, such as "-130.10". */
export type Decimal = string

/** A text that may be a Decimal. The readers take up to 30 digits on either side of the point; a sum may have a few more. */
export const isDecimal = (text: string): boolean => text.length <= 80 && /^-?\d+(\.\d+)?$/.test(text)

export type InvoiceField = keyof typeof invoiceFields

/** Its fields, null where the provider gives none, and what the reader makes of them. */
export interface Invoice extends Record<Exclude<InvoiceField, 'state'>, string | null> {
  /** Unique within the account: the id, else a stand-in. */
  key: string
  state: InvoiceState
  /** True when providerStatus was a number, whose meaning is not documented. */
  statusIsNumber: boolean
  /** The calendar day of issuedAt, as the provider wrote it. */
  issuedDay: Day | null
  /** The day of dueAt; without one, the day that the person's payment term comes to. */
  dueDay: Day | null
  dueBy: 'platform' | 'term' | null
  hasPage: boolean
  hasPdf: boolean
}

/** One line of an invoice, as far as it can be read. */
export interface InvoiceLine {
  text: string | null
  quantity: Decimal | null
  unitAmount: Decimal | null
  amount: Decimal | null
}

export interface InvoiceView {
  invoice: Invoice
  /** At most MOST_LINES. */
  lines: InvoiceLine[]
  /** Lines that the record has beyond those. */
  moreLines: number
  /** Where the links lead; null: there is none. */
  pageHost: string | null
  pdfHost: string | null
  /** The PDF that is kept on this computer; null: none is. */
  savedPdf: { at: string; bytes: number } | null
  /** The record as it came, as indented JSON, credential-like fields removed. */
  raw: string
  /** What the tolerant reader met in this record. */
  notes: ReadingNote[]
}

/** Which of the invoices; what is null, empty or 'all' leaves nothing out. */
export interface InvoiceChoice {
  /** Each word begins some word of number, status, payment method, currency or a line; case and accents don't count. */
  text: string
  /** 'overdue': open, and due before today. */
  state: InvoiceState | 'all' | 'overdue'
  /** First and last day of issue; with either, invoices without a date are left out. */
  from: Day | null
  to: Day | null
  /** Smallest and largest total, whatever the currency; with either, invoices without an amount are left out. */
  least: Decimal | null
  most: Decimal | null
}

export interface InvoiceOrder {
  sort: InvoiceColumn
  descending: boolean
}

/** Those that lack what is sorted by come last, whichever way; among equals the newest first. */
export interface InvoiceQuery extends InvoiceChoice, InvoiceOrder {
  offset: number
  limit: number
}

/** A sum of exact decimals of one currency; amounts of unknown currency stay apart (currency null). */
export interface Money {
  currency: string | null
  amount: Decimal
}

export interface InvoiceSummary {
  total: number
  byState: Record<InvoiceState, number>
  /** Of those open. */
  overdue: number
  /** Totals of the open invoices, per currency. One that is paid in part counts whole: no balance is read. */
  openAmounts: Money[]
  /** Open invoices whose amount could not be read. */
  openWithoutAmount: number
}

export interface InvoicePage {
  rows: Invoice[]
  matched: number
  /** Of the whole account, whatever is chosen. */
  summary: InvoiceSummary
}

/** What the chosen invoices add up to, one entry a currency; amounts of unknown currency stay apart, and come last. */
export interface InvoiceTotals {
  amounts: {
    currency: string | null
    invoices: number
    /** Of all but those that are void. */
    total: Decimal
    byState: Record<InvoiceState, Decimal>
  }[]
  withoutAmount: number
}

/** The last twelve months up to this one, by the day of issue; void invoices are left out. */
export interface InvoiceMonths {
  /** At most MOST_CURRENCIES, the one with most invoices first. */
  currencies: {
    currency: string | null
    /** Oldest first; one for every month, also where nothing was issued. */
    months: {
      /** "YYYY-MM" */
      month: string
      invoices: number
      amount: Decimal
      /** The part of it that is open to pay. */
      open: Decimal
      /** The part of it whose state isn't known. */
      unknown: Decimal
    }[]
    /** Of all twelve. */
    unknown: Decimal
  }[]
  /** Invoices without a readable date or amount, which are in no month. */
  leftOut: number
}

/** How far an export is. */
export interface ExportProgress {
  /** Invoices looked at, of how many. */
  done: number
  total: number
  pdfs: number
  missing: number
}

/** Columns of the table, each of which it can be sorted by. */
export type InvoiceColumn = (typeof invoiceFields)[InvoiceField]['column']

const COLUMN_FIELDS = new Map(
  Object.entries(invoiceFields).map(([field, { column }]) => [column, field as InvoiceField] as const)
)
export const INVOICE_COLUMNS = [...COLUMN_FIELDS.keys()]

/** The field that a column shows. */
export const fieldOfColumn = (column: InvoiceColumn): InvoiceField => COLUMN_FIELDS.get(column) ?? 'number'

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
