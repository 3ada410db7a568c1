/** What else is done with the list of invoices: an export of one kind, or the chart shown and put away. */
import type { ExportKind } from '../../stores/invoiceExport.ts'

export type InvoiceAct = ExportKind | 'chart'
