/** How soon an account is asked about again, whether it is the open one or not. Times are in Time. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { CredentialState } from '../../../shared/models/account.ts'
import type { Failures } from './freshness.ts'
import { somePass } from './next-try.ts'

/** What was asked so lately is not asked again because another account was looked at in between. */
export const LATELY_MS = 60_000
/** A round that was broken off is not begun again sooner than this after its beginning. */
export const BROKEN_OFF_MS = 2_000

/** What is remembered of an account until quit. */
export interface Asked {
  /** How it was spoken to, and with what: anything else is another matter, to be asked at once. */
  way: string
  credential: CredentialState
  /** The beginning and the end of its latest whole round; `endedAt` is null when that was broken off, or is under way. */
  begunAt: number
  endedAt: number | null
  /** When its invoices were asked for the last time, and that ended. */
  invoicesAt: number
  /** The platform wants to be left alone until then. */
  notBefore: number
  failedRounds: number
  reach: 'unknown' | 'online' | 'offline'
  failures: Failures
}

export const notAsked = (way: string, credential: CredentialState): Asked => ({
  way,
  credential,
  begunAt: -Infinity,
  endedAt: null,
  invoicesAt: -Infinity,
  notBefore: -Infinity,
  failedRounds: 0,
  reach: 'unknown',
  failures: { profile: null, catalogue: null, invoices: null }
})

const failed = (error: ErrorInfo | null): boolean => error !== null && somePass([error])

/**
 * When an account that is opened again is to be asked about.
 * @param nextAt when its next round is due; null when none is planned
 * @returns 0: at once; null: when the person says so
 */
export function backAt(asked: Asked, nextAt: number | null, now: number): number | null {
  const { begunAt, endedAt, invoicesAt, notBefore, failures } = asked
  if (notBefore > now) return nextAt
  if (endedAt === null && now - begunAt < BROKEN_OFF_MS) return begunAt + BROKEN_OFF_MS
  if (endedAt !== null && now - endedAt < LATELY_MS) return nextAt
  // It was looked at in the background, and could not be reached.
  if (now - invoicesAt < LATELY_MS && failed(failures.invoices)) return nextAt
  return 0
}

/** Its invoices were fetched so lately that they need not be, when it is opened. */
export const hasInvoices = ({ invoicesAt, failures }: Asked, now: number): boolean =>
  now - invoicesAt < LATELY_MS && failures.invoices === null
