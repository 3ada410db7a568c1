import { isKeychainError, isConnectionError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Clock } from '../../ports/index.ts'

export type Outcomes = readonly (ErrorInfo | null)[]

/** Spreads rounds by ± 10 %, so that not all computers ask at the same moment. */
const JITTER = 0.1
/** First wait after a failed round; doubles up to the longest. */
export const RETRY_FIRST_MS = 2_000
const RETRY_LONGEST_MS = 5 * 60_000

/** First wait until a refused token is tried again; doubles up to the longest. */
const REFUSED_FIRST_MS = 5 * 60_000
const REFUSED_LONGEST_MS = 3_600_000

export const isTransient = (error: ErrorInfo): boolean =>
  isConnectionError(error) || error.code === 'SERVER' || error.code === 'RATE_LIMITED'

/** A web page comes from something on the way, such as a Wi-Fi network's sign-in, and doesn't show that the API is up. */
const isUnreached = (error: ErrorInfo): boolean =>
  isConnectionError(error) || error.found === 'html' || error.found === 'botCheck'

/** @returns null when only errors of our own occurred, which say nothing about the network */
export function reachOf(outcomes: Outcomes): 'online' | 'unreachable' | null {
  if (outcomes.some((error) => !error || (error.host !== undefined && !isUnreached(error)))) return 'online'
  return outcomes.some((error) => error && isUnreached(error)) ? 'unreachable' : null
}

export const jittered = (ms: number, clock: Pick<Clock, 'random'>): number =>
  ms * (1 - JITTER + 2 * JITTER * clock.random())

export const refusedMs = (rounds: number, clock: Pick<Clock, 'random'>): number =>
  jittered(Math.min(REFUSED_FIRST_MS * 2 ** rounds, REFUSED_LONGEST_MS), clock)

/** The longest Retry-After, in milliseconds from now; 0 without one. */
export function retryAfterMs(outcomes: Outcomes, now: Date): number {
  const waits = outcomes.map((error) => Date.parse(error?.retryAt ?? '') - now.getTime())
  return Math.max(0, ...waits.filter(Number.isFinite))
}

/** @param everyMs 0: automatic refresh is off @returns null when only the user can change anything */
export function nextRound(
  outcomes: Outcomes,
  failedRounds: number,
  everyMs: number,
  clock: Pick<Clock, 'random'>
): { ms: number; failedRounds: number } | null {
  const errors = outcomes.filter((error) => error !== null)
  if (everyMs === 0) return null
  // Each further read could make the keychain prompt.
  if (errors.length > 0 && errors.every(isKeychainError)) return null
  if (!errors.some(isTransient)) return { ms: jittered(everyMs, clock), failedRounds: 0 }
  const wait = Math.min(RETRY_FIRST_MS * 2 ** failedRounds, RETRY_LONGEST_MS) * (0.75 + 0.5 * clock.random())
  return { ms: wait, failedRounds: failedRounds + 1 }
}
