/** How long ago a platform's date is, in the largest unit of which there are two; null for what is to come, or no date at all. */
import { LANGUAGE } from '../../../../shared/i18n/format.ts'

const DAY = 86_400_000
const UNITS = [
  ['year', 365.25 * DAY],
  ['month', 30.44 * DAY],
  ['day', DAY]
] as const
/** Where a date is missing, some platforms write the first day of their calendar. */
const OLDEST = 200 * 365 * DAY

/** @param now milliseconds since 1970 */
export function sinceText(text: string, now: number): string | null {
  const age = now - Date.parse(text)
  if (!(age >= DAY) || age > OLDEST) return null
  const [unit, length] = UNITS.find(([, ms]) => age >= 2 * ms) ?? ['day', DAY]
  return new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'always' }).format(-Math.floor(age / length), unit)
}
