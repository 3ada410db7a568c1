/** Reads numbers, flags, times and addresses as billing APIs write them. */
import { LONGEST_LINK } from '../../../shared/models/connection.ts'
import { dayOf } from '../../../shared/models/day.ts'
import type { Json } from '../../../shared/models/json.ts'
import { isWord, plainName, words } from './names.ts'
import { isObject } from './records.ts'
import { writtenTime, type DateOrder } from './written-time.ts'

export function decimalOf(value: unknown): string | null {
  const text = typeof value === 'number' ? plain(value) : typeof value === 'string' ? value.trim() : ''
  const [, sign, whole, fraction] = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const digits = whole.replace(/^0+(?=\d)/, '')
  return `${sign === '-' && /[1-9]/.test(text) ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`
}

export function flagOf(value: unknown): boolean | null {
  if (value === true || value === 'true' || value === 1) return true
  return value === false || value === 'false' || value === 0 ? false : null
}

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'paid', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'unpaid', 'notpaid', '0'].map((word) => [word, false] as const)
])

/** A flag, also as a word. */
export function flagIn(value: Json): boolean | null {
  if (typeof value !== 'string') return flagOf(value)
  const word = value.trim().toLowerCase()
  // "not_paid", but not "-1".
  return FLAG_WORDS.get(/^[a-z _-]+$/.test(word) ? word.replace(/[ _-]/g, '') : word) ?? null
}

const STATE_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...words('1 yes active enabled available allowed approved instock').map((word) => [word, true] as const),
  ...words(
    '0 no inactive disabled unavailable denied suspended blocked banned deactivated terminated soldout outofstock'
  ).map((word) => [word, false] as const)
])
const LONGEST_WORD = 32

/** A flag, or a word for a state: whether something or somebody is active. */
export function stateFlagOf(value: unknown): boolean | null {
  const word = typeof value === 'string' && value.length <= LONGEST_WORD && isWord(value) ? plainName(value) : null
  return flagOf(value) ?? (word === null ? null : (STATE_WORDS.get(word) ?? null))
}

/** A number's shortest digits without exponent: 1e23 gets zeros, not its binary digits. */
function plain(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? []
  if (exponent === undefined) return String(value)
  const shift = Number(exponent)
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(shift, '0')}`
}

/** A date or date-time. Its year tells whether it is one of this calendar. */
const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Smaller numbers are seconds since 1970 (as seconds, this is the year 5138), larger ones are milliseconds. */
const SECONDS_BELOW = 1e11
/** In 1973: a smaller number is more likely a count than a time. */
const EARLIEST_SECONDS = 1e8

/** 20261001 is a day. As seconds since 1970, these numbers would all be in the same year, 1970. */
const EARLIEST_COMPACT = 19_700_101
const LATEST_COMPACT = 29_991_231

/** .NET's former JSON dates: milliseconds since 1970, with the offset of the local time. */
const DOT_NET = /^\/Date\((-?\d{1,15})(?:([+-]\d{2})(\d{2})?)?\)\/$/

function dotNetTime(text: string): string | null {
  const [, ms, hours, minutes] = DOT_NET.exec(text) ?? []
  if (ms === undefined || timeOf(Number(ms)) === null) return null
  if (hours === undefined) return new Date(Number(ms)).toISOString()
  const offset = (Math.abs(Number(hours)) * 60 + Number(minutes ?? 0)) * (hours.startsWith('-') ? -1 : 1)
  return new Date(Number(ms) + offset * 60_000).toISOString().replace('Z', `${hours}:${minutes ?? '00'}`)
}

/** In characters. */
const LONGEST_TIME = 64

/**
 * ISO 8601 as the provider wrote it, or converted from another form that has one meaning; null for impossible days, and for years
 * outside of 2000 to 2099.
 * @param dates gives 05/11/2026 one meaning
 */
export function timeOf(value: unknown, dates: DateOrder = null): string | null {
  if (typeof value === 'string') {
    const text = value.trim()
    if (text.length > LONGEST_TIME) return null
    if (/^\d{9,13}$/.test(text)) return timeOf(Number(text))
    if (text.startsWith('/')) return dotNetTime(text)
    const written = ISO.test(text) ? text : writtenTime(text, dates)
    return written !== null && isOfThisCentury(written) && dayOf(written) !== null && !Number.isNaN(Date.parse(written))
      ? written.replace(' ', 'T')
      : null
  }
  if (typeof value !== 'number') return null
  if (value >= EARLIEST_COMPACT && value <= LATEST_COMPACT) return timeOf(String(value))
  if (!(value >= EARLIEST_SECONDS && value < SECONDS_BELOW * 1000)) return null
  const time = new Date(value < SECONDS_BELOW ? value * 1000 : value).toISOString()
  return isOfThisCentury(time) ? time : null
}

/** Also of an object with a date: PHP writes its time zone beside it. */
export function timeIn(value: Json, dates: DateOrder): string | null {
  if (!isObject(value)) return timeOf(value, dates)
  const date = value['date'] ?? value['$date'] ?? value['seconds'] ?? value['_seconds']
  const time = timeOf(date, dates)
  const isUtc = value['timezone'] === 'UTC' || value['timezone'] === '+00:00' || value['timezone'] === 'Z'
  return time !== null && isUtc && /T[\d:.]+$/.test(time) ? `${time}Z` : time
}

/** The years of other calendars, such as 2569, 1448 or 115, and of placeholders are outside of it. */
const isOfThisCentury = (time: string): boolean => time.startsWith('20')

export function webAddressOf(value: unknown): string | null {
  // The URL parser removes line breaks, which may split a secret.
  if (typeof value !== 'string' || value.length > LONGEST_LINK || /\p{Cc}/u.test(value.trim())) return null
  const url = URL.parse(value.trim())
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}

/** Whether a text is a link that webAddressOf doesn't take: a relative one, or one by http. */
export function isUnusableLink(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LONGEST_LINK) return false
  const text = value.trim()
  if (/\s/.test(text)) return false
  return /^(http:\/\/|\.{0,2}\/)[^\s]/i.test(text) || /^[^:?#]*\.pdf$/i.test(text.split(/[?#]/, 1)[0] ?? '')
}
