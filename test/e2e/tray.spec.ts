import type { MenuLine } from './app/app.ts'
import { SAMPLE_BASE_ADDRESS, SAMPLE_EMAIL } from '../../src/sandbox/index.ts'
import { startFirm } from './firm.ts'
import { expect, test, type App } from './fixtures.ts'
import { openInvoiceNumber } from './sample.ts'
import {
  addAccount,
  atRest,
  explore,
  goTo,
  invoicePane,
  openAccount,
  settled,
  signIn,
  signOut,
  statusBar,
  title
} from './walk.ts'
import { count, say, words } from './words.ts'

const { invoices, session, shell, summary, tray } = words

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

test('says that nobody is signed in', async ({ launch }) => {
  const app = await launch()
  await expect(title(app.page, session.title)).toBeVisible()
  await expect.poll(() => labels(app)).toContain(tray.signedOut)
  const refresh = async () => (await app.tray())?.items.find(({ label }) => label === tray.refresh)
  await expect.poll(async () => (await refresh())?.enabled).toBe(false)
})

test('shows open invoices, what is long overdue, the latest five, and what can be done', async ({
  launch,
  platform
}) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  // While the round goes on, the menu says that in place of "Refresh now".
  const [open, checked] = [count(summary.openInvoices, 4), say(tray.checked, { age: tray.justNow })]
  await expect
    .poll(() => labels(app))
    .toEqual(expect.arrayContaining([tray.refresh, ...[open, checked].map((text) => expect.stringContaining(text))]))
  const { tooltip, items } = (await app.tray()) ?? { tooltip: '', items: [] }
  expect(tooltip).toContain(count(summary.open, 4))
  expect(items.filter(({ label, enabled }) => enabled && / · .+ · \d{1,2} \p{L}+ \d{4}$/u.test(label))).toHaveLength(6)
  const actions = items.map(({ label }) => label)
  for (const action of [tray.refresh, tray.open, tray.quit]) expect(actions).toContain(action)
})

test('an invoice in the menu opens in the window', async ({ launch }) => {
  const app = await launch()
  await explore(app.page)
  await expect.poll(() => invoiceLabels(app, /€378/)).toHaveLength(1)
  await app.clickTray(/€378/)
  await expect(invoicePane(app.page).getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
  await expect(title(app.page, invoices.title)).toBeVisible()
})

test('“Refresh now” asks the platform, and says how that ended', async ({ launch, platform }) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  const refresh = async () => (await app.tray())?.items.find(({ label }) => label === tray.refresh)
  await expect.poll(async () => (await refresh())?.enabled).toBe(true)
  platform.requests.length = 0
  const late = Promise.withResolvers<void>()
  const stop = platform.respondWith('/v3/invoices', async () => {
    await late.promise
    return Response.json([])
  })
  await app.clickTray(tray.refresh)
  await expect.poll(() => labels(app)).toContain(tray.refreshing)
  await expect.poll(() => platform.requests.map(({ path }) => path)).toContain('/v3/invoices')
  late.resolve()
  const refreshed = say(tray.refreshed, { age: tray.justNow })
  await expect.poll(() => labels(app)).toEqual(expect.arrayContaining([refreshed, tray.noInvoices]))

  stop()
  await platform.stop()
  await app.clickTray(tray.refresh)
  const [ended, failed] = [tray.refreshFailed, tray.failed].map((text) => say(text, { age: tray.justNow }))
  // What is known is still there, and doesn't look fresh.
  await expect.poll(() => labels(app)).toEqual(expect.arrayContaining([ended, failed]))
  expect((await app.tray())?.tooltip).toContain(say(tray.short.failed, { age: tray.justNow }))
  await platform.restart()
  // A try that the app made by itself, while the platform was away, would be joined.
  await atRest(app.page)
  await app.clickTray(tray.refresh)
  await expect.poll(() => labels(app)).toContain(say(tray.refreshed, { age: tray.justNow }))
  await expect.poll(async () => (await labels(app)).join('\n')).toContain(count(summary.openInvoices, 4))
})

