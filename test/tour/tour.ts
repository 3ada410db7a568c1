/** The app on its tour: each step leads to a view and takes pictures of it. */
import { test as base, type Page, type TestInfo } from '@playwright/test'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { SampleApi } from '../../src/sample/index.ts'
import type { App } from '../e2e/app/app.ts'
import { launchInElectron } from '../e2e/app/electron-driver.ts'
import { patient } from '../e2e/app/patience.ts'
import { startApiServer, type ApiServer } from '../support/api-server.ts'
import { startScreen } from '../../scripts/setup/display.mjs'
import { startDesktop, type Desktop } from '../support/desktop.ts'
import { findCutTexts } from './cut-texts.ts'

const ROOT = resolve(import.meta.dirname, '../..')

type Size = readonly [width: number, height: number]
export const SMALL: Size = [800, 500]
const MEDIUM: Size = [1280, 800]
const WIDE: Size = [1920, 1080]
/** 800 × 500 with text at 200 %: fewer CSS pixels of twice the size. */
const ZOOMED = { width: 400, height: 250, deviceScaleFactor: 2, mobile: false }

/** Further pictures of a view. `forced`: in forced colours, both light and dark. */
type Variant = 'small' | 'wide' | 'zoomed' | 'dark' | 'forced'

/** Beside the pictures: the texts that each doesn't show whole. */
const CUT_TEXTS = 'cut-texts.txt'

interface StepOptions {
  size?: Size
  also?: readonly Variant[]
  /** A picture of a fetch that is under way, and isn't waited for. */
  busy?: boolean
}

export interface Step extends StepOptions {
  name: string
  what: string
  go: (tour: Tour) => unknown
}

/**
 * @param name a picture is called `<number>-<name>.png`
 * @param what the picture shows
 */
export const step = (name: string, what: string, options: StepOptions, go: Step['go']): Step => ({
  ...options,
  name,
  what,
  go
})

export class Tour {
  readonly api: ApiServer
  readonly #folder: string
  readonly #listsCutTexts: boolean
  /** The app's data. */
  readonly profile = mkdtempSync(join(tmpdir(), 'portside-tour-'))
  #app: App | null = null
  #pictures = 0

