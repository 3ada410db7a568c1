/** Settings as text in a file. They survive damage setting by setting, and a version that doesn't know all of them. */
import { checkSettings, SETTING_NAMES, type SettingName, type Settings } from '../../shared/models/settings.ts'

/** In characters. All settings take less than 2,000. */
export const LONGEST_SETTINGS = 64 * 1024

export interface StoredSettings {
  settings: Settings
  /** Stored with a value that can't be used: their default holds. */
  unusable: readonly SettingName[]
  /** Of a newer version. */
  unknown: Readonly<Record<string, unknown>>
}

const NONE: StoredSettings = { ...checkSettings({}), unusable: [] }
const ALL_LOST: StoredSettings = { ...NONE, unusable: SETTING_NAMES }

/** @param text null: nothing is stored */
export function parseStoredSettings(text: string | null): StoredSettings {
  if (text === null) return NONE
  const stored = text.length <= LONGEST_SETTINGS ? parseObject(text) : null
  if (stored === null) return ALL_LOST
  const { settings, invalid, unknown } = checkSettings(stored)
  return { settings, unusable: invalid, unknown }
}

export const writeStoredSettings = (settings: Settings, unknown: StoredSettings['unknown']): string =>
  JSON.stringify({ ...unknown, ...settings })

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
