import type { MenuLine } from './app/app.ts'
import { SAMPLE_ADDRESSES, SAMPLE_COMPANY } from '../../src/sample/index.ts'
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

test('icon, tray menu and application menu with no account, the sample and three accounts', async ({ launch, api }) => {
  const app = await launch()
  let { page } = app
  const isInFront = async (): Promise<boolean> => (await app.window())?.focused === true
  const isHidden = async (): Promise<boolean> => (await app.window()) === null

  await test.step('says that nobody is signed in', async () => {
    await expect(ui.title(page, session.title)).toBeVisible()
    await expect.poll(() => labels(app)).toContain(tray.signedOut)
    await expect.poll(() => canRefresh(app)).toBe(false)
  })

  await test.step('“Open” and a click on the icon bring the window to the front', async () => {
    await app.minimize()
    await expect.poll(() => ui.isMinimised(app)).toBe(true)
    await app.clickTray(tray.open)
    await expect.poll(() => ui.isMinimised(app)).toBe(false)
    // On macOS a click on the icon opens its menu.
    if (process.platform === 'darwin') return
    await app.minimize()
    await expect.poll(() => ui.isMinimised(app)).toBe(true)
    await app.activateTray()
    await expect.poll(() => ui.isMinimised(app)).toBe(false)
  })

  await test.step('a click on the icon puts the window that is in front into the tray, and brings it back', async () => {
    if (process.platform === 'darwin') return
    await expect.poll(isInFront).toBe(true)
    await app.activateTray()
    await expect.poll(isHidden).toBe(true)
    await app.activateTray()
    page = await app.shown()
    await expect(ui.title(page, session.title)).toBeVisible()
    await expect.poll(isInFront).toBe(true)
  })

  await test.step('an invoice in the menu opens in the window, a plan opens the plans, and “Settings” opens them', async () => {
    await ui.explore(page)
    await expect.poll(() => invoiceLabels(app, /€378/)).toHaveLength(1)
    await app.clickTray(/€378/)
    await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
    await expect(ui.title(page, invoices.title)).toBeVisible()
    await app.clickTray(new RegExp(say(notification.plan.renews, { day: '.*' })))
    await expect(ui.title(page, plans.title)).toBeVisible()
    await app.clickTray(tray.settings)
    await expect(ui.title(page, settings.title)).toBeVisible()
  })

  await test.step('a recorded shortcut shows and hides the window, and not while another one is recorded', async () => {
    const { shortcut } = settings.background
    const recorder = page.locator('button[name="globalShortcut"]')
    await ui.toAdvanced(page)
    await recorder.click()
    await expect(recorder).toHaveText(shortcut.press)
    await page.keyboard.press('Control+Alt+K')
    await expect(recorder).toHaveText('Ctrl+Alt+K')
    await expect.poll(isInFront).toBe(true)
    await app.pressShortcut('Ctrl+Alt+K')
    await expect.poll(isHidden).toBe(true)
    await app.pressShortcut('Ctrl+Alt+K')
    page = await app.shown()
    await expect.poll(isInFront).toBe(true)
    await ui.toAdvanced(page)
    const again = page.locator('button[name="globalShortcut"]')
    await again.click()
    await expect(again).toHaveText(shortcut.press)
    // To the page, which takes it as the new one.
    await app.pressShortcut('Ctrl+Alt+K')
    await expect(again).toHaveText('Ctrl+Alt+K')
    await again.click()
    await page.keyboard.press('Backspace')
    await expect(again).toHaveText(shortcut.none)
    await app.pressShortcut('Ctrl+Alt+K')
    await ui.goTo(page, 'profile')
    expect(await isInFront()).toBe(true)
  })

  const provider = await startProvider({ name: 'Quillmarrow' })
  await test.step('shows each account’s invoices, and opening another account’s invoice switches to it', async () => {
    await expect.poll(() => labels(app)).toContain(SAMPLE_COMPANY)
    expect(await labels(app)).not.toContain(tray.switchAccount)
    await app.clickMenu(tray.menu.accounts, tray.menu.addAccount)
    await expect(ui.title(page, session.add)).toBeVisible()
    await ui.signInAt(page, provider)
    await expect.poll(() => linesOf(app, provider.person)).toContain(count(summary.openInvoices, 0))
    await expect.poll(() => linesOf(app, SAMPLE_COMPANY)).toContainEqual(expect.stringMatching(/€378/))
    // Sample data is nothing to pay beside a real account.
    await expect.poll(async () => (await labels(app))[0]).toBe(count(summary.openInvoices, 0))

    // From a view of the other account's.
    await ui.goTo(page, 'catalogue')
    await app.clickTray(new RegExp(`^${SAMPLE_COMPANY}: `), /€378/)
    await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
    await expect(ui.accountInRail(page, SAMPLE_COMPANY)).toBeVisible()
  })

  await test.step('switches accounts and marks the one shown in both menus', async () => {
    await app.clickMenu(tray.menu.accounts, tray.menu.addAccount)
    await expect(ui.title(page, session.add)).toBeVisible()
    await ui.signIn(page, api.baseUrl)

    // One person at two places.
    const [first, second] = [SAMPLE_ADDRESSES.difficult, api.baseUrl].map(
      (at) => `${SAMPLE_COMPANY} (${new URL(at).host})`
    )
    const choices = async (where: 'tray' | 'menu'): Promise<unknown[]> => {
      const items = where === 'tray' ? (await app.tray())?.items : await app.menu()
      const label = where === 'tray' ? tray.switchAccount : tray.menu.accounts
      const lines = items?.find((item) => item.label === label)?.submenu ?? []
      return lines.filter(({ type }) => type === 'radio').map((line) => [line.label, line.checked])
    }
    const marked = async (open: string | undefined): Promise<void> => {
      const expected = [first, provider.person, second].map((label) => [label, label === open])
      for (const where of ['tray', 'menu'] as const) await expect.poll(() => choices(where)).toEqual(expected)
    }
    await marked(second)
    await app.clickTray(tray.switchAccount, first ?? '')
    await ui.seeStatus(page, 'sample')
    await marked(first)
    api.requests.length = 0
    await app.clickMenu(tray.menu.accounts, second ?? '')
    await ui.settled(page)
    // What was fetched a moment ago is not fetched again, and nobody signs in again.
    expect(api.requests.filter(({ path }) => !path.includes('image'))).toEqual([])
  })

  await app.clickTray(tray.quit)
  expect(await app.exited).toBe(0)
  await provider.stop()
})