  private constructor(api: ApiServer, { folder, listsCutTexts }: Pictures) {
    this.api = api
    this.#folder = resolve(ROOT, folder)
    this.#listsCutTexts = listsCutTexts
    // On Ctrl+C, Playwright ends this process once the app has ended: `end` may not come so far.
    process.once('exit', () => this.#removeProfile())
    mkdirSync(this.#folder, { recursive: true })
    for (const name of readdirSync(this.#folder)) {
      if (/^\d{3}-.*\.png$/.test(name) || name === CUT_TEXTS) rmSync(join(this.#folder, name))
    }
  }

  static async create(options: Pictures): Promise<Tour> {
    return new Tour(await startApiServer({ fetch: new SampleApi({ drift: true }).fetch }), options)
  }

  get app(): App {
    if (this.#app === null) throw new Error('The app does not run.')
    return this.#app
  }

  get page(): Page {
    return this.app.page
  }

  async start(): Promise<void> {
    this.#app = patient(await launchInElectron({ profileDir: this.profile }))
    await this.resize(MEDIUM)
  }

  async quit(): Promise<void> {
    await this.#app?.quit()
    this.#app = null
  }

  async end(): Promise<void> {
    await this.quit()
    await this.api.stop()
    this.#removeProfile()
  }

  #removeProfile(): void {
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }

  async take({ name, size = MEDIUM, also = [], busy = false, go }: Step): Promise<void> {
    if (this.#app === null) await this.start()
    await this.resize(size)
    await go(this)
    await this.#picture(name, busy)
    if (also.includes('small')) await this.#sized(`${name}-small`, SMALL, size)
    if (also.includes('wide')) await this.#sized(`${name}-wide`, WIDE, size)
    if (also.includes('zoomed')) await this.#zoomed(`${name}-zoomed`, size)
    if (also.includes('dark')) {
      await this.app.setSystemDark(true)
      await this.#picture(`${name}-dark`)
      await this.app.setSystemDark(false)
    }
    if (!also.includes('forced')) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ forcedColors: 'active', colorScheme })
      await this.#picture(`${name}-forced-${colorScheme}`)
    }
    await this.page.emulateMedia({ forcedColors: null, colorScheme: null })
  }

  /** Attaches the app's output to a failed test, and takes a picture of where it failed. */
  async attachTo(info: TestInfo): Promise<void> {
    if (this.#app === null) return
    await info.attach('output', { body: this.#app.output(), contentType: 'text/plain' })
    await this.page.screenshot({ path: this.#nextPath('failed') })
  }

  async resize([width, height]: Size): Promise<void> {
    await this.app.resize(width, height)
    await this.page.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height])
  }

  async #sized(name: string, size: Size, before: Size): Promise<void> {
    await this.resize(size)
    await this.#picture(name)
    await this.resize(before)
  }

  async #zoomed(name: string, before: Size): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page)
    await devtools.send('Emulation.setDeviceMetricsOverride', ZOOMED)
    await settle(this.page)
    // Playwright's own screenshots have one pixel for each of the page's.
    const { data } = await devtools.send('Page.captureScreenshot')
    writeFileSync(this.#nextPath(name), data, 'base64')
    await devtools.send('Emulation.clearDeviceMetricsOverride')
    await devtools.detach()
    await this.resize(before)
  }

  async #picture(name: string, busy = false): Promise<void> {
    await settle(this.page, busy)
    const path = this.#nextPath(name)
    await this.page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    if (!this.#listsCutTexts) return
    const cut = await this.page.evaluate(findCutTexts)
    if (cut.length > 0) appendFileSync(join(this.#folder, CUT_TEXTS), [basename(path), ...cut, ''].join('\n') + '\n')
  }

  #nextPath(name: string): string {
    this.#pictures += 1
    return join(this.#folder, `${String(this.#pictures).padStart(3, '0')}-${name}.png`)
  }
}

/** Pictures are loaded, nothing is being fetched, and what was resized is painted anew. */
async function settle(page: Page, busy = false): Promise<void> {
  await page.waitForFunction((isBusy) => {
    const areLoaded = [...document.images].every((picture) => picture.complete)
    return areLoaded && (isBusy || !document.querySelector('[role="progressbar"], [aria-busy="true"]'))
  }, busy)
  await page.evaluate(showPictures, QUIET_MS)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Longer than a list waits before it asks for the pictures of its rows (ProductThumb.vue). */
const QUIET_MS = 300

/** Runs in the page: waits until no row gets a picture any more, and each can be painted. */
async function showPictures(quietMs: number): Promise<void> {
  const pictures = (): HTMLImageElement[] => [...document.querySelectorAll('img')]
  for (let before = -1; document.querySelector('.thumb:not(:has(img))') && before !== pictures().length;) {
    before = pictures().length
    await new Promise((done) => setTimeout(done, quietMs))
  }
  await Promise.allSettled(pictures().map((picture) => picture.decode()))
}

type Pictures = Pick<TourOptions, 'folder' | 'listsCutTexts'>

export interface TourOptions {
  /** For the pictures; those of an earlier tour are removed. */
  folder: string
  /** Writes cut-texts.txt beside them. */
  listsCutTexts: boolean
  /** With a keychain, a window manager and a tray. Otherwise a screen alone, from which the user's own keychain is out of reach. */
  hasDesktop: boolean
}

const test = base.extend<object, TourOptions & { desktop: void; tour: Tour }>({
  folder: ['', { scope: 'worker', option: true }],
  listsCutTexts: [true, { scope: 'worker', option: true }],
  hasDesktop: [true, { scope: 'worker', option: true }],
  desktop: [
    async ({ hasDesktop }, use) => {
      const desktop = await (hasDesktop ? startDesktop() : startBareScreen())
      Object.assign(process.env, desktop.env)
      await use()
      await desktop.stop()
    },
    { scope: 'worker' }
  ],
  tour: [
    async ({ desktop: _desktop, folder, listsCutTexts }, use) => {
      const tour = await Tour.create({ folder, listsCutTexts })
      await use(tour)
      await tour.end()
    },
    { scope: 'worker' }
  ]
})

async function startBareScreen(): Promise<Pick<Desktop, 'env' | 'stop'>> {
  const { display, stop } = await startScreen({ hasManager: false })
  return { env: { DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: 'disabled:' }, stop }
}

/** A test for each step. All are on one app, so the first that fails ends the tour. */
export function walk(steps: readonly Step[]): void {
  test.describe.configure({ mode: 'serial' })
  for (const step of steps) test(`${step.name}: ${step.what}`, ({ tour }) => tour.take(step))
  test.afterEach(async ({ tour }, info) => {
    if (info.status !== info.expectedStatus) await tour.attachTo(info)
  })
}
