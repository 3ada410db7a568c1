/** Columns of the invoice table: widths and cell texts. */
import type { InvoiceColumn, Invoice } from '../../../../shared/models/invoice.ts'
import { formatDate, formatMoney } from '../../i18n.ts'
import { signedDiscount } from './amounts.ts'
import { methodText } from './invoiceText.ts'

const AMOUNTS: readonly InvoiceColumn[] = ['subtotal', 'discount', 'taxes', 'total']
export const isAmount = (column: InvoiceColumn): boolean => AMOUNTS.includes(column)

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
