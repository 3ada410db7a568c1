/**
 * Products as CSV: RFC 4180, with the 21 documented fields as columns, for spreadsheets.
 *
 * A spreadsheet takes a cell that begins with = + - @, or with their full-width forms, for a formula, whatever quotes are
 * around it, and some look behind blanks and invisible characters. So text that begins like that, or with a tab or the end
 * of a line, gets an apostrophe before it. Numbers are no texts: a weight of -5 stays -5.
 */
import { PRODUCT_FIELDS, type Product } from '../../../shared/model/product.ts'

/** Tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

const DANGEROUS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** The names of the columns, in the document's order. */
export const csvHeader = (): string => line(PRODUCT_FIELDS)

/** One product; what is null or absent is empty. */
export const csvLine = (product: Product): string => line(PRODUCT_FIELDS.map((field) => product[field]))

const line = (values: readonly (string | number | boolean | null | undefined)[]): string =>
  `${values.map(cell).join(',')}\r\n`

function cell(value: string | number | boolean | null | undefined): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value)
  const text = DANGEROUS.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
