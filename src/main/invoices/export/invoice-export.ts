import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import type { AccountantExport, ExportProgress } from '../../../shared/models/invoice.ts'
import { Throttle } from '../../concurrency.ts'
import type { Account } from '../../accounts/account.ts'
import { ExportRun, type ExportRequest, type ExportSources, type InvoiceParts } from './export-run.ts'

/** Saves invoices as CSV, ICS or ZIP. One export at a time. */
export class InvoiceExport {
  readonly #parts: InvoiceParts
  readonly #sources: ExportSources
  readonly #throttle: Throttle
  #running: ExportRun | null = null

  constructor(parts: InvoiceParts, sources: ExportSources) {
    this.#parts = parts
    this.#sources = sources
    this.#throttle = new Throttle(parts.clock, () => parts.publisher.publish('export', null))
  }

  /**
   * Of one account, or of all (null). No file is written when the user cancels, the account is signed out, or the app is locked before the user has chosen a file.
   */
  save(
    account: Account | null,
    request: Omit<Input<'invoices', 'exportFile'>, 'of'>
  ): Promise<Output<'invoices', 'exportFile'>> {
    return this.#save({ ...request, account })
  }

  /** One account is exported as `save` exports one, several as all. */
  saveForAccountant(wanted: AccountantExport): Promise<Output<'invoices', 'exportForAccountant'>> {
    return this.#save({ ...wanted, kind: 'accountant' })
  }

  /** null: no export runs, or the user is still choosing a file. */
  progress(): ExportProgress | null {
    return this.#running?.isStarted() ? { ...this.#running.counts() } : null
  }

  cancel(): void {
    this.#running?.abort()
  }

  /** Call it when the app is locked. Once the user has chosen a file, the export goes on. */
  cancelUnlessStarted(): void {
    if (!this.#running?.isStarted()) this.cancel()
  }

  async #save(request: ExportRequest): Promise<Output<'invoices', 'exportFile'>> {
    if (this.#running) throw new AppError('BAD_REQUEST')
    const run = new ExportRun(this.#parts, this.#sources, request, this.#throttle)
    this.#running = run
    try {
      const name = await run.save()
      const { done, pdfs, missing } = run.counts()
      return { name, invoices: done, pdfs, missing, ...run.reasons() }
    } finally {
      // PDFs may still be fetched.
      run.abort()
      this.#running = null
      if (run.isStarted()) this.#throttle.sendNow()
      for (const id of run.accountsWithPdfs()) this.#parts.accounts.find(id)?.touch('invoices')
    }
  }
}
