/** Products as CSV, with the 21 documented fields as columns. */
import { PRODUCT_FIELDS, type Product } from '../../../shared/models/product.ts'
import { csvRow } from '../csv.ts'

/** The names of the columns, in the document's order. */
export const csvHeader = (): string => csvRow(PRODUCT_FIELDS)

/** One product; what is null or absent is empty. */
export const csvLine = (product: Product): string => csvRow(PRODUCT_FIELDS.map((field) => product[field]))
