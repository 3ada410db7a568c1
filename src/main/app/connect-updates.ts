import { AppError } from '../../shared/ipc/error.ts'
import type { AppInfo } from '../../shared/models/desktop.ts'
import type { UpdateNotice } from '../../shared/models/updates.ts'
import type { Updates, UpdatesParts } from './updates/updates.ts'
import type { Opener } from '../ports/index.ts'
import { readBuildFeed, type BuildFeed } from '../desktop/updates/build-feed.ts'

interface AppUpdatesParts extends Omit<UpdatesParts, 'updater' | 'version' | 'feedHost' | 'pageHost'> {
  info: Pick<AppInfo, 'version' | 'dataFolder'>
  fetch: typeof globalThis.fetch
  opener: Opener
}

/** Loads what updates need, if the build has an update feed. */
export class AppUpdates {
  readonly #parts: AppUpdatesParts
  #updates: Updates | null = null
  #feed: BuildFeed | null = null
  #loading: Promise<Updates | null> | null = null

  constructor(parts: AppUpdatesParts) {
    this.#parts = parts
  }

  /** @returns null without a feed */
  load(): Promise<Updates | null> {
    return (this.#loading ??= this.#load())
  }

  /** @param loaded called once it is known whether the build has a feed */
  start(loaded: () => void): void {
    this.load()
      .then((updates) => {
        updates?.start()
        loaded()
      })
      .catch(this.#parts.report)
  }

  stop(): void {
    this.#updates?.stop()
  }

  /** Nothing is installed at this quit. */
  systemEnds(): void {
    this.#updates?.systemEnds()
  }

  hasFeed(): boolean {
    return this.#updates !== null
  }

  /** At the user's request. */
  check(): void {
    this.#updates?.check()
  }

  notice(): UpdateNotice {
    return this.#updates?.notice() ?? null
  }

  async openPage(): Promise<string> {
    await this.load()
    if (this.#feed === null) throw new AppError('NOT_FOUND')
    return this.#parts.opener.open(this.#feed.page)
  }

  /** Everything is erased. */
  async reset(): Promise<void> {
    await this.#updates?.reset()
  }

  async #load(): Promise<Updates | null> {
    const feed = await readBuildFeed()
    if (feed === null) return null
    this.#feed = feed
    const [{ Updates }, { ElectronUpdater, cacheFolderOf }, { installBeforeQuit }] = await Promise.all([
      import('./updates/updates.ts'),
      import('../desktop/updates/updater.ts'),
      import('../desktop/updates/quit.ts')
    ])
    const { info, fetch, registry, clock, network, publisher, settings, quit, log, report } = this.#parts
    const { version, dataFolder } = info
    const updates = new Updates({
      updater: new ElectronUpdater({
        feed,
        fetch,
        dataFolder,
        cacheFolder: cacheFolderOf(process.platform, process.env)
      }),
      registry,
      clock,
      network,
      publisher,
      settings,
      version,
      feedHost: new URL(feed.url).host,
      pageHost: new URL(feed.page).host,
      quit,
      log,
      report
    })
    installBeforeQuit({ install: () => updates.installAtQuit(), report })
    this.#updates = updates
    return updates
  }
}
