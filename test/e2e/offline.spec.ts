import { expect, test } from './fixtures.ts'
import {
  alerts,
  goTo,
  invoiceRows,
  productPane,
  products,
  refreshAll,
  settled,
  signIn,
  statusBar,
  title
} from './walk.ts'
import { count, say, words } from './words.ts'

const { failure, profile, shell } = words

test('starts on saved data while the platform is away, says so, and recovers by itself', async ({
  launch,
  platform
}) => {
  const first = await launch()
  await signIn(first.page, platform.baseAddress)
  await first.quit()
  await platform.stop()

  const { page } = await launch()
  await expect(products(page).first()).toBeVisible()
  await expect(statusBar(page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await expect(statusBar(page)).toContainText(count(shell.status.products, 60))
  await expect(statusBar(page).locator('time')).toHaveText(new RegExp(say(shell.status.showing, { age: '' }).trim()))
  const host = new URL(platform.baseAddress).host
  await expect(alerts(page).first()).toContainText(say(failure.UNREACHABLE.sentence, { host }))
  await expect(alerts(page).first()).toContainText(failure.UNREACHABLE.next)

  await products(page).first().click()
  await expect(productPane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await goTo(page, 'invoices')
  await expect(invoiceRows(page).first()).toBeVisible()
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: 'Robin Keller' })).toBeVisible()

  platform.requests.length = 0
  await platform.restart()
  // Nobody clicks anything: the app tries again by itself, the sooner the shorter it was away.
  await expect(statusBar(page).getByText(shell.status.online, { exact: true })).toBeVisible({ timeout: 60_000 })
  await settled(page)
  await expect(alerts(page)).toHaveCount(0)
  // What is asked first tells that the platform is back; the list may be asked for after that.
  await expect.poll(() => platform.requests.map(({ path }) => path)).toContain('/v2/Products')
})

test('goes offline and comes back while it runs', async ({ launch, platform }) => {
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await platform.stop()
  await refreshAll(page)
  await expect(statusBar(page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await expect(products(page).first()).toBeVisible()
  await platform.restart()
  await expect(statusBar(page).getByText(shell.status.online, { exact: true })).toBeVisible({ timeout: 60_000 })
})

test('“Try again” asks at once', async ({ launch, platform }) => {
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  // By itself the app would try again within seconds, and the button be gone when it is to be pressed.
  await page.evaluate(() => window.portside.app.changeSettings({ refreshMinutes: 0 }))
  const restore = platform.respondWith('/v3/invoices', () => new Response('busy', { status: 500 }))
  await goTo(page, 'invoices')
  await refreshAll(page)
  await expect(alerts(page)).toContainText(failure.SERVER.next)
  restore()
  await alerts(page).getByRole('button', { name: words.common.tryAgain }).click()
  await expect(alerts(page)).toHaveCount(0)
})

test('what was saved survives a power cut', async ({ launch, platform }) => {
  const first = await launch()
  await signIn(first.page, platform.baseAddress)
  await first.kill()
  await platform.stop()

  const { page } = await launch()
  await expect(products(page).first()).toBeVisible()
  await goTo(page, 'profile')
  await expect(title(page, profile.title)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Robin Keller' })).toBeVisible()
})
