/** How soon an account that was left is asked about again when the person comes back to it. */
import type { CredentialState } from '../../../shared/model/account.ts'
import { TOPICS } from '../../../shared/model/freshness.ts'
import type { Failures } from '../freshness.ts'

/** What was asked so lately is not asked again because another account was looked at in between. */
export const LATELY_MS = 60_000
/** A round that was broken off is not begun again sooner than this after its beginning. */
export const BROKEN_OFF_MS = 2_000

/** What is remembered of an account that was left, until quit. Times in milliseconds since 1970. */
export interface LeftAt {
  /** How it was spoken to, and with what: anything else is another matter, to be asked at once. */
  way: string
  credential: CredentialState
  /** The beginning and the end of its latest whole round; `endedAt` is null when that was broken off. */
  begunAt: number
  endedAt: number | null
  /** When the next one was due; null when none was planned. */
  nextAt: number | null
  failedRounds: number
  reach: 'unknown' | 'online' | 'offline'
  failures: Failures
}

/** @returns when to ask: 0 at once, else the moment (ms since 1970); null when only the person can change anything */
export function backAt(left: LeftAt, now: number): number | null {
  const { begunAt, endedAt, nextAt } = left
  const since = (moment: number): number => (moment <= now ? now - moment : Infinity)
  if (endedAt === null) return since(begunAt) < BROKEN_OFF_MS ? begunAt + BROKEN_OFF_MS : 0
  const told = TOPICS.some((topic) => Date.parse(left.failures[topic]?.retryAt ?? '') > now)
  return since(endedAt) < LATELY_MS || told ? nextAt : 0
}
