/** What users see after a crash, with a page, a network service and a graphics process that crash. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startScreen } from '../../scripts/setup/display.mjs'
import { windowTitles } from '../support/screen.ts'
import { startWithScript } from './app/terminal.ts'
import { expect, test, type App } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { crash } = words
type Counted = typeof globalThis & { pagesLoaded: number }

/** How many pages have loaded since the first one. To Playwright, a page that crashed stays crashed. */
const pagesLoaded = (app: App): Promise<number> => app.evaluate(() => (globalThis as Counted).pagesLoaded)
const countPages = (app: App): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    const counted = globalThis as Counted
    counted.pagesLoaded = 0
    BrowserWindow.getAllWindows()[0]?.webContents.on('did-finish-load', () => (counted.pagesLoaded += 1))
  })
const heading = (app: App): Promise<string> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.querySelector("h1")?.textContent')
  )
const crashPage = (app: App): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())

/**
 * What Chromium says of a page that left an input unanswered for 15 seconds, and of one that answers again. It says nothing while a debugger
 * is attached, as Playwright is (`WebContentsImpl::ShouldIgnoreUnresponsiveRenderer`).
 */
const report = (app: App, event: 'unresponsive' | 'responsive'): Promise<void> =>
  app.evaluate(({ BrowserWindow }, name) => {
    BrowserWindow.getAllWindows()[0]?.webContents.emit(name)
  }, event)

/** Keeps the page busy. @returns lets it respond again */
async function hang(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  page
    .evaluate(() => {
      for (;;);
    })
    // It is cut off.
    .catch(() => undefined)
  return () => session.send('Runtime.terminateExecution')
}

const messages = async (app: App): Promise<string[]> => (await app.openDialogs()).map(({ message }) => message)
const detail = async (app: App): Promise<string> => (await app.openDialogs())[0]?.detail ?? ''
const expectDialog = (app: App, ...expected: string[]): Promise<void> =>
  expect.poll(() => messages(app)).toEqual(expected)

test('a page that hangs, and one that crashes', async ({ launch, profileDir }) => {
  const app = await launch({ holdsDialogs: true })
  const expectPages = (count: number): Promise<void> => expect.poll(() => pagesLoaded(app)).toBe(count)
  await expect(ui.title(app.page, words.signIn.title)).toBeVisible()
  await countPages(app)

  await test.step('a page that responds again takes the question away', async () => {
    const respond = await hang(app.page)
    await report(app, 'unresponsive')
    await expectDialog(app, crash.hang.title)
    await respond()
    await expect(ui.title(app.page, words.signIn.title)).toBeVisible()
    await report(app, 'responsive')
    await expectDialog(app)
  })
  await test.step('a page that never responds is reopened, which doesn’t count as a crash', async () => {
    await hang(app.page)
    await report(app, 'unresponsive')
    await expectDialog(app, crash.hang.title)
    await app.answerDialog(crash.reopen)
    await expectPages(1)
  })
  // A fourth time within a minute it asks: test/unit/desktop/crashes.test.ts.
  await test.step('one that crashes is reopened without a question', async () => {
    await crashPage(app)
    await expectPages(2)
    await expect.poll(() => heading(app)).toBe(words.signIn.title)
    expect(await messages(app)).toEqual([])
  })
  await app.quit()
  const log = readFileSync(join(profileDir, 'logs/portside.log'), 'utf8')
  expect(log.match(/ pageGone reason=crashed exitCode=\d+ inLastMinute=1$/gm)).toHaveLength(1)
  expect(log.match(/ pageUnresponsive$/gm)).toHaveLength(2)
  expect(log.match(/ crashDialogShown about=hang$/gm)).toHaveLength(2)
})

test('graphics that keep failing, and an error in main: one question after the other', async ({
  launch,
  profileDir
}) => {
  const app = await launch({ holdsDialogs: true })
  const file = join(profileDir, 'logs/portside.log')
  const lines = (line: RegExp): number => readFileSync(file, 'utf8').match(line)?.length ?? 0
  /** As its crash would: `signal` is what the kernel sends then. */
  const end = (process: string, signal: NodeJS.Signals): Promise<void> =>
    app.evaluate(
      ({ app }, [name, sent]) => {
        const found = app.getAppMetrics().find(({ type, serviceName }) => type === name || serviceName === name)
        if (!found) throw new Error(`There is no process ${name}.`)
        globalThis.process.kill(found.pid, sent)
      },
      [process, signal]
    )
  const throwInMain = (name: 'RangeError' | 'TypeError'): Promise<void> =>
    app.evaluate((_electron, type) => {
      setImmediate(() => {
        throw new globalThis[type]('canary')
      })
    }, name)
  // The menu is set when the page has painted: from then on there may be questions.
  await expect.poll(async () => (await app.menu()).map(({ label }) => label)).toContain(words.tray.menu.accounts)
  await end('network.mojom.NetworkService', 'SIGKILL')
  await expect.poll(() => lines(/ childProcessGone type=Utility service=network reason=killed exitCode=9$/m)).toBe(1)
  for (const times of [1, 2]) {
    // Chromium starts it again.
    await expect(() => end('GPU', 'SIGSEGV')).toPass()
    await expect.poll(() => lines(/ childProcessGone type=GPU service=other reason=crashed exitCode=11$/gm)).toBe(times)
  }
  await expectDialog(app, crash.graphics.title)
  // Before the answer: Chromium may end the app at the next failure.
  const marker = join(profileDir, 'without-graphics-processor')
  expect(existsSync(marker)).toBe(true)
  await throwInMain('RangeError')
  await throwInMain('TypeError')
  await expect.poll(() => app.output()).toContain('TypeError')
  await expectDialog(app, crash.graphics.title)
  await app.answerDialog(crash.graphics.without)
  await expectDialog(app, crash.error.title)
  await app.answerDialog(crash.details)
  await expect.poll(() => detail(app)).toContain('RangeError')
  expect(await detail(app)).not.toContain('canary')
  await app.answerDialog(crash.error.continue)
  await expectDialog(app)
  await app.quit()

  const { page, quit } = await launch()
  const isOn = (): Promise<boolean | null> =>
    page.evaluate(async () => {
      const answer = await window.portside.app.settings()
      return answer.ok ? answer.data.graphicsProcessor : null
    })
  expect(await isOn()).toBe(false)
  await page.evaluate(() => window.portside.app.changeSettings({ graphicsProcessor: true }))
  expect(existsSync(marker)).toBe(false)
  expect(await isOn()).toBe(true)
  await quit()
  expect(lines(/ uncaughtError$/gm)).toBe(2)
  expect(lines(/ startedWithoutGraphicsProcessor$/gm)).toBe(1)
  expect(lines(/ graphicsProcessorSet enabled=\w+$/gm)).toBe(3)
})

// What was saved before the process ended is there after it: offline.spec.ts, test/integration/catalogue/crash.test.ts.
test('a display that goes away ends the app, with a sentence of `npm start`', async ({ profileDir, started }) => {
  test.skip(process.platform !== 'linux', 'Other systems always have a display.')
  const screen = await startScreen()
  const { printed } = started(startWithScript([], { profileDir }, screen.display))
  await expect.poll(() => windowTitles(screen.display)).toContainEqual(expect.stringContaining('Portside'))
  await screen.stop()
  // Chromium ends the process as soon as its connection breaks: no code of the app runs.
  expect(await printed).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^portside: the app has ended, because its display has gone\.$/m)
  })
})
