/**
 * The names by which the system knows the app. An app that is not packaged has names of its own, so `npm start` shares no
 * folder, instance lock, keychain entry, taskbar group or notification with an installed copy.
 */
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Files by which a data folder is known as Portside's: by name and text, because folders of other programs may have the name. */
const MARKS = {
  installed: 'This folder belongs to an installed Portside. `npm start` leaves it alone.\n',
  development: 'This folder belongs to a Portside that isn’t installed.\n'
}
type Mark = keyof typeof MARKS

/**
 * Every start of a packaged app marks its data folder, so that `npm start` leaves it alone. Every start marks a chosen folder,
 * so that the next one finds it again.
 */
export function markFolder(dataFolder: string, mark: Mark): void {
  if (hasMark(dataFolder, mark)) return
  try {
    // 'wx' follows no link and replaces no file.
    writeFileSync(join(dataFolder, mark), MARKS[mark], { flag: 'wx' })
  } catch (error) {
    report(error)
  }
}

export const isMarkedAsInstalled = (dataFolder: string): boolean => hasMark(dataFolder, 'installed')
export const isMarked = (dataFolder: string): boolean =>
  hasMark(dataFolder, 'installed') || hasMark(dataFolder, 'development')

function hasMark(dataFolder: string, mark: Mark): boolean {
  const file = join(dataFolder, mark)
  try {
    const found = lstatSync(file)
    return found.isFile() && found.size < 1000 && readFileSync(file, 'utf8') === MARKS[mark]
  } catch {
    return false
  }
}
