/** The provider's money and dates. `locale` is the person's regional format, BCP 47. */
import type { Money } from '../models/invoice.ts'

/** Rounds nothing. Without an ISO 4217 currency: at least two places, and the provider's own word behind them. */
export function moneyText({ amount, currency }: Money, locale: string): string {
  const own = amount.replace(/^[^.]*\.?/, '').replace(/0+$/, '').length
  const format = (options: Intl.NumberFormatOptions): string => {
    const places = new Intl.NumberFormat(locale, options).resolvedOptions().maximumFractionDigits ?? 2
    const exact = new Intl.NumberFormat(locale, {
      ...options,
      maximumFractionDigits: Math.min(Math.max(places, own), 100)
    })
    return exact.format(amount as `${number}`)
  }
  if (currency !== null && /^[a-z]{3}$/i.test(currency)) return format({ style: 'currency', currency })
  const plain = format({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return currency === null ? plain : `${plain} ${currency}`
}

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** A provider's date as a UTC date, so that no time zone shifts it. */
function face(text: string): { at: Date; hasTime: boolean; zone: string } | null {
  const parts = WRITTEN.exec(text.trim())
  if (!parts) return null
  const [year, month, day, hour, minute] = parts.slice(1, 6).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number
  ]
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute))
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  const zone = parts[7] ?? ''
  return { at, hasTime: parts[4] !== undefined, zone: /^(z|[+-]00:?00)$/i.test(zone) ? 'UTC' : zone && `UTC${zone}` }
}

/** The day as the provider wrote it. Text that isn't ISO 8601 stays as it is. */
export function dayText(text: string, locale: string): string {
  const written = face(text)
  if (!written) return text
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(written.at)
}

/** By the provider's clock, with its offset if it gave one; a bare date stays a date. */
export function dateTimeText(text: string, locale: string): string {
  const written = face(text)
  if (!written) return text
  if (!written.hasTime) return dayText(text, locale)
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return written.zone ? `${clock.format(written.at)} ${written.zone}` : clock.format(written.at)
}

/** @param month "YYYY-MM" */
export function monthText(month: string, length: 'short' | 'long', locale: string): string {
  const written = face(`${month}-01`)
  if (!written) return month
  const parts: Intl.DateTimeFormatOptions = length === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' }
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(written.at)
}
