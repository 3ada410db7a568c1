/** An invoice's PDF: fetches and stores it, saves it to a file, opens the stored copy. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { InvoiceRecord, PdfRoom } from '../ports/index.ts'
import { createExclusive } from '../concurrency/exclusive.ts'
import { startOperation, type Operation } from '../open-account.ts'
import { pdfName } from './file-names.ts'
import type { InvoiceParts } from './parts.ts'
import type { RefreshLinks } from './refresh-links.ts'

export interface Pdf {
  /**
   * Saves the stored copy if the PDF can't be fetched. One at a time, until the user has chosen a file: another PDF is
   * rejected as busy, the same one joins.
   * @throws NOT_FOUND when the invoice is gone or has no PDF link; as Api.pdf; CANCELLED when another account is opened
   * or the app is locked; STORAGE
   */
  savePdf(key: string): Promise<Output<'invoices', 'savePdf'>>
  /**
   * One at a time, as savePdf.
   * @throws NOT_FOUND without a stored copy; STORAGE when no viewer opens it; CANCELLED when another account is opened
   * or the app is locked before it opens
   */
  openPdf(key: string): Promise<void>
  dropPdf(key: string): Promise<void>
}

export interface FetchedPdf {
  bytes: Uint8Array
  /** Whether a copy was stored. */
  kept: boolean
}

export type FetchPdf = (
  operation: Operation,
  record: Pick<InvoiceRecord, 'pdfUrl' | 'invoice'>,
  room: PdfRoom
) => Promise<FetchedPdf>

/** Fetches the PDF and stores a copy if possible. @throws as Pdf.savePdf */
export function createFetchPdf({ api, clock, report }: InvoiceParts): FetchPdf {
  return async ({ account, storage, signal, wait }, { pdfUrl, invoice: { key } }, room) => {
    if (pdfUrl === null) throw new AppError('NOT_FOUND')
    const bytes = await wait(api.pdf(account.connection, pdfUrl, signal))
    const keeping = storage.savePdf(key, bytes, clock.now().toISOString(), room).catch((error: unknown) => {
      // The fetched PDF is still good if no copy can be stored.
      if (toErrorInfo(error).code === 'INTERNAL') report(error)
      return false
    })
    return { bytes, kept: await wait(keeping) }
  }
}

export function createPdf(parts: InvoiceParts, refreshLinks: RefreshLinks): Pdf {
  const { files, freshness } = parts
  const fetchPdf = createFetchPdf(parts)
  const saving = createExclusive<Output<'invoices', 'savePdf'>>('reject')
  const opening = createExclusive<void>('reject')

  /** The invoice after a refresh, or before it if it has disappeared. */
  const lookUp = async (operation: Operation, key: string): Promise<InvoiceRecord> => {
    const before = await operation.wait(operation.storage.invoice(key))
    await refreshLinks(operation)
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

/** Checks again after the file dialog: the app may have been locked meanwhile. */
async function* checked(operation: Operation, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  operation.check()
  yield bytes
}
