/** An invoice as the tolerant reader makes it of the v2, v3 and foreign shapes (docs/platform.md). */
import { z } from 'zod'
import { daySchema } from './day.ts'
import { readingNoteSchema } from './freshness.ts'
import { INVOICE_COLUMNS, MOST_LINES } from './invoice-rules.ts'

export const INVOICE_STATES = ['open', 'settled', 'void', 'unknown'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** The readers take up to 30 digits on either side of the point; a sum may have a few more. */
const LONGEST_DECIMAL = 80

/** An exact decimal in major units, such as "-130.10". */
export const decimalSchema = z
  .string()
  .max(LONGEST_DECIMAL)
  .regex(/^-?\d+(\.\d+)?$/)

export const invoiceSchema = z.object({
  /** Unique within the account: the id, else a stand-in. */
  key: z.string(),
  number: z.string().nullable(),
  state: z.enum(INVOICE_STATES),
  /** The platform's own word or number for the status, as text; null if it gave none. */
  providerStatus: z.string().nullable(),
  /** True when providerStatus was a number, whose meaning is not documented. */
  statusIsNumber: z.boolean(),
  total: decimalSchema.nullable(),
  subtotal: decimalSchema.nullable(),
  taxes: decimalSchema.nullable(),
  discount: decimalSchema.nullable(),
  /** ISO 4217, or null: neither API version publishes one. */
  currency: z.string().nullable(),
  /** ISO 8601, as the platform wrote them (date or date-time). */
  issuedAt: z.string().nullable(),
  dueAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** The calendar day of issuedAt, as the platform wrote it. */
  issuedDay: daySchema.nullable(),
  /** The day of dueAt; without one, the day that the person's payment term comes to. */
  dueDay: daySchema.nullable(),
  dueBy: z.enum(['platform', 'term']).nullable(),
  paymentMethod: z.string().nullable(),
  hasPage: z.boolean(),
  hasPdf: z.boolean()
})
export type Invoice = z.infer<typeof invoiceSchema>

/** One line of an invoice, as far as it can be read. */
export const invoiceLineSchema = z.object({
  text: z.string().nullable(),
  quantity: decimalSchema.nullable(),
  unitAmount: decimalSchema.nullable(),
  amount: decimalSchema.nullable()
})
export type InvoiceLine = z.infer<typeof invoiceLineSchema>

export const invoiceViewSchema = z.object({
  invoice: invoiceSchema,
  lines: z.array(invoiceLineSchema).max(MOST_LINES),
  /** Lines that the record has beyond those. */
  moreLines: z.number().int(),
  /** Where the links lead; null: there is none. */
  pageHost: z.string().nullable(),
  pdfHost: z.string().nullable(),
  /** The PDF that is kept on this computer; null: none is. */
  savedPdf: z.object({ at: z.string(), bytes: z.number().int() }).nullable(),
  /** The record as it came, as indented JSON, credential-like fields removed. */
  raw: z.string(),
  /** What the tolerant reader met in this record. */
  notes: z.array(readingNoteSchema)
})
export type InvoiceView = z.infer<typeof invoiceViewSchema>

/** Which of the invoices; what is null, empty or 'all' leaves nothing out. */
export const invoiceChoiceSchema = z.object({
  /** Each word begins some word of number, status, payment method, currency or a line; case and accents don't count. */
  text: z.string().max(200),
  /** 'overdue': open, and due before today. */
  state: z.enum(['all', ...INVOICE_STATES, 'overdue']),
  /** First and last day of issue; with either, invoices without a date are left out. */
  from: daySchema.nullable(),
  to: daySchema.nullable(),
  /** Smallest and largest total, whatever the currency; with either, invoices without an amount are left out. */
  least: decimalSchema.nullable(),
  most: decimalSchema.nullable()
})
export type InvoiceChoice = z.infer<typeof invoiceChoiceSchema>

export const invoiceOrderSchema = z.object({
  sort: z.enum(INVOICE_COLUMNS),
  descending: z.boolean()
})
export type InvoiceOrder = z.infer<typeof invoiceOrderSchema>

/** Those that lack what is sorted by come last, whichever way; among equals the newest first. */
export const invoiceQuerySchema = invoiceChoiceSchema.extend({
  ...invoiceOrderSchema.shape,
  offset: z.number().int().min(0).max(10_000_000),
  limit: z.number().int().min(1).max(200)
})
export type InvoiceQuery = z.infer<typeof invoiceQuerySchema>

/** A sum of exact decimals of one currency; amounts of unknown currency stay apart (currency null). */
export const moneySchema = z.object({ currency: z.string().nullable(), amount: decimalSchema })
export type Money = z.infer<typeof moneySchema>

export const invoiceSummarySchema = z.object({
  total: z.number().int(),
  byState: z.record(z.enum(INVOICE_STATES), z.number().int()),
  /** Of those open. */
  overdue: z.number().int(),
  /** Totals of the open invoices, per currency. One that is paid in part counts whole: no balance is read. */
  openAmounts: z.array(moneySchema),
  /** Open invoices whose amount could not be read. */
  openWithoutAmount: z.number().int()
})
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>

export const invoicePageSchema = z.object({
  rows: z.array(invoiceSchema).max(200),
  matched: z.number().int(),
  /** Of the whole account, whatever is chosen. */
  summary: invoiceSummarySchema
})
export type InvoicePage = z.infer<typeof invoicePageSchema>

/** What the chosen invoices add up to, one entry a currency; amounts of unknown currency stay apart, and come last. */
export const invoiceTotalsSchema = z.object({
  amounts: z.array(
    z.object({
      currency: z.string().nullable(),
      invoices: z.number().int(),
      /** Of all but those that are void. */
      total: decimalSchema,
      byState: z.record(z.enum(INVOICE_STATES), decimalSchema)
    })
  ),
  withoutAmount: z.number().int()
})
export type InvoiceTotals = z.infer<typeof invoiceTotalsSchema>

/** The last twelve months up to this one, by the day of issue; void invoices are left out. */
export const invoiceMonthsSchema = z.object({
  /** At most MOST_CURRENCIES, the one with most invoices first. */
  currencies: z.array(
    z.object({
      currency: z.string().nullable(),
      /** Oldest first; one for every month, also where nothing was issued. */
      months: z
        .array(
          z.object({
            /** "YYYY-MM" */
            month: z.string(),
            invoices: z.number().int(),
            amount: decimalSchema,
            /** The part of it that is open to pay. */
            open: decimalSchema,
            /** The part of it whose state isn't known. */
            unknown: decimalSchema
          })
        )
        .length(12),
      /** Of all twelve. */
      unknown: decimalSchema
    })
  ),
  /** Invoices without a readable date or amount, which are in no month. */
  leftOut: z.number().int()
})
export type InvoiceMonths = z.infer<typeof invoiceMonthsSchema>

/** How far an export is. */
export const exportProgressSchema = z.object({
  /** Invoices looked at, of how many. */
  done: z.number().int(),
  total: z.number().int(),
  pdfs: z.number().int(),
  missing: z.number().int()
})
export type ExportProgress = z.infer<typeof exportProgressSchema>