test('open invoices and “Refresh now” while signed in, locked, signed out and beside another account', async ({
  launch,
  api
}) => {
  const app = await launch()
  const { page } = app
  const open = count(summary.openInvoices, 6)
  await ui.signIn(page, api.baseUrl)

  await test.step('shows what is to pay, the oldest five and the actions', async () => {
    const checked = say(tray.checked, { age: tray.justNow })
    // While the round goes on, the menu says that in place of "Refresh now".
    await expect
      .poll(() => labels(app))
      .toEqual(expect.arrayContaining([tray.refresh, ...[open, checked].map((text) => expect.stringContaining(text))]))
    const { tooltip, items } = (await app.tray()) ?? { tooltip: '', items: [] }
    expect(tooltip).toContain(count(summary.open, 6))
    const invoice = / · (?:(?:issued|due) \d{1,2} \p{L}+ \d{4}|\d+ days? overdue)$/u
    expect(items.filter(({ label, enabled }) => enabled && invoice.test(label))).toHaveLength(5)
    const actions = items.map(({ label }) => label)
    for (const action of [tray.refresh, tray.open, tray.quit]) expect(actions).toContain(action)
  })

  await test.step('“Refresh now” asks the API and reports the result', async () => {
    await expect.poll(() => canRefresh(app)).toBe(true)
    api.requests.length = 0
    const late = Promise.withResolvers<void>()
    const stop = api.respondWith('/v3/invoices', async () => {
      await late.promise
      return Response.json([])
    })
    await app.clickTray(tray.refresh)
    await expect.poll(() => labels(app)).toContain(tray.refreshing)
    await expect.poll(() => api.requests.map(({ path }) => path)).toContain('/v3/invoices')
    late.resolve()
    const refreshed = say(tray.refreshed, { age: tray.justNow })
    await expect
      .poll(() => labels(app))
      .toEqual(expect.arrayContaining([refreshed, expect.stringContaining(count(summary.openInvoices, 0))]))

    stop()
    await api.stop()
    await app.clickTray(tray.refresh)
    const ended = say(tray.refreshFailed, { age: tray.justNow })
    const failed = say(tray.failed, { age: words.ui.common.age.moment })
    // What is known is still there, and doesn't look fresh.
    await expect.poll(() => labels(app)).toEqual(expect.arrayContaining([ended, failed]))
    expect((await app.tray())?.tooltip).toContain(say(tray.short.failed, { age: words.ui.common.age.moment }))
    await api.restart()
    // A try that the app made by itself, while the API was away, would be joined.
    await ui.atRest(page)
    await app.clickTray(tray.refresh)
    await expect.poll(() => labels(app)).toContain(refreshed)
    await expect.poll(async () => (await labels(app)).join('\n')).toContain(open)
  })

  await test.step('while locked, tray and menu show no personal data', async () => {
    await page.evaluate(() => window.portside.lock.setPin({ pin: '2468', current: null }))
    await app.clickMenu(tray.menu.file, tray.menu.lockNow)
    await expect.poll(() => labels(app)).toEqual([tray.locked, '', tray.open, tray.quit])
    expect((await app.tray())?.tooltip).toBe(say(tray.tooltip, { text: tray.lockedTooltip }))
    for (const gone of [SAMPLE_COMPANY, tray.menu.accounts, tray.menu.catalogue])
      await expect.poll(async () => JSON.stringify(await app.menu())).not.toContain(gone)

    await page.evaluate(() => window.portside.lock.unlock({ pin: '2468' }))
    await expect.poll(async () => (await labels(app)).join('\n')).toContain(open)
    await expect.poll(async () => JSON.stringify(await app.menu())).toContain(SAMPLE_COMPANY)
    await page.evaluate(() => window.portside.lock.turnOff({ pin: '2468' }))
  })

  await test.step('after signing out, nothing of the account is left', async () => {
    await ui.signOut(page, 'keep')
    await expect.poll(async () => (await labels(app))[0]).toBe(tray.signedOut)
    const { tooltip, items } = (await app.tray()) ?? { tooltip: '', items: [] }
    expect(tooltip).toBe(say(tray.tooltip, { text: tray.signedOut }))
    expect(items.map(({ label }) => label).join('\n')).not.toMatch(/€|\d{4}/)
  })

  const provider = await startProvider({ name: 'Brindlewharf' })
  await test.step('a background account is asked for invoices only and shows its error', async () => {
    await ui.signIn(page, api.baseUrl)
    await ui.addAccount(page, provider)
    await expect.poll(() => linesOf(app, SAMPLE_COMPANY)).toContain(say(tray.checked, { age: tray.justNow }))
    await ui.atRest(page)
    api.requests.length = 0
    provider.requests.length = 0
    await app.clickTray(tray.refresh)
    await expect.poll(() => api.requests.map(({ path }) => path)).toContain('/v3/invoices')
    await expect.poll(() => provider.requests.map(({ path }) => path)).toContain('/v2/Profile')
    // What the menu says of the round before is there until this one begins.
    const refreshed = say(tray.refreshed, { age: tray.justNow })
    await expect.poll(() => labels(app)).toEqual(expect.arrayContaining([tray.refresh, refreshed]))
    expect(new Set(api.requests.map(({ path }) => path))).toEqual(new Set(['/v3/invoices']))

    await api.stop()
    // A click while the round before is still under way asks nothing more.
    const afterRefresh = async (): Promise<string[]> => {
      await app.clickTray(tray.refresh)
      await ui.atRest(page)
      return linesOf(app, SAMPLE_COMPANY)
    }
    await expect.poll(afterRefresh).toContain(say(tray.failed, { age: words.ui.common.age.moment }))
    await expect.poll(() => labels(app)).toContain(count(tray.accounts.failed, 1))
    await expect.poll(() => linesOf(app, provider.person)).toContain(say(tray.checked, { age: tray.justNow }))
  })

  await test.step('after a start both accounts are shown before any request', async () => {
    await app.quit()
    const again = await launch()
    await expect.poll(async () => (await linesOf(again, SAMPLE_COMPANY))[0]).toContain(open)
    await expect.poll(() => linesOf(again, SAMPLE_COMPANY)).toContainEqual(expect.stringMatching(/€378/))
  })
  await provider.stop()
})
