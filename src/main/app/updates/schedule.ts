/** When the feed is asked by itself: at most daily, and not by all computers at the same moment. */
import type { UpdateRecord } from '../../ports/index.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** First wait after a check without an answer; doubles up to a day. */
const RETRY_FIRST_MS = 6 * HOUR_MS
/** Lengthens every wait by up to a fifth. */
const JITTER = 0.2

export const FIRST_CHECK_MS = 60_000
/** How often the time of the next check is compared with the clock: a timer of a day would stand still during sleep. */
export const POLL_MS = HOUR_MS / 2
/** The longest a quit waits for the feed. */
export const CONFIRM_MS = 5_000
export const REMIND_MS = 3 * DAY_MS

type Times = Pick<UpdateRecord, 'checkedAt' | 'triedAt' | 'failures'>

/** @param chance from 0 to 1 */
export function waitMs({ failures }: Pick<Times, 'failures'>, chance: number): number {
  const wait = failures === 0 ? DAY_MS : Math.min(RETRY_FIRST_MS * 2 ** Math.min(failures - 1, 10), DAY_MS)
  return wait * (1 + JITTER * chance)
}

/** The clock was set back: no check can be in the future, and the next one must not wait for that day. */
export function withoutFuture<T extends Times>(record: T, now: Date): T {
  const past = (at: string | null): string | null =>
    at !== null && Date.parse(at) > now.getTime() ? now.toISOString() : at
  return { ...record, checkedAt: past(record.checkedAt), triedAt: past(record.triedAt) }
}

/** @param sinceTryMs by a clock that nobody sets; null: no check since the start */
export function isDue(record: Times, now: Date, chance: number, sinceTryMs: number | null): boolean {
  const wait = waitMs(record, chance)
  if (sinceTryMs !== null && sinceTryMs < wait) return false
  return record.triedAt === null || now.getTime() - Date.parse(record.triedAt) >= wait
}
