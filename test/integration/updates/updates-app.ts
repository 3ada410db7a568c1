/* eslint-disable portside/stay-in-layer -- loaded by the host, where electron is the stand-in */
/** An app of nothing but Portside's own updater, with the real electron-updater, for tests to call through its page. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, Menu, protocol } from 'electron'
import { UpdateError } from '../../../src/main/core/updates/update-error.ts'
import { networkFetch } from '../../../src/main/desktop/network.ts'
import { fetchFeed } from '../../../src/main/desktop/updates/feed.ts'
import { FeedUpdater } from '../../../src/main/desktop/updates/updater.ts'
import { ORIGIN } from '../../../src/main/desktop/protocol.ts'
import { restrictPageSession } from '../../../src/main/desktop/window/security-policy.ts'
import type { Release } from '../../../src/shared/models/updates.ts'

export type Checked = { release: Release | null; canInstall: boolean } | { problem: string }
export type Downloaded = { received: number } | { problem: string }

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }
])
const folder = process.env['UPDATES_FOLDER'] ?? ''
mkdirSync(folder, { recursive: true })
app.setPath('userData', folder)
// Where electron-updater looks for Windows' helper that asks for an administrator.
Object.assign(process, { resourcesPath: folder })
Menu.setApplicationMenu(null)

let updater: FeedUpdater | null = null
const never = new AbortController().signal
const problemOf = (error: unknown): { problem: string } => {
  if (error instanceof UpdateError) return { problem: error.problem }
  return { problem: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }
}

export const calls = {
  async check(url: string, publisher: string | null): Promise<Checked> {
    updater = new FeedUpdater({
      feed: { url, page: 'https://example.com/', publisher },
      fetch: networkFetch,
      version: '1.0.0',
      folder: join(folder, 'updates')
    })
    const { canInstall } = updater
    return updater.check(never).then((release) => ({ release, canInstall }), problemOf)
  },
  async download(): Promise<Downloaded> {
    let received = 0
    const done = updater?.download((bytes) => (received = bytes), never) ?? Promise.reject(new Error('no check'))
    return done.then(() => ({ received }), problemOf)
  },
  /** Gives up as soon as the first bytes have come. */
  async cancelled(): Promise<Downloaded> {
    const cancel = new AbortController()
    const done = updater?.download(() => cancel.abort(), cancel.signal) ?? Promise.resolve()
    return done.then(() => ({ received: 0 }), problemOf)
  },
  install: async (restart: boolean): Promise<void> => updater?.install(restart),
  discard: async (): Promise<void> => updater?.discard(),
  /** @param ms of the deadline */
  slow: (url: string, ms: number): Promise<unknown> => fetchFeed(networkFetch, url, never, ms).catch(problemOf)
} satisfies Record<string, (...args: never[]) => Promise<unknown>>

const start = async (): Promise<void> => {
  await restrictPageSession()
  protocol.handle(
    'app',
    () => new Response('<!doctype html><title>Updates</title>', { headers: { 'content-type': 'text/html' } })
  )
  for (const [name, call] of Object.entries(calls)) {
    ipcMain.handle(name, (_event, ...args) => (call as (...args: unknown[]) => Promise<unknown>)(...args))
  }
  const window = new BrowserWindow({
    width: 400,
    height: 300,
    webPreferences: {
      preload: join(import.meta.dirname, '../../host/fixture-app/preload.cjs'),
      sandbox: true,
      contextIsolation: true
    }
  })
  // Of another host, restrictPageSession would refuse it.
  void window.loadURL(`${ORIGIN}/`)
}
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(start)
