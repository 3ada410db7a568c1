/**
 * Converts dates in other forms than ISO 8601, if they have one meaning only: 13/11/2026 has, 05/11/2026 hasn't, unless the
 * provider's definition says which number comes first.
 */
import type { ProviderDefinition } from '../../../shared/models/provider.ts'

export type DateOrder = ProviderDefinition['dates']

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH_NAMES = 'january february march april may june july august september october november december sept'.split(
  ' '
)

/** At most the longest date and time: every pattern below is anchored and takes few steps over it. */
const LONGEST = 64

interface Parts {
  year: string
  month: string
  day: string
  rest: string
}

/** @returns ISO 8601, whose day may not exist; null for any other text, and for a day or month that may be either */
export function writtenTime(text: string, dates: DateOrder = null): string | null {
  if (text.length > LONGEST) return null
  const parts = compact(text) ?? yearFirst(text) ?? yearLast(text, dates) ?? named(text)
  if (!parts) return null
  const time = timeOfDay(parts.rest)
  return time === null ? null : `${parts.year}-${two(parts.month)}-${two(parts.day)}${time}`
}

const two = (digits: string): string => digits.padStart(2, '0')

/** 20261001, 20261001T120000Z, 20261001120000 */
function compact(text: string): Parts | null {
  const [, year, month, day, hour, minute, second, zone = ''] =
    /^([12]\d{3})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  return { year, month, day, rest: hour === undefined ? '' : ` ${hour}:${minute}:${second}${zone}` }
}

/** 2026/11/1, 2026.11.01, 2026-1-5 */
function yearFirst(text: string): Parts | null {
  const [, year, , month, day, rest = ''] = /^([12]\d{3})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/.exec(text) ?? []
  return year === undefined || month === undefined || day === undefined ? null : { year, month, day, rest }
}

/** 13/11/2026, 11/13/2026, 25.12.2026: one of the numbers is above 12, or both are the same, or `dates` says which is the day. */
function yearLast(text: string, dates: DateOrder): Parts | null {
  const [, one, , other, year, rest = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2([12]\d{3})(?!\d)(.*)$/.exec(text) ?? []
  if (one === undefined || other === undefined || year === undefined) return null
  const isEither = Number(one) <= 12 && Number(other) <= 12 && Number(one) !== Number(other)
  if (isEither && dates === null) return null
  const isDayFirst = isEither ? dates === 'dayFirst' : Number(other) <= 12
  const [day, month] = isDayFirst ? [one, other] : [other, one]
  return { year, month, day, rest }
}

/** "Sun, 01 Nov 2026 10:00:00 GMT" (RFC 1123), "1 November 2026", "1-Nov-2026", "Nov 1, 2026" */
function named(text: string): Parts | null {
  const plain = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?\s+/i, '')
  const [, first, name, second] = /^(\d{1,2})(?:st|nd|rd|th)?[-\s]([a-z]{3,9})\.?[-,\s]/i.exec(plain) ?? []
  const dayFirst = first !== undefined && name !== undefined
  const [, nameFirst, day] = dayFirst ? [] : (/^([a-z]{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?[,\s]/i.exec(plain) ?? [])
  const month = monthOf(name ?? nameFirst ?? '')
  const [, year, rest = ''] = /[-,\s]([12]\d{3})(?!\d)(.*)$/.exec(plain) ?? []
  const its = first ?? day
  if (second !== undefined || month === null || its === undefined || year === undefined) return null
  return { year, month, day: its, rest }
}

function monthOf(name: string): string | null {
  const word = name.toLowerCase()
  if (!MONTHS.includes(word) && !MONTH_NAMES.includes(word)) return null
  return String(MONTHS.indexOf(word.slice(0, 3)) + 1)
}

/** The time behind a date, with its zone, as in ISO 8601; empty without one; null if the text is something else. */
function timeOfDay(rest: string): string | null {
  const text = rest.trim().replace(/^[,T]\s?|^at\s/i, '')
  if (text === '') return ''
  const [, hour, minute, second = '00', half, zone = ''] =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?([ap]\.?m\.?)?\s?(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? []
  if (hour === undefined || minute === undefined) return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
  return `T${two(String(hours))}:${minute}:${second}${/^[a-z]/i.test(zone) ? 'Z' : zone}`
}
