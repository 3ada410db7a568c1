/** Connects the checks of `--self-test` with the parts of the real app. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { PortsideApp, startCatalogueWorker } from '../../app/app.ts'
import { Graphics } from '../../desktop/crash/graphics.ts'
import type { TerminalAnswer, TerminalParts } from '../launch/terminal.ts'
import { report } from '../../desktop/log.ts'
import { fuseFile, readFuses, wrongFuses, type FuseStates } from './fuses.ts'
import { readProcesses, sandboxExemption, type ProcessFacts } from './processes.ts'
import { makeNotification, makeTrayIcon, notificationExemption, waitForFrame } from './system-parts.ts'
import { loadKeytar, whyAddonFails } from '../../storage/keychain/entries.ts'
import { Shell } from '../../app/shell.ts'
import { networkChecks } from '../check-network.ts'
import { StorageChecks } from '../check-storage.ts'
import { selfTest, Skipped } from './self-test.ts'
import { Watchdog } from '../watchdog.ts'

const LIMIT_SECONDS = 30
/** For closing everything after the last check, and for the end of the process. */
const END_MS = 20_000

export interface SelfTestOptions extends Pick<TerminalParts, 'dataFolder' | 'network'> {
  version: string
  packaged: boolean
  /** Of each check, as PORTSIDE_SELF_TEST_SECONDS gives it: for tests of an app that isn't packaged. */
  seconds: string | undefined
}

export async function runSelfTest(options: SelfTestOptions): Promise<TerminalAnswer> {
  const { dataFolder, network, version, packaged, seconds } = options
  const watchdog = new Watchdog(report)
  const storage = new StorageChecks(mkdtempSync(join(dataFolder, 'storage-')), startCatalogueWorker)
  const page = new TestedPage(dataFolder)
  const program = new TestedProgram(packaged)
  const answer = await selfTest({
    checks: {
      ...storage.checks,
      keychain: loadKeychain,
      ...networkChecks(network),
      tray: makeTrayIcon,
      notification: () => {
        skipFor(notificationExemption(process.platform))
        makeNotification()
      },
      window: () => page.open(),
      frame: (signal) => page.waitForFrame(signal),
      sandbox: () => program.checkSandbox(),
      fuses: () => program.checkFuses()
    },
    limitMs: Number(seconds ?? LIMIT_SECONDS) * 1000,
    facts: () => ({
      ...program.facts(),
      packaged,
      platform: process.platform,
      arch: process.arch,
      ...versions(version)
    }),
    watchdog
  })
  watchdog.endAfter(END_MS, answer.text)
  page.close()
  storage.close()
  // The answer is about to be printed.
  watchdog.endAfter(END_MS, '')
  return answer
}

/** On Linux, what is missing is libsecret most of the time, which the loader names. */
async function loadKeychain(): Promise<void> {
  await loadKeytar().catch((error: unknown) => {
    const reason = whyAddonFails()
    throw reason === null
      ? error
      : new Error(`The keychain’s library can’t be loaded. Install what is missing: ${reason}`)
  })
}

function versions(portside: string): object {
  const { electron = null, chrome = null, node, sqlite = null } = process.versions
  return { versions: { portside, electron, chrome, node, sqlite } }
}

function skipFor(reason: string | null): void {
  if (reason !== null) throw new Skipped(reason)
}

/** The app's own window with its page out of the archive, over an empty data folder. Nothing else of the app starts. */
class TestedPage {
  readonly #dataFolder: string
  #shell: Shell | null = null
  #app: PortsideApp | null = null

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
  }

  /** Resolves once the page has its first answers and is mounted. */
  open(): Promise<void> {
    const mounted = Promise.withResolvers<void>()
    const shell = new Shell(report)
    this.#shell = shell
    shell.window.show()
    shell.window.contents()?.on('render-process-gone', (_event, { reason, exitCode }) => {
      mounted.reject(new Error(`The page’s process has ended: ${reason}, ${exitCode}.`))
    })
    const keychain = { keytar: () => Promise.reject(new Error('The self-test leaves the keychain alone.')) }
    this.#app = new PortsideApp(keychain, shell, new Graphics(this.#dataFolder), () => mounted.resolve())
    return mounted.promise
  }

  async waitForFrame(signal: AbortSignal): Promise<void> {
    const contents = this.#shell?.window.contents()
    if (!contents) throw new Error('There is no window.')
    await waitForFrame(contents, signal)
  }

  close(): void {
    this.#shell?.window.destroy()
    this.#app?.stop()
  }
}

/** The sandbox and the fuses, which hold the page and main in their bounds. */
class TestedProgram {
  readonly #packaged: boolean
  #processes: ProcessFacts[] = []
  #fuses: FuseStates | null = null

  constructor(packaged: boolean) {
    this.#packaged = packaged
  }

  facts(): { processes: ProcessFacts[]; fuses: FuseStates | null } {
    return { processes: this.#processes, fuses: this.#fuses }
  }

  checkSandbox(): void {
    this.#processes = readProcesses()
    skipFor(notElectron())
    const pages = this.#processes.filter(({ type }) => type === 'Tab')
    if (pages.length > 0 && pages.every(({ sandboxed }) => sandboxed === true)) return
    skipFor(sandboxExemption())
    if (pages.length === 0) throw new Error('No process of a page is listed.')
    const isUnknown = pages.some(({ sandboxed }) => sandboxed === null)
    throw new Error(isUnknown ? 'The sandbox of the page is unknown.' : 'The page isn’t in the sandbox.')
  }

  async checkFuses(): Promise<void> {
    skipFor(notElectron())
    this.#fuses = await readFuses(fuseFile(process.execPath, process.platform))
    if (!this.#packaged) throw new Skipped('The app isn’t packaged.')
    const wrong = wrongFuses(this.#fuses)
    if (wrong.length > 0) throw new Error(wrong.join(' '))
  }
}

const notElectron = (): string | null => (process.versions.electron ? null : 'This isn’t Electron.')
