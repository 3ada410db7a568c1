/** Theme, density and size of the window, and what of them a restart keeps. */
import type { Page } from '@playwright/test'
import { LOOKS, putOn } from './axe.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { chooseTheme, explore, goTo, products } from './walk.ts'
import { say, words } from './words.ts'

const { invoiceChart, invoices, invoiceTools, settings } = words
const { column } = invoices

/** How bright the page's background is, from 0 to 255. */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) throw new Error('no canvas')
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
    return (r + g + b) / 3
  })
const expectDark = (page: Page): Promise<void> => expect.poll(() => brightness(page)).toBeLessThan(80)
const expectLight = (page: Page): Promise<void> => expect.poll(() => brightness(page)).toBeGreaterThan(180)

const shared = shareApp(({ page }) => explore(page))

test('follows the system’s theme unless one is chosen', async () => {
  const { app, page } = shared
  await app.setSystemDark(true)
  await expectDark(page)
  await chooseTheme(page, 'light')
  await expectLight(page)
  await chooseTheme(page, 'system')
  await expectDark(page)
  await app.setSystemDark(false)
  await expectLight(page)
  await chooseTheme(page, 'dark')
  await expectDark(page)
  await chooseTheme(page, 'system')
  await expectLight(page)
})

test('density changes the height of rows', async () => {
  const { page } = shared
  const height = async (): Promise<number> => (await products(page).first().boundingBox())?.height ?? 0
  await expect.poll(height).toBe(36)
  await goTo(page, 'settings')
  await page.getByText(settings.densities.comfortable, { exact: true }).click()
  await goTo(page, 'catalogue')
  await expect.poll(height).toBe(44)
  await goTo(page, 'settings')
  await page.getByText(settings.densities.compact, { exact: true }).click()
  await goTo(page, 'catalogue')
  await expect.poll(height).toBe(36)
})

test('fits 800 × 500 with one pane at a time', async () => {
  const { app, page } = shared
  await app.resize(800, 500)
  await products(page).first().click()
  await expect(page.getByRole('region', { name: words.catalogue.paneLabel })).toBeVisible()
  await expect(products(page).first()).toBeHidden()
  await page.getByRole('button', { name: words.catalogue.back }).click()
  await expect(products(page).first()).toBeVisible()
  for (const view of ['catalogue', 'invoices', 'profile', 'settings'] as const) {
    await goTo(page, view)
    const overflow = (): Promise<object> =>
      page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        high: document.documentElement.scrollHeight - innerHeight
      }))
    await expect.poll(overflow, view).toEqual({ wide: 0, high: 0 })
  }
  await putOn(app, LOOKS[0])
})

// The last test: it ends the shared app.
test('remembers theme, invoice columns and a hidden chart after a restart', async ({ launch }) => {
  const { app: first, profileDir } = shared
  const headers = (page: Page): Promise<string[]> =>
    page.getByRole('grid', { name: invoices.listLabel }).getByRole('columnheader').allInnerTexts()
  const chart = (page: Page) => page.getByRole('region', { name: invoiceChart.title, exact: true })
  await first.setSystemDark(false)
  await chooseTheme(first.page, 'dark')
  await expectDark(first.page)
  await goTo(first.page, 'invoices')
  await expect
    .poll(() => headers(first.page))
    .toEqual([column.number, column.issued, column.state, column.due, column.total])
  await first.page.getByRole('button', { name: invoices.columns, exact: true }).click()
  const columns = first.page.getByRole('dialog', { name: invoices.columns })
  await columns.getByRole('checkbox', { name: column.method, exact: true }).click()
  await expect.poll(() => headers(first.page)).toContain(column.method)
  await columns.getByRole('checkbox', { name: column.state, exact: true }).click()
  await expect.poll(() => headers(first.page)).not.toContain(column.state)
  await columns.getByRole('button', { name: say(invoiceTools.columns.earlier, { column: column.method }) }).click()
  const chosen = [column.number, column.issued, column.due, column.method, column.total]
  await expect.poll(() => headers(first.page)).toEqual(chosen)
  await first.page.keyboard.press('Escape')
  await chart(first.page).getByRole('button', { name: invoiceChart.hide, exact: true }).click()
  await expect(chart(first.page)).toHaveCount(0)
  await first.quit()

  const second = await launch({ profileDir })
  await expect(products(second.page).first()).toBeVisible()
  await expectDark(second.page)
  await goTo(second.page, 'invoices')
  await expect.poll(() => headers(second.page)).toEqual(chosen)
  await expect(
    second.page.getByRole('group', { name: invoices.totals.label }).getByRole('listitem').first()
  ).toBeVisible()
  await expect(chart(second.page)).toHaveCount(0)
})
