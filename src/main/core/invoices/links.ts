import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { startOperation, type OpenAccountParts, type Operation } from '../open-account.ts'
import type { StoredInfo } from '../ports/index.ts'
import { pdfName } from './file-names.ts'

/** In milliseconds. Links younger than this are used as they are, and an error younger than this is not retried. */
const RECENT_MS = 60_000
/** The longest Retry-After that is believed: a longer wait means that the clock was set back. */
const LONGEST_WAIT_MS = 24 * 3_600_000

/** Opens an invoice's web page or PDF in the browser, with links that are fresh. */
export class InvoiceLinks {
  readonly #parts: OpenAccountParts
  #lastError: { account: AbortSignal; error: ErrorInfo; at: number } | null = null

  constructor(parts: OpenAccountParts) {
    this.#parts = parts
  }

  /** The sample's hosts don't exist: its PDF opens in the system's viewer, its page nowhere. */
  async open({ key, which, link }: Input<'invoices', 'openLink'>): Promise<Output<'invoices', 'openLink'>> {
    const { api, files, opener } = this.#parts
    const operation = startOperation(this.#parts)
    const { account, storage, signal, wait, check } = operation
    const error = link === 'fresh' ? await this.refresh(operation) : null
    if (error) throw new AppError(error.code, error)
    const record = await wait(storage.invoice(key))
    const address = which === 'page' ? record?.pageUrl : record?.pdfUrl
    if (!record || !address) throw new AppError('NOT_FOUND')
    if (account.kind !== 'sample') {
      const url = await wait(api.externalUrl(account.connection.baseUrl, address, signal))
      return { host: await opener.open(url) }
    }
    if (which === 'pdf') {
      const bytes = await wait(api.pdf(account.connection, address, signal))
      await files.openCopy(pdfName(record.invoice), bytes, check)
    }
    return { host: null }
  }

  /** Refreshes the invoices, because links expire. @returns null if the links are fresh, else why they are not */
  async refresh({ storage, wait }: Operation): Promise<ErrorInfo | null> {
    const { freshness, refresh, clock } = this.#parts
    if (!this.#isStale(await wait(storage.info('invoices')))) return null
    const recent = this.#recentError()
    if (recent) return recent
    const account = refresh.whileOpen()
    await wait(refresh.fetchOpenAccount('invoices'))
    const error = freshness.error('invoices')
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

  #recentError(): ErrorInfo | null {
    const { freshness, clock, refresh } = this.#parts
    const error = freshness.error('invoices')
    // The network may be back.
    if (error === null || error.code === 'OFFLINE') return null
    const wait = error.retryAt === undefined ? 0 : Date.parse(error.retryAt) - clock.now().getTime()
    if (wait > 0 && wait <= LONGEST_WAIT_MS) return error
    const last = this.#lastError
    const isLast = last?.error === error && last.account === refresh.whileOpen() && this.#isRecent(last.at)
    return isLast ? error : null
  }
}

export const linkHost = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.host ?? null)
