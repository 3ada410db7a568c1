/** Why a PDF is not in an archive. */
import { isConnectionError } from '../../../shared/ipc/error-rules.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { say } from '../../../shared/i18n/main-translate.ts'

/** Why a host is asked no more: those before could not be reached there, or it asked to slow down. */
export type GivenUp = 'notReached' | 'slowDown'

/** 'noLink': the platform gave none. GivenUp: this one was not asked for. */
export type Missing = 'noLink' | GivenUp | ErrorInfo

/** What an error says of the host rather than of the one PDF. */
export const wordOfHost = (error: ErrorInfo): GivenUp | null => {
  if (error.code === 'RATE_LIMITED') return 'slowDown'
  return isConnectionError(error) ? 'notReached' : null
}

/** In one sentence. @param host where the link leads */
export function whyMissing(missing: Missing, host: string | null): string {
  const where = { host: host ?? say('error.thisPlatform') }
  if (typeof missing === 'string') return say(`export.missing.${missing}`, where)
  if (missing.host !== undefined) where.host = missing.host
  if (missing.found === 'notPdf') return say('export.missing.notPdf', where)
  if (missing.found === 'address' || missing.found === 'privateAddress') return say('export.missing.address', where)
  if (missing.code === 'UNAUTHORIZED' || missing.code === 'FORBIDDEN') return say('export.missing.signIn', where)
  if (missing.code === 'SERVER' || missing.code === 'RATE_LIMITED') return say(`export.missing.${missing.code}`, where)
  return say(`error.${missing.code}.sentence`, where)
}
