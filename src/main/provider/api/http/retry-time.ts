/** When a provider allows the next request: from Retry-After, a field of the body, or its words. */
import { plainName } from '../../readers/names.ts'
import { timeOf } from '../../readers/read-scalars.ts'
import type { JsonObject } from '../../readers/records.ts'

export interface RetryDates {
  /** This computer's clock, which may be wrong. */
  now: Date
  /** The reply's own Date header: its dates are measured against it. */
  date: string | null
}

/** In seconds; longer waits are ignored. */
const LONGEST_WAIT = 86_400
/** In seconds: a provider that asks for no wait still gets one. */
const LEAST_WAIT = 1

/** Plain names. Those in `ms` are milliseconds, all others are seconds. */
const FIELDS = ['retryafter', 'retryafterseconds', 'retryin', 'retryafterms', 'retryat']

/** Retry-After in seconds or as an HTTP date, as ISO 8601; null for other text, too long a wait, or a time that is over. */
export function retryTime(text: string | null, clock: RetryDates): string | null {
  const given = text?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(given)) return after(Number(given), clock)
  // Date.parse reads almost any number as a year.
  return /^[a-z]|^\d{4}-/i.test(given) ? until(Date.parse(given), clock) : null
}

export function retryTimeIn(objects: readonly JsonObject[], clock: RetryDates): string | null {
  for (const [name, value] of objects.flatMap((one) => Object.entries(one))) {
    const field = plainName(name)
    if (!FIELDS.includes(field) || (typeof value !== 'number' && typeof value !== 'string')) continue
    const isMs = field.endsWith('ms') && /^[\d.]+$/.test(String(value))
    const time = timeOf(value)
    const at = isMs ? after(Number(value) / 1000, clock) : (retryTime(String(value), clock) ?? until(time, clock))
    if (at !== null) return at
  }
  return null
}

const UNITS: readonly [RegExp, seconds: number][] = [
  [/^m(illi)?s/, 0.001],
  [/^s/, 1],
  [/^m/, 60],
  [/^h/, 3600]
]

export function retryTimeSaid(words: string | null, clock: RetryDates): string | null {
  const [, count, unit = ''] =
    /\b(?:in|after|wait|for|retry)[: ]{1,2}(?:about |another )?(\d{1,7})\s?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b/i.exec(
      words ?? ''
    ) ?? []
  const seconds = UNITS.find(([form]) => form.test(unit.toLowerCase()))?.[1]
  return count === undefined || seconds === undefined ? null : after(Number(count) * seconds, clock)
}

/** A reply without a `Date` was sent about now. A time that is over says nothing: the usual backoff applies. */
function until(time: string | number | null, clock: RetryDates): string | null {
  if (time === null) return null
  const sent = Date.parse(clock.date ?? '')
  const from = Number.isNaN(sent) ? clock.now.getTime() : sent
  const seconds = (new Date(time).getTime() - from) / 1000
  return seconds > 0 ? after(seconds, clock) : null
}

function after(seconds: number, { now }: RetryDates): string | null {
  if (Number.isNaN(seconds) || seconds > LONGEST_WAIT) return null
  return new Date(now.getTime() + Math.max(LEAST_WAIT, seconds) * 1000).toISOString()
}
