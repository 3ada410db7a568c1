/**
 * The autostart file of a Linux desktop (Desktop Application Autostart Specification, Desktop Entry Specification 1.5).
 * No Electron.
 */
import { realpathSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { AppError } from '../../../shared/ipc/error.ts'

export interface AutostartEntry {
  /** Whether the file exists, is enabled, and starts this program. */
  read(): Promise<boolean>
  /** @throws STORAGE if the file can't be written or removed */
  set(on: boolean): Promise<void>
}

/** @param command the program's absolute path, and its arguments */
export function createAutostartEntry(file: string, name: string, command: readonly string[]): AutostartEntry {
  return {
    read: async () => isOn(await readFile(file, 'utf8').catch(() => ''), command),
    async set(on) {
      try {
        if (on) await writeAtomically(file, entryText(name, command))
        else await rm(file, { force: true })
      } catch {
        // The system's message names the path.
        throw new AppError('STORAGE')
      }
    }
  }
}

/** The person's autostart folder. */
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
    // The folder of an image that has ended, or that belongs to another person.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

export function entryText(name: string, command: readonly string[]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${escaped(name)}`,
    `Exec=${execOf(command)}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true'
  ]
  return `${lines.join('\n')}\n`
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

/** Readers see the old file or the whole new one. */
async function writeAtomically(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.part`
  await writeFile(part, text, 'utf8')
  await rename(part, file)
}
