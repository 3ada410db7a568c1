/** The CSV table for accountants. Its layout is fixed: docs/invoices.md describes each column, and programs rely on it. */
import { oneLine } from '../../../shared/i18n/format.ts'
import type { AccountRecord } from '../../../shared/models/account.ts'
import type { CsvFormat } from '../../../shared/models/csv-format.ts'
import { dayOf } from '../../../shared/models/day.ts'
import { absolute, compareDecimals, isNegative, isZero, subtractDecimals } from '../../../shared/models/decimal.ts'
import type { Decimal } from '../../../shared/models/decimal.ts'
import { hostIn } from '../../../shared/models/connection.ts'
import { toPay, type Invoice, type InvoiceState } from '../../../shared/models/invoice.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { csvTable, exact, identifier, type CsvTable } from '../../csv.ts'

export interface AccountingRow {
  invoice: Invoice
  /** Its name. */
  account: string
  /** The provider's legal name, else its host. */
  supplier: string
  /** Of the PDF's file. */
  pdf: string | null
}

/** A void invoice is nothing to book. One of unknown state may be. */
export const isForAccounting = ({ state }: Pick<Invoice, 'state'>): boolean => state !== 'void'

/** English in every language. */
const STATUSES: Record<InvoiceState, string> = {
  open: 'open',
  settled: 'paid',
  credit: 'credit',
  unknown: 'unknown',
  void: 'void'
}

/** A definition's name is that of an API, such as IPRoyal (residential), which is no company. */
export const supplierOf = ({ connection }: Pick<AccountRecord, 'connection'>): string =>
  definitionOf(connection).legalName ?? hostIn(connection.baseUrl) ?? ''

export const accountingTable = (format: CsvFormat): CsvTable<AccountingRow> =>
  csvTable<AccountingRow>(
    [
      ['Date', ({ invoice }) => invoice.issuedDay],
      ['Number', ({ invoice }) => identifier(lineOf(invoice.number))],
      ['Supplier', ({ supplier }) => lineOf(supplier)],
      ['Net', ({ invoice }) => exact(signed(invoice, netOf(invoice)?.amount ?? null))],
      ['Tax', ({ invoice }) => exact(signed(invoice, invoice.taxes))],
      ['Gross', ({ invoice }) => exact(signed(invoice, invoice.total))],
      ['Currency', ({ invoice }) => currencyOf(invoice)],
      ['Due', ({ invoice }) => invoice.dueDay],
      ['Paid on', ({ invoice }) => dayOf(invoice.paidAt)],
      ['Remaining', ({ invoice }) => exact(signed(invoice, remainingOf(invoice)))],
      ['PDF file', ({ pdf }) => pdf],
      ['Status', ({ invoice }) => STATUSES[invoice.state]],
      ['Account', ({ account }) => lineOf(account)],
      ['Net from', ({ invoice }) => netOf(invoice)?.from ?? null]
    ],
    format
  )

/** Also a draft of one, or one with a status that isn't recognised. */
const isCredit = ({ state, kind, total }: Invoice): boolean =>
  state === 'credit' || kind === 'credit' || (total !== null && isNegative(total))

/** Amounts of a credit are below zero, so that a column adds up. Providers write each of them with or without a minus sign. */
const signed = (invoice: Invoice, amount: Decimal | null): Decimal | null =>
  amount === null || isZero(amount) || !isCredit(invoice) ? amount : `-${absolute(amount)}`

interface Net {
  amount: Decimal
  /** English in every language. */
  from: 'subtotal' | 'subtotal less discount' | 'gross less tax'
}

/**
 * What makes the total together with the tax: the subtotal, or the subtotal less the discount. Where the provider states none, or one
 * with the tax in it, the total less the tax. A fee, or a credit that was deducted, makes another total: then the net isn't known.
 */
function netOf(invoice: Invoice): Net | null {
  const { subtotal, discount, taxes, total } = isCredit(invoice) ? withoutSigns(invoice) : invoice
  if (total === null || taxes === null) return null
  const rest: Net = { amount: subtractDecimals(total, taxes), from: 'gross less tax' }
  if (isNegative(rest.amount)) return null
  if (subtotal === null) return rest
  const stated: Net[] = [
    { amount: subtotal, from: 'subtotal' },
    { amount: subtractDecimals(subtotal, absolute(discount ?? '0')), from: 'subtotal less discount' }
  ]
  const has = (sum: Decimal): Net | undefined => stated.find(({ amount }) => compareDecimals(amount, sum) === 0)
  return has(rest.amount) ?? (has(total) ? rest : null)
}

type NetAmounts = Pick<Invoice, 'subtotal' | 'discount' | 'taxes' | 'total'>

/** A credit's total may be below zero, and its tax above. */
const withoutSigns = ({ subtotal, discount, taxes, total }: NetAmounts): NetAmounts => ({
  subtotal: subtotal && absolute(subtotal),
  discount: discount && absolute(discount),
  taxes: taxes && absolute(taxes),
  total: total && absolute(total)
})

function remainingOf(invoice: Invoice): Decimal | null {
  if (invoice.state === 'settled') return '0'
  return invoice.state === 'open' ? toPay(invoice) : invoice.remaining
}

const currencyOf = ({ currency }: Invoice): string | null =>
  currency !== null && /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : lineOf(currency)

/** Accounting programs write texts into files in which a line is an entry. */
const lineOf = (text: string | null): string | null =>
  text === null ? null : oneLine(text.replaceAll(/[\u2028\u2029]/g, ' '))
