/** What the builders of invoices start from. */
import { invoiceFields } from '../../src/shared/models/fields.ts'
import type { InvoiceField } from '../../src/shared/models/invoice.ts'

/** Every field that an invoice may lack, absent. */
export const NO_INVOICE_FIELDS = Object.fromEntries(Object.keys(invoiceFields).map((field) => [field, null])) as Record<
  Exclude<InvoiceField, 'state'>,
  null
>
