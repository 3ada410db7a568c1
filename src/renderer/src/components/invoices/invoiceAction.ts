/** Actions of the invoice menu: an export, or toggling the chart. */
import type { ExportKind } from '../../stores/invoiceExport.ts'

export type InvoiceAction = ExportKind | 'chart'
