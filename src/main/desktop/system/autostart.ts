/**
 * Starting with the system. What holds is what the system says: it may have been switched off there, so a stored choice is
 * never forced back.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { autostartFolder, createAutostartEntry, programPath } from '../linux/autostart-entry.ts'

/** Among the arguments: the system started it. */
const BY_SYSTEM = '--hidden'

export interface Autostart {
  /** null: this way of running is none that the system could start. */
  read(): Promise<boolean | null>
  /** @throws STORAGE when that can't be written; where the system doesn't take it, `read` tells */
  set(on: boolean): Promise<void>
}

/** The system started this process, or the other one whose arguments these are, when the person signed in to it. */
export const startedBySystem = (argv: readonly string[]): boolean => argv.includes(BY_SYSTEM)

/** macOS gives a login item no arguments, and tells instead. Only after ready. */
export const openedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin

/** Only after ready. */
export function createAutostart(): Autostart {
  // In development the program is Electron itself.
  if (!app.isPackaged) return { read: () => Promise.resolve(null), set: () => Promise.resolve() }
  if (process.platform === 'linux') return onLinux()
  if (process.platform === 'win32') return onWindows()
  return onMac()
}

function onLinux(): Autostart {
  const program = programPath(process.env, process.execPath)
  const file = join(autostartFolder(process.env, homedir()), 'portside.desktop')
  return createAutostartEntry(file, app.getName(), [program, BY_SYSTEM])
}

function onWindows(): Autostart {
  // Electron writes the path into a command line as it is given (shell/browser/browser_win.cc, FormatCommandLineString).
  const item = { path: `"${process.execPath}"`, args: [BY_SYSTEM] }
  return {
    // That of the two which knows of the switch in the Task Manager.
    read: () => Promise.resolve(app.getLoginItemSettings(item).executableWillLaunchAtLogin),
    set: (openAtLogin) => Promise.resolve(app.setLoginItemSettings({ ...item, openAtLogin }))
  }
}

function onMac(): Autostart {
  return {
    read: () => Promise.resolve(app.getLoginItemSettings().openAtLogin),
    // The system may want to be asked in its own settings first; then `read` goes on telling that it is off.
    set: (openAtLogin) => Promise.resolve(app.setLoginItemSettings({ openAtLogin }))
  }
}
