/** CSV rows of invoices and missing PDFs. Days are the provider's, amounts keep the provider's exact decimals. */
import { dayOf } from '../../../shared/models/day.ts'
import { paymentMethodOf, type Invoice } from '../../../shared/models/invoice.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { BYTE_ORDER_MARK, csvRow, exact } from '../csv.ts'

const COLUMNS = [
  'number',
  'key',
  'state',
  'status',
  'issued',
  'due',
  'dueBy',
  'paid',
  'currency',
  'subtotal',
  'discount',
  'taxes',
  'total',
  'method'
] as const

/** @param withPdf adds a column for the PDF's file name */
export const invoicesHeader = (withPdf: boolean): string =>
  BYTE_ORDER_MARK +
  csvRow([...COLUMNS.map((column) => t(`export.column.${column}`)), ...(withPdf ? [t('export.column.pdf')] : [])])

function methodName(method: string | null): string | null {
  const known = method === null ? null : paymentMethodOf(method)
  return known ? t(`invoices.method.${known}`) : method
}

/** @param pdf its file name; undefined: the table has no such column */
export const invoiceLine = (invoice: Invoice, pdf?: string | null): string =>
  csvRow([
    invoice.number,
    invoice.key,
    t(`invoices.state.${invoice.state}`),
    invoice.providerStatus,
    invoice.issuedDay,
    invoice.dueDay,
    invoice.dueBy && t(`export.dueBy.${invoice.dueBy}`),
    dayOf(invoice.paidAt) ?? invoice.paidAt,
    invoice.currency,
    exact(invoice.subtotal),
    exact(invoice.discount),
    exact(invoice.taxes),
    exact(invoice.total),
    methodName(invoice.paymentMethod),
    ...(pdf === undefined ? [] : [pdf])
  ])

export const missingHeader = (): string =>
  BYTE_ORDER_MARK +
  csvRow(
    (['number', 'key', 'issued', 'total', 'currency', 'why'] as const).map((column) => t(`export.column.${column}`))
  )

export const missingLine = ({ number, key, issuedDay, total, currency }: Invoice, why: string): string =>
  csvRow([number, key, issuedDay, exact(total), currency, why])
