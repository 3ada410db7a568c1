/** The PDF of one invoice: fetched and kept, saved where the person says, opened offline. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { InvoiceRecord, PdfRoom } from '../ports/index.ts'
import { createAlone } from '../concurrency/single-flight.ts'
import { begin, type Begun } from '../concurrency/operation.ts'
import { pdfName } from './file-names.ts'
import type { InvoiceParts } from './index.ts'
import type { Renew } from './refresh-links.ts'

export interface Pdf {
  /**
   * What is kept stands in for a PDF that can't be had now. One at a time: BAD_REQUEST while another one is under way, up to
   * the person's answer; the same one is joined.
   * @throws NOT_FOUND when the invoice is gone, or has no link to a PDF; as Api.pdf; CANCELLED when the account was left,
   * or the app locked, meanwhile; STORAGE
   */
  savePdf(key: string): Promise<Output<'invoices', 'savePdf'>>
  /**
   * One at a time, as savePdf.
   * @throws NOT_FOUND when no copy is kept; STORAGE when nothing opened it; CANCELLED when the account was left, or the app
   * locked, before it was opened
   */
  openPdf(key: string): Promise<void>
  dropPdf(key: string): Promise<void>
}

export interface FetchedPdf {
  bytes: Uint8Array
  /** A copy can be opened later, too. */
  kept: boolean
}

export type FetchPdf = (
  begun: Begun,
  record: Pick<InvoiceRecord, 'pdfUrl' | 'invoice'>,
  room: PdfRoom
) => Promise<FetchedPdf>

/** From where the invoice's link leads; a copy is kept if that is possible. @throws as Pdf.savePdf */
export function createFetchPdf({ platform, clock, report }: InvoiceParts): FetchPdf {
  return async ({ account, cache, signal, done }, { pdfUrl, invoice: { key } }, room) => {
    if (pdfUrl === null) throw new AppError('NOT_FOUND')
    const bytes = await done(platform.pdf(account.connection, pdfUrl, signal))
    const keeping = cache.savePdf(key, bytes, clock.now().toISOString(), room).catch((error: unknown) => {
      // That no copy can be kept takes nothing from what was fetched.
      if (toErrorInfo(error).code === 'INTERNAL') report(error)
      return false
    })
    return { bytes, kept: await done(keeping) }
  }
}

export function createPdf(parts: InvoiceParts, renew: Renew): Pdf {
  const { files, freshness } = parts
  const fetchPdf = createFetchPdf(parts)
  const savesAlone = createAlone<Output<'invoices', 'savePdf'>>()
  const opensAlone = createAlone<void>()

  /** What is known of the invoice: as it is now, else as it was. */
  const lookUp = async (begun: Begun, key: string): Promise<InvoiceRecord> => {
    const before = await begun.done(begun.cache.invoice(key))
    await renew(begun)
    const record = (await begun.done(begun.cache.invoice(key))) ?? before
    if (!record) throw new AppError('NOT_FOUND')
    return record
  }

  const save = async (begun: Begun, key: string): Promise<Output<'invoices', 'savePdf'>> => {
    const record = await lookUp(begun, key)
    const { bytes, kept } = await fetchPdf(begun, record, 'make').catch(async (error: unknown) => {
      begun.check()
      const copy = await begun.done(begun.cache.pdf(key))
      if (!copy) throw error
      return { bytes: copy, kept: true }
    })
    if (kept) freshness.touch('invoices')
    const name = await files.saveStream(pdfName(record.invoice), 'pdf', checked(begun, bytes))
    return { name, kept }
  }

  const open = async (begun: Begun, key: string): Promise<void> => {
    const record = await begun.done(begun.cache.invoice(key))
    const copy = await begun.done(begun.cache.pdf(key))
    if (!record || !copy) throw new AppError('NOT_FOUND')
    await files.openCopy(pdfName(record.invoice), copy, begun.check)
  }

  return {
    async savePdf(key) {
      const begun = begin(parts)
      return savesAlone(begun, key, () => save(begun, key))
    },

    async openPdf(key) {
      const begun = begin(parts)
      await opensAlone(begun, key, () => open(begun, key))
    },

    async dropPdf(key) {
      const { cache, done } = begin(parts)
      await done(cache.dropPdf(key))
      freshness.touch('invoices')
    }
  }
}

/** Asked for once the person has said where to: the app may have been locked while they were asked. */
async function* checked(begun: Begun, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  begun.check()
  yield bytes
}
