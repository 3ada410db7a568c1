/**
 * What every spec gets: `launch` for the app, `api` for the provider's API, `profileDir` for its data. `shareApp` starts one app
 * for a whole file.
 */
import { expect, test as base, type Page, type TestInfo } from '@playwright/test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer, type ApiServer } from '../support/api-server.ts'
import { startDesktop, type Desktop } from '../support/desktop.ts'
import type { App, Driven, LaunchOptions } from './app/app.ts'
import { launchInElectron } from './app/electron-driver.ts'
import { patient } from './app/patience.ts'
import type { Command } from './app/terminal.ts'

export { expect } from '@playwright/test'
export type { App } from './app/app.ts'
export type { ApiServer } from '../support/api-server.ts'

export type Launch = (options?: Partial<LaunchOptions>) => Promise<App>

interface Fixtures {
  api: ApiServer
  profileDir: string
  /** Starts the app, and quits it after the test. */
  launch: Launch
  /** Kills what is left of the command's process group after the test. */
  started: (command: Command) => Command
  /** 'expected' for specs that attack the page: errors of the page don't fail them. */
  complaints: 'fail' | 'expected'
}

/** A loopback port where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const makeProfile = (): string => mkdtempSync(join(tmpdir(), 'portside-e2e-'))
const removeProfile = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })

interface WorkerFixtures {
  /** Of this worker: its variables are those of all that the worker starts. */
  desktop: Desktop
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  desktop: [
    async ({}, use) => {
      const desktop = await startDesktop()
      // The developer's own compositor, which Electron would prefer.
      delete process.env['WAYLAND_DISPLAY']
      Object.assign(process.env, desktop.env)
      await use(desktop)
      await desktop.stop()
    },
    { scope: 'worker', auto: true }
  ],
  complaints: ['fail', { option: true }],

  api: async ({}, use) => {
    const api = await startApiServer()
    await use(api)
    await api.stop()
  },

  profileDir: async ({}, use) => {
    const folder = makeProfile()
    await use(folder)
    removeProfile(folder)
  },

  started: async ({}, use) => {
    const running = new Set<Command>()
    await use((command) => {
      running.add(command)
      void command.printed.then(() => running.delete(command))
      return command
    })
    for (const command of running) command.signalGroup('SIGKILL')
  },

  launch: async ({ desktop, profileDir, complaints }, use, info) => {
    const apps = new Apps(desktop)
    await use((options) => apps.launch({ profileDir, ...options }))
    await apps.attachTo(info)
    await apps.quit()
    if (complaints === 'fail') expect(apps.takeComplaints(), 'complaints of the page').toEqual([])
  }
})

export interface SharedApp {
  readonly app: App
  readonly page: Page
  readonly api: ApiServer
  readonly profileDir: string
}

/**
 * One app for all tests of a file, for specs that look and click: it is started and prepared once. Before each test the page is
 * loaded anew where `prepare` left it, so what a page keeps to itself is gone. What main keeps (settings, filters, accounts, the
 * window's size) stays, and so does what the API was told to answer: a test that changes such things puts them back.
 * After an error the tests that follow get a new app.
 */
export function shareApp(
  prepare: (started: SharedApp) => Promise<void>,
  options: Partial<LaunchOptions> | (() => Promise<Partial<LaunchOptions>>) = {}
): SharedApp {
  let apps: Apps
  let started: (SharedApp & { address: string }) | null = null
  const shared = (): SharedApp & { address: string } => {
    if (started === null) throw new Error('The shared app has not been started.')
    return started
  }
  test.beforeAll(async ({ desktop }) => {
    apps = new Apps(desktop)
    const [api, profileDir] = [await startApiServer(), makeProfile()]
    const app = await apps.launch({ profileDir, ...(typeof options === 'function' ? await options() : options) })
    started = { app, page: app.page, api, profileDir, address: '' }
    await prepare(started)
    started.address = app.page.url()
  })
  test.beforeEach(async () => {
    const { page, address } = shared()
    await page.evaluate((url) => location.replace(url), address)
    await page.reload()
  })
  test.afterEach(async ({ complaints }, info) => {
    await apps.attachTo(info)
    const heard = apps.takeComplaints()
    if (complaints === 'fail') expect(heard, 'complaints of the page').toEqual([])
  })
  test.afterAll(async () => {
    await apps.quit()
    await started?.api.stop()
    if (started) removeProfile(started.profileDir)
  })
  return {
    get app() {
      return shared().app
    },
    get page() {
      return shared().page
    },
    get api() {
      return shared().api
    },
    get profileDir() {
      return shared().profileDir
    }
  }
}

/** The apps of a test or a file, and the errors of their pages. */
class Apps {
  private readonly desktop: Desktop
  private readonly started: { app: App; running: boolean; pages: Set<Page> }[] = []
  private readonly complaints: string[] = []

  constructor(desktop: Desktop) {
    this.desktop = desktop
  }

  async launch(options: LaunchOptions): Promise<App> {
    const app = patient(withNotifications(await launchInElectron(options), this.desktop))
    const entry = { app, running: true, pages: new Set<Page>() }
    void app.exited.then(() => (entry.running = false))
    this.started.push(entry)
    const meet = (page: Page): Page => {
      if (!entry.pages.has(page)) listen(page, this.complaints)
      entry.pages.add(page)
      return page
    }
    if (!options.hidden) meet(app.page)
    return { ...app, shown: async () => meet(await app.shown()) }
  }

  takeComplaints(): string[] {
    return this.complaints.splice(0)
  }

  /** Attaches each app's output and a picture of its window to a failed test. */
  async attachTo(info: TestInfo): Promise<void> {
    if (info.status === info.expectedStatus) return
    for (const [index, { app, running, pages }] of this.started.entries()) {
      await info.attach(`output-${index}`, { body: app.output(), contentType: 'text/plain' })
      const path = info.outputPath(`window-${index}.png`)
      const open = [...pages].findLast((page) => !page.isClosed())
      // The window may close meanwhile.
      if (running) await Promise.allSettled([open?.screenshot({ path, timeout: 5000 })])
      if (existsSync(path)) await info.attach(`window-${index}`, { path })
    }
  }

  async quit(): Promise<void> {
    for (const { app, running } of this.started) if (running) await app.quit()
  }
}

/** Reads and clicks those that the desktop's server has shown since. */
function withNotifications(app: Driven, { notifications: server }: Desktop): Driven {
  if (server === null) return app
  const before = server.shown.length
  return {
    ...app,
    notifications: () => Promise.resolve(server.shown.slice(before)),
    clickNotification: (index) => Promise.resolve(server.click(before + index))
  }
}

/**
 * What a long description wanted to do: told when axe wants to look into its frame, and while it is parsed to be sanitised, for
 * the page's own policy holds there, too.
 */
const FENCED =
  /^(Executing inline event handler|Applying inline style) violates|^Blocked script execution in '[^']*\/description-page'/

/** Collects thrown errors and policy violations, but not missing pictures. */
function listen(page: Page, heard: string[]): void {
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    const meant = FENCED.test(text) || text.startsWith('Failed to load resource')
    if (message.type() === 'error' && !meant) heard.push(text)
  })
}
