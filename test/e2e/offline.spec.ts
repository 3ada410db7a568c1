import type { Page } from '@playwright/test'
import { DEFAULT_SETTINGS, type Settings } from '../../src/shared/models/settings.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  error,
  ui: { shell }
} = words

/** @param refreshMinutes 0 for never */
async function refreshEvery(page: Page, refreshMinutes: Settings['refreshMinutes']): Promise<void> {
  const changed = await page.evaluate(
    (minutes) => window.portside.app.changeSettings({ refreshMinutes: minutes }),
    refreshMinutes
  )
  expect(changed).toMatchObject({ ok: true })
}

test('retries on request, starts with saved data after a crash, and recovers by itself', async ({ launch, api }) => {
  const first = await launch()
  await ui.signIn(first.page, api.baseUrl)

  // With its own retry seconds away, the app could remove the button before it is pressed.
  await refreshEvery(first.page, 0)
  const restore = api.respondWith('/v3/invoices', () => new Response('busy', { status: 500 }))
  await ui.goTo(first.page, 'invoices')
  await ui.refreshAll(first.page)
  await expect(ui.alerts(first.page)).toContainText(error.SERVER.next)
  restore()
  await ui.alerts(first.page).getByRole('button', { name: words.ui.common.tryAgain }).click()
  await expect(ui.alerts(first.page)).toHaveCount(0)
  await refreshEvery(first.page, DEFAULT_SETTINGS.refreshMinutes)

  await ui.goTo(first.page, 'catalogue')
  await ui.atRest(first.page)
  await api.stop()
  await ui.refreshAll(first.page)
  await ui.seeStatus(first.page, 'unreached')
  await expect(ui.products(first.page).first()).toBeVisible()
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
