import type { SettingName, SettingsChange } from './settings.ts'

/** What a settings file would change. Nothing is applied before the user has seen it. */
export interface SettingsImport {
  /** Settings that aren't as in the file. */
  changes: SettingsChange
  /** How many are as in the file already. */
  unchanged: number
  /** With a value that the setting doesn't have. */
  invalid: readonly SettingName[]
  /** The first names that are no settings of this version; `…` in place of a strange one. */
  unknown: readonly string[]
  /** How many more there are. */
  moreUnknown: number
}

/** Names of unknown settings that are listed. */
export const MOST_UNKNOWN = 10
