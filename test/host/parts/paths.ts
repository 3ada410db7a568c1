/** Where things are, by Electron's names. */
import { existsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runtime } from '../runtime.ts'

const changed = new Map<string, string>()
let appName: string | null = null

/** The data folder is named after the app (shell/common/electron_paths.h). */
export function setAppName(name: string): void {
  appName = name
}

function appData(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support')
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData/Roaming')
  return process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
}

const DEFAULTS: Record<string, () => string> = {
  home: homedir,
  temp: tmpdir,
  appData,
  userData: () => join(getPath('appData'), appName ?? runtime().package.name),
  sessionData: () => getPath('userData'),
  logs: () => join(getPath('userData'), 'logs'),
  crashDumps: () => join(getPath('userData'), 'Crashpad'),
  downloads: () => join(homedir(), 'Downloads'),
  documents: () => join(homedir(), 'Documents'),
  desktop: () => join(homedir(), 'Desktop'),
  exe: () => process.execPath,
  module: () => process.execPath
}

/** @throws Error, in Electron's words, for a name that it does not know */
export function getPath(name: string): string {
  const path = changed.get(name) ?? DEFAULTS[name]?.()
  if (path === undefined) throw new Error(`Failed to get '${name}' path`)
  return path
}

export function setPath(name: string, path: string): void {
  if (!DEFAULTS[name]) throw new Error(`Failed to set path: ${name}`)
  // Of all names it is documented; Electron itself makes the folder for some.
  if (!existsSync(path)) throw new Error(`Failed to set path: ${name}, because there is no ${path}`)
  changed.set(name, path)
}
