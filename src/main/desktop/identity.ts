/**
 * The names by which the system knows the app. An app that is not packaged has names of its own, so `npm start` shares no
 * folder, instance lock, keychain entry, taskbar group or notification with an installed copy.
 */
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import owner from '../../shared/owner.json' with { type: 'json' }
import { report } from './log.ts'

export interface AppIdentity {
  name: string
  /** Windows groups windows and notifications by it. */
  appUserModelId: string
  /** Linux finds a window's icon by it. */
  desktopName: string
  keychainService: string
}

export const INSTALLED: AppIdentity = {
  name: 'Portside',
  appUserModelId: owner.appId,
  desktopName: 'portside.desktop',
  keychainService: 'Portside'
}

export const DEVELOPMENT: AppIdentity = {
  name: 'Portside Development',
  appUserModelId: `${owner.appId}.development`,
  desktopName: 'portside-development.desktop',
  keychainService: 'Portside Development'
}

/** Flatpak exports only a desktop file that is named after the app's id, which it tells the app (electron-builder, FlatpakTarget.js). */
export const desktopNameOf = ({ desktopName }: AppIdentity, env: NodeJS.ProcessEnv): string =>
  env['FLATPAK_ID'] === owner.appId ? `${owner.appId}.desktop` : desktopName

/** A data folder is known as Portside's by this file. Its text counts too, because other programs may use the name. */
const MARK = 'portside-folder'
const MARK_TEXT = 'This folder belongs to Portside.\n'

/** Every start marks its data folder, so that the next one with the same --profile-dir finds it again. */
export function markFolder(dataFolder: string): void {
  if (isMarked(dataFolder)) return
  try {
    // 'wx' follows no link and replaces no file.
    writeFileSync(join(dataFolder, MARK), MARK_TEXT, { flag: 'wx' })
  } catch (error) {
    report(error)
  }
}

export function isMarked(dataFolder: string): boolean {
  const file = join(dataFolder, MARK)
  try {
    const found = lstatSync(file)
    return found.isFile() && found.size < 1000 && readFileSync(file, 'utf8') === MARK_TEXT
  } catch {
    return false
  }
}
