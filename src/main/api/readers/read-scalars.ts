/** Amounts, flags and times as billing APIs write them. */
import { dayOf } from '../../../shared/models/day-rules.ts'

/** An exact decimal in major units from a number or a plain numeric text; null for anything else. */
export function decimalOf(value: unknown): string | null {
  const text = typeof value === 'number' ? plain(value) : typeof value === 'string' ? value.trim() : ''
  const [, sign, whole, fraction] = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const digits = whole.replace(/^0+(?=\d)/, '')
  return `${sign === '-' && /[1-9]/.test(text) ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`
}

/** The same from minor units, such as cents: the point is moved by that many places. Only whole numbers are taken. */
export function decimalOfMinor(value: unknown, places: number): string | null {
  const minor = decimalOf(value)?.replace(/\.0+$/, '') ?? null
  if (minor === null || minor.includes('.')) return null
  if (places === 0) return minor
  const digits = minor.replace('-', '').padStart(places + 1, '0')
  const sign = minor.startsWith('-') && /[1-9]/.test(digits) ? '-' : ''
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const places = new Map<string, number>()

/** Decimals that a currency has (ISO 4217: two of the euro, none of the yen); 2 for one that is not known. */
export function currencyPlaces(currency: string | null): number {
  if (currency === null) return 2
  let known = places.get(currency)
  if (known === undefined) {
    known = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    places.set(currency, known)
  }
  return known
}

/** True or false, as themselves, as a word or as 1 and 0; null for anything else. */
export function flagOf(value: unknown): boolean | null {
  if (value === true || value === 'true' || value === 1) return true
  return value === false || value === 'false' || value === 0 ? false : null
}

/** A number's shortest digits without an exponent: of 1e23 the zeros, not what its bits hold beyond them. */
function plain(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? []
  if (exponent === undefined) return String(value)
  const shift = Number(exponent)
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(shift, '0')}`
}

/** A date or date-time, of the year 1000 or later: .NET writes the year 1 where it has none. */
const ISO = /^[1-9]\d{3}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Seconds since 1970 below this, milliseconds above; as seconds it is the year 5138. */
const SECONDS_BELOW = 1e11
/** Earlier than 1973 is no time of an invoice, more likely a count. */
const EARLIEST_SECONDS = 1e8

/** How .NET wrote dates in JSON: milliseconds since 1970, and the offset of the clock that the date was read from. */
const DOT_NET = /^\/Date\((-?\d{1,14})([+-]\d{2})?(\d{2})?\)\/$/

function dotNetTime(text: string): string | null {
  const [, ms, hours, minutes] = DOT_NET.exec(text) ?? []
  if (ms === undefined || timeOf(Number(ms)) === null) return null
  if (hours === undefined) return new Date(Number(ms)).toISOString()
  const offset = (Math.abs(Number(hours)) * 60 + Number(minutes ?? 0)) * (hours.startsWith('-') ? -1 : 1)
  return new Date(Number(ms) + offset * 60_000).toISOString().replace('Z', `${hours}:${minutes ?? '00'}`)
}

/**
 * ISO 8601 as the provider wrote it; what counts seconds or milliseconds since 1970 is turned into it. Null for anything else,
 * days that there are not among it.
 */
export function timeOf(value: unknown): string | null {
  if (typeof value === 'string') {
    const text = value.trim()
    if (/^\d{9,13}$/.test(text)) return timeOf(Number(text))
    if (text.startsWith('/')) return dotNetTime(text)
    return ISO.test(text) && dayOf(text) !== null && !Number.isNaN(Date.parse(text)) ? text.replace(' ', 'T') : null
  }
  if (typeof value !== 'number' || !(value >= EARLIEST_SECONDS && value < SECONDS_BELOW * 1000)) return null
  return new Date(value < SECONDS_BELOW ? value * 1000 : value).toISOString()
}

/** An https address without credentials in it; null for anything else. */
export function webAddressOf(value: unknown): string | null {
  // The URL parser takes line breaks out, and what they part may be a secret.
  if (typeof value !== 'string' || value.length > 4096 || /\p{Cc}/u.test(value.trim())) return null
  const url = URL.parse(value.trim())
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}
