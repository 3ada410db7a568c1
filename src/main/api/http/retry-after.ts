/** Reads when to retry: from Retry-After, from a field of the body, or from its message. */
import { timeOf } from '../readers/read-scalars.ts'

/** Longer waits are ignored. In seconds. */
const LONGEST_WAIT = 86_400

/** Field names in lower-case letters. Names in `ms` are milliseconds, all others are seconds. */
const FIELDS = ['retryafter', 'retryafterseconds', 'retryin', 'retryafterms', 'retryat']

/** Retry-After in seconds or as an HTTP date, as ISO 8601; null for other text, or too long a wait. */
export function retryTime(text: string | null, now: Date): string | null {
  const given = text?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(given)) return after(Number(given), now)
  // Date.parse reads almost any number as a year.
  return /^[a-z]|^\d{4}-/i.test(given) ? until(Date.parse(given), now) : null
}

/** The same from the first object that has such a field. */
export function retryTimeIn(objects: readonly Record<string, unknown>[], now: Date): string | null {
  for (const [name, value] of objects.flatMap((one) => Object.entries(one))) {
    const field = name.toLowerCase().replace(/[^a-z]/g, '')
    if (!FIELDS.includes(field) || (typeof value !== 'number' && typeof value !== 'string')) continue
    const isMs = field.endsWith('ms') && /^[\d.]+$/.test(String(value))
    const time = timeOf(value)
    const at = isMs ? after(Number(value) / 1000, now) : (retryTime(String(value), now) ?? until(time, now))
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

/** The same from a sentence such as "Try again in 30 seconds." */
export function retryTimeSaid(words: string | null, now: Date): string | null {
  const [, count, unit = ''] =
    /\b(?:in|after|wait|for|retry)[: ]{1,2}(?:about |another )?(\d{1,7})\s?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b/i.exec(
      words ?? ''
    ) ?? []
  const seconds = UNITS.find(([form]) => form.test(unit.toLowerCase()))?.[1]
  return count === undefined || seconds === undefined ? null : after(Number(count) * seconds, now)
}

function until(time: string | number | null, now: Date): string | null {
  return time === null ? null : after((new Date(time).getTime() - now.getTime()) / 1000, now)
}

function after(seconds: number, now: Date): string | null {
  if (Number.isNaN(seconds) || seconds > LONGEST_WAIT) return null
  return new Date(now.getTime() + Math.max(0, seconds) * 1000).toISOString()
}
