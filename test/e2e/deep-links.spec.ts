/** Links of the app's own scheme, as the systems give them: with the first launch, with a second one, and as an event. */
import type { Page } from '@playwright/test'
import { invoiceKey } from '../../src/shared/models/invoice.ts'
import { startTrayWatcher } from '../support/tray-watcher.ts'
import type { LaunchOptions } from './app/app.ts'
import { runInTerminal } from './app/terminal.ts'
import { expect, type App } from './fixtures.ts'
import { test } from './keyring.ts'
import { openInvoiceNumber } from './sample.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  catalogue,
  invoices,
  lock,
  overview,
  signIn: session,
  tray,
  accounts: { profile }
} = words

const shows = (app: App): Promise<string> => app.page.evaluate(() => location.hash)
const heading = (page: Page): ReturnType<typeof ui.title> => ui.invoicePane(page).getByRole('heading', { level: 2 })

/** The key that the address names, as soon as it does: what stands in a pane may be there before it. */
async function keyShown(app: App, list: 'invoices' | 'catalogue'): Promise<string> {
  await expect.poll(() => shows(app)).toMatch(new RegExp(`^#/${list}/[^/?]`))
  return decodeURIComponent((await shows(app)).split('/')[2] ?? '')
}

/** The keys of the open invoice of €378 and of the first product, and that one's name. */
async function keys(app: App): Promise<{ invoice: string; product: string; name: string }> {
  await app.page.evaluate((path) => (location.hash = path), '#/invoices')
  await ui.invoiceRows(app.page).filter({ hasText: openInvoiceNumber() }).click()
  await expect(heading(app.page)).toContainText(openInvoiceNumber())
  const invoice = await keyShown(app, 'invoices')
  await app.page.evaluate((path) => (location.hash = path), '#/catalogue')
  await ui.products(app.page).first().click()
  const product = await keyShown(app, 'catalogue')
  const picked = ui.productPane(app.page).getByRole('heading', { level: 2 })
  await expect(picked).not.toHaveText(words.ui.listing.pick.title)
  const name = await picked.innerText()
  await app.page.evaluate((path) => (location.hash = path), '#/profile')
  return { invoice, product, name }
}

/** The system starts the app once more, and that hands over to the one that runs. */
async function handOver(link: string, options: LaunchOptions): Promise<void> {
  const { exitCode, stderr } = await runInTerminal(['--some-switch', link], options)
  expect(exitCode).toBe(0)
  // A start of the window isn't as quiet as a command: Chromium has lines of its own.
  expect(stderr).toContain('portside: already running; its window is shown instead.')
}

test('opens links at launch, while running, and locked in the tray after the unlock', async ({
  launch,
  keyring,
  profileDir
}) => {
  const watcher = await startTrayWatcher(String(keyring.env['DBUS_SESSION_BUS_ADDRESS']))
  const app = await launch({ args: ['portside://invoices/INV-1'] })

  await test.step('a link while signed out leads to the sign-in and is forgotten', async () => {
    await expect(ui.title(app.page, session.title)).toBeVisible()
    await ui.openDifficultSample(app.page)
    await expect(ui.title(app.page, overview.title)).toBeVisible()
  })

  const { invoice, product, name } = await keys(app)
  const [toInvoice, toProduct] = [
    `portside://invoices/${encodeURIComponent(invoice)}`,
    `portside://products/${encodeURIComponent(product)}`
  ]

  await test.step('by a second launch, and by the open-url event', async () => {
    await app.minimize()
    await expect.poll(() => ui.isMinimised(app)).toBe(true)
    await handOver(toInvoice, { profileDir, env: keyring.env })
    await expect(heading(app.page)).toContainText(openInvoiceNumber())
    await expect.poll(() => ui.isMinimised(app)).toBe(false)
    await app.openUrl(toProduct)
    await expect.poll(() => shows(app)).toBe(`#/catalogue/${encodeURIComponent(product)}`)
  })

  await test.step('any other link shows the window unchanged', async () => {
    await app.page.evaluate((path) => (location.hash = path), '#/profile')
    await expect(ui.title(app.page, profile.title)).toBeVisible()
    const places: string[] = []
    app.page.on('framenavigated', (frame) => places.push(new URL(frame.url()).hash))
    // More of them are in test/unit/desktop/deep-links.test.ts.
    for (const link of ['portside://user:secret@invoices/1', 'https://evil.example/']) {
      await app.minimize()
      await expect.poll(() => ui.isMinimised(app)).toBe(true)
      await app.openUrl(link)
      await expect.poll(() => ui.isMinimised(app)).toBe(false)
    }
    // What leads somewhere is followed after all that does not: that is the one place where the page went.
    // It names an invoice as its provider does, one of the account that is shown, and there is none.
    const key = '<img src=x onerror=alert(1)>'
    const own = `#/invoices/${encodeURIComponent(invoiceKey({ account: await ui.shownAccount(app.page), key }))}`
    await app.openUrl(`portside://invoices/${encodeURIComponent(key)}`)
    await expect.poll(() => places).toContain(own)
    await expect(ui.title(app.page, invoices.title)).toBeVisible()
    await expect(ui.invoicePane(app.page)).toContainText(invoices.missing.title)
    // The router writes down where it was before it leaves.
    expect(places.filter((place) => place !== own && place !== '#/profile')).toEqual([])
    expect(await app.opened()).toEqual([])
  })

  await test.step('while the app is locked and in the tray, the latest opens the window, and is there after the unlock', async () => {
    await app.page.evaluate(async () => {
      await window.portside.app.changeSettings({ closing: 'stay' })
      await window.portside.lock.setPin({ pin: '2468', current: null })
    })
    await app.clickMenu(tray.menu.file, tray.menu.lockNow)
    await expect(ui.title(app.page, lock.title)).toBeVisible()
    await app.closeWindow()
    await expect.poll(() => app.window()).toBe(null)
    for (const link of [toProduct, toInvoice]) await app.openUrl(link)
    const page = await app.shown()
    await expect(ui.title(page, lock.title)).toBeVisible()
    await ui.tryPin(page, '2468')
    await expect(heading(page)).toContainText(openInvoiceNumber())
  })
  await app.quit()

  await test.step('at a launch that starts locked', async () => {
    const { page } = await launch({ args: [toProduct] })
    await expect(ui.title(page, lock.title)).toBeVisible()
    await ui.tryPin(page, '2468')
    await expect(ui.title(page, catalogue.title)).toBeVisible()
    // While no invoice is selected, the pane shows another heading.
    await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toHaveText(name)
  })
  watcher.close()
})
