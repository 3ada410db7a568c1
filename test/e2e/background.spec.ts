/**
 * The app with its window closed: in the tray where there is one, minimised where there is none, and never out of reach. The
 * session's bus is one of the test's own, on which a panel comes and goes.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Settings } from '../../src/shared/models/settings.ts'
import { windowTitles } from '../support/screen.ts'
import { trayItem } from '../support/tray-item.ts'
import { startTrayWatcher, type TrayWatcher } from '../support/tray-watcher.ts'
import { startInTerminal, type Command } from './app/terminal.ts'
import { expect, type App } from './fixtures.ts'
import { moveEntriesToInstalled, test as base } from './keyring.ts'
import { openInvoiceNumber } from './sample.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { desktop, lock, overview, signIn: session, tray } = words
const { closing } = desktop

const TIMER_RECORDER = fileURLToPath(new URL('./app/timer-recorder.cjs', import.meta.url))

base.skip(process.platform === 'darwin', 'The dock is the way back there.')

const test = base.extend<{ panel: () => Promise<TrayWatcher> }>({
  panel: async ({ keyring }, use) => {
    const started: TrayWatcher[] = []
    await use(async () => {
      const watcher = await startTrayWatcher(String(keyring.env['DBUS_SESSION_BUS_ADDRESS']))
      started.push(watcher)
      return watcher
    })
    for (const watcher of started) watcher.close()
  }
})

/** Not read from the window: while the window manager answers, it may have its former place for a moment. */
const PLACE = { x: 300, y: 200, width: 1000, height: 700 }

const opened = async (app: App): Promise<boolean> => (await app.window()) !== null
const change = async (page: Page, part: Partial<Settings>): Promise<void> => {
  await page.evaluate((chosen) => window.portside.app.changeSettings(chosen), part)
}
const kept = (app: App): Promise<Settings['closing'] | null> =>
  app.page.evaluate(async () => {
    const answer = await window.portside.app.settings()
    return answer.ok ? answer.data.closing : null
  })
/** Whether there is a place for the icon, as the app knows by now. */
const trayTold = (page: Page): Promise<boolean | null> =>
  page.evaluate(async () => {
    const answer = await window.portside.app.desktop()
    return answer.ok ? answer.data.tray : null
  })
type Timed = typeof globalThis & { portsideTimers: () => number[]; portsidePassMinute: () => void }
const timers = (app: App): Promise<number[]> => app.evaluate(() => (globalThis as Timed).portsideTimers())
/** The timers of less than a minute. */
const shortTimers = async (app: App): Promise<number[]> => (await timers(app)).filter((ms) => ms < 60_000)
/** What the app would do within the next minute, it does now. */
const passMinute = (app: App): Promise<void> => app.evaluate(() => (globalThis as Timed).portsidePassMinute())
const atStart = (app: App): Promise<void> => expect(ui.title(app.page, session.title)).toBeVisible()

