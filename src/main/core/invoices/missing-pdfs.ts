/** Explains why a PDF is missing from an archive. */
import { isConnectionError } from '../../../shared/ipc/error-rules.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { say } from '../../../shared/i18n/main-translate.ts'

/** Why a host gets no more requests: it could not be reached, or it asked to slow down. */
export type HostError = 'notReached' | 'slowDown'

/** 'noLink': the provider sent no link. HostError: the PDF was not requested. */
export type Missing = 'noLink' | HostError | ErrorInfo

/** null: the error is about one PDF, not about its host. */
export const hostErrorOf = (error: ErrorInfo): HostError | null => {
  if (error.code === 'RATE_LIMITED') return 'slowDown'
  return isConnectionError(error) ? 'notReached' : null
}

/**
 * @returns one sentence
 * @param host of the link
 */
export function missingText(missing: Missing, host: string | null): string {
  const where = { host: host ?? say('error.thisPlatform') }
  if (typeof missing === 'string') return say(`export.missing.${missing}`, where)
  if (missing.host !== undefined) where.host = missing.host
  if (missing.found === 'notPdf') return say('export.missing.notPdf', where)
  if (missing.found === 'address' || missing.found === 'privateAddress') return say('export.missing.address', where)
  if (missing.code === 'UNAUTHORIZED' || missing.code === 'FORBIDDEN') return say('export.missing.signIn', where)
  if (missing.code === 'SERVER' || missing.code === 'RATE_LIMITED') return say(`export.missing.${missing.code}`, where)
  return say(`error.${missing.code}.sentence`, where)
}
