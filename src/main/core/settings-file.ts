/** Settings in a file of their own, for another computer or after damage. docs/settings.md says what is in it. */
import type { Output } from '../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../shared/ipc/error.ts'
import { checkSettings, FILE_SETTINGS, type SettingName, type Settings } from '../../shared/models/settings.ts'
import { MOST_UNKNOWN, type SettingsImport } from '../../shared/models/settings-import.ts'
import { jsonFileText, LONGEST_FILE, parseJsonFile, shownName } from './json-file.ts'
import { unlessLocked } from '../accounts/work.ts'
import type { Files } from './ports/index.ts'

/** Of the format. Raise it when an older Portside would misread a file. A new setting needs no new version. */
const FILE_VERSION = 1
const FILE_NAME = 'portside-settings.json'

interface SettingsFileParts {
  files: Pick<Files, 'open' | 'saveStream'>
  locked: () => boolean
  settings: () => Settings
  /** Of Portside, for people who read the file. */
  appVersion: string
}

export class SettingsFile {
  readonly #parts: SettingsFileParts

  constructor(parts: SettingsFileParts) {
    this.#parts = parts
  }

  /** @throws CANCELLED when the app is locked before the user has chosen a file; STORAGE */
  async exportFile(): Promise<Output<'settingsFile', 'exportFile'>> {
    const { files, settings, appVersion } = this.#parts
    const pieces = unlessLocked(this.#parts, settingsFileText(settings(), appVersion))
    return { name: await files.saveStream(FILE_NAME, 'json', pieces) }
  }

  /** Applies nothing. */
  async openFile(): Promise<Output<'settingsFile', 'openFile'>> {
    const text = await this.#parts.files.open(LONGEST_FILE).catch(refuseFile)
    return { settings: text === null ? null : parseSettingsFile(text, this.#parts.settings()) }
  }
}

export const settingsFileText = (settings: Settings, appVersion: string): string =>
  jsonFileText({
    portside: 'settings',
    version: FILE_VERSION,
    app: appVersion,
    settings: Object.fromEntries(FILE_SETTINGS.map((name) => [name, settings[name]]))
  })

/** @throws BAD_REQUEST (found 'newerFile', 'settingsFile') */
export function parseSettingsFile(text: string, current: Settings): SettingsImport {
  const file = parseJsonFile(text, 'settingsFile')
  if (!isRecord(file) || file['portside'] !== 'settings') throw new AppError('BAD_REQUEST', { found: 'settingsFile' })
  const { version, settings } = file
  if (typeof version === 'number' && version > FILE_VERSION) throw new AppError('BAD_REQUEST', { found: 'newerFile' })
  if (version !== FILE_VERSION || !isRecord(settings)) throw new AppError('BAD_REQUEST', { found: 'settingsFile' })
  const { valid, invalid, unknown } = checkSettings(settings, FILE_SETTINGS)
  const names = Object.keys(valid) as SettingName[]
  const changed = names.filter((name) => canonicalText(valid[name]) !== canonicalText(current[name]))
  const unknownNames = Object.keys(unknown)
  return {
    changes: Object.fromEntries(changed.map((name) => [name, valid[name]])),
    unchanged: names.length - changed.length,
    invalid,
    unknown: unknownNames.slice(0, MOST_UNKNOWN).map(shownName),
    moreUnknown: Math.max(unknownNames.length - MOST_UNKNOWN, 0)
  }
}

/** A file that is too long or no text is refused as one of another kind is. */
function refuseFile(error: unknown): never {
  if (toErrorInfo(error).found === 'file') throw new AppError('BAD_REQUEST', { found: 'settingsFile' })
  throw error
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A hand-written file may have the parts of a value in another order. */
const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (isRecord(part) ? Object.entries(part).toSorted() : part))
