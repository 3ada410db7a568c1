/* eslint-disable portside/stay-in-layer -- runs in Electron */
/** The app's updater with the real electron-updater, in network-app.ts. Windows and macOS are an argument. */
import { EventEmitter } from 'node:events'
import { app, autoUpdater, session } from 'electron'
import { UpdateError } from '../../../../src/main/app/updates/update-error.ts'
import { networkFetch } from '../../../../src/main/desktop/network.ts'
import { ElectronUpdater } from '../../../../src/main/desktop/updates/updater.ts'
import type { Release, UpdateProblem } from '../../../../src/shared/models/updates.ts'

export interface UpdatesSetUp {
  platform: NodeJS.Platform
  /** Where this system's shell and its helper that asks for an administrator are. */
  resources: string
}

export interface UpdaterSetUp {
  url: string
  publisher: string | null
  dataFolder: string
  cacheFolder: string
}

type Ended<T> = T | { problem: UpdateProblem }

/** Squirrel.Mac fetches a file and keeps it, and any quit installs that (Squirrel.Mac's README, "Update Server JSON Format"). */
class SquirrelMac extends EventEmitter {
  /** Sizes of the files that it has, in bytes. */
  readonly staged: number[] = []
  #feed: { url: string; headers?: Record<string, string> } | null = null

  setFeedURL(feed: { url: string; headers?: Record<string, string> }): void {
    this.#feed = feed
  }

  checkForUpdates(): void {
    void this.#fetchUpdate().then(
      () => autoUpdater.emit('update-downloaded'),
      (error: unknown) => autoUpdater.emit('error', error as Error)
    )
  }

  async #fetchUpdate(): Promise<void> {
    const { url, headers = {} } = this.#feed!
    const feed = (await (await fetch(url, { headers })).json()) as { url: string }
    this.staged.push((await (await fetch(feed.url)).arrayBuffer()).byteLength)
  }
}
const squirrel = new SquirrelMac()

let updater: ElectronUpdater
let quits = 0
let cancel = new AbortController()

async function ended<T>(work: Promise<T>): Promise<Ended<T>> {
  try {
    return await work
  } catch (error) {
    if (error instanceof UpdateError) return { problem: error.problem }
    throw error
  }
}

/** In bytes. A download of no end fills it in less than a second. */
const LARGEST_FILE = 20_000_000
const never = new AbortController().signal

export const updatesCalls = {
  /** Once, before anything else of updates. */
  updatesOn: async (setUp: UpdatesSetUp): Promise<void> => {
    Object.defineProperty(process, 'platform', { value: setUp.platform })
    Object.defineProperty(process, 'resourcesPath', { value: setUp.resources })
    process.env['comspec'] = `${setUp.resources}/cmd.exe`
    Object.defineProperty(app, 'isPackaged', { value: true })
    app.getVersion = () => '1.0.0'
    app.quit = () => void (quits += 1)
    Object.assign(autoUpdater, {
      setFeedURL: squirrel.setFeedURL.bind(squirrel),
      checkForUpdates: squirrel.checkForUpdates.bind(squirrel),
      quitAndInstall: () => undefined
    })
  },
  /** As a new start of the app. */
  newUpdater: async (setUp: UpdaterSetUp): Promise<boolean> => {
    const its = session.fromPartition('electron-updater', { cache: false })
    its.removeAllListeners('will-download')
    for (const scheme of ['http', 'https']) if (its.protocol.isProtocolHandled(scheme)) its.protocol.unhandle(scheme)
    const { url, publisher, dataFolder, cacheFolder } = setUp
    const feed = { url, page: 'https://example.com/', publisher }
    updater = new ElectronUpdater({ feed, fetch: networkFetch, dataFolder, cacheFolder, largestFile: LARGEST_FILE })
    return updater.canInstall
  },
  checkForUpdate: (): Promise<Ended<Release | null>> => ended(updater.check(never)),
  downloadUpdate: (): Promise<Ended<{ received: number }>> => {
    let received = 0
    return ended(updater.download((bytes) => (received = bytes), never).then(() => ({ received })))
  },
  /** Until `cancelDownload` is called. @returns whether it ended with an error */
  downloadUntilCancelled: (): Promise<boolean> => {
    cancel = new AbortController()
    return updater
      .download(() => undefined, cancel.signal)
      .then(
        () => false,
        () => true
      )
  },
  cancelDownload: async (): Promise<void> => cancel.abort(),
  discardUpdate: (): Promise<void> => updater.discard(),
  /** Not awaited: the app quits. */
  installUpdate: async (restart: boolean): Promise<void> => void updater.install(restart),
  stagedUpdates: async (): Promise<number[]> => squirrel.staged,
  quits: async (): Promise<number> => quits
}
