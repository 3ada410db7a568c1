/** Starting with the system. The system's setting counts: the person may have turned it off there, so it is never restored. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { autostartFolder, createAutostartEntry, programPath } from '../linux/autostart-entry.ts'

/** Argument of a start by the system. */
const BY_SYSTEM = '--hidden'

export interface Autostart {
  /** null: the system can't start this build, for example in development. */
  read(): Promise<boolean | null>
  /** `read` shows whether the system accepted it. @throws STORAGE if a file can't be written */
  set(on: boolean): Promise<void>
}

/** Whether the system started the process with these arguments at sign-in. */
export const startedBySystem = (argv: readonly string[]): boolean => argv.includes(BY_SYSTEM)

/** macOS starts login items without arguments, and reports them here. Only after ready. */
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
    // Unlike openAtLogin, it respects the switch in the Task Manager.
    read: () => Promise.resolve(app.getLoginItemSettings(item).executableWillLaunchAtLogin),
    set: (openAtLogin) => Promise.resolve(app.setLoginItemSettings({ ...item, openAtLogin }))
  }
}

function onMac(): Autostart {
  return {
    read: () => Promise.resolve(app.getLoginItemSettings().openAtLogin),
    // The person may have to approve it in the system's settings. Until then `read` returns false.
    set: (openAtLogin) => Promise.resolve(app.setLoginItemSettings({ openAtLogin }))
  }
}
