/** Amounts and times as billing APIs write them. */

/** An exact decimal in major units from a number or a plain numeric text; null for anything else. */
export function decimalOf(value: unknown): string | null {
  const text = typeof value === 'number' ? plain(value) : typeof value === 'string' ? value.trim() : ''
  const [, sign, whole, fraction] = /^([+-]?)(\d{1,30})(?:\.(\d{1,20}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const digits = whole.replace(/^0+(?=\d)/, '')
  return `${sign === '-' && /[1-9]/.test(text) ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`
}

/** The same from minor units (cents): two places are moved. Only whole numbers are taken. */
export function decimalOfMinor(value: unknown): string | null {
  const minor = decimalOf(value)
  if (minor === null || minor.includes('.')) return null
  const negative = minor.startsWith('-')
  const digits = minor.replace('-', '').padStart(3, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A number without an exponent. */
function plain(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, '')
}

/** A date or date-time, of the year 1000 or later: .NET writes the year 1 where it has none. */
const ISO = /^[1-9]\d{3}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Seconds since 1970 below this, milliseconds above; as seconds it is the year 5138. */
const SECONDS_BELOW = 1e11
/** Earlier than 1973 is no time of an invoice, more likely a count. */
const EARLIEST_SECONDS = 1e8

/** ISO 8601 as the platform wrote it; Unix seconds and milliseconds are turned into it; null for anything else. */
export function timeOf(value: unknown): string | null {
  if (typeof value === 'string') {
    const text = value.trim()
    if (/^\d{9,13}$/.test(text)) return timeOf(Number(text))
    return ISO.test(text) && !Number.isNaN(Date.parse(text)) ? text.replace(' ', 'T') : null
  }
  if (typeof value !== 'number' || !(value >= EARLIEST_SECONDS && value < SECONDS_BELOW * 1000)) return null
  return new Date(value < SECONDS_BELOW ? value * 1000 : value).toISOString()
}

/** An https address without credentials in it; null for anything else. */
export function webAddressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 4096) return null
  const url = URL.parse(value.trim())
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}
