/** The rules for wrong PINs: free tries, then waits that a restart or a changed clock doesn't shorten (both together do: docs/security.md). */
import type { LockRecord } from '../../ports/index.ts'

export const FREE_TRIES = 5
/** The wait after the last free try and each further one. The last value repeats. */
const WAITS_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]

function waitAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length - 1)] ?? 0
}

/** Milliseconds since 1970 by the computer's clock, which anyone can set, and since its start, which needs a terminal to set. */
export interface Time {
  clock: number
  uptime: number
}

/** Uptime may be exact to a second only. Within this difference the clock wasn't set. */
const EXACT_MS = 2000

const withWait = (record: LockRecord, wait: number, time: Time): LockRecord => ({
  ...record,
  waitUntil: wait > 0 ? new Date(time.clock + wait).toISOString() : null,
  uptimeUntil: wait > 0 ? time.uptime + wait : null
})

export function addFailure(record: LockRecord, time: Time): LockRecord {
  const failures = record.failures + 1
  return withWait({ ...record, failures }, waitAfter(failures), time)
}

export const resetFailures = (record: LockRecord): LockRecord => ({
  ...record,
  failures: 0,
  waitUntil: null,
  uptimeUntil: null
})

/** A record that couldn't be saved may lack the failures of the launch before, so each launch starts with a wait. */
export const afterUnsavedFailures = (record: LockRecord, time: Time): LockRecord =>
  record.failures >= FREE_TRIES ? record : addFailure({ ...record, failures: FREE_TRIES - 1 }, time)

/**
 * After a restart of the computer, uptime says nothing about a wait, so the clock decides once how much is left: at most the
 * regular wait. A restart shows only if uptime is now too low for the wait. Otherwise the wait goes on by uptime, which is never too short.
 */
export function adjustToRestart(record: LockRecord, time: Time): LockRecord {
  if (record.waitUntil === null) return record
  const longest = waitAfter(record.failures)
  if (record.uptimeUntil !== null && record.uptimeUntil - time.uptime <= longest) return record
  const left = Date.parse(record.waitUntil) - time.clock
  return withWait(record, left <= longest ? left : longest, time)
}

/** The end of the wait by the clock as it is set now. null: no wait. */
export function waitEnd({ waitUntil, uptimeUntil }: LockRecord, time: Time): string | null {
  if (waitUntil === null || uptimeUntil === null) return null
  const byClock = Date.parse(waitUntil) - time.clock
  const byUptime = uptimeUntil - time.uptime
  const left = Math.abs(byClock - byUptime) <= EXACT_MS ? byClock : byUptime
  return left > 0 ? new Date(time.clock + left).toISOString() : null
}

export const triesLeft = (record: LockRecord, time: Time): number =>
  waitEnd(record, time) === null ? Math.max(1, FREE_TRIES - record.failures) : 0
