/** The app as a command: it answers on standard output and ends, without a window, beside the one that may be running. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { report } from './log.ts'
import { networkFetch } from './network.ts'

export interface TerminalParts {
  /** Where the app keeps its files. */
  dataFolder: string
  /** To platforms. */
  network: typeof fetch
  /** BCP 47 */
  locale: string
}

export interface TerminalAnswer {
  exitCode: number
  text: string
  /** Something holds a thread, which would keep the process from ending. */
  stuck: boolean
}

/** Call before ready. @param failed the exit code when there is no answer */
export function answerInTerminal(ask: (parts: TerminalParts) => Promise<TerminalAnswer>, failed: number): void {
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
    const { exitCode, text, stuck } = await ask({ dataFolder, network: networkFetch, locale })
    await written(text)
    // Node would join its threads first; the exit code is then the signal's.
    if (stuck) process.kill(process.pid, 'SIGKILL')
    app.exit(exitCode)
  }
  answer().catch((error: unknown) => {
    report(error)
    app.exit(failed)
  })
}

/** Whoever reads the output may have gone: that is no reason not to end. */
const written = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.once('error', () => resolve())
    process.stdout.write(text, () => resolve())
  })