test('closing minimises the window without a tray, and with one asks once and goes there, where the system may start it', async ({
  launch,
  panel,
  keyring,
  profileDir,
  started
}) => {
  const folder = join(profileDir, 'used')
  const app = await launch({ profileDir: folder, modules: [TIMER_RECORDER] })
  const close = async (): Promise<void> => {
    await app.closeWindow()
    await expect.poll(() => opened(app)).toBe(false)
  }
  const asked = async (): Promise<number> => (await app.questions()).length
  await atStart(app)

  await test.step('without a tray the window is minimised', async () => {
    await app.answerNext(closing.noTray.stay)
    await app.closeWindow()
    await expect.poll(() => ui.isMinimised(app)).toBe(true)
    expect(await app.questions()).toEqual([
      expect.objectContaining({
        message: closing.noTray.title,
        detail: closing.noTray.detail,
        buttons: [closing.noTray.stay, closing.quit, closing.cancel]
      })
    ])
    expect(await kept(app)).toBe('stay')
    await app.clickTray(tray.open)
    await expect.poll(() => ui.isMinimised(app)).toBe(false)
    await change(app.page, { closing: 'ask' })
  })

  const watcher = await panel()
  await expect.poll(() => trayTold(app.page)).toBe(true)

  await test.step('a cancelled question changes nothing, and is asked again', async () => {
    await app.answerNext(closing.cancel)
    await app.closeWindow()
    await expect.poll(asked).toBe(2)
    expect(await app.window()).toMatchObject({ visible: true, minimized: false })
    expect(await kept(app)).toBe('ask')
    await app.answerNext(closing.tray.stay)
    await close()
    expect(await asked()).toBe(3)
    expect((await app.questions()).at(-1)).toMatchObject({
      message: closing.tray.title,
      detail: closing.tray.detail,
      buttons: [closing.tray.stay, closing.quit, closing.cancel]
    })
  })

  await test.step('a click on the icon brings the window back; the answer is remembered', async () => {
    await app.activateTray()
    const page = await app.shown()
    await expect(ui.title(page, session.title)).toBeVisible()
    await ui.openDifficultSample(page)
    await page.evaluate(() => window.portside.lock.setPin({ pin: '2468', current: null }))
    await app.resize(PLACE.width, PLACE.height)
    await app.move(PLACE.x, PLACE.y)
    await expect.poll(async () => (await app.window())?.bounds).toEqual(PLACE)
  })

  await test.step('in the tray, main has no timer under a minute, also with a PIN', async () => {
    // The lock looks often while the window is open, so timers are seen at all.
    expect(await shortTimers(app)).not.toEqual([])
    await close()
    expect(await asked()).toBe(3)
    await passMinute(app)
    await expect.poll(() => shortTimers(app)).toEqual([])
    expect(await timers(app)).not.toEqual([])
  })

  await test.step('an invoice in the tray’s menu brings the window back, where it was', async () => {
    await app.clickTray(/€378/)
    const page = await app.shown()
    await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
    await expect.poll(app.window).toMatchObject({ maximized: false, bounds: PLACE })
  })

  await test.step('a click on the icon puts the window in front into the tray, and it comes back maximised', async () => {
    await app.maximize()
    await expect.poll(app.window).toMatchObject({ maximized: true, focused: true })
    await app.activateTray()
    await expect.poll(() => opened(app)).toBe(false)
    expect(await asked()).toBe(3)
    await app.clickTray(tray.open)
    await expect(ui.title(await app.shown(), overview.title)).toBeVisible()
    await expect.poll(app.window).toMatchObject({ maximized: true, visible: true })
  })

  await test.step('an app locked in the tray comes back locked', async () => {
    await change(await app.shown(), { closing: 'ask' })
    await app.clickMenu(tray.menu.file, tray.menu.lockNow)
    await expect(ui.title(await app.shown(), lock.title)).toBeVisible()
    // Also asked while locked: the question reveals nothing.
    await app.answerNext(closing.tray.stay)
    await close()
    expect(await asked()).toBe(4)
    await app.clickTray(tray.open)
    const back = await app.shown()
    await expect(ui.title(back, lock.title)).toBeVisible()
    await ui.tryPin(back, '2468')
    await expect(ui.title(back, overview.title)).toBeVisible()
    await back.evaluate(() => window.portside.lock.turnOff({ pin: '2468' }))
  })

  await test.step('a tray that disappears brings back a minimised window', async () => {
    await close()
    watcher.close()
    const minimised = async (): Promise<boolean | undefined> => {
      await passMinute(app)
      return ui.isMinimised(app)
    }
    await expect.poll(minimised).toBe(true)
    // A minimised window draws nothing.
    await expect(ui.title(await app.shown(), overview.title)).toBeAttached()
  })

  // The next panel has the icon again.
  const bar = await panel()
  await test.step('choosing Quit ends the app', async () => {
    const page = await app.shown()
    await expect.poll(() => trayTold(page)).toBe(true)
    await app.clickTray(tray.open)
    await expect.poll(() => ui.isMinimised(app)).toBe(false)
    await change(page, { closing: 'ask', startHidden: true })
    await app.answerNext(closing.quit)
    await app.closeWindow()
    expect(await app.exited).toBe(0)
  })

  await moveEntriesToInstalled(keyring)
  const { property, menu, choose, activate } = trayItem(String(keyring.env['DBUS_SESSION_BUS_ADDRESS']), bar)
  /** A packaged app, as the system starts it. */
  const installed = (at: string): Command => {
    const args = ['--hidden', `--profile-dir=${at}`]
    return started(startInTerminal(args, { profileDir: at, packaged: true, env: keyring.env }))
  }
  const hasWindow = async (): Promise<boolean> => (await windowTitles()).some((title) => title.includes('Portside'))
  const hasIcon = (): Promise<boolean> =>
    property('ToolTip').then(
      () => true,
      () => false
    )

  await test.step('started by the system, it opens its window unless hidden start was chosen', async () => {
    const { printed } = installed(join(profileDir, 'fresh'))
    await expect.poll(hasWindow).toBe(true)
    await expect.poll(hasIcon).toBe(true)
    await choose(tray.quit)
    expect(await printed).toMatchObject({ exitCode: 0 })
  })

  const { printed } = installed(folder)
  await test.step('everything but the window is there: the invoices are, too', async () => {
    await expect.poll(() => menu().catch(() => '')).toContain('€378')
    expect(await hasWindow()).toBe(false)
  })
  await test.step('the system may start it twice; the user who does wants to see it', async () => {
    expect(await installed(folder).printed).toMatchObject({ exitCode: 0 })
    expect(await hasWindow()).toBe(false)
    await activate()
    await expect.poll(hasWindow).toBe(true)
  })
  await choose(tray.quit)
  expect(await printed).toMatchObject({ exitCode: 0 })
})
