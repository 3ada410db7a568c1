import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  error,
  ui: { shell }
} = words

test('starts with saved data after a crash without its provider, and recovers by itself', async ({ launch, api }) => {
  const first = await launch()
  await ui.signInByBridge(first.page, api)
  await api.stop()
  await first.kill()

  const { page } = await launch()
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page).first()).toBeVisible()
  await ui.seeStatus(page, 'unreached')
  await expect(ui.statusBar(page)).toContainText(count(shell.status.products, 60))
  await expect(ui.statusBar(page).locator('time')).toHaveText(new RegExp(say(shell.status.showing, { age: '' }).trim()))
  const host = new URL(api.baseUrl).host
  await expect(ui.alerts(page).first()).toContainText(say(error.UNREACHABLE.sentence, { host }))
  await expect(ui.alerts(page).first()).toContainText(error.UNREACHABLE.next)

  await ui.products(page).first().click()
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page).first()).toBeVisible()
  await ui.goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: 'Robin Keller' })).toBeVisible()

  api.requests.length = 0
  await api.restart()
  // Nobody clicks anything: the app tries again by itself, the sooner the shorter it was away.
  await ui.seeStatus(page, 'online', 60_000)
  await ui.settled(page)
  await expect(ui.alerts(page)).toHaveCount(0)
  // What is asked first tells that the API is back; the list may be asked for after that.
  await expect.poll(() => api.requests.map(({ path }) => path)).toContain('/v2/Products')
})
