/** What every spec gets: `launch` for the app, `platform` for the other side, `profileDir` for its data. */
import { expect, test as base, type Page } from '@playwright/test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform, type PlatformServer } from '../support/platform-server.ts'
import type { App, LaunchOptions } from './app/app.ts'
import { launchInElectron } from './app/electron-driver.ts'
import { launchInHost } from './app/host-driver.ts'
import { patient } from './app/patience.ts'
import { chooseRuntime } from './app/runtime.ts'

export { expect } from '@playwright/test'
export type { App } from './app/app.ts'
export type { PlatformServer } from '../support/platform-server.ts'

export type Launch = (options?: Partial<LaunchOptions>) => Promise<App>

interface Fixtures {
  /** The sample platform on a loopback socket of its own. */
  platform: PlatformServer
  /** A new, empty folder for the app's data. */
  profileDir: string
  /** Starts the app; whatever was started is ended after the test. */
  launch: Launch
  /** Set by specs that attack the page: what it complains about is then no failure. */
  complaints: 'fail' | 'expected'
}

export const test = base.extend<Fixtures>({
  complaints: ['fail', { option: true }],

  platform: async ({}, use) => {
    const platform = await startPlatform()
    await use(platform)
    await platform.stop()
  },

  profileDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'portside-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  },

  launch: async ({ profileDir, complaints }, use, info) => {
    const started: { app: App; running: boolean; pages: Set<Page> }[] = []
    const heard: string[] = []
    const drive = chooseRuntime().runtime === 'electron' ? launchInElectron : launchInHost
    await use(async (options = {}) => {
      const app = patient(await drive({ profileDir, ...options }))
      const entry = { app, running: true, pages: new Set<Page>() }
      void app.exited.then(() => (entry.running = false))
      started.push(entry)
      const meet = (page: Page): Page => {
        if (!entry.pages.has(page)) listen(page, heard)
        entry.pages.add(page)
        return page
      }
      if (!options.hidden) meet(app.page)
      return { ...app, shown: async () => meet(await app.shown()) }
    })
    for (const [index, { app, running, pages }] of started.entries()) {
      if (info.status !== info.expectedStatus) {
        await info.attach(`output-${index}`, { body: app.output(), contentType: 'text/plain' })
        const path = info.outputPath(`window-${index}.png`)
        const open = [...pages].findLast((page) => !page.isClosed())
        // It may be closed meanwhile, which is not what the test failed by.
        if (running) await Promise.allSettled([open?.screenshot({ path, timeout: 5000 })])
        if (existsSync(path)) await info.attach(`window-${index}`, { path })
      }
      if (running) await app.quit()
    }
    if (complaints === 'fail') expect(heard, 'complaints of the page').toEqual([])
  }
})

/**
 * What a long description wanted to do: told when axe wants to look into its frame, and while it is parsed to be sanitised, for
 * the page's own policy holds there, too.
 */
const FENCED =
  /^(Executing inline event handler|Applying inline style) violates|^Blocked script execution in '[^']*\/description-page'/

/** Thrown errors and policy violations. Not a picture that the platform does not have. */
function listen(page: Page, heard: string[]): void {
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    const meant = FENCED.test(text) || text.startsWith('Failed to load resource')
    if (message.type() === 'error' && !meant) heard.push(text)
  })
}
