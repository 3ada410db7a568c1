/** Finds the PDFs of an archive: the stored copy, else the invoice's link. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Operation } from '../open-account.ts'
import { hostOf } from './links.ts'
import { hostErrorOf, type HostError, type Missing } from './missing-pdfs.ts'
import type { FetchPdf } from './pdf.ts'
import type { InvoiceParts } from './parts.ts'
import type { InvoiceRecord } from '../ports/index.ts'

/** After this many host errors in a row, the host gets no more requests. */
const MAX_HOST_ERRORS = 3

export type ArchiveRecord = Pick<InvoiceRecord, 'invoice' | 'pdfUrl'>

/** @throws CANCELLED only; other errors are the reason why the PDF is missing */
export type PdfSource = (record: ArchiveRecord) => Promise<{ bytes: Uint8Array } | { missing: Missing }>

export function createPdfSource(
  { report }: Pick<InvoiceParts, 'report'>,
  operation: Operation,
  fetchPdf: FetchPdf
): PdfSource {
  /** The latest errors in a row of each host. */
  const errorsInRow = new Map<string | null, HostError[]>()
  const readStoredCopy = async (key: string): Promise<Uint8Array | null> => {
    try {
      return await operation.wait(operation.storage.pdf(key))
    } catch (error) {
      operation.check()
      // Without a readable copy, fetch the PDF.
      if (toErrorInfo(error).code === 'INTERNAL') report(error)
      return null
    }
  }
  return async (record) => {
    const stored = await readStoredCopy(record.invoice.key)
    if (stored) return { bytes: stored }
    if (record.pdfUrl === null) return { missing: 'noLink' }
    const host = hostOf(record.pdfUrl)
    const before = errorsInRow.get(host) ?? []
    const last = before.at(-1)
    if (last && before.length >= MAX_HOST_ERRORS) return { missing: last }
    try {
      // The user didn't ask for each PDF, so none replaces a copy that they saved.
      const { bytes } = await fetchPdf(operation, record, 'ifFree')
      errorsInRow.delete(host)
      return { bytes }
    } catch (thrown) {
      operation.check()
      const error = toErrorInfo(thrown)
      if (error.code === 'INTERNAL') report(thrown)
      const reason = hostErrorOf(error)
      errorsInRow.set(host, reason ? [...(errorsInRow.get(host) ?? []), reason] : [])
      return { missing: error }
    }
  }
}
