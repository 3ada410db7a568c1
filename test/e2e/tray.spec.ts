/**
 * The menus of the real app follow what main knows, and lead into the window. What the tray says is in test/unit/desktop/tray-menu.test.ts, of
 * which accounts in test/unit/accounts/summary, the icon as a panel has it, "Refresh now" and the lock in tray-item.spec.ts, and a click on the
 * icon in background.spec.ts.
 */
import type { Locator } from '@playwright/test'
import type { MenuLine } from './app/app.ts'
import { SAMPLE_COMPANY } from '../../src/sample/index.ts'
import { startProvider } from './provider.ts'
import { expect, test, type App } from './fixtures.ts'
import { openInvoiceNumber } from './sample.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const { invoices, notification, plans, signIn: session, settings, summary, tray } = words

/** Invoices are the lines that can be chosen and name an amount. */
const invoiceLabels = async (app: App, amount: RegExp): Promise<string[]> =>
  (await app.tray())?.items.filter(({ label, enabled }) => enabled && amount.test(label)).map(({ label }) => label) ??
  []

const labels = async (app: App): Promise<string[]> => (await app.tray())?.items.map(({ label }) => label) ?? []

/** The submenu about an account; its own label says how many invoices are open there. */
const accountMenu = async (app: App, name: string): Promise<MenuLine | null> =>
  (await app.tray())?.items.find(({ label, submenu }) => submenu !== null && label.startsWith(`${name}: `)) ?? null
const linesOf = async (app: App, name: string): Promise<string[]> =>
  (await accountMenu(app, name))?.submenu?.map(({ label }) => label) ?? []

const canRefresh = async (app: App): Promise<boolean | undefined> =>
  (await app.tray())?.items.find(({ label }) => label === tray.refresh)?.enabled

test('tray menu, application menu and global shortcut with no account, the sample, a second account, and none again', async ({
  launch
}) => {
  const app = await launch()
  let { page } = app
  const isInFront = async (): Promise<boolean> => (await app.window())?.focused === true
  const isHidden = async (): Promise<boolean> => (await app.window()) === null

  await test.step('says that nobody is signed in', async () => {
    await expect(ui.title(page, session.title)).toBeVisible()
    await expect.poll(() => labels(app)).toContain(tray.signedOut)
    await expect.poll(() => canRefresh(app)).toBe(false)
  })

  await test.step('an invoice in the menu opens in the window, a plan opens the plans, and “Settings” opens them', async () => {
    await ui.openDifficultSample(page)
    await expect.poll(() => invoiceLabels(app, /€378/)).toHaveLength(1)
    await app.clickTray(/€378/)
    await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
    await expect(ui.title(page, invoices.title)).toBeVisible()
    await app.clickTray(new RegExp(say(notification.plan.renews, { day: '.*' })))
    await expect(ui.title(page, plans.title)).toBeVisible()
    await app.clickTray(tray.settings)
    await expect(ui.title(page, settings.title)).toBeVisible()
  })

  await test.step('a recorded shortcut hides and shows the window, and not while another one is recorded', async () => {
    const { shortcut } = settings.background
    const record = async (): Promise<Locator> => {
      await ui.toAdvanced(page)
      const recorder = page.locator('button[name="globalShortcut"]')
      await recorder.click()
      await expect(recorder).toHaveText(shortcut.press)
      return recorder
    }
    const recorder = await record()
    await page.keyboard.press('Control+Alt+K')
    await expect(recorder).toHaveText('Ctrl+Alt+K')
    await expect.poll(isInFront).toBe(true)
    await app.pressShortcut('Ctrl+Alt+K')
    await expect.poll(isHidden).toBe(true)
    await app.pressShortcut('Ctrl+Alt+K')
    page = await app.shown()
    await expect.poll(isInFront).toBe(true)
    const again = await record()
    // To the page, which takes it as the new one.
    await app.pressShortcut('Ctrl+Alt+K')
    await expect(again).toHaveText('Ctrl+Alt+K')
    expect(await isInFront()).toBe(true)
  })

  const provider = await startProvider({ name: 'Quillmarrow' })
  await test.step('shows each account’s invoices, and opening another account’s invoice switches to it', async () => {
    await expect.poll(() => labels(app)).toContain(SAMPLE_COMPANY)
    expect(await labels(app)).not.toContain(tray.switchAccount)
    await app.clickMenu(tray.menu.accounts, tray.menu.addAccount)
    await expect(ui.title(page, session.add)).toBeVisible()
    await ui.submitSignIn(page, { ...provider, address: provider.baseUrl })
    await expect(ui.accountInRail(page, provider.person)).toBeVisible()
    await expect.poll(() => linesOf(app, provider.person)).toContain(count(summary.openInvoices, 0))
    await expect.poll(() => linesOf(app, SAMPLE_COMPANY)).toContainEqual(expect.stringMatching(/€378/))
    // Sample data is nothing to pay beside a real account.
    await expect.poll(async () => (await labels(app))[0]).toBe(count(summary.openInvoices, 0))

    // From a view of the other account's.
    await ui.goTo(page, 'catalogue')
    await app.clickTray(new RegExp(`^${SAMPLE_COMPANY}: `), /€378/)
    await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
  })

  await test.step('switches accounts and marks the one shown in both menus', async () => {
    const choices = async (where: 'tray' | 'menu'): Promise<unknown[]> => {
      const items = where === 'tray' ? (await app.tray())?.items : await app.menu()
      const label = where === 'tray' ? tray.switchAccount : tray.menu.accounts
      const lines = items?.find((item) => item.label === label)?.submenu ?? []
      return lines.filter(({ type }) => type === 'radio').map((line) => [line.label, line.checked])
    }
    const seeShown = async (shown: string): Promise<void> => {
      await expect(ui.accountInRail(page, shown)).toBeVisible()
      const expected = [SAMPLE_COMPANY, provider.person].map((label) => [label, label === shown])
      for (const where of ['tray', 'menu'] as const) await expect.poll(() => choices(where)).toEqual(expected)
    }
    await seeShown(SAMPLE_COMPANY)
    await app.clickTray(tray.switchAccount, provider.person)
    await seeShown(provider.person)
    await app.clickMenu(tray.menu.accounts, SAMPLE_COMPANY)
    await seeShown(SAMPLE_COMPANY)
  })

  await test.step('when they are gone, nothing of the accounts is left', async () => {
    await page.evaluate(() => window.portside.accounts.eraseEverything({ leaveEntries: false }))
    await expect.poll(async () => (await labels(app))[0]).toBe(tray.signedOut)
    const { tooltip, items } = (await app.tray()) ?? { tooltip: '', items: [] }
    expect(tooltip).toBe(say(tray.tooltip, { text: tray.signedOut }))
    expect(items.map(({ label }) => label).join('\n')).not.toMatch(/€|\d{4}/)
  })

  await app.clickTray(tray.quit)
  expect(await app.exited).toBe(0)
  await provider.stop()
})
