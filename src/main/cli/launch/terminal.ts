/** Runs the app as a command: it writes to standard output and ends, beside a running app. */
import { existsSync, fstatSync, mkdirSync, mkdtempSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { app } from 'electron'
import type { ProxySetting } from '../../../shared/models/network-proxy.ts'
import { report } from '../../desktop/log.ts'
import { networkFetch, networkProxy } from '../../desktop/network.ts'
import type { AnswerProxy } from '../../desktop/network-proxy.ts'
import { systemLocale } from '../../desktop/system-locale.ts'

export interface TerminalParts {
  dataFolder: string
  network: typeof fetch
  /** Call before the first request. */
  useProxy: (setting: ProxySetting, answer: AnswerProxy) => void
  locale: string
  /** As terminalColumns. null: nothing is cut to a width. */
  columns: number | null
  /** Writes to standard output what comes before the answer's last text. Resolves when it is written, or nobody reads it. */
  print: (text: string) => Promise<void>
  /** Writes a sentence to standard error. */
  warn: (sentence: string) => void
  /** Registers what has to be removed, however the process ends. */
  atEnd: (cleanUp: () => void) => void
  /**
   * Registers a test for a hanging native call: Node waits for its thread before the process ends.
   * @param stop begins no further call. Called when the process is about to end, or at once if it is already
   */
  stuckWhen: (isStuck: () => boolean, stop?: () => void) => void
}

export interface TerminalAnswer {
  exitCode: number
  text: string
}

/**
 * Call before ready. @param failed the exit code if there is no answer, or a signal comes before it is written
 * @param opensWindow in a data folder that is removed at the end. Commands open none
 */
export function runInTerminal(
  ask: (parts: TerminalParts) => Promise<TerminalAnswer>,
  failed: number,
  { opensWindow = false } = {}
): void {
  let exitCode = failed
  const stuckTests: (() => boolean)[] = []
  const isStuck = (): boolean => stuckTests.some((test) => test())
  const stops: (() => void)[] = []
  let isEnding = false
  /** The command runs on until the process has ended, also after `app.exit`. */
  const stopCalls = (): void => {
    isEnding = true
    for (const stop of stops) stop()
  }

  const end = async (): Promise<void> => {
    stopCalls()
    // A healthy keychain answers in milliseconds. After a second, only SIGKILL ends the process.
    for (let waited = 0; isStuck() && waited < 1000; waited += 20) await later(20)
    if (isStuck()) process.kill(process.pid, 'SIGKILL')
    app.exit(exitCode)
  }

  // Before ready Electron replaces these listeners by handlers that quit; a second signal then ends the process
  // (PostCreateMainMessageLoop in electron_browser_main_parts.cc, …_posix.cc). On Windows it installs none, and Ctrl+C arrives here.
  // A signal that came before ready arrives when Node's loop runs, perhaps in the middle of a call to the keychain: exiting there aborts.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  app.on('before-quit', (event) => {
    event.preventDefault()
    void end()
  })
  // When the display or the session bus ends, Electron exits with 0 and skips `before-quit` (`ExitOnSessionLoss` in
  // electron_browser_main_parts.cc). The code that is set last counts.
  app.once('quit', () => {
    stopCalls()
    app.exit(exitCode)
  })

  // Runs up to its first `await` at once, which is before ready.
  const answer = async (): Promise<void> => {
    const shared = app.getPath('userData')
    // Chromium's files belong to the running app. Two processes must not write to them.
    const sessionData = join(shared, 'terminal')
    makeSubfolder(sessionData)
    app.setPath('sessionData', sessionData)
    const dataFolder = opensWindow ? useOwnFolder(shared) : shared
    if (!opensWindow) app.disableHardwareAcceleration()
    // Chromium's lines about a missing bus or GPU would stand among the command's own words on standard error.
    if (!opensWindow) app.commandLine.appendSwitch('log-level', '3')
    // A prohibited app makes no windows (NSApplicationActivationPolicy). Neither is in the Dock.
    if (process.platform === 'darwin') app.setActivationPolicy(opensWindow ? 'accessory' : 'prohibited')
    // Without this listener Electron quits.
    app.on('window-all-closed', () => undefined)
    await app.whenReady()
    const locale = systemLocale(app)
    const columns = terminalColumns()
    const stuckWhen = (test: () => boolean, stop = (): void => undefined): void => {
      stuckTests.push(test)
      stops.push(stop)
      if (isEnding) stop()
    }
    const atEnd = (cleanUp: () => void): void => void app.once('quit', cleanUp)
    const answered = await ask({
      dataFolder,
      network: networkFetch,
      useProxy: (setting, answer) => networkProxy.start(setting, answer),
      locale,
      columns,
      print: write,
      warn,
      atEnd,
      stuckWhen
    })
    await write(answered.text)
    exitCode = answered.exitCode
  }
  answer().catch(reportFailure).finally(end)
}

/** Of standard output; null: it isn't a terminal, or one that doesn't say its width, as on a serial line. */
export const terminalColumns = (): number | null =>
  process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : null

/** For an answer that needs neither data nor a display: ends before `ready`, and so before Electron looks for one. */
export function printAndEnd(text: string): never {
  try {
    writeToFile(text)
  } catch (error) {
    reportFailure(error)
    process.exit(NOT_PRINTED)
  }
  process.exit(0)
}

const NOT_PRINTED = 20

/** The window, too, reads and writes below `userData`. */
function useOwnFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'self-test-'))
  app.setPath('userData', folder)
  app.once('quit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch (error) {
      report(error)
    }
  })
  return folder
}

/** Another check may make it at the same time. Node's recursive mkdir never returns below /proc. */
function makeSubfolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/** Also resolves if the reader of the output has gone. @throws OutputError */
async function write(text: string): Promise<void> {
  if (isOutputFile()) return writeToFile(text)
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null): void => {
      process.stdout.off('error', done)
      if (error && !isReaderGone(error)) reject(new OutputError(error))
      else resolve()
    }
    process.stdout.once('error', done)
    process.stdout.write(text, done)
  })
}

/** Or a device that is no terminal. */
function isOutputFile(): boolean {
  try {
    const output = fstatSync(1)
    return output.isFile() || (output.isCharacterDevice() && !process.stdout.isTTY)
  } catch {
    // On Windows, a program that no console started has no output. Else Electron writes to that console (electron_main_win.cc).
    return false
  }
}

/** Node's own stream doesn't notice that a disk took a part only. @throws OutputError */
function writeToFile(text: string): void {
  try {
    for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(1, rest))
  } catch (error) {
    if (!isReaderGone(error)) throw new OutputError(error)
  }
}

class OutputError extends Error {
  constructor(cause: unknown) {
    super(`The output can’t be written: ${codeOf(cause)}.`, { cause })
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')

/** EBADF: there never was one. */
const isReaderGone = (error: unknown): boolean => ['EPIPE', 'ERR_STREAM_DESTROYED', 'EBADF'].includes(codeOf(error))

const warn = (sentence: string): void => void process.stderr.write(`portside: ${sentence}\n`)

function reportFailure(error: unknown): void {
  if (error instanceof OutputError) warn(error.message)
  else report(error)
}
