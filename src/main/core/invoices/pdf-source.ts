/** The PDFs of an archive, one by one: the kept copy, else from where the link leads. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Operation } from '../open-account.ts'
import { hostOf } from './links.ts'
import { wordOfHost, type GivenUp, type Missing } from './missing-pdfs.ts'
import type { FetchPdf } from './pdf.ts'
import type { InvoiceParts } from './index.ts'
import type { InvoiceRecord } from '../ports/index.ts'

/** After as many failures in a row that are of the host, not of the one PDF, the rest of what is there is not tried. */
const MOST_OF_HOST = 3

export type PackRecord = Pick<InvoiceRecord, 'invoice' | 'pdfUrl'>

/** @throws CANCELLED only; all else that goes wrong is told as why it is missing */
export type PdfSource = (record: PackRecord) => Promise<{ bytes: Uint8Array } | { missing: Missing }>

export function createPdfSource(
  { report }: Pick<InvoiceParts, 'report'>,
  operation: Operation,
  fetchPdf: FetchPdf
): PdfSource {
  /** Of each host, what its latest failures in a row say of it. */
  const inRow = new Map<string | null, GivenUp[]>()
  const keptOf = async (key: string): Promise<Uint8Array | null> => {
    try {
      return await operation.wait(operation.storage.pdf(key))
    } catch (error) {
      operation.check()
      // A copy that can't be read is as good as none.
      if (toErrorInfo(error).code === 'INTERNAL') report(error)
      return null
    }
  }
  return async (record) => {
    const kept = await keptOf(record.invoice.key)
    if (kept) return { bytes: kept }
    if (record.pdfUrl === null) return { missing: 'noLink' }
    const host = hostOf(record.pdfUrl)
    const before = inRow.get(host) ?? []
    const last = before.at(-1)
    if (last && before.length >= MOST_OF_HOST) return { missing: last }
    try {
      // The person did not ask for each of them: none takes the place of one that they saved.
      const { bytes } = await fetchPdf(operation, record, 'ifFree')
      inRow.delete(host)
      return { bytes }
    } catch (thrown) {
      operation.check()
      const error = toErrorInfo(thrown)
      if (error.code === 'INTERNAL') report(thrown)
      const word = wordOfHost(error)
      inRow.set(host, word ? [...(inRow.get(host) ?? []), word] : [])
      return { missing: error }
    }
  }
}
