/** Numbers, money, days and moments in the person's regional format. */
import { shallowRef } from 'vue'
import type { Money } from '../../../shared/model/invoice.ts'

/** BCP 47; the browser's until `app.info` told the system's. */
const locale = shallowRef(navigator.language)

/** Takes over the person's regional format; one that Intl doesn't know is ignored. */
export function useLocale(tag: string): void {
  try {
    locale.value = Intl.getCanonicalLocales(tag)[0] ?? locale.value
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
  }
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale.value).format(value)
}

/**
 * An exact decimal as money, no digit rounded away. Of an unknown currency, or one that is not ISO 4217:
 * a plain decimal with at least two places, the platform's word for the currency behind it if there is one.
 */
export function formatMoney({ amount, currency }: Money): string {
  const own = amount.replace(/^[^.]*\.?/, '').replace(/0+$/, '').length
  const format = (options: Intl.NumberFormatOptions): string => {
    const places = new Intl.NumberFormat(locale.value, options).resolvedOptions().maximumFractionDigits ?? 2
    const exact = new Intl.NumberFormat(locale.value, {
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

/** What a platform's date or date-time says on its face, as a UTC date, so that no time zone shifts it. */
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

/**
 * The calendar day that a platform's date or date-time names, as the platform wrote it: never shifted to this computer's
 * time zone. What is not ISO 8601 is returned as it is.
 */
export function formatDate(text: string): string {
  const written = face(text)
  if (!written) return text
  return new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }).format(written.at)
}

/** A platform's date-time by its own clock, with its offset named when it gave one; a bare date stays a date. */
export function formatDateTime(text: string): string {
  const written = face(text)
  if (!written) return text
  if (!written.hasTime) return formatDate(text)
  const clock = new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return written.zone ? `${clock.format(written.at)} ${written.zone}` : clock.format(written.at)
}

/** One of the app's own moments (ISO 8601, such as `fetchedAt`) by this computer's clock. */
export function formatMoment(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** The time of day of one of the app's own moments. */
export function formatTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat(locale.value, { timeStyle: 'short' }).format(at)
}

/** Language of the catalogue of texts. */
const LANGUAGE = 'en'

/** For words that stand inside sentences of the catalogue: its own language, in the person's flavour of it if they have one. */
const wording = (): string => (new Intl.Locale(locale.value).language === LANGUAGE ? locale.value : LANGUAGE)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long before `now` (ms since 1970) a moment was, such as "3 min ago"; null when it is less than a minute,
 * or in the future, as a clock that was set back makes it.
 */
export function formatAge(iso: string, now: number): string | null {
  const age = now - new Date(iso).getTime()
  if (!(age >= MINUTE)) return null
  const relative = new Intl.RelativeTimeFormat(wording(), { style: 'long', numeric: 'always' })
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute')
  if (age < 2 * DAY) return relative.format(-Math.floor(age / HOUR), 'hour')
  return relative.format(-Math.floor(age / DAY), 'day')
}
