/** The built app as a command in a terminal: what it prints, and the code that it ends with. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Runtime } from '../../../scripts/setup/electron-runtime.mjs'
import { MEMORY, ROOT } from '../../../scripts/setup/paths.mjs'
import { environment, type LaunchOptions } from './app.ts'
import { isRootOnLinux, RECORDER } from './electron-driver.ts'
import { requireElectron } from './runtime.ts'

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

export const runInTerminal = (args: string[], options: LaunchOptions): Promise<Printed> =>
  startInTerminal(args, options).printed

/**
 * Electron's runtime under another name, with the built app in its `resources`: Electron decides by the executable's name whether an app
 * is packaged (shell/browser/api/electron_api_app.cc). Not on macOS, where the name is part of the bundle.
 */
function packagedProgram({ program, version, appFolder }: Runtime): string {
  const name = basename(program).replace('electron', 'portside')
  const folder = join(MEMORY, `portside-${version}`)
  if (existsSync(join(folder, name))) return join(folder, name)
  const place = mkdtempSync(join(MEMORY, 'portside-'))
  for (const path of readdirSync(dirname(program), { recursive: true, encoding: 'utf8' })) {
    const [from, to] = [join(dirname(program), path), join(place, path.replace(basename(program), name))]
    if (path.startsWith(join('resources', 'app'))) continue
    if (statSync(from).isDirectory()) mkdirSync(to, { recursive: true })
    else linkSync(from, to)
  }
  // A junction needs no rights on Windows.
  symlinkSync(appFolder, join(place, 'resources', 'app'), 'junction')
  try {
    renameSync(place, folder)
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(join(folder, name))) throw error
    rmSync(place, { recursive: true })
  }
  return join(folder, name)
}

/** The program and its arguments, inside of another program's. */
type Around = (program: string, args: string[]) => [program: string, args: string[]]

/** Starts the app as the installed launcher does (scripts/packaging/linux/portside). */
export function startInTerminal(args: string[], options: LaunchOptions, around: Around = (...same) => same): Command {
  const [program, before] = electronCommand(options)
  const switches = isCommand(args) ? ['--ozone-platform=headless', '--log-level=3'] : []
  return start(...around(program, [...before, ...switches, ...args]), environment(options))
}

/** Starts the app with the recorder, whose dialogs wait for nobody. For an app that ends before a driver reaches it. */
export function startRecorded(options: LaunchOptions): Command {
  const [program, before] = electronCommand(options)
  return start(program, ['-r', RECORDER, ...before], environment(options))
}

/** By the launcher's rule: a switch that answers in the terminal, or a first word that is no path and no link. */
function isCommand(args: string[]): boolean {
  if (process.platform !== 'linux') return false
  const word = args.find((arg) => !arg.startsWith('-'))
  const answering =
    word === undefined ? /^--(quick-check|diagnostics|help|version)(=|$)/ : /^--(quick-check|diagnostics)(=|$)/
  return args.some((arg) => answering.test(arg)) || /^[A-Za-z-]+$/.test(word ?? '')
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
    // It is root in there, and Chromium's sandbox can't start as root.
    ['-rm', 'sh', '-c', `mount ${line} && exec "$@"`, 'sh', program, '--no-sandbox', ...words]
  ]
  return startInTerminal(args, options, mounted).printed
}

function electronCommand({ packaged, entry }: LaunchOptions): [program: string, args: string[]] {
  const runtime = requireElectron()
  const sandbox = isRootOnLinux ? ['--no-sandbox'] : []
  return packaged ? [packagedProgram(runtime), sandbox] : [runtime.program, [...sandbox, entry ?? runtime.appFolder]]
}

/** Starts `npm start -- …` on a machine without a display, with nothing left to set up. */
export const startWithNpm = (args: string[], options: LaunchOptions): Command =>
  start('npm', ['start', '--silent', '--', ...args], withoutDisplay(options))

/** Starts the second half of `npm start`, without a display unless it is given. */
export const startWithScript = (args: string[], options: LaunchOptions, display?: string): Command =>
  start(process.execPath, ['scripts/start.mjs', ...args], {
    ...withoutDisplay(options),
    ...(display && { DISPLAY: display })
  })

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
