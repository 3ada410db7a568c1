/** Why a PDF is not in an archive. */
import type { Failure, FailureCode } from '../../../shared/ipc/failure.ts'
import { say } from '../../../shared/text/speak.ts'

/** 'noLink': the platform gave none. 'notTried': those before could not be reached, so this one was not asked for. */
export type Missing = 'noLink' | 'notTried' | Failure

/** Failures that say more of the network than of the one PDF. */
const UNREACHED: readonly FailureCode[] = [
  ...(['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'TLS', 'PROXY_AUTH', 'RATE_LIMITED', 'SERVER'] as const)
]
export const isUnreached = ({ code }: Failure): boolean => UNREACHED.includes(code)

/** In one sentence. @param host where the link leads */
export function whyMissing(missing: Missing, host: string | null): string {
  if (missing === 'noLink' || missing === 'notTried') return say(`export.missing.${missing}`)
  const where = { host: missing.host ?? host ?? say('failure.thisPlatform') }
  if (missing.found === 'notPdf' || missing.found === 'address') return say(`export.missing.${missing.found}`, where)
  if (missing.code === 'UNAUTHORIZED' || missing.code === 'FORBIDDEN') return say('export.missing.signIn', where)
  return say(`failure.${missing.code}.sentence`, where)
}
