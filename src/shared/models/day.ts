/**
 * Calendar days. The day of a provider's date is the one that it names on its face; it is never shifted to this computer's
 * time zone. Today is the person's own day.
 */

/** "YYYY-MM-DD" */
export type Day = string

const DAY_MS = 86_400_000

/**
 * Days from 1970-01-01 on to the day that a date or date-time (ISO 8601) names on its face; null when it names none that
 * there is.
 */
function dayNumber(text: string | null): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?![^T ])/i.exec(text ?? '') ?? []
  if (year === undefined) return null
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // The engine takes 30 February for 2 March, and the year 99 for 1999.
  return at.toISOString().startsWith(`${year}-${month}-${day}`) ? at.getTime() / DAY_MS : null
}

/** "YYYY-MM-DD" of what a date or date-time names on its face; null as dayNumber. */
export const dayOf = (text: string | null): string | null =>
  dayNumber(text) === null ? null : (text?.slice(0, 10) ?? null)

export const isDay = (text: string): boolean => text.length === 10 && dayNumber(text) !== null

/** The day that many days after another; before it, when negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(((dayNumber(day) ?? 0) + days) * DAY_MS).toISOString().slice(0, 10)

/** Days from one to the other; negative when the other was before. */
export const daysBetween = (from: string, to: string): number => (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0)

/** The day that it is where the person is. */
export function today(now: Date): string {
  const two = (count: number): string => String(count).padStart(2, '0')
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
