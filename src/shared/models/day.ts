/** Calendar days. A provider's date keeps the day that it names, whatever this computer's time zone. */

export type Day = string

const DAY_MS = 86_400_000

/** Days since 1970-01-01; null for text that names no existing day. */
function dayNumber(text: string | null): number | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}(?![^T ])/i.test(text)) return null
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  const at = new Date(Date.UTC(year, month - 1, day))
  // The engine reads 30 February as 2 March, and the year 99 as 1999.
  const isThere = at.getUTCDate() === day && at.getUTCMonth() === month - 1 && at.getUTCFullYear() === year
  return isThere ? at.getTime() / DAY_MS : null
}

export const dayOf = (text: string | null): string | null =>
  dayNumber(text) === null ? null : (text?.slice(0, 10) ?? null)

export const isDay = (text: string): boolean => text.length === 10 && dayNumber(text) !== null

export const dayAfter = (day: string, days: number): string =>
  new Date(((dayNumber(day) ?? 0) + days) * DAY_MS).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0)

export function today(now: Date): string {
  const two = (count: number): string => String(count).padStart(2, '0')
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
