/**
 * electron-updater as an installer of one release, which this app has found and downloads itself: its own requests follow
 * redirects to any host and have no limits (docs/updates.md).
 */
import { app } from 'electron'
import { MacUpdater, NsisUpdater, Provider, type AppUpdater, type UpdateInfo } from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import type { ReleaseInfo } from '../../core/updates/release-info.ts'
import { UpdateError } from '../../core/updates/update-error.ts'
import type { BuildFeed } from './build-feed.ts'
import { downloadFile } from './download.ts'

export interface InstallerOptions {
  found: ReleaseInfo
  feed: BuildFeed
  fetch: typeof globalThis.fetch
  /** For the downloaded file. */
  folder: string
  /** Of this app. */
  version: string
}

export interface Installer {
  /** @throws UpdateError; then no file is left */
  download(received: (bytes: number) => void, signal: AbortSignal): Promise<void>
  /** Ends when the app may quit. */
  install(restart: boolean): Promise<void>
  /** It isn't used any more. */
  close(): void
}

/** Parts of AppUpdater that its types leave out. The version is pinned, and test/integration/updates needs them all. */
interface Internals {
  httpExecutor: {
    download(url: URL, destination: string): Promise<void>
  }
  configOnDisk: { value: Promise<{ updaterCacheDirName: string; publisherName: string | null }> }
  stagingUserIdPromise: { value: Promise<string> }
  /** Of MacUpdater. */
  closeServerIfExists(): void
}

/** electron-updater makes a folder of this name. */
const FOLDER_NAME = 'download'
/** Squirrel.Mac copies and verifies the app. Afterwards the app quits without an update. */
const LONGEST_MAC_INSTALL_MS = 120_000

export const createInstaller = (options: InstallerOptions): Installer =>
  process.platform === 'darwin' ? new MacInstaller(options) : new WindowsInstaller(options)

class WindowsInstaller implements Installer {
  readonly #options: InstallerOptions
  readonly #updater: NsisUpdater

  constructor(options: InstallerOptions) {
    this.#options = options
    this.#updater = new NsisUpdater(null, adapterOf(options))
    refuseUnverified(this.#updater)
  }

  download(received: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    return download(this.#updater, this.#options, received, signal)
  }

  /** @param restart shows the installer's progress, and the app starts again */
  async install(restart: boolean): Promise<void> {
    this.#updater.install(!restart, restart)
    // If Windows wants an administrator, the installer is started again with the next tick.
    await new Promise((resolve) => void setImmediate(resolve))
  }

  close(): void {}
}

class MacInstaller implements Installer {
  readonly #options: InstallerOptions
  readonly #updater: MacUpdater
  readonly #done = Promise.withResolvers<void>()

  constructor(options: InstallerOptions) {
    this.#options = options
    this.#updater = new MacUpdater(undefined, { ...adapterOf(options), quit: () => this.#done.resolve() })
  }

  download(received: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    return download(this.#updater, this.#options, received, signal)
  }

  /** Only now Squirrel.Mac gets the file: what it has is installed by any quit, and can't be taken back. */
  async install(restart: boolean): Promise<void> {
    this.#updater.autoRunAppAfterInstall = restart
    this.#updater.once('error', () => this.#done.resolve())
    // With `restart` Squirrel.Mac quits the app itself.
    const timer = setTimeout(() => this.#done.resolve(), LONGEST_MAC_INSTALL_MS)
    this.#updater.quitAndInstall()
    await this.#done.promise
    clearTimeout(timer)
  }

  /** Of the server on loopback that would hand the file to Squirrel.Mac. */
  close(): void {
    const internals = this.#updater as unknown as Internals
    internals.closeServerIfExists()
  }
}

async function download(
  updater: AppUpdater,
  { found, feed, fetch }: InstallerOptions,
  received: (bytes: number) => void,
  signal: AbortSignal
): Promise<void> {
  const { release, file } = found
  const info: UpdateInfo = {
    version: release.version,
    files: [{ url: file.url, sha512: file.sha512, size: file.bytes }],
    path: file.url,
    sha512: file.sha512,
    releaseDate: release.date ?? ''
  }
  // Nothing begins without the user, and the block maps of differential downloads are unverified.
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableDifferentialDownload = true
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.logger = null
  const internals = updater as unknown as Internals
  internals.httpExecutor = {
    download: (url, destination) => downloadFile(file, { fetch, url: url.href, destination, received, signal })
  }
  internals.configOnDisk = {
    value: Promise.resolve({ updaterCacheDirName: FOLDER_NAME, publisherName: feed.publisher })
  }
  // Else a random id is made and saved, which this app has no use for.
  internals.stagingUserIdPromise = { value: Promise.resolve('') }
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(info, new URL(file.url, feed.url)) })
  const check = await updater.checkForUpdates()
  if (check?.isUpdateAvailable !== true) throw new UpdateError('invalid')
  try {
    await updater.downloadUpdate()
  } catch (error) {
    throw error instanceof UpdateError ? error : new UpdateError(problemOf(error))
  }
}

const problemOf = (error: unknown): 'signature' | 'storage' =>
  error instanceof Error && 'code' in error && error.code === 'ERR_UPDATER_INVALID_SIGNATURE' ? 'signature' : 'storage'

/** Hands electron-updater the release that was found. */
const providerOf = (info: UpdateInfo, url: URL) =>
  class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime)
    }

    getLatestVersion(): Promise<UpdateInfo> {
      return Promise.resolve(info)
    }

    resolveFiles() {
      return info.files.map((file) => ({ url, info: file }))
    }
  }

const adapterOf = ({ folder, version }: InstallerOptions): AppAdapter => ({
  version,
  name: app.getName(),
  isPackaged: true,
  appUpdateConfigPath: '',
  userDataPath: folder,
  baseCachePath: folder,
  whenReady: () => Promise.resolve(),
  relaunch: () => undefined,
  quit: () => undefined,
  // It is installed when the app says so.
  onQuit: () => undefined
})

/**
 * electron-updater takes a file as signed if PowerShell can't tell it (windowsExecutableCodeSignatureVerifier.ts, `handleError`),
 * and only its log says so. Here such a file is refused.
 */
function refuseUnverified(updater: NsisUpdater): void {
  const verify = updater.verifyUpdateCodeSignature
  updater.verifyUpdateCodeSignature = async (publishers, path) => {
    const warnings: string[] = []
    const silent = (): void => undefined
    updater.logger = {
      info: silent,
      error: silent,
      warn: (message?: unknown) => warnings.push(String(message))
    }
    const problem = await verify(publishers, path)
    updater.logger = null
    return problem ?? (warnings.every(isAccepted) ? null : 'not verified')
  }
}

/** With a name instead of a whole subject, the library warns and accepts. */
const isAccepted = (warning: string): boolean => warning.startsWith('Signature validated using only CN ')
