/** Rules for wrong PINs: how many are free, and how long the wait after more of them is. */
import type { LockRecord } from '../ports/index.ts'

/** Wrong PINs in a row before the first wait. */
export const FREE_TRIES = 5
/** The wait after the last free try and after each further one. The last value repeats. */
const WAITS_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]

/** The wait after that many wrong PINs in a row. */
function waitAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length - 1)] ?? 0
}

/** The record after one more wrong PIN. */
export function addFailure(record: LockRecord, now: number): LockRecord {
  const failures = record.failures + 1
  const wait = waitAfter(failures)
  return { ...record, failures, waitUntil: wait > 0 ? new Date(now + wait).toISOString() : null }
}

/** The record after the right PIN. */
export const resetFailures = (record: LockRecord): LockRecord => ({ ...record, failures: 0, waitUntil: null })

/**
 * The record with its wait limited to the regular length, in case the clock was set back or the end can't be parsed. A
 * clock that was set forward ends the wait: nothing here can detect that.
 */
export function asOf(record: LockRecord, now: number): LockRecord {
  if (record.waitUntil === null) return record
  const longest = waitAfter(record.failures)
  if (Date.parse(record.waitUntil) - now <= longest) return record
  return { ...record, waitUntil: longest > 0 ? new Date(now + longest).toISOString() : null }
}

/** ISO 8601; null when a PIN can be tried now. */
export const waitingUntil = ({ waitUntil }: LockRecord, now: number): string | null =>
  waitUntil !== null && Date.parse(waitUntil) > now ? waitUntil : null

/** Wrong PINs left before the next wait. */
export const triesLeft = (record: LockRecord, now: number): number =>
  waitingUntil(record, now) === null ? Math.max(1, FREE_TRIES - record.failures) : 0