test('“Settings” opens them', async ({ launch }) => {
  const app = await launch()
  await explore(app.page)
  await app.clickTray(tray.settings)
  await expect(title(app.page, words.settings.title)).toBeVisible()
})

test('after signing out, nothing of the account is left', async ({ launch, platform }) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await expect.poll(async () => (await labels(app)).join('\n')).toContain(count(summary.openInvoices, 4))
  await signOut(app.page, 'keep')
  await expect.poll(async () => (await labels(app))[0]).toBe(tray.signedOut)
  const { tooltip, items } = (await app.tray()) ?? { tooltip: '', items: [] }
  expect(tooltip).toBe(say(tray.tooltip, { text: tray.signedOut }))
  expect(items.map(({ label }) => label).join('\n')).not.toMatch(/€|\d{4}/)
})

test.describe('several accounts', () => {
  test('each is shown with its own, and an invoice of another opens that account first', async ({ launch }) => {
    const firm = await startFirm({ name: 'Quillmarrow' })
    const app = await launch()
    await explore(app.page)
    await addAccount(app.page, firm)
    await expect.poll(() => linesOf(app, firm.email)).toContain(count(summary.openInvoices, 0))
    await expect.poll(() => linesOf(app, SAMPLE_EMAIL)).toContainEqual(expect.stringMatching(/€378/))
    // Sample data is nothing to pay beside a real account.
    await expect.poll(async () => (await labels(app))[0]).toBe(count(summary.openInvoices, 0))

    // From a view of the other account's.
    await goTo(app.page, 'catalogue')
    await app.clickTray(new RegExp(`^${SAMPLE_EMAIL}: `), /€378/)
    await expect(invoicePane(app.page).getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
    await expect(openAccount(app.page, SAMPLE_EMAIL)).toBeVisible()
    await firm.stop()
  })

  test('one that is not open is asked for its invoices only, and says when that fails', async ({
    launch,
    platform
  }) => {
    const firm = await startFirm({ name: 'Brindlewharf' })
    const app = await launch()
    await signIn(app.page, platform.baseAddress)
    await addAccount(app.page, firm)
    await expect.poll(() => linesOf(app, SAMPLE_EMAIL)).toContain(say(tray.checked, { age: tray.justNow }))
    await atRest(app.page)
    platform.requests.length = 0
    firm.requests.length = 0
    await app.clickTray(tray.refresh)
    await expect.poll(() => labels(app)).toContain(say(tray.refreshed, { age: tray.justNow }))
    expect(new Set(platform.requests.map(({ path }) => path))).toEqual(new Set(['/v3/invoices']))
    expect(firm.requests.map(({ path }) => path)).toContain('/v2/Profile')

    await platform.stop()
    await app.clickTray(tray.refresh)
    await expect.poll(() => linesOf(app, SAMPLE_EMAIL)).toContain(say(tray.failed, { age: tray.justNow }))
    await expect.poll(() => labels(app)).toContain(count(tray.accounts.failed, 1))
    await expect.poll(() => linesOf(app, firm.email)).toContain(say(tray.checked, { age: tray.justNow }))
    await firm.stop()
  })

  test('after a start they are known before the platform is asked', async ({ launch, platform }) => {
    const firm = await startFirm({ name: 'Osterquince' })
    const first = await launch()
    await signIn(first.page, platform.baseAddress)
    await addAccount(first.page, firm)
    const open = count(summary.openInvoices, 4)
    await expect.poll(async () => (await linesOf(first, SAMPLE_EMAIL))[0]).toContain(open)
    await first.quit()
    await platform.stop()
    const again = await launch()
    await expect.poll(async () => (await linesOf(again, SAMPLE_EMAIL))[0]).toContain(open)
    await expect.poll(() => linesOf(again, SAMPLE_EMAIL)).toContainEqual(expect.stringMatching(/€378/))
    await firm.stop()
  })
})

test('switches between accounts, and marks the open one as the menu does', async ({ launch, platform }) => {
  const app = await launch()
  await explore(app.page)
  await expect.poll(() => labels(app)).toContain(SAMPLE_EMAIL)
  expect(await labels(app)).not.toContain(tray.switchAccount)
  await app.clickMenu(tray.menu.accounts, tray.menu.addAccount)
  await expect(title(app.page, session.add)).toBeVisible()
  await signIn(app.page, platform.baseAddress)

  // One person at two places.
  const [first, second] = [SAMPLE_BASE_ADDRESS, platform.baseAddress].map(
    (at) => `${SAMPLE_EMAIL} (${new URL(at).host})`
  )
  const choices = async (where: 'tray' | 'menu'): Promise<unknown[]> => {
    const items = where === 'tray' ? (await app.tray())?.items : await app.menu()
    const label = where === 'tray' ? tray.switchAccount : tray.menu.accounts
    const lines = items?.find((item) => item.label === label)?.submenu ?? []
    return lines.filter(({ type }) => type === 'radio').map((line) => [line.label, line.checked])
  }
  for (const where of ['tray', 'menu'] as const) {
    await expect
      .poll(() => choices(where))
      .toEqual([
        [first, false],
        [second, true]
      ])
  }
  await app.clickTray(tray.switchAccount, first ?? '')
  await expect(statusBar(app.page).getByText(shell.status.sample, { exact: true })).toBeVisible()
  for (const where of ['tray', 'menu'] as const) {
    await expect
      .poll(() => choices(where))
      .toEqual([
        [first, true],
        [second, false]
      ])
  }
  platform.requests.length = 0
  await app.clickMenu(tray.menu.accounts, second ?? '')
  await settled(app.page)
  // What was fetched a moment ago is not fetched again, and nobody signs in again.
  expect(platform.requests.filter(({ path }) => !path.includes('image'))).toEqual([])
})

test('locked: says that and nothing of anybody, in the menu neither', async ({ launch, platform }) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await expect.poll(async () => (await labels(app)).join('\n')).toContain(count(summary.openInvoices, 4))
  await app.page.evaluate(() => window.portside.lock.setPin({ pin: '2468', current: null }))
  await app.clickMenu(tray.menu.file, tray.menu.lockNow)
  await expect.poll(() => labels(app)).toEqual([tray.locked, '', tray.open, tray.quit])
  expect((await app.tray())?.tooltip).toBe(say(tray.tooltip, { text: tray.lockedTooltip }))
  for (const gone of [SAMPLE_EMAIL, tray.menu.accounts, tray.menu.catalogue])
    await expect.poll(async () => JSON.stringify(await app.menu())).not.toContain(gone)

  await app.page.evaluate(() => window.portside.lock.unlock({ pin: '2468' }))
  await expect.poll(async () => (await labels(app)).join('\n')).toContain(count(summary.openInvoices, 4))
  await expect.poll(async () => JSON.stringify(await app.menu())).toContain(SAMPLE_EMAIL)
})

test('“Open” and a click on the icon bring the window to the front', async ({ launch }) => {
  const app = await launch()
  await expect(title(app.page, session.title)).toBeVisible()
  await app.minimize()
  await expect.poll(async () => (await app.window())?.minimized).toBe(true)
  await app.clickTray(tray.open)
  await expect.poll(async () => (await app.window())?.minimized).toBe(false)
  // On macOS a click on the icon opens its menu.
  if (process.platform === 'darwin') return
  await app.minimize()
  await app.activateTray()
  await expect.poll(async () => (await app.window())?.minimized).toBe(false)
})

test('“Quit” ends the app', async ({ launch }) => {
  const app = await launch()
  await explore(app.page)
  await goTo(app.page, 'invoices')
  await app.clickTray(tray.quit)
  expect(await app.exited).toBe(0)
})
