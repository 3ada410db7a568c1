/** The calendar days of invoices. A date is the day that the provider wrote, unless it is a local midnight written in another zone. */
import { dayAfter, dayOf, isDay } from '../../shared/models/day.ts'
import type { Invoice } from '../../shared/models/invoice.ts'

/** The provider's due date wins over the user's term. @param term null: none, or nothing to pay */
export function daysOf(
  { issuedAt, dueAt }: Pick<Invoice, 'issuedAt' | 'dueAt'>,
  term: number | null
): Pick<Invoice, 'issuedDay' | 'dueDay' | 'dueBy'> {
  const issuedDay = dayOf(issuedAt)
  const dueDay = dayOf(dueAt)
  if (dueDay !== null) return { issuedDay, dueDay, dueBy: 'provider' }
  const byTerm = issuedDay === null || term === null ? '' : dayAfter(issuedDay, term)
  // A year after 9999 is no day.
  return isDay(byTerm) ? { issuedDay, dueDay: byTerm, dueBy: 'term' } : { issuedDay, dueDay: null, dueBy: null }
}

export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const isInstant = (time: string): boolean => /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(time)
const isMidnightAsWritten = (time: string): boolean => /T00:00(?::00(?:\.0+)?)?(?:Z|[+-])/i.test(time)
/** Zones differ by whole quarters of an hour. */
const QUARTER_MS = 15 * 60_000

/** The day that begins at this instant in the zone; null: it is no midnight there. */
function dayBeginningAt(time: string, zone: Intl.DateTimeFormat): string | null {
  const at = Date.parse(time)
  if (!(at % QUARTER_MS === 0)) return null
  const [day = '', clock] = zone.format(at).split(' ')
  return clock === '00:00:00' ? day : null
}

/** Sweden writes dates as ISO 8601 does. */
const formatIn = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })

const isZone = (zone: string): boolean => {
  try {
    formatIn(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export interface LocalDays {
  /** The IANA time zone. */
  zone: string
  /** By the time as written. */
  days: ReadonlyMap<string, string>
}

/**
 * A program in Paris that stores days as instants writes 2026-11-24T23:00:00Z for November 25. If every instant of a list is a
 * midnight of the same zone, the instants are days.
 * @param zones the zone of the stored list first, so that days stay when the computer travels
 */
export function localDays(times: readonly (string | null)[], zones: readonly string[]): LocalDays | null {
  const instants = new Set(times.filter((time) => time !== null).filter(isInstant))
  if ([...instants].every(isMidnightAsWritten)) return null
  for (const zone of new Set(zones.filter(isZone))) {
    const format = formatIn(zone)
    const days = new Map<string, string>()
    for (const time of instants) {
      const day = dayBeginningAt(time, format)
      if (day === null) break
      days.set(time, day)
    }
    if (days.size === instants.size) return { zone, days }
  }
  return null
}
