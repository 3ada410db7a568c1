import { toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { hostIn } from '../../../shared/models/connection.ts'
import { hasUnusableLink } from '../../../shared/models/freshness.ts'
import type { AccountWork } from '../../accounts/account.ts'
import type { CoreParts } from '../../core-parts.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { Missing } from '../export/csv-tables.ts'
import { linkHost } from '../invoice-links.ts'
import { fetchPdf } from './pdf.ts'

/** In a row, of an account: its provider may name another host for each PDF. */
const MOST_UNREACHED_HOSTS = 10

export type PdfAnswer = { bytes: Uint8Array } | { missing: Missing; host: string | null }

/** The stored copy of a PDF, else a fetched one. */
export class PdfSource {
  readonly #parts: CoreParts
  /** By account and host: a provider may accept the credential of another account. */
  readonly #breaker = new CircuitBreaker()
  readonly #accounts = new CircuitBreaker(MOST_UNREACHED_HOSTS)

  constructor(parts: CoreParts) {
    this.#parts = parts
  }

  /** @throws CANCELLED, and errors of reading the record; others are the reason why the PDF is missing */
  async read(work: AccountWork, key: string): Promise<PdfAnswer> {
    const { account, storage, wait } = work
    const stored = await wait(storage.pdf(key)).catch((thrown: unknown) => {
      this.#errorOf(work, thrown)
      return null
    })
    if (stored) return { bytes: stored }
    const record = await wait(storage.invoice(key))
    if (!record?.invoice.hasPdf) {
      return { missing: hasUnusableLink(record?.notes ?? []) ? 'unusableLink' : 'noLink', host: null }
    }
    const host = linkHost(record.pdfUrl) ?? hostIn(work.record.connection.baseUrl)
    const circuit = `${account.id} ${host ?? ''}`
    const hostError = this.#breaker.openedBy(circuit)
    if (hostError) return { missing: hostError, host }
    const accountError = this.#accounts.openedBy(account.id)
    // This host wasn't asked.
    if (accountError) return { missing: accountError, host: null }
    try {
      // The user didn't ask for each PDF, so none replaces a copy that they saved.
      const { bytes } = await fetchPdf(this.#parts, work, record, 'ifFree')
      this.#breaker.succeeded(circuit)
      this.#accounts.succeeded(account.id)
      return { bytes }
    } catch (thrown) {
      const error = this.#errorOf(work, thrown)
      this.#breaker.failed(circuit, error)
      this.#accounts.failed(account.id, error)
      return { missing: error, host }
    }
  }

  /** @throws CANCELLED */
  #errorOf({ check }: AccountWork, thrown: unknown): ErrorInfo {
    check()
    this.#parts.report(thrown)
    return toErrorInfo(thrown)
  }
}
