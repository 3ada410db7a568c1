/** How far an export of invoices is, and what it ended with, in words. */
import type { ExportProgress } from '../../../../../shared/models/invoice.ts'
import { formatNumber, sentences, t, tn } from '../../../i18n.ts'
import type { ExportState } from './invoiceExport.ts'

type Saved = Extract<ExportState, { state: 'saved' }>

/** PDFs were wanted, and none of them could be had. */
export const lacksAllPdfs = ({ saved: { pdfs, missing } }: Saved): boolean => pdfs === 0 && missing > 0

export function savedText(outcome: Saved): string {
  const { what, saved } = outcome
  const { name, invoices, pdfs, missing, reasons } = saved
  if (what.kind === 'ics') return tn('invoiceExport.savedIcs', invoices, { name })
  const isTable = what.kind === 'csv' || (what.kind === 'accountant' && !what.pdfs)
  const done = isTable ? tn('invoiceExport.savedCsv', invoices, { name }) : tn('invoiceExport.savedZip', pdfs, { name })
  if (lacksAllPdfs(outcome)) return tn('invoiceExport.noPdfs', missing, { name })
  if (missing > 0) return sentences(done, tn('invoiceExport.missing', missing))
  return sentences(done, reasons.length > 0 && t('invoiceExport.incomplete'))
}

/** Empty without a total: the invoices are fetched first. */
export function progressText({ done, total, missing }: ExportProgress): string {
  if (total === 0) return ''
  const far = t('invoiceExport.progress', { done: formatNumber(done), total: formatNumber(total) })
  return missing > 0 ? `${far} · ${tn('invoiceExport.without', missing)}` : far
}
