/** The CSV table for accountants. Its layout is fixed: docs/accounting.md describes each column, and programs rely on it. */
import { oneLine } from '../../../shared/i18n/format.ts'
import type { Account } from '../../../shared/models/account.ts'
import type { CsvFormat } from '../../../shared/models/csv-format.ts'
import { dayOf } from '../../../shared/models/day.ts'
import { absolute, addDecimals, compareDecimals, isZero, subtractDecimals } from '../../../shared/models/decimal.ts'
import type { Decimal } from '../../../shared/models/decimal.ts'
import { toPay, type Invoice, type InvoiceState } from '../../../shared/models/invoice.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { csvTable, exact, identifier, type CsvTable } from '../csv.ts'

export interface AccountingRow {
  invoice: Invoice
  /** The provider's name. */
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

/** The provider's name, because the user may have renamed the account. */
export const supplierOf = ({ connection }: Pick<Account, 'connection'>): string => definitionOf(connection).name

export const accountingTable = (format: CsvFormat): CsvTable<AccountingRow> =>
  csvTable<AccountingRow>(
    [
      ['Date', ({ invoice }) => invoice.issuedDay],
      ['Number', ({ invoice }) => identifier(lineOf(invoice.number))],
      ['Supplier', ({ supplier }) => lineOf(supplier)],
      ['Net', ({ invoice }) => exact(signed(invoice, netOf(invoice)))],
      ['Tax', ({ invoice }) => exact(signed(invoice, invoice.taxes))],
      ['Gross', ({ invoice }) => exact(signed(invoice, invoice.total))],
      ['Currency', ({ invoice }) => currencyOf(invoice)],
      ['Due', ({ invoice }) => invoice.dueDay],
      ['Paid on', ({ invoice }) => dayOf(invoice.paidAt)],
      ['Remaining', ({ invoice }) => exact(signed(invoice, remainingOf(invoice)))],
      ['PDF file', ({ pdf }) => pdf],
      ['Status', ({ invoice }) => STATUSES[invoice.state]]
    ],
    format
  )

/** Amounts of a credit are below zero, so that a column adds up. Providers write them with or without a minus sign. */
function signed({ state }: Invoice, amount: Decimal | null): Decimal | null {
  if (state !== 'credit' || amount === null || isZero(amount)) return amount
  return `-${absolute(amount)}`
}

/** The subtotal, less the discount if tax and total confirm that; without a subtotal, the total less the tax. */
function netOf(invoice: Invoice): Decimal | null {
  const { subtotal, discount, taxes, total } = invoice.state === 'credit' ? withoutSigns(invoice) : invoice
  if (subtotal === null) return total !== null && taxes !== null ? subtractDecimals(total, taxes) : null
  if (discount === null || isZero(discount)) return subtotal
  if (total === null) return null
  const nets = [subtotal, subtractDecimals(subtotal, absolute(discount))]
  return nets.find((net) => compareDecimals(addDecimals([net, taxes ?? '0']), total) === 0) ?? null
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
