/** The calendar days of a list's times. A time is on the day that the provider wrote, unless it is a local midnight or end of day written in another zone. */
import { dayOf } from '../../../shared/models/day.ts'

export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const isInstant = (time: string): boolean => /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(time)
/** A day's first or last moment, as written. */
const isEdgeAsWritten = (time: string): boolean =>
  /T(?:00:00(?::00(?:\.0+)?)?|23:59(?::(?:00|59)(?:\.\d+)?)?)(?:Z|[+-])/i.test(time)
/** Zones differ by whole quarters of an hour. */
const QUARTER_MS = 15 * 60_000
const MINUTE_MS = 60_000
const EDGES: ReadonlySet<string | undefined> = new Set(['00:00:00', '23:59:00', '23:59:59'])

/** The day that begins or ends at this instant in the zone; null: it is another moment there. */
function dayAtEdge(time: string, zone: Intl.DateTimeFormat): string | null {
  const at = Date.parse(time)
  const isNearQuarter = at % QUARTER_MS === 0 || (at + MINUTE_MS) % QUARTER_MS < MINUTE_MS
  if (!isNearQuarter) return null
  const [day = '', clock] = zone.format(at).split(' ')
  return EDGES.has(clock) ? day : null
}

/** Making one takes as long as reading several invoices. This computer was in a few zones only. */
const formats = new Map<string, Intl.DateTimeFormat | null>()

/** Sweden writes dates as ISO 8601 does. @returns null if there is no such zone */
function formatIn(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = makeFormat(zone)
  formats.set(zone, format)
  return format
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  } catch (error) {
    if (error instanceof RangeError) return null
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
 * midnight of the same zone, or the end of a day there, the instants are days.
 * `yield`s where other work may have its turn.
 * @param zones the zone of the stored list first, so that days stay when the computer travels
 */
export function* localDays(
  times: Iterable<string | null>,
  zones: readonly string[]
): Generator<void, LocalDays | null, void> {
  const instants = new Set<string>()
  let areDays = true
  for (const time of times) {
    yield
    if (time === null || !isInstant(time)) continue
    instants.add(time)
    areDays &&= isEdgeAsWritten(time)
  }
  if (areDays) return null
  for (const zone of new Set(zones)) {
    const format = formatIn(zone)
    if (format === null) continue
    const days = new Map<string, string>()
    for (const time of instants) {
      yield
      const day = dayAtEdge(time, format)
      if (day === null) break
      days.set(time, day)
    }
    if (days.size === instants.size) return { zone, days }
  }
  return null
}

/**
 * The day of one time that isn't a part of a list of days: a date, and a midnight as written, is the day that the provider wrote.
 * Another instant is a day's edge in one of the zones, or a moment of the day here.
 * @param zones the zone of the stored list first, so that its midnights stay days when the computer travels; this computer's last
 * @returns `zone`: of whose midnights it is one
 */
export function localDayOf(time: string, zones: readonly string[]): { day: string | null; zone: string | null } {
  if (!isInstant(time) || isEdgeAsWritten(time)) return { day: dayOf(time), zone: null }
  for (const zone of zones) {
    const format = formatIn(zone)
    const day = format && dayAtEdge(time, format)
    if (day !== null) return { day, zone }
  }
  const here = formatIn(zones.at(-1) ?? localZone())
  return { day: dayOf(here ? here.format(Date.parse(time)).slice(0, 10) : time), zone: null }
}
