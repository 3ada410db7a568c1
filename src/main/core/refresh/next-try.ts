/** What the outcomes of some topics say of the network, and of when to ask again. */
import { isKeychainError, isConnectionError } from '../../../shared/ipc/error-rules.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Clock } from '../ports/index.ts'

/** One for each topic that was asked for; null: it went well. */
export type Outcomes = readonly (ErrorInfo | null)[]

/** A share of the time between two rounds, so that not all computers ask at once. */
export const JITTER = 0.1
/** First wait after a failed round; doubles up to the longest. */
export const RETRY_FIRST_MS = 2_000
const RETRY_LONGEST_MS = 5 * 60_000

/** It passes by itself, so that trying again soon makes sense. */
const isPassing = (error: ErrorInfo): boolean =>
  isConnectionError(error) || error.code === 'SERVER' || error.code === 'RATE_LIMITED'

const errorsIn = (outcomes: Outcomes): ErrorInfo[] => outcomes.filter((error) => error !== null)

/** Whether any error is one that passes by itself. */
export const somePass = (outcomes: Outcomes): boolean => errorsIn(outcomes).some(isPassing)

/**
 * Reached, if any call was answered; an error of our own says nothing about the network.
 * @returns null when nothing is said
 */
export function reachOf(outcomes: Outcomes): 'online' | 'offline' | null {
  if (outcomes.some((error) => !error || (error.host !== undefined && !isConnectionError(error)))) return 'online'
  return errorsIn(outcomes).some(isConnectionError) ? 'offline' : null
}

/** That long, give or take a little. */
export const jittered = (ms: number, clock: Pick<Clock, 'random'>): number =>
  ms * (1 - JITTER + 2 * JITTER * clock.random())

/** Milliseconds until the platform may be asked again, as it said itself; 0 when it said nothing. */
export function askedToWait(outcomes: Outcomes, until: (moment: string) => number): number {
  const waits = errorsIn(outcomes).map(({ retryAt }) => (retryAt === undefined ? 0 : until(retryAt)))
  return Math.max(0, ...waits.filter(Number.isFinite))
}

/**
 * @param failedRounds how many rounds in a row have failed before
 * @param everyMs from one round to the next; 0: only when the person asks
 * @returns milliseconds from now, and how many have failed by now; null when only the person can change anything
 */
export function nextTry(
  outcomes: Outcomes,
  failedRounds: number,
  everyMs: number,
  clock: Pick<Clock, 'random'>
): { ms: number; failedRounds: number } | null {
  const failed = errorsIn(outcomes)
  if (everyMs === 0) return null
  // The password store: each further question could make it prompt.
  if (failed.length > 0 && failed.every(isKeychainError)) return null
  if (!somePass(failed)) return { ms: jittered(everyMs, clock), failedRounds: 0 }
  const wait = Math.min(RETRY_FIRST_MS * 2 ** failedRounds, RETRY_LONGEST_MS) * (0.75 + 0.5 * clock.random())
  return { ms: wait, failedRounds: failedRounds + 1 }
}
