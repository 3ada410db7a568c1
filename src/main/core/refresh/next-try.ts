/** What the outcomes of some topics say of the network, and of when to ask again. */
import { isOfVault } from '../../../shared/ipc/failure-rules.ts'
import type { Failure, FailureCode } from '../../../shared/ipc/failure.ts'
import type { Clock } from '../ports.ts'

/** One for each topic that was asked for; null: it went well. */
export type Outcomes = readonly (Failure | null)[]

export const EVERY_MS = 15 * 60_000
/** First wait after a failed round; doubles up to the longest. */
export const RETRY_FIRST_MS = 2_000
const RETRY_LONGEST_MS = 5 * 60_000

/** Failures that say that the platform was not reached at all. */
const UNREACHED: readonly FailureCode[] = ['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']
/** Failures that pass by themselves, so that trying again soon makes sense. */
const PASSING: readonly FailureCode[] = [...UNREACHED, 'SERVER', 'RATE_LIMITED']

const failuresIn = (outcomes: Outcomes): Failure[] => outcomes.filter((failure) => failure !== null)

/** Whether any failure is one that passes by itself. */
export const somePass = (outcomes: Outcomes): boolean => failuresIn(outcomes).some(({ code }) => PASSING.includes(code))

/**
 * Reached, if any call was answered; a failure of our own says nothing about the network.
 * @returns null when nothing is said
 */
export function reachOf(outcomes: Outcomes): 'online' | 'offline' | null {
  const unreached = ({ code }: Failure): boolean => UNREACHED.includes(code)
  if (outcomes.some((failure) => !failure || (failure.host !== undefined && !unreached(failure)))) return 'online'
  return failuresIn(outcomes).some(unreached) ? 'offline' : null
}

/**
 * @param failedRounds how many rounds in a row have failed before
 * @returns milliseconds from now, and how many have failed by now; null when only the person can change anything
 */
export function nextTry(
  outcomes: Outcomes,
  failedRounds: number,
  clock: Pick<Clock, 'now' | 'random'>
): { ms: number; failedRounds: number } | null {
  const failed = failuresIn(outcomes)
  // The password store: each further question could make it prompt.
  if (failed.length > 0 && failed.every(isOfVault)) return null
  if (!somePass(failed)) return { ms: EVERY_MS * (0.9 + 0.2 * clock.random()), failedRounds: 0 }
  const wait = Math.min(RETRY_FIRST_MS * 2 ** failedRounds, RETRY_LONGEST_MS) * (0.75 + 0.5 * clock.random())
  const now = clock.now().getTime()
  const asked = failed.map(({ retryAt }) => (retryAt ? Date.parse(retryAt) - now : 0))
  return { ms: Math.max(wait, ...asked.filter(Number.isFinite)), failedRounds: failedRounds + 1 }
}
