/**
 * The names by which the system knows the app. An app that is not packaged has names of its own, so `npm start` shares no
 * folder, instance lock, keychain entry, taskbar group or notification with an installed copy.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from './log.ts'

export interface Identity {
  name: string
  /** Windows groups windows and notifications by it. */
  appUserModelId: string
  /** Linux finds a window's icon by it. */
  desktopName: string
  keychainService: string
}

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
    report(error)
  }
}

export const isMarkedAsInstalled = (dataFolder: string): boolean => existsSync(join(dataFolder, MARK))
