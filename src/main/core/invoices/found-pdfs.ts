import { toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { hostIn } from '../../../shared/models/connection.ts'
import { hasUnusableLink } from '../../../shared/models/freshness.ts'
import type { OpenAccountParts, Operation } from '../open-account.ts'
import { hostErrorOf, type HostError, type Missing } from './csv-tables.ts'
import { linkHost } from './links.ts'
import { fetchPdf } from './pdf.ts'

/** After this many host errors in a row, the host gets no more requests. */
const MAX_HOST_ERRORS = 3

export type FoundPdf = { bytes: Uint8Array } | { missing: Missing; host: string | null }

/** The stored copy of a PDF, else a fetched one. */
export class FoundPdfs {
  readonly #parts: OpenAccountParts
  /** By account, because a provider may accept the credential of another one. */
  readonly #errorsInRow = new Map<string, HostError[]>()

  constructor(parts: OpenAccountParts) {
    this.#parts = parts
  }

  /** @throws CANCELLED, and errors of reading the record; others are the reason why the PDF is missing */
  async read(operation: Operation, key: string): Promise<FoundPdf> {
    const { account, storage, wait } = operation
    const stored = await wait(storage.pdf(key)).catch((thrown: unknown) => {
      this.#errorOf(operation, thrown)
      return null
    })
    if (stored) return { bytes: stored }
    const record = await wait(storage.invoice(key))
    if (!record?.invoice.hasPdf) {
      return { missing: hasUnusableLink(record?.notes ?? []) ? 'unusableLink' : 'noLink', host: null }
    }
    const host = linkHost(record.pdfUrl) ?? hostIn(account.connection.baseUrl)
    const counted = `${account.id} ${host ?? ''}`
    const errors = this.#errorsInRow.get(counted) ?? []
    const last = errors.at(-1)
    if (last && errors.length >= MAX_HOST_ERRORS) return { missing: last, host }
    try {
      // The user didn't ask for each PDF, so none replaces a copy that they saved.
      const { bytes } = await fetchPdf(this.#parts, operation, record, 'ifFree')
      this.#errorsInRow.delete(counted)
      return { bytes }
    } catch (thrown) {
      const error = this.#errorOf(operation, thrown)
      const reason = hostErrorOf(error)
      this.#errorsInRow.set(counted, reason ? [...(this.#errorsInRow.get(counted) ?? []), reason] : [])
      return { missing: error, host }
    }
  }

  /** @throws CANCELLED */
  #errorOf({ check }: Operation, thrown: unknown): ErrorInfo {
    check()
    this.#parts.report(thrown)
    return toErrorInfo(thrown)
  }
}
