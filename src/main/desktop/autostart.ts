/** Starting with the system. The system's setting counts: users may have turned it off there, so it is never restored. */
import { realpathSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { app } from 'electron'
import { AppError } from '../../shared/ipc/error.ts'

const BY_SYSTEM = '--hidden'

export interface Autostart {
  /** null: the system can't start this build, for example in development. */
  read(): Promise<boolean | null>
  /** `read` shows whether the system accepted it. @throws STORAGE if a file can't be written */
  set(on: boolean): Promise<void>
}

export const startedBySystem = (argv: readonly string[]): boolean => argv.includes(BY_SYSTEM)

/** macOS starts login items without arguments, and reports them here. Only after ready. */
export const openedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin

/** Only after ready. */
export function createAutostart(): Autostart {
  if (!app.isPackaged) return { read: () => Promise.resolve(null), set: () => Promise.resolve() }
  if (process.platform === 'linux') {
    const program = programPath(process.env, process.execPath)
    const file = join(autostartFolder(process.env, homedir()), 'portside.desktop')
    return createAutostartEntry(file, app.getName(), [program, BY_SYSTEM])
  }
  if (process.platform === 'win32') {
    // Electron writes the path into a command line as it is given (shell/browser/browser_win.cc, FormatCommandLineString).
    const item = { path: `"${process.execPath}"`, args: [BY_SYSTEM] }
    return {
      // Unlike openAtLogin, it respects the switch in the Task Manager.
      read: async () => app.getLoginItemSettings(item).executableWillLaunchAtLogin,
      set: async (openAtLogin) => app.setLoginItemSettings({ ...item, openAtLogin })
    }
  }
  return {
    read: async () => app.getLoginItemSettings().openAtLogin,
    // The user may have to approve it in the system's settings. Until then `read` returns false.
    set: async (openAtLogin) => app.setLoginItemSettings({ openAtLogin })
  }
}

/**
 * The autostart file of a Linux desktop (Desktop Application Autostart Specification, Desktop Entry Specification 1.5).
 * @param command the program's absolute path, and its arguments
 */
export function createAutostartEntry(file: string, name: string, command: readonly string[]): Autostart {
  return {
    read: async () => isOn(await readFile(file, 'utf8').catch(() => ''), command),
    async set(on) {
      try {
        if (!on) return await rm(file, { force: true })
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        await writeFile(`${file}.part`, entryText(name, command))
        await rename(`${file}.part`, file)
      } catch {
        // The system's message names the path.
        throw new AppError('STORAGE')
      }
    }
  }
}

export function autostartFolder(env: NodeJS.ProcessEnv, home: string): string {
  const configured = env['XDG_CONFIG_HOME']
  // The XDG Base Directory Specification ignores relative paths.
  return join(configured && isAbsolute(configured) ? configured : join(home, '.config'), 'autostart')
}

/**
 * The program to start at sign-in. An AppImage's executable is mounted at a path that is gone when it ends, so the image is
 * started. Its variables reach every program started from it, so they count only if the executable is in its mount.
 */
export function programPath(env: NodeJS.ProcessEnv, execPath: string): string {
  const { APPIMAGE, APPDIR } = env
  if (!APPIMAGE || !APPDIR || !isAbsolute(APPIMAGE)) return execPath
  return isInside(APPDIR, execPath) ? APPIMAGE : execPath
}

function isInside(folder: string, file: string): boolean {
  try {
    return realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`)
  } catch (error) {
    // The folder of an image that has ended, or that belongs to another user.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

export function entryText(name: string, command: readonly string[]): string {
  return `[Desktop Entry]
Type=Application
Name=${escaped(name)}
Exec=${execOf(command)}
Terminal=false
X-GNOME-Autostart-enabled=true
`
}

/** Desktops disable an entry with Hidden, GNOME with its own key, and leave the file. */
export function isOn(text: string, command: readonly string[]): boolean {
  const values = new Map<string, string>()
  let group = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) group = line.trim()
    const at = line.indexOf('=')
    if (group === '[Desktop Entry]' && at > 0) values.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  const off = values.get('Hidden') === 'true' || values.get('X-GNOME-Autostart-enabled') === 'false'
  return !off && values.get('Exec') === execOf(command)
}

/** Quotes each argument and escapes four characters in it. Then escapes the whole value, including backslashes again. */
const execOf = (command: readonly string[]): string =>
  escaped(command.map((argument) => `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`).join(' '))

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
