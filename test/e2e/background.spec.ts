/**
 * The app with its window closed: in the tray where there is one, minimised where there is none, and never out of reach. The
 * session's bus is one of the test's own, on which a panel comes and goes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Settings } from '../../src/shared/model/settings.ts'
import { startTrayWatcher, type TrayWatcher } from '../support/tray-watcher.ts'
import { chooseRuntime } from './app/runtime.ts'
import { expect, type App } from './fixtures.ts'
import { test as base } from './keyring.ts'
import { openInvoiceNumber } from './sample.ts'
import { explore, goTo, invoicePane, products, setPin, title, tryPin } from './walk.ts'
import { words } from './words.ts'

const { catalogue, desktop, lock, session, tray } = words
const { closing } = desktop

/** The app waits so long for a panel, and the page some more. */
const PATIENCE = { timeout: 30_000 }

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

const opened = async (app: App): Promise<boolean> => (await app.window()) !== null
const minimised = async (app: App): Promise<boolean | undefined> => (await app.window())?.minimized
const change = async (app: App, part: Partial<Settings>): Promise<void> => {
  await app.page.evaluate((chosen) => window.portside.app.changeSettings(chosen), part)
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
const atStart = (app: App): Promise<void> => expect(title(app.page, session.title)).toBeVisible()

test('what closing means is asked once, and remembered', async ({ launch, panel }) => {
  await panel()
  const first = await launch()
  await atStart(first)
  await first.answerNext(closing.tray.stay)
  await first.closeWindow()
  await expect.poll(() => opened(first)).toBe(false)
  expect(await first.questions()).toEqual([
    expect.objectContaining({
      message: closing.tray.title,
      detail: closing.tray.detail,
      buttons: [closing.tray.stay, closing.quit, closing.cancel]
    })
  ])
  await first.clickTray(tray.open)
  await first.shown()
  await first.closeWindow()
  await expect.poll(() => opened(first)).toBe(false)
  expect(await first.questions()).toHaveLength(1)
  await first.clickTray(tray.quit)
  expect(await first.exited).toBe(0)

  const second = await launch()
  await atStart(second)
  await second.closeWindow()
  await expect.poll(() => opened(second)).toBe(false)
  expect(await second.questions()).toEqual([])
})

test('in the tray it goes on: it comes back with everything working', async ({ launch, panel }) => {
  await panel()
  const app = await launch()
  await explore(app.page)
  await change(app, { closing: 'stay' })
  await app.closeWindow()
  await expect.poll(() => opened(app)).toBe(false)
  await expect.poll(() => app.page.isClosed()).toBe(true)

  await app.activateTray()
  const again = await app.shown()
  await expect(products(again).first()).toBeVisible()
  await goTo(again, 'profile')
  await app.closeWindow()
  await expect.poll(() => opened(app)).toBe(false)

  // An invoice's line opens the window, and leads to it.
  await app.clickTray(/€378/)
  const third = await app.shown()
  await expect(invoicePane(third).getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
})

test('a second start brings the window back from the tray', async ({ launch, panel, profileDir }) => {
  await panel()
  const app = await launch()
  await atStart(app)
  await change(app, { closing: 'stay' })
  await app.closeWindow()
  await expect.poll(() => opened(app)).toBe(false)
  await expect(launch({ profileDir })).rejects.toThrow(/ended|closed|exited|failed to launch/i)
  await expect(title(await app.shown(), session.title)).toBeVisible()
})

test('without a panel it is minimised, never out of sight', async ({ launch }) => {
  const app = await launch()
  await atStart(app)
  await app.answerNext(closing.noTray.stay)
  await app.closeWindow()
  await expect.poll(() => minimised(app)).toBe(true)
  expect(await app.questions()).toEqual([
    expect.objectContaining({
      message: closing.noTray.title,
      detail: closing.noTray.detail,
      buttons: [closing.noTray.stay, closing.quit, closing.cancel]
    })
  ])
  expect(await kept(app)).toBe('stay')
  await app.clickTray(tray.open)
  await expect.poll(() => minimised(app)).toBe(false)
})

test('a panel that goes away while there is no window brings a minimised one', async ({ launch, panel }) => {
  const watcher = await panel()
  const app = await launch()
  await atStart(app)
  await change(app, { closing: 'stay' })
  await app.closeWindow()
  await expect.poll(() => opened(app)).toBe(false)
  watcher.close()
  await expect.poll(() => minimised(app), PATIENCE).toBe(true)
  const page = await app.shown()
  await expect(title(page, session.title)).toBeVisible()
  // The next panel has the icon again, and the app goes back into it.
  await panel()
  await expect.poll(() => trayTold(page)).toBe(true)
  await app.closeWindow()
  await expect.poll(() => opened(app)).toBe(false)
})

test('closing that is thought better of changes nothing', async ({ launch, panel }) => {
  await panel()
  const app = await launch()
  await atStart(app)
  for (const times of [1, 2]) {
    await app.answerNext(closing.cancel)
    await app.closeWindow()
    await expect.poll(async () => (await app.questions()).length).toBe(times)
    expect(await app.window()).toMatchObject({ visible: true, minimized: false })
  }
  expect(await kept(app)).toBe('ask')
})

test('closing that is to quit ends the app, also the next time', async ({ launch, panel }) => {
  await panel()
  const first = await launch()
  await atStart(first)
  await first.answerNext(closing.quit)
  await first.closeWindow()
  expect(await first.exited).toBe(0)

  const second = await launch()
  await atStart(second)
  // A question would be answered by staying open.
  await second.answerNext(closing.cancel)
  await second.closeWindow()
  expect(await second.exited).toBe(0)
})

test('quitting asks nothing', async ({ launch }) => {
  const app = await launch()
  await atStart(app)
  await app.answerNext(closing.cancel)
  expect(await app.quit()).toBe(0)
})

test('what was locked in the tray is locked when it comes back', async ({ launch, panel }) => {
  await panel()
  const app = await launch()
  await explore(app.page)
  await setPin(app.page, '2468')
  await app.clickMenu(tray.menu.file, tray.menu.lockNow)
  await expect(title(app.page, lock.title)).toBeVisible()
  // Asked while it is locked, too: the question tells nothing.
  await app.answerNext(closing.tray.stay)
  await app.closeWindow()
  await expect.poll(() => opened(app)).toBe(false)
  await app.clickTray(tray.open)
  const page = await app.shown()
  await expect(title(page, lock.title)).toBeVisible()
  await tryPin(page, '2468')
  await expect(products(page).first()).toBeVisible()
})

test.describe('started with the system', () => {
  test.skip(chooseRuntime().runtime === 'electron', 'Electron’s driver waits for a window.')

  test('it stays in the tray, if that was chosen', async ({ launch, panel, profileDir }) => {
    await panel()
    const first = await launch()
    await explore(first.page)
    await change(first, { startHidden: true })
    await first.quit()

    const app = await launch({ args: ['--hidden'], hidden: true })
    // Everything but the window is there: the invoices are, too.
    await expect.poll(async () => JSON.stringify(await app.tray())).toContain('€378')
    expect(await opened(app)).toBe(false)
    // The system may start it twice; the person who does wants to see it.
    await expect(launch({ profileDir, args: ['--hidden'] })).rejects.toThrow(/ended/)
    expect(await opened(app)).toBe(false)
    await expect(launch({ profileDir })).rejects.toThrow(/ended/)
    await expect(title(await app.shown(), catalogue.title)).toBeVisible()
  })

  test('it opens, if that was not chosen', async ({ launch, panel }) => {
    await panel()
    const app = await launch({ args: ['--hidden'] })
    await atStart(app)
    expect(await app.window()).toMatchObject({ visible: true, minimized: false })
  })

  test('it is minimised where no panel comes', async ({ launch }) => {
    const first = await launch()
    await atStart(first)
    await change(first, { startHidden: true })
    await first.quit()

    const app = await launch({ args: ['--hidden'], hidden: true })
    await expect(title(await app.shown(), session.title)).toBeVisible()
    await expect.poll(() => minimised(app), PATIENCE).toBe(true)
  })

  test('that is an entry of the system’s, which holds', async ({ launch, keyring }) => {
    const file = join(String(keyring.env['XDG_CONFIG_HOME']), 'autostart', 'portside.desktop')
    // As in a terminal that another AppImage opened.
    const env = { APPIMAGE: '/opt/Other.AppImage', APPDIR: '/opt/other' }
    const app = await launch({ packaged: true, env })
    const told = (): Promise<boolean | null | undefined> =>
      app.page.evaluate(async () => {
        const answer = await window.portside.app.desktop()
        return answer.ok ? answer.data.startsWithSystem : undefined
      })
    expect(await told()).toBe(false)
    await change(app, { startWithSystem: true })
    expect(readFileSync(file, 'utf8')).toContain(`Exec="${process.execPath}" "--hidden"`)
    expect(await told()).toBe(true)
    await change(app, { startWithSystem: false })
    expect(existsSync(file)).toBe(false)
    expect(await told()).toBe(false)
  })

  test('can’t be promised by an app that isn’t packaged', async ({ launch, keyring }) => {
    const app = await launch()
    const answer = await app.page.evaluate(async () => {
      await window.portside.app.changeSettings({ startWithSystem: true })
      return window.portside.app.desktop()
    })
    expect(answer).toEqual({ ok: true, data: { tray: false, startsWithSystem: null, notifications: true } })
    expect(existsSync(join(String(keyring.env['XDG_CONFIG_HOME']), 'autostart'))).toBe(false)
  })
})
