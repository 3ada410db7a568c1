/** Times of day as a time input has them ("HH:MM") and as settings have them (minutes from midnight). */
import type { Settings } from '../../../../shared/models/settings.ts'

export interface QuietTimes {
  from: string
  to: string
}

/** What is offered first. */
export const DEFAULT_QUIET_HOURS: NonNullable<Settings['quietHours']> = { from: 22 * 60, to: 7 * 60 }

const two = (number: number): string => String(number).padStart(2, '0')
const timeOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** null: no time of day, as when the input was emptied. */
function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::|$)/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

export const timesOf = ({ from, to }: NonNullable<Settings['quietHours']>): QuietTimes => ({
  from: timeOf(from),
  to: timeOf(to)
})

/** What is typed, or what is wrong with it. */
export function readTimes(typed: QuietTimes): NonNullable<Settings['quietHours']> | 'missing' | 'same' {
  const [from, to] = [minutesOf(typed.from), minutesOf(typed.to)]
  if (from === null || to === null) return 'missing'
  return from === to ? 'same' : { from, to }
}
