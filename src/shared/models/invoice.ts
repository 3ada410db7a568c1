/** Invoices as the reader normalises them (docs/provider-replies.md). */
import type { Day } from './day.ts'
import { compareDecimals, type Decimal } from './decimal.ts'
import type { ErrorInfo } from '../ipc/error.ts'
import { invoiceFields } from './fields.ts'
import type { PartialList, ReadingNote } from './freshness.ts'

/** `credit`: money for the customer, such as a credit note or a payout. It is never to pay. */
export const INVOICE_STATES = ['open', 'settled', 'void', 'credit', 'unknown'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** What kind of paper a record is. All but the first two ask for no payment. `credit`: a credit note, a refund, a payout. */
export const INVOICE_KINDS = [
  'invoice',
  'credit',
  'proforma',
  'quote',
  'orderConfirmation',
  'deliveryNote',
  'receipt',
  'reminder'
] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

export type InvoiceField = keyof typeof invoiceFields

export interface Invoice extends Record<Exclude<InvoiceField, 'state' | 'kind'>, string | null> {
  /** Unique in the account: the id, or a generated key. */
  key: string
  state: InvoiceState
  /** null: the record doesn't say. */
  kind: InvoiceKind | null
  statusIsNumber: boolean
  /**
   * Fields as they came, such as `is_draft: true`: those that the status doesn't agree with, which makes the state unknown, or that
   * stand for a status.
   */
  otherWords: string | null
  /** An open invoice that the provider calls overdue, whatever its due day. */
  calledOverdue: boolean
  issuedDay: Day | null
  dueDay: Day | null
  dueBy: 'provider' | 'term' | null
  /** A due date came, and can't be read. */
  dueUnread: boolean
  hasPage: boolean
  /** By a link in its record, else by the definition's `invoicePdf`: then `key` is its id. */
  hasPdf: boolean
}

/** An invoice of one of the accounts. */
export interface InvoiceRef {
  account: string
  key: string
}

/** As the page gets it: its key is that of `invoiceKey`. */
export interface AccountInvoice extends Invoice {
  /** The account's id. */
  account: string
}

/** Two providers may use the same ids, so at the bridge an invoice's key names its account, too. No account id has a slash. */
export const invoiceKey = ({ account, key }: InvoiceRef): string => `${account}/${key}`

/** What `invoiceKey` made the key of; the account of another text is none's. */
export function invoiceRef(key: string): InvoiceRef {
  const slash = key.indexOf('/')
  return { account: key.slice(0, Math.max(slash, 0)), key: key.slice(slash + 1) }
}

/** Without the account. */
export const providerKeyOf = ({ account, key }: Pick<AccountInvoice, 'account' | 'key'>): string =>
  key.slice(invoiceKey({ account, key: '' }).length)

/** What the provider says of the state: its status, and the fields that say something else. */
export const statusSaid = ({
  providerStatus,
  otherWords
}: Pick<Invoice, 'providerStatus' | 'otherWords'>): string | null =>
  otherWords === null ? providerStatus : [providerStatus, otherWords].filter((text) => text !== null).join(' · ')

export const asksForPayment = (kind: InvoiceKind | null): boolean =>
  kind === null || kind === 'invoice' || kind === 'credit'

/** The kind of a paper that counts as void because it asks for no payment; null: it is another one. */
export const otherPaperOf = ({ state, kind }: Pick<Invoice, 'state' | 'kind'>): InvoiceKind | null =>
  state === 'void' && !asksForPayment(kind) ? kind : null

type StatedAmounts = Pick<Invoice, 'state' | 'total' | 'remaining'>

/** What is to pay of an open invoice: the confirmed remainder, else the total. null: neither was read. */
export const toPay = ({ remaining, total }: Pick<Invoice, 'remaining' | 'total'>): Decimal | null => remaining ?? total

/** What an invoice counts in its state. Providers write credits with or without a minus sign. */
export function countedAmount({ state, total, remaining }: StatedAmounts): Decimal | null {
  if (state === 'open') return toPay({ remaining, total })
  return state === 'credit' && total !== null ? total.replace('-', '') : total
}

export const isPaidInPart = ({ state, total, remaining }: StatedAmounts): boolean =>
  state === 'open' && remaining !== null && (total === null || compareDecimals(total, remaining) !== 0)

export interface InvoiceLine {
  text: string | null
  quantity: Decimal | null
  unitAmount: Decimal | null
  amount: Decimal | null
}

export interface InvoiceView {
  invoice: AccountInvoice
  lines: InvoiceLine[]
  moreLines: number
  pageHost: string | null
  /** Of a link in the record. null with `hasPdf`: the PDF is behind the credential, and no browser can open it. */
  pdfHost: string | null
  keptPdf: { at: string; bytes: number } | null
  raw: string
  notes: ReadingNote[]
  /** ISO 8601, if the provider's latest reply was partial and lacked this invoice; null: it had it. */
  receivedAt: string | null
}

/** null, empty and 'all' don't filter. */
export interface InvoiceChoice {
  /** Each word begins a word of number, status, payment method, currency or a line. */
  text: string
  /** 'outstanding': all that is to pay. 'overdue': the part of it that was due before today. 'open': the rest of it. */
  state: InvoiceState | 'all' | 'outstanding' | 'overdue'
  /** First and last day of issue; with either, invoices without a date are left out. */
  from: Day | null
  to: Day | null
  least: Decimal | null
  most: Decimal | null
  /** With the setting `allAccounts`: only this account's. */
  account: string | null
  /** Selected invoices; absent: all. */
  keys?: string[] | undefined
}

/**
 * `urgency`: what is to pay comes first, by its due day. Open invoices without one follow, the oldest first, then all others, the
 * newest first.
 */
export type InvoiceSort = InvoiceColumn | 'urgency'

export interface InvoiceOrder {
  sort: InvoiceSort
  descending: boolean
}

/** Missing values come last; equal ones newest first. */
export interface InvoiceQuery extends InvoiceChoice, InvoiceOrder {
  offset: number
  limit: number
}

export interface Money {
  currency: string | null
  amount: Decimal
}

/** Currencies of a sum: those with the most invoices, and the unknown one. */
export const MOST_SUMS = 10

export interface InvoicePage<Row extends Invoice = AccountInvoice> {
  rows: Row[]
  matched: number
}

/** An account whose invoices a list of all accounts lacks, or of which it has saved ones of an earlier fetch. */
export interface MissingAccount {
  id: string
  /**
   * `unavailable`: saved, but they can't be read now, because of `error`. `notFetched`: none were fetched yet; `error` says why, if
   * it is known. `noInvoices`: the provider's definition has no list of invoices. `outdated`: the latest fetch ended with `error`.
   */
  why: 'signedOut' | 'unavailable' | 'notFetched' | 'noInvoices' | 'outdated'
  error: ErrorInfo | null
}

/** What the chosen invoices add up to, one entry a currency; amounts of unknown currency stay apart, and come last. */
export interface InvoiceTotals {
  amounts: {
    currency: string | null
    invoices: number
    total: Decimal
    byState: Record<InvoiceState, Decimal>
  }[]
  withoutAmount: number
  /** Currencies beyond the MOST_SUMS that are listed. */
  moreCurrencies: number
}

/** The last twelve months by day of issue, without void invoices. */
export interface InvoiceMonths {
  currencies: {
    currency: string | null
    months: {
      month: string
      invoices: number
      amount: Decimal
      open: Decimal
      unknown: Decimal
    }[]
    unknown: Decimal
  }[]
  leftOut: number
}

export const EXPORT_KINDS = ['csv', 'zip', 'ics'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]
/** Invoices that can be selected at once; for more there is the export of the whole list. */
export const MOST_SELECTED = 5000

/** Days of issue, both included; null: no limit. */
export interface Period {
  from: Day | null
  to: Day | null
}

/** What the accountant gets. With a period, invoices without a date are left out, and named in missing.csv. */
export interface AccountantExport extends Period {
  /** Their ids. */
  accounts: string[]
  /** accounting.csv */
  table: boolean
  pdfs: boolean
}

/** What an account has for the accountant, as it is saved now. */
export interface AccountantShare {
  id: string
  invoices: number
  /** Left out, because they have no date. */
  undated: number
  /** null: its list is as of the latest fetch. */
  missing: MissingAccount | null
  partial: PartialList | null
}

/** A reason in missing.csv, and what it is about. */
export interface MissingReason {
  /** The account's name. */
  account: string
  /** In the language of the interface. */
  why: string
  /** null: the account as a whole. */
  invoices: {
    count: number
    /** Of the first MOST_NUMBERS; without one, the provider's key. */ numbers: string[]
  } | null
}

/** Reasons of an export that the page shows. missing.csv has all. */
export const MOST_REASONS = 50
export const MOST_NUMBERS = 10

export interface ExportProgress {
  done: number
  total: number
  pdfs: number
  missing: number
}

export type InvoiceColumn = (typeof invoiceFields)[InvoiceField]['column']

const COLUMN_FIELDS = new Map(
  Object.entries(invoiceFields).map(([field, { column }]) => [column, field as InvoiceField] as const)
)
export const INVOICE_COLUMNS = [...COLUMN_FIELDS.keys()]
export const INVOICE_SORTS: readonly InvoiceSort[] = [...INVOICE_COLUMNS, 'urgency']

export const fieldOfColumn = (column: InvoiceColumn): InvoiceField => COLUMN_FIELDS.get(column) ?? 'number'

/** 'due' only if an invoice has a due day. */
export const FIRST_COLUMNS: readonly InvoiceColumn[] = ['number', 'issued', 'state', 'due', 'total']

/** The number always comes first. */
export const withNumber = (columns: readonly InvoiceColumn[]): InvoiceColumn[] => [
  'number',
  ...INVOICE_COLUMNS.filter((column) => column !== 'number' && columns.includes(column)).toSorted(
    (one, other) => columns.indexOf(one) - columns.indexOf(other)
  )
]

const PAYMENT_METHODS = ['creditCard', 'cryptocurrency', 'alipay', 'webMoney', 'payPal'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** null: unknown, shown as received. */
export function paymentMethodOf(method: string): PaymentMethod | null {
  const letters = method.toLowerCase().replace(/[^a-z]/g, '')
  return PAYMENT_METHODS.find((known) => known.toLowerCase() === letters) ?? null
}

/** Rows of each list in the overview. */
export const OVERVIEW_ROWS = 4

export const MOST_LINES = 200

/** Of an account's list. */
export const MOST_INVOICES = 50_000

export const MOST_CURRENCIES = 8

export const TERM_DAYS = { least: 0, most: 365 } as const

export const EVERY_INVOICE: InvoiceChoice = {
  text: '',
  state: 'all',
  from: null,
  to: null,
  least: null,
  most: null,
  account: null
}

export const NEWEST_FIRST: InvoiceOrder = { sort: 'issued', descending: true }

export const URGENT_FIRST: InvoiceOrder = { sort: 'urgency', descending: false }
