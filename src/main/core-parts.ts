import { toErrorInfo } from '../shared/ipc/error.ts'
import type { CsvFormat } from '../shared/models/csv-format.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Api, Clock, Files, Log, Opener, Publisher } from './ports/index.ts'

/** The ports and values that app/core.ts gives to the rules of every room. */
export interface CoreParts {
  api: Api
  accounts: Accounts
  clock: Clock
  publisher: Publisher
  files: Files
  opener: Opener
  /** By the settings and the regional format. */
  csvFormat: () => CsvFormat
  locked: () => boolean
  log: Log
  report: Report
}

type Report = (error: unknown) => void

/** Ignores errors with a code: the app shows them. */
export const reportUnexpected =
  (report: Report): Report =>
  (error) => {
    if (toErrorInfo(error).code === 'INTERNAL') report(error)
  }
