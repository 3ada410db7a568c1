/**
 * What the person chose, as far as what is stored can still be read: one unreadable piece takes no other with it.
 * Each takes what a column held: null when nothing is stored, undefined when it is no JSON, else the value.
 */
import { z } from 'zod'
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from '../../shared/models/settings.ts'
import type { LockRecord } from '../core/ports/index.ts'

export function settingsOf(stored: unknown): Settings {
  const fields = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const value = schema.safeParse(
      typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined
    )
    return [name, value.success ? value.data : DEFAULT_SETTINGS[name as keyof Settings]]
  })
  return settingsSchema.parse(Object.fromEntries(fields))
}

export function pendingDeletionsOf(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

/** No PIN has it: PinHash says no to what it can't read. */
const NO_PIN = 'unreadable'

const lockRecordSchema = z.object({
  verifier: z.string(),
  failures: z.number().int().nonnegative().catch(0),
  waitUntil: z.iso.datetime().nullable().catch(null)
})

/**
 * A record that can't be read must not open the app, and must not be mistaken for "no lock": it becomes one that no PIN opens.
 * The way out is the one of a forgotten PIN: to erase everything.
 */
export function lockOf(stored: unknown): LockRecord | null {
  if (stored === null) return null
  const record = lockRecordSchema.safeParse(stored)
  return record.success ? record.data : { verifier: NO_PIN, failures: 0, waitUntil: null }
}
