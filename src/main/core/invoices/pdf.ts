/** An invoice's PDF: fetches and stores it, saves it to a file, opens the stored copy. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { ExclusiveJob } from '../../concurrency.ts'
import type { CoreParts } from '../core-parts.ts'
import { startOperation, type OpenAccountParts, type Operation } from '../open-account.ts'
import type { InvoiceRecord, PdfRoom } from '../ports/index.ts'
import { pdfName } from './file-names.ts'
import type { RefreshLinks } from './links.ts'

/** Fetches the PDF and stores a copy if possible. */
export async function fetchPdf(
  { api, clock, report }: CoreParts,
  { account, storage, signal, wait }: Operation,
  { pdfUrl, invoice: { key } }: Pick<InvoiceRecord, 'pdfUrl' | 'invoice'>,
  room: PdfRoom
): Promise<{ bytes: Uint8Array; kept: boolean }> {
  if (pdfUrl === null) throw new AppError('NOT_FOUND')
  const bytes = await wait(api.pdf(account.connection, pdfUrl, signal))
  const keeping = storage.savePdf(key, bytes, clock.now().toISOString(), room).catch((error: unknown) => {
    // The fetched PDF is still good if no copy can be stored.
    report(error)
    return false
  })
  return { bytes, kept: await wait(keeping) }
}

export function createPdf(parts: OpenAccountParts, refreshLinks: RefreshLinks) {
  const { files, freshness } = parts
  const saving = new ExclusiveJob<Output<'invoices', 'savePdf'>>('reject')
  const opening = new ExclusiveJob<void>('reject')

  const save = async (operation: Operation, key: string): Promise<Output<'invoices', 'savePdf'>> => {
    const { storage, wait, check } = operation
    const before = await wait(storage.invoice(key))
    await refreshLinks(operation)
    // The refresh may have dropped it.
    const record = (await wait(storage.invoice(key))) ?? before
    if (!record) throw new AppError('NOT_FOUND')
    const { bytes, kept } = await fetchPdf(parts, operation, record, 'make').catch(async (error: unknown) => {
      check()
      const copy = await wait(storage.pdf(key))
      if (!copy) throw error
      return { bytes: copy, kept: true }
    })
    if (kept) freshness.touch('invoices')
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      // The app may have been locked during the file dialog.
      check()
      yield bytes
    }
    return { name: await files.saveStream(pdfName(record.invoice), 'pdf', pieces()), kept }
  }

  const open = async ({ storage, wait, check }: Operation, key: string): Promise<void> => {
    const record = await wait(storage.invoice(key))
    const copy = await wait(storage.pdf(key))
    if (!record || !copy) throw new AppError('NOT_FOUND')
    await files.openCopy(pdfName(record.invoice), copy, check)
  }

  return {
    /** Saves the stored copy if the PDF can't be fetched. One at a time, until the user has chosen a file. */
    async savePdf(key: string): Promise<Output<'invoices', 'savePdf'>> {
      const operation = startOperation(parts)
      return saving.start(key, operation.signal, () => save(operation, key))
    },

    async openPdf(key: string): Promise<void> {
      const operation = startOperation(parts)
      await opening.start(key, operation.signal, () => open(operation, key))
    },

    async dropPdf(key: string): Promise<void> {
      const { storage, wait } = startOperation(parts)
      await wait(storage.dropPdf(key))
      freshness.touch('invoices')
    }
  }
}
