/** Saves the PDFs of chosen invoices into a folder: stored copies, and with --fetch also the provider's. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { oneLine } from '../../shared/i18n/format.ts'
import { t } from '../../shared/i18n/translate.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import type { Invoice } from '../../shared/models/invoice.ts'
import { MOST_FILES_A_DAY, type FolderProblem } from '../../shared/models/pdf-folder.ts'
import { pdfName } from '../invoices/pdf/pdf-names.ts'
import { CircuitBreaker } from '../invoices/pdf/circuit-breaker.ts'
import type { Api, InvoiceRecord, Keychain } from '../ports/index.ts'
import { SafeFolderFiles } from '../desktop/files/folder-files.ts'
import { markAsDownloaded } from '../desktop/files/mark-of-the-web.ts'
import { readPdfCopy } from '../storage/read-account.ts'
import { accessTo } from './provider-access.ts'
import { errorSentence } from './output.ts'

export type PdfResult =
  | { state: 'saved' | 'there'; file: string }
  /** The invoice has none, no copy is stored, or the provider sent none or no name is left. */
  | { state: 'none' | 'notStored' | 'failed' }

export interface PdfExportParts {
  dataFolder: string
  api: Pick<Api, 'pdf' | 'invoicePdf' | 'signIn'>
  keychain: Pick<Keychain, 'read'>
  /** Ask the provider for those that aren't stored. */
  fetch: boolean
  now: Date
  atEnd: (cleanUp: () => void) => void
  stuckWhen: (isStuck: () => boolean) => void
}

export class PdfExport {
  readonly #parts: PdfExportParts
  readonly #files: SafeFolderFiles
  readonly #folder: string
  readonly #counts = { saved: 0, there: 0, none: 0, notStored: 0, failed: 0 }
  /** By account. */
  readonly #breaker = new CircuitBreaker()
  #problem: FolderProblem | null = null
  /** Of today, in the folder. */
  #newFiles = 0
  /** PDFs for which no name is left, and those names. */
  #unnamed = 0
  readonly #fullNames = new Set<string>()
  /** Why the latest PDF couldn't be fetched. */
  #failure: ErrorInfo | null = null

  constructor(folder: string, parts: PdfExportParts) {
    this.#parts = parts
    this.#folder = resolve(folder)
    // Some file systems, such as FAT, take no mark.
    this.#files = new SafeFolderFiles({
      mark: (path) => markAsDownloaded(path).catch(() => undefined),
      reveal: () => undefined
    })
    parts.atEnd(() => this.#files.stop())
    parts.stuckWhen(() => this.#files.isHanging())
  }

  /** One sentence, once the folder can't take a file. */
  problem(): string | null {
    return this.#problem && this.#sentenceOf(this.#problem)
  }

  /** For standard error: how many PDFs were saved, and which weren't. */
  sentences(): string[] {
    const { saved, there, notStored, failed } = this.#counts
    const problem = this.problem()
    const notFetched = failed - this.#unnamed
    return [
      t('cli.pdfs.saved', { n: saved }, saved),
      ...(there > 0 ? [t('cli.pdfs.there', { n: there }, there)] : []),
      ...(notStored > 0 ? [t('cli.pdfs.notStored', { n: notStored }, notStored)] : []),
      ...(notFetched > 0
        ? [t('cli.pdfs.failed', { n: notFetched, reason: errorSentence(this.#failure) }, notFetched)]
        : []),
      ...(this.#unnamed > 0 ? [this.#sentenceOf('sameName')] : []),
      ...(problem === null ? [] : [problem])
    ]
  }

  counts(): Readonly<Record<PdfResult['state'], number>> {
    return this.#counts
  }

  /** Makes the folder, if the one around it is there. @returns false if it can't be used */
  async prepare(): Promise<boolean> {
    // Whatever keeps it from being made, the check finds.
    if (!existsSync(this.#folder)) await Promise.allSettled([mkdir(this.#folder)])
    this.#problem = await this.#files.check(this.#folder)
    if (this.#problem !== null) return false
    const found = await this.#files.countSince(this.#folder, midnightOf(this.#parts.now))
    if ('problem' in found) this.#problem = found.problem
    else this.#newFiles = found.count
    return this.#problem === null
  }

  /** @returns null once the folder takes no more files */
  async save(account: AccountRecord, record: InvoiceRecord): Promise<PdfResult | null> {
    if (this.#problem !== null) return null
    const bytes = await this.#bytesOf(account, record)
    const result = typeof bytes === 'string' ? { state: bytes } : await this.#write(record.invoice, bytes)
    if (result !== null) this.#counts[result.state] += 1
    return result
  }

  async #write(invoice: Invoice, bytes: Uint8Array): Promise<PdfResult | null> {
    let begun: string | null = null
    const file = { folder: this.#folder, folders: [], name: pdfName(invoice), bytes }
    if (this.#fullNames.has(file.name)) return this.#withoutName(file.name)
    const saved = await this.#files
      .save(file, async ({ path }) => {
        if (this.#newFiles >= MOST_FILES_A_DAY) throw new TooMany()
        begun = path
      })
      .catch(problemIfTooMany)
    if ('problem' in saved) {
      // Other names are free.
      if (saved.problem === 'sameName') return this.#withoutName(file.name)
      this.#problem = saved.problem
      return null
    }
    if (saved.path === begun) this.#newFiles += 1
    return { state: saved.path === begun ? 'saved' : 'there', file: join(this.#folder, saved.path) }
  }

  #withoutName(name: string): PdfResult {
    this.#fullNames.add(name)
    this.#unnamed += 1
    return { state: 'failed' }
  }

  #sentenceOf(problem: FolderProblem): string {
    return t(`cli.folder.${problem}`, { folder: oneLine(this.#folder) })
  }

  async #bytesOf(account: AccountRecord, record: InvoiceRecord): Promise<Uint8Array | 'none' | 'notStored' | 'failed'> {
    const stored = await this.#storedCopy(account, record.invoice.key)
    if (stored !== null) return stored
    if (!record.invoice.hasPdf) return 'none'
    if (!this.#parts.fetch && account.kind !== 'sample') return 'notStored'
    if (this.#breaker.openedBy(account.id) !== null) return 'failed'
    try {
      const bytes = await this.#fetch(account, record)
      this.#breaker.succeeded(account.id)
      return bytes
    } catch (error) {
      this.#failure = this.#appErrorOf(error)
      this.#breaker.failed(account.id, this.#failure)
      return 'failed'
    }
  }

  async #storedCopy(account: AccountRecord, key: string): Promise<Uint8Array | null> {
    if (!account.keyStored) return null
    const entry = await this.#parts.keychain.read(account.id).catch((error: unknown) => {
      this.#appErrorOf(error)
      return null
    })
    const of = { folder: this.#parts.dataFolder, accountId: account.id }
    return entry && readPdfCopy(of, entry.dataKey, key)
  }

  async #fetch(account: AccountRecord, { pdfUrl, invoice }: InvoiceRecord): Promise<Uint8Array> {
    const { api } = this.#parts
    if (pdfUrl !== null) return api.pdf(account.connection, pdfUrl)
    return api.invoicePdf(await accessTo(account, this.#parts), invoice.key)
  }

  /** Any other error is a bug. */
  #appErrorOf(error: unknown): ErrorInfo {
    if (!(error instanceof AppError)) throw error
    return toErrorInfo(error)
  }
}

class TooMany extends Error {}

function problemIfTooMany(error: unknown): { problem: FolderProblem } {
  if (!(error instanceof TooMany)) throw error
  return { problem: 'tooMany' }
}

const midnightOf = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate())
