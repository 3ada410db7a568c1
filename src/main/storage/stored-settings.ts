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

/** Unknown ones are kept if the text can be written and read with them. */
export function writeStoredSettings(settings: Settings, unknown: StoredSettings['unknown']): string {
  const text = tryStringify({ ...unknown, ...settings })
  return text !== null && text.length <= LONGEST_SETTINGS ? text : JSON.stringify(settings)
}

/** @returns null for what is nested too deeply, although it was parsed */
function tryStringify(value: object): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
