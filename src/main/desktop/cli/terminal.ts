/** The app as a command: it answers on standard output and ends, without a window, beside the one that may be running. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { app } from 'electron'
import { report } from '../system/log.ts'
import { networkFetch } from '../network/network.ts'

export interface TerminalParts {
  /** Where the app keeps its files. */
  dataFolder: string
  /** To platforms. */
  network: typeof fetch
  /** BCP 47 */
  locale: string
  /** Sets the test for a call under way in a library: Node waits for its thread before the process ends. */
  stuckWhen: (isStuck: () => boolean) => void
}

export interface TerminalAnswer {
  exitCode: number
  text: string
}

/**
 * Call before ready.
 *
 * @param failed the exit code when there is no answer, or when a signal comes before all of it is written
 */
export function answerInTerminal(ask: (parts: TerminalParts) => Promise<TerminalAnswer>, failed: number): void {
  let exitCode = failed
  let isStuck = (): boolean => false

  const end = async (): Promise<void> => {
    // A healthy password store answers in milliseconds. Past a second the call hangs, and only SIGKILL ends the process.
    for (let waited = 0; isStuck() && waited < 1000; waited += 20) await later(20)
    if (isStuck()) process.kill(process.pid, 'SIGKILL')
    app.exit(exitCode)
  }

  // Signals: docs/electron.md, "Quick check and signals". Electron replaces these listeners before ready; its own handlers quit.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.exit(exitCode))
  app.on('before-quit', (event) => {
    event.preventDefault()
    void end()
  })
  // When the desktop session ends, Electron exits with 0 and skips `before-quit`. The code that is set last counts.
  app.once('quit', () => app.exit(exitCode))

  // Up to its first wait this runs at once, which is before ready.
  const answer = async (): Promise<void> => {
    const dataFolder = app.getPath('userData')
    // The engine's own files are those of the running app; two must not write to them.
    const engine = join(dataFolder, 'terminal')
    mkdirSync(engine, { recursive: true, mode: 0o700 })
    app.setPath('sessionData', engine)
    app.disableHardwareAcceleration()
    if (process.platform === 'darwin') app.setActivationPolicy('prohibited')
    await app.whenReady()
    const locale = app.getSystemLocale() || app.getLocale() || 'en'
    const stuckWhen = (test: () => boolean): void => void (isStuck = test)
    const answered = await ask({ dataFolder, network: networkFetch, locale, stuckWhen })
    await written(answered.text)
    exitCode = answered.exitCode
  }
  answer().catch(report).finally(end)
}

/** Whoever reads the output may have gone: that is no reason not to end. */
const written = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.once('error', () => resolve())
    process.stdout.write(text, () => resolve())
  })
