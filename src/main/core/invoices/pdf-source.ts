/** The PDFs of an archive, one by one: the kept copy, else from where the link leads. */
import { failureOf } from '../../../shared/ipc/failure.ts'
import type { Begun } from './begun.ts'
import { isUnreached, type Missing } from './missing.ts'
import type { FetchPdf } from './pdf.ts'
import type { InvoiceParts } from './index.ts'
import type { InvoiceRecord } from '../ports.ts'

/** After as many in a row that could not be reached, the network is gone, or the host: the rest is not tried. */
const MOST_UNREACHED = 3

export type PackRecord = Pick<InvoiceRecord, 'invoice' | 'pdfUrl'>

/** @throws CANCELLED only; all else that goes wrong is told as why it is missing */
export type PdfSource = (record: PackRecord) => Promise<{ bytes: Uint8Array } | { missing: Missing }>

export function createPdfSource({ report }: Pick<InvoiceParts, 'report'>, begun: Begun, fetchPdf: FetchPdf): PdfSource {
  let unreached = 0
  const keptOf = async (key: string): Promise<Uint8Array | null> => {
    try {
      return await begun.done(begun.cache.pdf(key))
    } catch (error) {
      begun.check()
      // A copy that can't be read is as good as none.
      if (failureOf(error).code === 'INTERNAL') report(error)
      return null
    }
  }
  return async (record) => {
    const kept = await keptOf(record.invoice.key)
    if (kept) return { bytes: kept }
    if (record.pdfUrl === null) return { missing: 'noLink' }
    if (unreached >= MOST_UNREACHED) return { missing: 'notTried' }
    try {
      const { bytes } = await fetchPdf(begun, record)
      unreached = 0
      return { bytes }
    } catch (error) {
      begun.check()
      const failure = failureOf(error)
      if (failure.code === 'INTERNAL') report(error)
      unreached = isUnreached(failure) ? unreached + 1 : 0
      return { missing: failure }
    }
  }
}
