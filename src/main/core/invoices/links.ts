import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import type { InvoiceRef } from '../../../shared/models/invoice.ts'
import { invoicesTouched, providerError, withAccount, type OpenAccountParts, type Operation } from '../open-account.ts'
import type { InvoiceRecord, StoredInfo } from '../ports/index.ts'
import { pdfName } from './file-names.ts'

/** In milliseconds. Links younger than this are used as they are, and an error younger than this is not retried. */
const RECENT_MS = 60_000
/** The longest Retry-After that is believed: a longer wait means that the clock was set back. */
const LONGEST_WAIT_MS = 24 * 3_600_000

/** Opens an invoice's web page or PDF in the browser, with links that are fresh. */
export class InvoiceLinks {
  readonly #parts: OpenAccountParts
  #lastInvoice: { account: AbortSignal; key: string; at: number } | null = null
  #lastError: { account: AbortSignal; error: ErrorInfo; at: number } | null = null

  constructor(parts: OpenAccountParts) {
    this.#parts = parts
  }

  /** The sample's hosts don't exist: its PDF opens in the system's viewer, its page nowhere. */
  open(
    { account, key }: InvoiceRef,
    request: Pick<Input<'invoices', 'openLink'>, 'which' | 'link'>
  ): Promise<Output<'invoices', 'openLink'>> {
    return withAccount(this.#parts, account, (operation) => this.#open(operation, key, request))
  }

  async #open(
    operation: Operation,
    key: string,
    { which, link }: Pick<Input<'invoices', 'openLink'>, 'which' | 'link'>
  ): Promise<Output<'invoices', 'openLink'>> {
    const { api, files, opener, refresh } = this.#parts
    const { account, storage, signal, wait, check } = operation
    const error = link === 'fresh' ? await this.refreshInvoice(operation, key) : null
    if (error) throw new AppError(error.code, error)
    const record = await wait(storage.invoice(key))
    const address = which === 'page' ? record?.pageUrl : record?.pdfUrl
    if (!record || !address) throw new AppError('NOT_FOUND')
    if (account.kind !== 'sample') {
      const url = await wait(api.externalUrl(account.connection.baseUrl, address, signal))
      const host = await opener.open(url)
      if (which === 'page' && record.invoice.state === 'open') refresh.paymentPageOpened(account.id)
      return { host }
    }
    if (which === 'pdf') {
      const bytes = await wait(api.pdf(account.connection, address, signal))
      await files.openCopy(pdfName(record.invoice), bytes, check)
    }
    return { host: null }
  }

  /** Of one invoice, where the provider has a call for it, else of all. @returns as refresh */
  async refreshInvoice(operation: Operation, key: string): Promise<ErrorInfo | null> {
    const { storage, wait } = operation
    const record = await wait(storage.invoice(key))
    if (!record || !canFetch(operation, record)) return this.refresh(operation)
    return this.#isStale(await wait(storage.info('invoices'))) ? this.#refreshOne(operation, record) : null
  }

  /** An invoice's own call may say more than the list. Without such a call, nothing is asked. @returns as refresh */
  refreshDetails({ account, key }: InvoiceRef): Promise<ErrorInfo | null> {
    return withAccount(this.#parts, account, async (operation) => {
      const record = await operation.wait(operation.storage.invoice(key))
      return record && canFetch(operation, record) ? this.#refreshOne(operation, record) : null
    })
  }

  async #refreshOne(operation: Operation, record: InvoiceRecord): Promise<ErrorInfo | null> {
    if (this.#isLastInvoice(operation.account.id, record.invoice.key)) return null
    try {
      await this.#fetchInvoice(operation, record)
      return null
    } catch (error) {
      return providerError(this.#parts, operation.account, error)
    }
  }

  async #fetchInvoice({ account, storage, signal, wait }: Operation, known: InvoiceRecord): Promise<void> {
    const { api, session, clock, refresh } = this.#parts
    const access = await wait(session.accessTo(account.id))
    const info = await wait(storage.info('invoices'))
    const record = await wait(api.invoice(access, known, { signal, dayZone: info?.dayZone }))
    this.#lastInvoice = {
      account: refresh.whileUnchanged(account.id),
      key: known.invoice.key,
      at: clock.now().getTime()
    }
    if (JSON.stringify(record.raw) === JSON.stringify(known.raw)) return
    // A list that arrived meanwhile may be newer.
    if ((await wait(storage.info('invoices')))?.fetchedAt !== info?.fetchedAt) return
    await wait(storage.saveInvoice(record))
    invoicesTouched(this.#parts, account.id)
  }

  #isLastInvoice(accountId: string, key: string): boolean {
    const last = this.#lastInvoice
    return (
      last?.key === key && last.account === this.#parts.refresh.whileUnchanged(accountId) && this.#isRecent(last.at)
    )
  }

  /** Refreshes the invoices, because links expire. @returns null if the links are fresh, else why they are not */
  async refresh({ account: { id }, storage, wait }: Operation): Promise<ErrorInfo | null> {
    const { refresh, clock } = this.#parts
    if (!this.#isStale(await wait(storage.info('invoices')))) return null
    const recent = this.#recentError(id)
    if (recent) return recent
    const account = refresh.whileUnchanged(id)
    await wait(refresh.fetchInvoices(id))
    const error = refresh.invoicesError(id)
    this.#lastError = error && { account, error, at: clock.now().getTime() }
    if (error) return error
    // No call was made, because the credential can't be used, so no new error exists.
    return this.#isStale(await wait(storage.info('invoices'))) ? { code: 'UNAUTHORIZED' } : null
  }

  #isStale(info: StoredInfo | null): boolean {
    return info === null || !this.#isRecent(Date.parse(info.fetchedAt))
  }

  #isRecent(time: number): boolean {
    // The distance is absolute because the clock may have been set back.
    return Math.abs(this.#parts.clock.now().getTime() - time) < RECENT_MS
  }

  #recentError(accountId: string): ErrorInfo | null {
    const { clock, refresh } = this.#parts
    const error = refresh.invoicesError(accountId)
    // The network may be back.
    if (error === null || error.code === 'OFFLINE') return null
    const wait = error.retryAt === undefined ? 0 : Date.parse(error.retryAt) - clock.now().getTime()
    if (wait > 0 && wait <= LONGEST_WAIT_MS) return error
    const last = this.#lastError
    const isLast =
      last?.error === error && last.account === refresh.whileUnchanged(accountId) && this.#isRecent(last.at)
    return isLast ? error : null
  }
}

/** The definition has a call for one invoice, and this one's key is its id, by which that call asks. */
const canFetch = ({ account }: Operation, { notes = [] }: InvoiceRecord): boolean =>
  definitionOf(account.connection).invoice !== null && !notes.some(({ kind }) => kind === 'noId' || kind === 'sameId')

export const linkHost = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.host ?? null)
