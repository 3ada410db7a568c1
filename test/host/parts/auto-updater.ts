/** `autoUpdater` as macOS has it: Squirrel.Mac fetches a file and keeps it, and any quit installs that. Signatures aren't checked. */
import type { AutoUpdater, FeedURLOptions } from 'electron'
import { KnownEmitter, strict } from '../strict.ts'
import { runtime } from '../runtime.ts'
import { app } from './app.ts'

type Members = 'setFeedURL' | 'checkForUpdates' | 'quitAndInstall'

class HostAutoUpdater extends KnownEmitter implements Pick<AutoUpdater, Members> {
  private feed: FeedURLOptions | null = null

  constructor() {
    super('autoUpdater', ['error', 'update-downloaded', 'before-quit-for-update'])
  }

  setFeedURL(options: FeedURLOptions): void {
    this.feed = options
  }

  /** The feed names a file, which is fetched (docs/api/auto-updater.md, "macOS"; Squirrel.Mac's README, "Update Server JSON Format"). */
  checkForUpdates(): void {
    void this.fetchUpdate().then(
      () => this.emit('update-downloaded', {}),
      (error: unknown) => this.emit('error', error)
    )
  }

  quitAndInstall(): void {
    this.emit('before-quit-for-update')
    app.quit()
  }

  private async fetchUpdate(): Promise<void> {
    if (this.feed === null) throw new Error('Update URL is not set')
    const { url, headers = {} } = this.feed
    const feed = await fetch(url, { headers })
    if (!feed.ok) throw new Error(`The feed answered ${feed.status}`)
    const { url: file } = (await feed.json()) as { url: string }
    runtime().record.stagedUpdates.push((await (await fetch(file)).arrayBuffer()).byteLength)
  }
}

export const autoUpdater = strict('autoUpdater', new HostAutoUpdater())
