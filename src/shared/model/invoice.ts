/** An invoice as the tolerant reader makes it of the v2, v3 and foreign shapes (docs/platform.md). */
import { z } from 'zod'

export const INVOICE_STATES = ['open', 'settled', 'void', 'unknown'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** An exact decimal in major units, such as "-130.10". */
export const decimalSchema = z.string().regex(/^-?\d+(\.\d+)?$/)

export const invoiceSchema = z.object({
  /** Unique within the account: the id, else a stand-in. */
  key: z.string(),
  number: z.string().nullable(),
  state: z.enum(INVOICE_STATES),
  /** The platform's own word or number for the status, as text; null if it gave none. */
  platformStatus: z.string().nullable(),
  /** True when platformStatus was a number, whose meaning is not documented. */
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
  paymentMethod: z.string().nullable(),
  hasPage: z.boolean(),
  hasPdf: z.boolean()
})
export type Invoice = z.infer<typeof invoiceSchema>

export const invoiceViewSchema = z.object({
  invoice: invoiceSchema,
  /** The record as it came, as indented JSON, credential-like fields removed. */
  raw: z.string()
})
export type InvoiceView = z.infer<typeof invoiceViewSchema>

export const invoiceQuerySchema = z.object({
  offset: z.number().int().min(0).max(10_000_000),
  limit: z.number().int().min(1).max(200),
  state: z.enum(['all', ...INVOICE_STATES])
})
export type InvoiceQuery = z.infer<typeof invoiceQuerySchema>

/** A sum of exact decimals of one currency; amounts of unknown currency stay apart (currency null). */
export const moneySchema = z.object({ currency: z.string().nullable(), amount: decimalSchema })
export type Money = z.infer<typeof moneySchema>

export const invoiceSummarySchema = z.object({
  total: z.number().int(),
  byState: z.record(z.enum(INVOICE_STATES), z.number().int()),
  /** What is open to pay, per currency. */
  openAmounts: z.array(moneySchema),
  /** Open invoices whose amount could not be read. */
  openWithoutAmount: z.number().int()
})
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>

export const invoicePageSchema = z.object({
  /** Newest first; those without a date last, in the platform's order. */
  rows: z.array(invoiceSchema).max(200),
  matched: z.number().int(),
  summary: invoiceSummarySchema
})
export type InvoicePage = z.infer<typeof invoicePageSchema>
