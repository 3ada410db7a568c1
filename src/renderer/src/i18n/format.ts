/** Numbers, money, days and moments in the person's regional format. */
import { shallowRef } from 'vue'
import type { Money } from '../../../shared/model/invoice.ts'
import { ageText, dateTimeText, dayText, moneyText, untilText } from '../../../shared/text/format.ts'

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

/** See moneyText. */
export const formatMoney = (money: Money): string => moneyText(money, locale.value)

/** See dayText. */
export const formatDate = (text: string): string => dayText(text, locale.value)

/** See dateTimeText. */
export const formatDateTime = (text: string): string => dateTimeText(text, locale.value)

/** See ageText. */
export const formatAge = (iso: string, now: number): string | null => ageText(iso, now, locale.value)

/** See untilText. */
export const formatUntil = (iso: string, now: number): string => untilText(iso, now, locale.value)

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
