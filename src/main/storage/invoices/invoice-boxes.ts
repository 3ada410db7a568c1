/** The invoices as a document in the account's file. */
import { InvoiceList } from './invoice-list.ts'
import { fromBox, toBoxes, type StoredInvoice } from './stored-invoice.ts'

export const INVOICE_BOXES = {
  toBoxes: ({ stored }: InvoiceList) => toBoxes(stored),
  fromBox,
  join: (parts: StoredInvoice[][]) => new InvoiceList(parts.flat())
}
