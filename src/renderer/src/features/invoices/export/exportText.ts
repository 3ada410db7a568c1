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
  if (what.kind === 'ics') return tn('invoices.export.savedIcs', invoices, { name })
  const isTable = what.kind === 'csv' || (what.kind === 'accountant' && !what.pdfs)
  const done = isTable
    ? tn('invoices.export.savedCsv', invoices, { name })
    : tn('invoices.export.savedZip', pdfs, { name })
  if (lacksAllPdfs(outcome)) return tn('invoices.export.noPdfs', missing, { name })
  if (missing > 0) return sentences(done, tn('invoices.export.missing', missing))
  return sentences(done, reasons.length > 0 && t('invoices.export.incomplete'))
}

/** Empty without a total: the invoices are fetched first. */
export function progressText({ done, total, missing }: ExportProgress): string {
  if (total === 0) return ''
  const far = t('invoices.export.progress', { done: formatNumber(done), total: formatNumber(total) })
  return missing > 0 ? `${far} · ${tn('invoices.export.without', missing)}` : far
}
