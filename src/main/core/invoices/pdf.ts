import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import { invoiceKey, type InvoiceRef } from '../../../shared/models/invoice.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { ExclusiveJob } from '../../concurrency.ts'
import { invoicesTouched, withAccount, type OpenAccountParts, type Operation } from '../open-account.ts'
import type { InvoiceRecord, PdfRoom } from '../ports/index.ts'
import { pdfName } from './file-names.ts'
import type { InvoiceLinks } from './links.ts'

/** Behind the credential; null: there is none, or a link in the record leads to it. */
const idOfPdf = ({ pdfUrl, invoice }: InvoiceRecord): string | null =>
  invoice.hasPdf && pdfUrl === null ? invoice.key : null

/** Fetches the PDF and stores a copy if possible. */
export async function fetchPdf(
  parts: OpenAccountParts,
  operation: Operation,
  record: InvoiceRecord,
  room: PdfRoom
): Promise<{ bytes: Uint8Array; kept: boolean }> {
  const { clock, report } = parts
  const { storage, wait } = operation
  const bytes = await receivePdf(parts, operation, record)
  const keeping = storage
    .savePdf(record.invoice.key, bytes, clock.now().toISOString(), room)
    .catch((error: unknown) => {
      // The fetched PDF is still good if no copy can be stored.
      report(error)
      return false
    })
  return { bytes, kept: await wait(keeping) }
}

async function receivePdf(
  { api, session, refresh }: OpenAccountParts,
  { account, signal, wait }: Operation,
  record: InvoiceRecord
): Promise<Uint8Array> {
  if (record.pdfUrl !== null) return wait(api.pdf(account.connection, record.pdfUrl, signal))
  const id = idOfPdf(record)
  // The record may have been read while the definition still had the call.
  if (id === null || definitionOf(account.connection).invoicePdf === null) throw new AppError('NOT_FOUND')
  const access = await wait(session.accessTo(account.id))
  try {
    return await wait(api.invoicePdf(access, id, signal))
  } catch (error) {
    if (toErrorInfo(error).code === 'UNAUTHORIZED') refresh.revalidate(account.id)
    throw error
  }
}

/** An invoice's PDF: fetches and stores it, saves it to a file, opens the stored copy. */
export class InvoicePdfs {
  readonly #parts: OpenAccountParts
  readonly #links: Pick<InvoiceLinks, 'refreshInvoice'>
  readonly #saving = new ExclusiveJob<Output<'invoices', 'savePdf'>>('reject')
  readonly #opening = new ExclusiveJob<void>('reject')

  constructor(parts: OpenAccountParts, links: Pick<InvoiceLinks, 'refreshInvoice'>) {
    this.#parts = parts
    this.#links = links
  }

  /** Saves the stored copy if the PDF can't be fetched. One at a time, until the user has chosen a file. */
  save(invoice: InvoiceRef): Promise<Output<'invoices', 'savePdf'>> {
    return withAccount(this.#parts, invoice.account, (operation) =>
      this.#saving.start(invoiceKey(invoice), operation.signal, () => this.#fetchAndSave(operation, invoice.key))
    )
  }

  /** Opens the stored copy. @throws NOT_FOUND */
  async open(invoice: InvoiceRef): Promise<void> {
    await withAccount(this.#parts, invoice.account, (operation) =>
      this.#opening.start(invoiceKey(invoice), operation.signal, () => this.#openCopy(operation, invoice.key))
    )
  }

  /** Deletes the stored copy. */
  async drop({ account, key }: InvoiceRef): Promise<void> {
    await withAccount(this.#parts, account, ({ storage, wait }) => wait(storage.dropPdf(key)))
    invoicesTouched(this.#parts, account)
  }

  async #fetchAndSave(operation: Operation, key: string): Promise<Output<'invoices', 'savePdf'>> {
    const { files } = this.#parts
    const { account, storage, wait, check } = operation
    const before = await wait(storage.invoice(key))
    // Only links expire.
    const isById = before !== null && idOfPdf(before) !== null
    if (!isById) await this.#links.refreshInvoice(operation, key)
    // The refresh may have dropped it.
    const record = (isById ? null : await wait(storage.invoice(key))) ?? before
    if (!record) throw new AppError('NOT_FOUND')
    const { bytes, kept } = await fetchPdf(this.#parts, operation, record, 'make').catch(async (error: unknown) => {
      check()
      const copy = await wait(storage.pdf(key))
      if (!copy) throw error
      return { bytes: copy, kept: true }
    })
    if (kept) invoicesTouched(this.#parts, account.id)
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      // The app may have been locked during the file dialog.
      check()
      yield bytes
    }
    return { name: await files.saveStream(pdfName(record.invoice), 'pdf', pieces()), kept }
  }

  async #openCopy({ storage, wait, check }: Operation, key: string): Promise<void> {
    const record = await wait(storage.invoice(key))
    const copy = await wait(storage.pdf(key))
    if (!record || !copy) throw new AppError('NOT_FOUND')
    await this.#parts.files.openCopy(pdfName(record.invoice), copy, check)
  }
}
