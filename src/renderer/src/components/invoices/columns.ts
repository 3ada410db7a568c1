/** Columns of the invoice table: widths and cell texts. */
import type { InvoiceColumn, Invoice } from '../../../../shared/models/invoice.ts'
import { formatDate, formatMoney } from '../../i18n.ts'
import { signedDiscount } from './decimal.ts'
import { methodText } from './invoiceText.ts'

interface Room {
  /** px */
  least: number
  /** Share of the remaining width. */
  grow: number
}
const DATE: Room = { least: 92, grow: 0 }
const WORD: Room = { least: 96, grow: 1 }
const AMOUNT: Room = { least: 104, grow: 0 }
const ROOM: Record<InvoiceColumn, Room> = {
  number: { least: 98, grow: 1 },
  issued: DATE,
  state: { least: 178, grow: 1.4 },
  due: DATE,
  paid: DATE,
  updated: DATE,
  status: WORD,
  method: WORD,
  currency: { least: 72, grow: 0 },
  subtotal: AMOUNT,
  discount: AMOUNT,
  taxes: AMOUNT,
  total: AMOUNT
}
const AMOUNTS: readonly InvoiceColumn[] = ['subtotal', 'discount', 'taxes', 'total']
export const isAmount = (column: InvoiceColumn): boolean => AMOUNTS.includes(column)

/** Gap between columns, and at either end of a row, px. */
export const GAP = 12

/** Grid template and minimum width (px) of the columns. */
export function gridOf(columns: readonly InvoiceColumn[]): { template: string; least: number } {
  const rooms = columns.map((column) => ROOM[column])
  return {
    template: rooms.map(({ least, grow }) => (grow > 0 ? `minmax(${least}px, ${grow}fr)` : `${least}px`)).join(' '),
    least: rooms.reduce((sum, { least }) => sum + least, GAP * (columns.length + 1))
  }
}

/** Text of a cell, empty for a missing value; the table renders `number` and `state` itself. */
export function cellText(invoice: Invoice, column: InvoiceColumn): string {
  const money = (amount: string | null): string =>
    amount === null ? '' : formatMoney({ amount, currency: invoice.currency })
  const day = (text: string | null): string => (text === null ? '' : formatDate(text))
  switch (column) {
    case 'number':
      return invoice.number ?? ''
    case 'issued':
      return day(invoice.issuedAt)
    case 'due':
      return day(invoice.dueBy === 'term' ? invoice.dueDay : invoice.dueAt)
    case 'paid':
      return day(invoice.paidAt)
    case 'updated':
      return day(invoice.updatedAt)
    case 'state':
      return invoice.state
    case 'status':
      return invoice.providerStatus ?? ''
    case 'method':
      return invoice.paymentMethod === null ? '' : methodText(invoice.paymentMethod)
    case 'currency':
      return invoice.currency ?? ''
    case 'discount':
      return money(signedDiscount(invoice))
    case 'subtotal':
    case 'taxes':
    case 'total':
      return money(invoice[column])
  }
}
