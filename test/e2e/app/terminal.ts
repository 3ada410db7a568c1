/** The built app as a command in a terminal: what it prints, and the code that it ends with. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronProgram } from '../../../scripts/setup/electron-runtime.mjs'
import { environment, type LaunchOptions } from './app.ts'
import { chooseRuntime } from './runtime.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface Printed {
  /** null when a signal ended it. */
  exitCode: number | null
  stdout: string
  stderr: string
}

export interface Command {
  child: ChildProcess
  printed: Promise<Printed>
  signalGroup: (signal: NodeJS.Signals) => void
}

export async function runInTerminal(args: string[], options: LaunchOptions): Promise<Printed> {
  const electron = installedElectron()
  if (electron === null || !options.packaged) return startInTerminal(args, options).printed
  const { program, remove } = packElectron(electron)
  try {
    return await start(program, [...sandbox(), ...args], environment(options)).printed
  } finally {
    remove()
  }
}

/**
 * Copies Electron's runtime under another name, with the built app beside it in `resources`. Electron decides by the
 * executable's name whether an app is packaged (shell/browser/api/electron_api_app.cc). Not on macOS, where the name is part of
 * the bundle.
 */
function packElectron(electron: string): { program: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'portside-packaged-'))
  const name = basename(electron).replace('electron', 'portside')
  cpSync(dirname(electron), folder, { recursive: true, verbatimSymlinks: true })
  renameSync(join(folder, basename(electron)), join(folder, name))
  // A junction needs no rights on Windows.
  symlinkSync(ROOT, join(folder, 'resources', 'app'), 'junction')
  return {
    program: join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

/** The program and its arguments, inside of another program's. */
type Around = (program: string, args: string[]) => [program: string, args: string[]]

/** Starts the app itself, as the installed program would start. */
export function startInTerminal(args: string[], options: LaunchOptions, around: Around = (...same) => same): Command {
  const electron = installedElectron()
  const { packaged = false, sharedChromium } = options
  const hostFlags = [
    ...(sharedChromium ? [`--attach=${sharedChromium.endpoint}`] : []),
    ...(packaged ? ['--packaged'] : [])
  ]
  const [program, before] =
    electron === null
      ? [process.execPath, ['test/host/main.ts', ...hostFlags, 'out/main/index.js']]
      : [electron, [...sandbox(), '.']]
  return start(...around(program, [...before, ...args]), environment(options))
}

/**
 * In a real terminal of this width. Standard output and standard error both arrive in `stdout`, unless standard error goes to a file.
 * util-linux's script(1), which every Debian has.
 */
export async function runInPty(args: string[], columns: number, options: LaunchOptions): Promise<Printed> {
  const inTerminal: Around = (program, words) => {
    const line = [program, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    return ['script', ['-qec', `stty -echo cols ${columns} rows 24; exec ${line}`, '/dev/null']]
  }
  const printed = await startInTerminal(args, options, inTerminal).printed
  // script(1) types the end of its input, which the terminal shows until the program turns echo off.
  return { ...printed, stdout: printed.stdout.replace('^D\b\b', '').replaceAll('\r\n', '\n') }
}

/** Whether a process may have mounts that no other sees, and so a file system that is full or read-only. */
export const canMount = (): boolean =>
  process.platform === 'linux' && spawnSync('unshare', ['-rm', 'true'], { stdio: 'ignore' }).status === 0

/** Runs where mount(8) was called, for this process only. @param mount its arguments */
export function runWithMount(args: string[], mount: string[], options: LaunchOptions): Promise<Printed> {
  const line = mount.map((word) => `'${word}'`).join(' ')
  const mounted: Around = (program, words) => [
    'unshare',
    ['-rm', 'sh', '-c', `mount ${line} && exec "$@"`, 'sh', program, ...words]
  ]
  return startInTerminal(args, options, mounted).printed
}

const installedElectron = (): string | null => (chooseRuntime().runtime === 'electron' ? electronProgram() : null)
const sandbox = (): string[] => (process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [])

/** Starts `npm start -- …` on a machine without a display, with nothing left to set up. */
export const startWithNpm = (args: string[], options: LaunchOptions): Command =>
  start('npm', ['start', '--silent', '--', ...args], withoutDisplay(options))

/** Starts the second half of `npm start`, without a display. */
export const startWithScript = (args: string[], options: LaunchOptions): Command =>
  start(process.execPath, ['scripts/start.mjs', ...args], withoutDisplay(options))

function withoutDisplay(options: LaunchOptions): Record<string, string> {
  const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, ...env } = environment(options)
  return { ...env, PORTSIDE_SKIP_SYSTEM_PACKAGES: '1', PORTSIDE_SKIP_ELECTRON_DOWNLOAD: '1' }
}

export function start(program: string, args: string[], env: Record<string, string>): Command {
  const child = spawn(program, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32'
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const printed = new Promise<Printed>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }))
  })
  const signalGroup = (signal: NodeJS.Signals): void => {
    // Without a process there is no group, and 0 would be the test's own.
    if (child.pid === undefined) throw new Error(`${program} did not start.`)
    process.kill(-child.pid, signal)
  }
  return { child, printed, signalGroup }
}
