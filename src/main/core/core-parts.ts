import type { OpenAccountStorage } from './open-account-storage.ts'
import type { Api, Clock, Files, Opener, Publisher } from './ports/index.ts'
import type { FreshnessBook } from './refresh/freshness.ts'
import type { Session } from './session/session.ts'

export interface CoreParts {
  api: Api
  session: Session
  store: OpenAccountStorage
  freshness: FreshnessBook
  clock: Clock
  publisher: Publisher
  files: Files
  opener: Opener
  locked: () => boolean
  /** Receives errors without an error code. */
  report: (error: unknown) => void
}
