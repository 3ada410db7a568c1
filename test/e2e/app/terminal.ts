/** The built app as a command in a terminal: what it prints, and the code that it ends with. */
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { electronProgram } from '../../../scripts/setup/electron-runtime.mjs'
import { environment, type LaunchOptions } from './app.ts'
import { countLaunch } from './launches.ts'
import { packElectron } from './packaged-electron.ts'
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
  /** Resolves when the command and everything that shares its output have ended. */
  printed: Promise<Printed>
  /** Signals the command's process group, as Ctrl+C in its terminal does. */
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

/** Starts the app itself, as the installed program would start. */
export function startInTerminal(args: string[], options: LaunchOptions): Command {
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
  return start(program, [...before, ...args], environment(options))
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

/** In a process group of its own, so that a test can signal all of it, as Ctrl+C in a terminal does. */
export function start(program: string, args: string[], env: Record<string, string>): Command {
  countLaunch()
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
