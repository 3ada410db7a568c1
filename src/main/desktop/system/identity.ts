/**
 * The names by which the system knows the app. An app that is not packaged has names of its own, so `npm start` shares no
 * folder, instance lock, keychain entry, taskbar group or notification with an installed copy.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { autostartFolder } from '../linux/autostart-entry.ts'
import { report } from './log.ts'

export interface Identity {
  /** Also the name of the data folder. */
  name: string
  /** Windows groups windows and notifications by it. */
  appUserModelId: string
  /** Linux finds a window's icon by it. */
  desktopName: string
  keychainService: string
}

/** As in package.json and electron-builder.yml. */
export const INSTALLED: Identity = {
  name: 'Portside',
  appUserModelId: 'app.portside.desktop',
  desktopName: 'portside.desktop',
  keychainService: 'Portside'
}

export const DEVELOPMENT: Identity = {
  name: 'Portside Development',
  appUserModelId: 'app.portside.desktop.development',
  desktopName: 'portside-development.desktop',
  keychainService: 'Portside Development'
}

const MARK = 'installed'

/** Every start of a packaged app marks its data folder, so that `npm start` leaves it alone. */
export function markAsInstalled(dataFolder: string): void {
  const mark = join(dataFolder, MARK)
  if (existsSync(mark)) return
  try {
    writeFileSync(mark, 'This folder belongs to an installed Portside. `npm start` leaves it alone.\n')
  } catch (error) {
    // A folder that can't be written can't be moved either.
    report(error)
  }
}

export const isMarkedAsInstalled = (dataFolder: string): boolean => existsSync(join(dataFolder, MARK))

/** Files of an installed copy. Copies from before the mark are recognized only by these. */
export function installedFiles(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string[] {
  const { name, desktopName } = INSTALLED
  if (platform === 'darwin') return ['/Applications', join(home, 'Applications')].map((at) => join(at, `${name}.app`))
  if (platform === 'win32') return [join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Programs', name)]
  // Only a packaged app starts at sign-in.
  return [`/opt/${name}`, join(autostartFolder(env, home), desktopName)]
}
