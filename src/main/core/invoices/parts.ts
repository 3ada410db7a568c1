/** Dependencies of the invoices' modules. */
import type { OpenAccountStorage } from '../open-account-storage.ts'
import type { Api, Clock, Files, Opener, Publisher } from '../ports/index.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import type { Session } from '../session/session.ts'

export interface InvoiceParts {
  api: Api
  session: Session
  store: OpenAccountStorage
  freshness: FreshnessBook
  clock: Clock
  publisher: Publisher
  files: Files
  opener: Opener
  /** True while the app is locked: exports and downloads stop. */
  locked: () => boolean
  /** Aborted when another account is opened, or the open account's connection changes: Refresh.whileOpen. */
  whileOpen: () => AbortSignal
  /** Refreshes the invoices, or joins a running refresh. Its error is in the freshness book: Refresh.run. */
  fetch: () => Promise<void>
  /** Receives errors without an error code. */
  report: (error: unknown) => void
}
