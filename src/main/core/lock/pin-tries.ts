/** How many wrong PINs are let through, and how long one waits after more of them. */
import type { LockRecord } from '../ports/index.ts'

/** Wrong PINs in a row before the first wait. */
export const FREE_TRIES = 5
/** After the last free try and each one that follows; the last goes for all after it. */
const WAITS_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]

/** Milliseconds to wait after that many wrong PINs in a row. */
export function waitAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length - 1)] ?? 0
}

/** The record with one more wrong PIN in it. */
export function oneMore(record: LockRecord, now: number): LockRecord {
  const failures = record.failures + 1
  const wait = waitAfter(failures)
  return { ...record, failures, waitUntil: wait > 0 ? new Date(now + wait).toISOString() : null }
}

/** The record after the right one. */
export const forgiven = (record: LockRecord): LockRecord => ({ ...record, failures: 0, waitUntil: null })

/**
 * The record as it counts now: a clock that was set back, or an end that can't be read, makes no wait longer than it was
 * meant to be. A clock that was set forward ends it; nothing here can tell that from time that passed.
 */
export function asOf(record: LockRecord, now: number): LockRecord {
  if (record.waitUntil === null) return record
  const longest = waitAfter(record.failures)
  if (Date.parse(record.waitUntil) - now <= longest) return record
  return { ...record, waitUntil: longest > 0 ? new Date(now + longest).toISOString() : null }
}

/** ISO 8601; null when a PIN is looked at now. */
export const waitingUntil = ({ waitUntil }: LockRecord, now: number): string | null =>
  waitUntil !== null && Date.parse(waitUntil) > now ? waitUntil : null

/** Wrong PINs before one has to wait, again. */
export const triesLeft = (record: LockRecord, now: number): number =>
  waitingUntil(record, now) === null ? Math.max(1, FREE_TRIES - record.failures) : 0
