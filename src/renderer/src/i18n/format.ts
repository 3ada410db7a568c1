/** Numbers and the app's own moments in the person's regional format; money and days of a platform's are in ./written.ts. */
import { shallowRef } from 'vue'
import { ageText, momentText, untilText } from '../../../shared/i18n/format.ts'

/** BCP 47; the browser's until `app.info` told the system's. */
const locale = shallowRef(navigator.language)

/** The person's regional format, BCP 47. */
export const regional = (): string => locale.value

/** Takes over the person's regional format; one that Intl doesn't know is ignored. */
export function useLocale(tag: string): void {
  try {
    locale.value = Intl.getCanonicalLocales(tag)[0] ?? locale.value
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
  }
}

export const formatNumber = (value: number): string => formatWith(value)

/** A number in the person's format, with what Intl.NumberFormat is told beyond that. */
export function formatWith(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale.value, options).format(value)
}

/** See ageText. */
export const formatAge = (iso: string, now: number): string | null => ageText(iso, now, locale.value)

/** See untilText. */
export const formatUntil = (iso: string, now: number): string => untilText(iso, now, locale.value)

/** See momentText. */
export const formatMoment = (iso: string): string => momentText(iso, locale.value)

/** The time of day of one of the app's own moments. */
export function formatTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat(locale.value, { timeStyle: 'short' }).format(at)
}
