/** Saves the PDFs of chosen invoices into a folder: stored copies, and with --fetch also the provider's. */
import { resolve } from 'node:path'
import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { oneLine } from '../../shared/i18n/format.ts'
import { t } from '../../shared/i18n/translate.ts'
import type { Account } from '../../shared/models/account.ts'
import type { Invoice } from '../../shared/models/invoice.ts'
import { pdfName } from '../core/invoices/file-names.ts'
import { hostErrorOf } from '../core/invoices/csv-tables.ts'
import type { Api, InvoiceRecord, Keychain } from '../core/ports/index.ts'
import { FolderError, NewFiles, type FolderProblem } from '../desktop/files/new-files.ts'
import { markAsDownloaded } from '../desktop/files/mark-of-the-web.ts'
import { SavedAccount } from '../storage/saved-account.ts'
import { accessTo, type AccessParts } from './quick-check.ts'

export type PdfResult =
  | { state: 'saved' | 'there'; file: string }
  /** The invoice has none, no copy is stored, or the provider sent none. */
  | { state: 'none' | 'notStored' | 'failed' }

export interface PdfParts {
  dataFolder: string
  api: Pick<Api, 'pdf' | 'invoicePdf' | 'signIn'>
  keychain: Pick<Keychain, 'read'>
  sample: AccessParts['sample']
  /** Ask the provider for those that aren't stored. */
  fetch: boolean
  atEnd: (cleanUp: () => void) => void
  warn: (sentence: string) => void
}

/** After so many errors in a row, a host gets no more requests. */
const MOST_HOST_ERRORS = 3

export class PdfSaver {
  readonly #parts: PdfParts
  readonly #files: NewFiles
  readonly #folder: string
  readonly #counts = { saved: 0, there: 0, none: 0, notStored: 0, failed: 0 }
  readonly #errorsInRow = new Map<string, number>()
  #problem: FolderProblem | null = null

  constructor(folder: string, parts: PdfParts) {
    this.#parts = parts
    this.#folder = resolve(folder)
    // Some file systems, such as FAT, take no mark.
    this.#files = new NewFiles(this.#folder, (path) => markAsDownloaded(path).catch(() => undefined))
    parts.atEnd(() => this.#files.removeUnfinished())
  }

  /** One sentence, once the folder can't take a file. */
  problem(): string | null {
    return this.#problem && t(`cli.folder.${this.#problem}`, { folder: oneLine(this.#folder) })
  }

  /** For standard error: how many PDFs were saved, and which weren't. */
  sentences(): string[] {
    const { saved, there, notStored, failed } = this.#counts
    const problem = this.problem()
    return [
      t('cli.pdfs.saved', { n: saved }, saved),
      ...(there > 0 ? [t('cli.pdfs.there', { n: there }, there)] : []),
      ...(notStored > 0 ? [t('cli.pdfs.notStored', { n: notStored }, notStored)] : []),
      ...(failed > 0 ? [t('cli.pdfs.failed', { n: failed }, failed)] : []),
      ...(problem === null ? [] : [problem])
    ]
  }

  counts(): Readonly<Record<PdfResult['state'], number>> {
    return this.#counts
  }

  /** Ends the work if the folder can't be used. @returns false then */
  prepare(): Promise<boolean> {
    return this.#orProblem(() => this.#files.prepare().then(() => true), false)
  }

  /** @returns null once the folder takes no more files */
  async save(account: Account, record: InvoiceRecord): Promise<PdfResult | null> {
    if (this.#problem !== null) return null
    const bytes = await this.#bytesOf(account, record)
    const result = typeof bytes === 'string' ? { state: bytes } : await this.#write(record.invoice, bytes)
    if (result !== null) this.#counts[result.state] += 1
    return result
  }

  #write(invoice: Invoice, bytes: Uint8Array): Promise<PdfResult | null> {
    return this.#orProblem(async () => {
      const { path, isNew } = await this.#files.save(pdfName(invoice), bytes)
      return { state: isNew ? 'saved' : 'there', file: path }
    }, null)
  }

  async #bytesOf(account: Account, record: InvoiceRecord): Promise<Uint8Array | 'none' | 'notStored' | 'failed'> {
    const stored = await this.#storedCopy(account, record.invoice.key)
    if (stored !== null) return stored
    if (!record.invoice.hasPdf) return 'none'
    if (!this.#parts.fetch && account.kind !== 'sample') return 'notStored'
    if ((this.#errorsInRow.get(account.id) ?? 0) >= MOST_HOST_ERRORS) return 'failed'
    try {
      const bytes = await this.#fetch(account, record)
      this.#errorsInRow.delete(account.id)
      return bytes
    } catch (error) {
      const info = this.#appErrorOf(error)
      const isOfHost = hostErrorOf(info) !== null
      this.#errorsInRow.set(account.id, isOfHost ? (this.#errorsInRow.get(account.id) ?? 0) + 1 : 0)
      return 'failed'
    }
  }

  async #storedCopy(account: Account, key: string): Promise<Uint8Array | null> {
    if (!account.keyStored) return null
    const entry = await this.#parts.keychain.read(account.id).catch((error: unknown) => {
      this.#appErrorOf(error)
      return null
    })
    return entry && new SavedAccount(this.#parts.dataFolder, account.id).pdf(entry.dataKey, key)
  }

  async #fetch(account: Account, { pdfUrl, invoice }: InvoiceRecord): Promise<Uint8Array> {
    const { api } = this.#parts
    if (pdfUrl !== null) return api.pdf(account.connection, pdfUrl)
    return api.invoicePdf(await accessTo(account, this.#parts), invoice.key)
  }

  /** Any other error is a bug. */
  #appErrorOf(error: unknown): ErrorInfo {
    if (!(error instanceof AppError)) throw error
    return toErrorInfo(error)
  }

  async #orProblem<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FolderError)) throw error
      this.#problem = error.problem
      return otherwise
    }
  }
}
