import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater, NsisUpdater, ProgressInfo } from 'electron-updater'
import type { Release, UpdateProblem } from '../../../shared/models/updates.ts'
import type { Updater } from '../../ports/index.ts'
import { readRelease } from '../../app/updates/release-info.ts'
import { UpdateError } from '../../app/updates/update-error.ts'
import { Mutex } from '../../concurrency.ts'
import { restrictNetworkSession } from '../window/security-policy.ts'
import type { BuildFeed } from './build-feed.ts'
import { FeedRequests } from './feed-requests.ts'

export interface ElectronUpdaterOptions {
  feed: BuildFeed
  fetch: typeof globalThis.fetch
  /** For a random number that electron-updater keeps, for releases that only a part of the computers gets. It is never sent. */
  dataFolder: string
  /** For the downloaded file. Nothing else is in it. */
  cacheFolder: string
  /** In bytes. Without it, FeedRequests has one. */
  largestFile?: number
}

/** The folder that electron-updater takes (AppAdapter.ts, `getAppCacheDir`), by the name that electron-builder gives it. */
export function cacheFolderOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  const name = 'portside-updater'
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), name)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', name)
  return join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), name)
}

/** The installer may have to copy an app of some 100 MB. Afterwards the app quits without an update. */
const LONGEST_INSTALL_MS = 120_000

/** By the codes of electron-updater and of builder-util-runtime. */
const PROBLEMS: Record<string, UpdateProblem> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'missing',
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: 'missing',
  ERR_UPDATER_INVALID_SIGNATURE: 'signature',
  ERR_CHECKSUM_MISMATCH: 'mismatch'
}

/** electron-updater, which is loaded with the first check: it checks, downloads, verifies and installs (docs/releasing.md, "Updates"). */
export class ElectronUpdater implements Updater {
  readonly canInstall: boolean
  readonly #options: ElectronUpdaterOptions
  readonly #requests: FeedRequests
  /** A download that was cancelled ends before the next one begins: the library would hand out the old one again. */
  readonly #mutex = new Mutex()
  #updater: Promise<AppUpdater> | null = null
  #isReady = false

  constructor(options: ElectronUpdaterOptions) {
    const { feed, fetch, largestFile } = options
    const { platform } = process
    this.#options = options
    this.#requests = new FeedRequests(feed, fetch, largestFile)
    // Without a publisher the build is unsigned, or signed ad hoc: anybody's file would do. On Linux, packages come from elsewhere.
    this.canInstall = app.isPackaged && feed.publisher !== null && (platform === 'win32' || platform === 'darwin')
  }

  async check(signal: AbortSignal): Promise<Release | null> {
    const updater = await this.#load()
    signal.throwIfAborted()
    this.#requests.forget()
    // The library can't be stopped; its request has a limit.
    const stopped = Promise.withResolvers<never>()
    const stop = (): void => stopped.reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      const found = await Promise.race([updater.checkForUpdates(), stopped.promise])
      // null: an inactive updater, which none is here.
      return found?.isUpdateAvailable ? readRelease(found.updateInfo, process.platform) : null
    } catch (error) {
      signal.throwIfAborted()
      throw this.#errorOf(error, 'invalid')
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  download(received: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      signal.throwIfAborted()
      try {
        await this.#download(await this.#load(), received, signal)
        // The user may have changed their mind while the file was verified.
        signal.throwIfAborted()
        this.#isReady = true
      } catch (error) {
        const reason = this.#errorOf(error, 'unreachable')
        await this.#removeFiles()
        throw reason
      }
    })
  }

  discard(): Promise<void> {
    this.#isReady = false
    return this.#mutex.runExclusive(() => this.#removeFiles())
  }

  async install(restart: boolean): Promise<void> {
    if (!this.#isReady) return
    const updater = await this.#load()
    updater.autoRunAppAfterInstall = restart
    const failed = Promise.withResolvers<void>()
    updater.once('error', () => failed.resolve())
    const timer = setTimeout(() => failed.resolve(), LONGEST_INSTALL_MS)
    // Otherwise the library quits the app, as soon as the installer has begun.
    updater.quitAndInstall(!restart, restart)
    await failed.promise
    clearTimeout(timer)
  }

  async #download(updater: AppUpdater, received: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    const { CancellationToken, NsisUpdater } = await import('electron-updater')
    const token = new CancellationToken()
    const cancel = (): void => token.cancel()
    const progress = ({ transferred }: ProgressInfo): void => received(transferred)
    signal.addEventListener('abort', cancel, { once: true })
    updater.on('download-progress', progress)
    this.#requests.forget()
    try {
      const [path = ''] = await updater.downloadUpdate(token)
      const { publisher } = this.#options.feed
      // Squirrel.Mac compares the signature itself. The library asks for one only if a file beside the app's archive names a publisher.
      const isSigned =
        !(updater instanceof NsisUpdater) || (publisher !== null && (await isSignedBy(publisher, path, updater)))
      if (!isSigned) throw new UpdateError('signature')
    } finally {
      signal.removeEventListener('abort', cancel)
      updater.off('download-progress', progress)
    }
  }

  #load(): Promise<AppUpdater> {
    return (this.#updater ??= this.#create())
  }

  async #create(): Promise<AppUpdater> {
    const { autoUpdater: updater } = await import('electron-updater')
    restrictNetworkSession(updater.netSession)
    this.#requests.attach(updater.netSession)
    updater.logger = null
    // Nothing is downloaded or installed unless the user wants it: a skipped version, too, would be installed at any quit.
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    // The block maps of differential downloads are unverified.
    updater.disableDifferentialDownload = true
    updater.disableWebInstaller = true
    // A copy that only announces: an AppImage that was unpacked counts as inactive.
    updater.forceDevUpdateConfig = !this.canInstall
    updater.setFeedURL({ provider: 'generic', url: this.#options.feed.url })
    return updater
  }

  async #removeFiles(): Promise<void> {
    const { cacheFolder, dataFolder } = this.#options
    await rm(cacheFolder, { recursive: true, force: true })
    await rm(join(dataFolder, '.updaterId'), { force: true })
  }

  #errorOf(error: unknown, otherwise: UpdateProblem): UpdateError {
    if (error instanceof UpdateError) return error
    const { code = '', syscall } = error as NodeJS.ErrnoException
    const problem = this.#requests.problem() ?? PROBLEMS[code] ?? (syscall === undefined ? otherwise : 'storage')
    return new UpdateError(problem)
  }
}

/**
 * Whether Windows confirms that this publisher signed the file. electron-updater takes a file as signed if PowerShell can't tell it
 * (windowsExecutableCodeSignatureVerifier.ts, `handleError`), and only its log says so. Here such a file isn't.
 */
async function isSignedBy(publisher: string, path: string, updater: NsisUpdater): Promise<boolean> {
  const warnings: string[] = []
  const silent = (): void => undefined
  updater.logger = { info: silent, error: silent, warn: (message?: unknown) => warnings.push(String(message)) }
  const problem = await updater.verifyUpdateCodeSignature([publisher], path)
  updater.logger = null
  return problem === null && warnings.every(isAccepted)
}

/** With a name instead of a whole subject, the library warns and accepts. */
const isAccepted = (warning: string): boolean => warning.startsWith('Signature validated using only CN ')
