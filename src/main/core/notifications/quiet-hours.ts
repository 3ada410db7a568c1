/** The hours in which nothing is told, by this computer's clock. */
import { MINUTES_A_DAY } from '../../../shared/models/desktop-rules.ts'
import type { Settings } from '../../../shared/models/settings.ts'

/**
 * @param now where the person is
 * @returns whole minutes until it is over, at least 1; null: it is not quiet now. From and to the same: never quiet.
 */
export function quietFor(hours: Settings['quietHours'], now: Date): number | null {
  if (hours === null) return null
  const { from, to } = hours
  const after = (minutes: number): number => (minutes + MINUTES_A_DAY) % MINUTES_A_DAY
  const minute = now.getHours() * 60 + now.getMinutes()
  return after(minute - from) < after(to - from) ? after(to - minute) : null
}
