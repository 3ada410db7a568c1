import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import { invoiceKey, type InvoiceRef } from '../../../shared/models/invoice.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { ExclusiveJob } from '../../concurrency.ts'
import type { AccountWork } from '../../accounts/account.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { InvoiceRecord, PdfRoom } from '../../ports/index.ts'
import { pdfName } from './pdf-names.ts'
import type { InvoiceLinks } from '../invoice-links.ts'

/** Behind the credential; null: there is none, or a link in the record leads to it. */
const idOfPdf = ({ pdfUrl, invoice }: InvoiceRecord): string | null =>
  invoice.hasPdf && pdfUrl === null ? invoice.key : null

/** Fetches the PDF and stores a copy if possible. */
export async function fetchPdf(
  parts: CoreParts,
  work: AccountWork,
  record: InvoiceRecord,
  room: PdfRoom
): Promise<{ bytes: Uint8Array; kept: boolean }> {
  const { clock, report } = parts
  const { storage, wait } = work
  const bytes = await receivePdf(parts, work, record)
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
  { api }: CoreParts,
  { account, record: { connection }, signal, wait }: AccountWork,
  record: InvoiceRecord
): Promise<Uint8Array> {
  if (record.pdfUrl !== null) return wait(api.pdf(connection, record.pdfUrl, signal))
  const id = idOfPdf(record)
  // The record may have been read while the definition still had the call.
  if (id === null || definitionOf(connection).invoicePdf === null) throw new AppError('NOT_FOUND')
  const access = await wait(account.access())
  try {
    return await wait(api.invoicePdf(access, id, signal))
  } catch (error) {
    if (toErrorInfo(error).code === 'UNAUTHORIZED') account.rounds.revalidate()
    throw error
  }
}

/** An invoice's PDF: fetches and stores it, saves it to a file, opens the stored copy. */
export class InvoicePdfs {
  readonly #parts: CoreParts
  readonly #links: Pick<InvoiceLinks, 'freshenLinks'>
  readonly #saving = new ExclusiveJob<Output<'invoices', 'savePdf'>>('reject')
  readonly #opening = new ExclusiveJob<void>('reject')

  constructor(parts: CoreParts, links: Pick<InvoiceLinks, 'freshenLinks'>) {
    this.#parts = parts
    this.#links = links
  }

  /** Saves the stored copy if the PDF can't be fetched. One at a time, until the user has chosen a file. */
  save(invoice: InvoiceRef): Promise<Output<'invoices', 'savePdf'>> {
    return this.#parts.accounts
      .get(invoice.account)
      .work((work) => this.#saving.start(invoiceKey(invoice), work.signal, () => this.#fetchAndSave(work, invoice.key)))
  }

  /** Opens the stored copy. @throws NOT_FOUND */
  async open(invoice: InvoiceRef): Promise<void> {
    await this.#parts.accounts
      .get(invoice.account)
      .work((work) => this.#opening.start(invoiceKey(invoice), work.signal, () => this.#openCopy(work, invoice.key)))
  }

  /** Deletes the stored copy. */
  async drop(invoice: InvoiceRef): Promise<void> {
    const account = this.#parts.accounts.get(invoice.account)
    await account.work(({ storage, wait }) => wait(storage.dropPdf(invoice.key)))
    account.touch('invoices')
  }

  async #fetchAndSave(work: AccountWork, key: string): Promise<Output<'invoices', 'savePdf'>> {
    const { files } = this.#parts
    const { account, storage, wait, check } = work
    const before = await wait(storage.invoice(key))
    // Only links expire.
    const isById = before !== null && idOfPdf(before) !== null
    if (!isById) await this.#links.freshenLinks(work, key)
    // The refresh may have dropped it.
    const record = (isById ? null : await wait(storage.invoice(key))) ?? before
    if (!record) throw new AppError('NOT_FOUND')
    const { bytes, kept } = await fetchPdf(this.#parts, work, record, 'make').catch(async (error: unknown) => {
      check()
      const copy = await wait(storage.pdf(key))
      if (!copy) throw error
      return { bytes: copy, kept: true }
    })
    if (kept) account.touch('invoices')
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      // The app may have been locked during the file dialog.
      check()
      yield bytes
    }
    return { name: await files.saveStream(pdfName(record.invoice), 'pdf', pieces()), kept }
  }

  async #openCopy({ storage, wait, check }: AccountWork, key: string): Promise<void> {
    const record = await wait(storage.invoice(key))
    const copy = await wait(storage.pdf(key))
    if (!record || !copy) throw new AppError('NOT_FOUND')
    await this.#parts.files.openCopy(pdfName(record.invoice), copy, check)
  }
}
