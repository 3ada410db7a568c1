/** The PDF of one invoice: fetched and kept, saved where the person says, opened offline. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { InvoiceRecord, PdfRoom } from '../ports/index.ts'
import { createExclusive } from '../concurrency/exclusive.ts'
import { startOperation, type Operation } from '../open-account.ts'
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
  operation: Operation,
  record: Pick<InvoiceRecord, 'pdfUrl' | 'invoice'>,
  room: PdfRoom
) => Promise<FetchedPdf>

/** From where the invoice's link leads; a copy is kept if that is possible. @throws as Pdf.savePdf */
export function createFetchPdf({ platform, clock, report }: InvoiceParts): FetchPdf {
  return async ({ account, storage, signal, wait }, { pdfUrl, invoice: { key } }, room) => {
    if (pdfUrl === null) throw new AppError('NOT_FOUND')
    const bytes = await wait(platform.pdf(account.connection, pdfUrl, signal))
    const keeping = storage.savePdf(key, bytes, clock.now().toISOString(), room).catch((error: unknown) => {
      // That no copy can be kept takes nothing from what was fetched.
      if (toErrorInfo(error).code === 'INTERNAL') report(error)
      return false
    })
    return { bytes, kept: await wait(keeping) }
  }
}

export function createPdf(parts: InvoiceParts, renew: Renew): Pdf {
  const { files, freshness } = parts
  const fetchPdf = createFetchPdf(parts)
  const saving = createExclusive<Output<'invoices', 'savePdf'>>('reject')
  const opening = createExclusive<void>('reject')

  /** What is known of the invoice: as it is now, else as it was. */
  const lookUp = async (operation: Operation, key: string): Promise<InvoiceRecord> => {
    const before = await operation.wait(operation.storage.invoice(key))
    await renew(operation)
    const record = (await operation.wait(operation.storage.invoice(key))) ?? before
    if (!record) throw new AppError('NOT_FOUND')
    return record
  }

  const save = async (operation: Operation, key: string): Promise<Output<'invoices', 'savePdf'>> => {
    const record = await lookUp(operation, key)
    const { bytes, kept } = await fetchPdf(operation, record, 'make').catch(async (error: unknown) => {
      operation.check()
      const copy = await operation.wait(operation.storage.pdf(key))
      if (!copy) throw error
      return { bytes: copy, kept: true }
    })
    if (kept) freshness.touch('invoices')
    const name = await files.saveStream(pdfName(record.invoice), 'pdf', checked(operation, bytes))
    return { name, kept }
  }

  const open = async (operation: Operation, key: string): Promise<void> => {
    const record = await operation.wait(operation.storage.invoice(key))
    const copy = await operation.wait(operation.storage.pdf(key))
    if (!record || !copy) throw new AppError('NOT_FOUND')
    await files.openCopy(pdfName(record.invoice), copy, operation.check)
  }

  return {
    async savePdf(key) {
      const operation = startOperation(parts)
      return saving.run(key, operation.signal, () => save(operation, key))
    },

    async openPdf(key) {
      const operation = startOperation(parts)
      await opening.run(key, operation.signal, () => open(operation, key))
    },

    async dropPdf(key) {
      const { storage, wait } = startOperation(parts)
      await wait(storage.dropPdf(key))
      freshness.touch('invoices')
    }
  }
}

/** Asked for once the person has said where to: the app may have been locked while they were asked. */
async function* checked(operation: Operation, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  operation.check()
  yield bytes
}
