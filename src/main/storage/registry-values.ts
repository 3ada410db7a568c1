/**
 * Parsers for the registry's values: one unreadable field takes no other with it. Each gets null if nothing is stored, and
 * undefined if the stored text is no JSON.
 */
import { z } from 'zod'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/models/settings.ts'
import { settingsSchema } from '../core/schemas.ts'
import type { LockRecord } from '../core/ports/index.ts'

export function parseSettings(stored: unknown): Settings {
  const fields = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const value = schema.safeParse(
      typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined
    )
    return [name, value.success ? value.data : DEFAULT_SETTINGS[name as keyof Settings]]
  })
  return settingsSchema.parse(Object.fromEntries(fields))
}

export function parsePendingDeletions(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

/** No PIN matches it: PinHash rejects a verifier that it can't read. */
const NO_PIN = 'unreadable'

const lockRecordSchema = z.object({
  verifier: z.string(),
  failures: z.number().int().nonnegative().catch(0),
  waitUntil: z.iso.datetime().nullable().catch(null)
})

/**
 * An unreadable record must not unlock the app, so it becomes one that no PIN opens. The way out is the same as for a
 * forgotten PIN: erase everything.
 */
export function parseLock(stored: unknown): LockRecord | null {
  if (stored === null) return null
  const record = lockRecordSchema.safeParse(stored)
  return record.success ? record.data : { verifier: NO_PIN, failures: 0, waitUntil: null }
}
