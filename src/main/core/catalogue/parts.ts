/** Dependencies of the catalogue's modules. */
import type { OpenAccountStorage } from '../open-account-storage.ts'
import type { Api, Clock, Files, Opener, Publisher } from '../ports/index.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import type { Session } from '../session/session.ts'

export interface CatalogueParts {
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
  /** Checks the token again after the provider rejected it for a single call: Refresh.revalidate. */
  revalidate: () => void
  report: (error: unknown) => void
}
