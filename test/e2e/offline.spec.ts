import type { Page } from '@playwright/test'
import { DEFAULT_SETTINGS, type Settings } from '../../src/shared/models/settings.ts'
import { expect, test } from './fixtures.ts'
import { alerts, goTo, invoiceRows, productPane, products, refreshAll, settled, signIn, statusBar } from './walk.ts'
import { count, say, words } from './words.ts'

const { error, shell } = words

/** @param refreshMinutes 0 for never */
async function refreshEvery(page: Page, refreshMinutes: Settings['refreshMinutes']): Promise<void> {
  const changed = await page.evaluate(
    (minutes) => window.portside.app.changeSettings({ refreshMinutes: minutes }),
    refreshMinutes
  )
  expect(changed).toMatchObject({ ok: true })
}

test('retries on request, recovers by itself, and starts with saved data after a crash', async ({ launch, api }) => {
  const first = await launch()
  await signIn(first.page, api.baseAddress)

  // With its own retry seconds away, the app could remove the button before it is pressed.
  await refreshEvery(first.page, 0)
  const restore = api.respondWith('/v3/invoices', () => new Response('busy', { status: 500 }))
  await goTo(first.page, 'invoices')
  await refreshAll(first.page)
  await expect(alerts(first.page)).toContainText(error.SERVER.next)
  restore()
  await alerts(first.page).getByRole('button', { name: words.common.tryAgain }).click()
  await expect(alerts(first.page)).toHaveCount(0)
  await refreshEvery(first.page, DEFAULT_SETTINGS.refreshMinutes)

  await goTo(first.page, 'catalogue')
  await api.stop()
  await refreshAll(first.page)
  await expect(statusBar(first.page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await expect(products(first.page).first()).toBeVisible()
  await api.restart()
  await expect(statusBar(first.page).getByText(shell.status.online, { exact: true })).toBeVisible({ timeout: 60_000 })
  await settled(first.page)
  await first.kill()
  await api.stop()

  const { page } = await launch()
  await expect(products(page).first()).toBeVisible()
  await expect(statusBar(page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await expect(statusBar(page)).toContainText(count(shell.status.products, 60))
  await expect(statusBar(page).locator('time')).toHaveText(new RegExp(say(shell.status.showing, { age: '' }).trim()))
  const host = new URL(api.baseAddress).host
  await expect(alerts(page).first()).toContainText(say(error.UNREACHABLE.sentence, { host }))
  await expect(alerts(page).first()).toContainText(error.UNREACHABLE.next)

  await products(page).first().click()
  await expect(productPane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await goTo(page, 'invoices')
  await expect(invoiceRows(page).first()).toBeVisible()
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: 'Robin Keller' })).toBeVisible()

  api.requests.length = 0
  await api.restart()
  // Nobody clicks anything: the app tries again by itself, the sooner the shorter it was away.
  await expect(statusBar(page).getByText(shell.status.online, { exact: true })).toBeVisible({ timeout: 60_000 })
  await settled(page)
  await expect(alerts(page)).toHaveCount(0)
  // What is asked first tells that the API is back; the list may be asked for after that.
  await expect.poll(() => api.requests.map(({ path }) => path)).toContain('/v2/Products')
})
