/** Explains why a PDF is missing from an archive. */
import { isConnectionError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { t } from '../../../shared/i18n/translate.ts'

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
  const where = { host: host ?? t('error.thisProvider') }
  if (typeof missing === 'string') return t(`export.missing.${missing}`, where)
  if (missing.host !== undefined) where.host = missing.host
  if (missing.found === 'notPdf') return t('export.missing.notPdf', where)
  if (missing.found === 'address' || missing.found === 'privateAddress') return t('export.missing.address', where)
  if (missing.code === 'UNAUTHORIZED' || missing.code === 'FORBIDDEN') return t('export.missing.signIn', where)
  if (missing.code === 'SERVER' || missing.code === 'RATE_LIMITED') return t(`export.missing.${missing.code}`, where)
  return t(`error.${missing.code}.sentence`, where)
}
