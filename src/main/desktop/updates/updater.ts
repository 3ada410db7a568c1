import { rm } from 'node:fs/promises'
import { release as systemVersion } from 'node:os'
import { app } from 'electron'
import type { Release } from '../../../shared/models/updates.ts'
import type { Updater } from '../../core/ports/index.ts'
import { feedFileName, readReleaseInfo, type ReleaseInfo } from '../../core/updates/release-info.ts'
import { UpdateError } from '../../core/updates/update-error.ts'
import { Mutex } from '../../concurrency.ts'
import type { BuildFeed } from './build-feed.ts'
import { fetchFeed } from './feed.ts'
import type { Installer } from './installer.ts'

export interface FeedUpdaterOptions {
  feed: BuildFeed
  fetch: typeof globalThis.fetch
  /** Of this app. */
  version: string
  /** For the downloaded file. Nothing else is in it. */
  folder: string
}

/** Asks the build's feed. electron-updater is loaded when the user first wants a release. */
export class FeedUpdater implements Updater {
  readonly canInstall: boolean
  readonly #options: FeedUpdaterOptions
  /** A download that was cancelled ends before the next one begins. */
  readonly #mutex = new Mutex()
  #found: ReleaseInfo | null = null
  #installer: Installer | null = null

  constructor(options: FeedUpdaterOptions) {
    this.#options = options
    this.canInstall = app.isPackaged && canVerify(process.platform, options.feed)
  }

  async check(signal: AbortSignal): Promise<Release | null> {
    const { feed, fetch, version } = this.#options
    const target = { platform: process.platform, arch: process.arch, systemVersion: systemVersion(), version }
    const sent = await fetchFeed(fetch, new URL(feedFileName(target), feed.url).href, signal)
    this.#found = readReleaseInfo(sent, target)
    return this.#found?.release ?? null
  }

  download(received: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      signal.throwIfAborted()
      const { feed, fetch, folder, version } = this.#options
      if (this.#found === null) throw new UpdateError('missing')
      const { createInstaller } = await import('./installer.ts')
      const installer = createInstaller({ found: this.#found, feed, fetch, folder, version })
      await installer.download(received, signal)
      // The user may have changed their mind while the file was verified.
      signal.throwIfAborted()
      this.#installer = installer
    })
  }

  discard(): Promise<void> {
    this.#installer?.close()
    this.#installer = null
    return this.#mutex.runExclusive(() => rm(this.#options.folder, { recursive: true, force: true }))
  }

  async install(restart: boolean): Promise<void> {
    await this.#installer?.install(restart)
  }
}

/**
 * macOS checks the signature itself. On Windows electron-updater compares it with a name, and without one takes any file. On
 * Linux the packages come from elsewhere.
 */
const canVerify = (platform: NodeJS.Platform, { publisher }: BuildFeed): boolean =>
  platform === 'darwin' || (platform === 'win32' && publisher !== null)
