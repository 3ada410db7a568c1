/** Theme and size of the window, and what of the look a restart keeps. */
import type { Page } from '@playwright/test'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  invoices,
  invoices: { chart: invoiceChart, tools: invoiceTools }
} = words
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

const shared = shareApp(({ page }) => ui.explore(page))

test('fits 800 × 500 with one pane at a time', async () => {
  const { app, page } = shared
  await app.resize(800, 500)
  await ui.products(page).first().click()
  await expect(page.getByRole('region', { name: words.catalogue.paneLabel })).toBeVisible()
  await expect(ui.products(page).first()).toBeHidden()
  await page.getByRole('button', { name: words.catalogue.back }).click()
  await expect(ui.products(page).first()).toBeVisible()
  await ui.goTo(page, 'invoices')
  // Its amounts need more room than the least of their columns.
  await expect(ui.invoiceRows(page).filter({ hasText: 'US$300.00' })).toHaveCount(1)
  const cutAmounts = (): Promise<number> =>
    page
      .locator('[role=gridcell].amount')
      .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
  await expect.poll(cutAmounts).toBe(0)
  await app.resize(1180, 760)
})

// It ends the shared app.
test('follows the system’s theme unless one is chosen, and keeps theme, columns, the chart and the window’s place', async ({
  launch
}) => {
  const { app: first, page, profileDir } = shared
  await first.setSystemDark(true)
  await expectDark(page)
  await ui.chooseTheme(page, 'light')
  await expectLight(page)
  await ui.chooseTheme(page, 'system')
  await expectDark(page)
  await first.setSystemDark(false)
  await expectLight(page)
  await ui.chooseTheme(page, 'dark')
  await expectDark(page)

  const headers = (of: Page): Promise<string[]> =>
    of.getByRole('grid', { name: invoices.listLabel }).getByRole('columnheader').allInnerTexts()
  const chart = (of: Page) => of.getByRole('region', { name: invoiceChart.title, exact: true })
  await ui.goTo(page, 'invoices')
  // Due and Remaining, as invoices have a due day and one is paid in part.
  const usual = [column.number, column.issued, column.state, column.due, column.total]
  await expect.poll(() => headers(page)).toEqual([...usual, column.remaining])
  await ui.button(page, invoices.columns).click()
  const columns = page.getByRole('dialog', { name: invoices.columns })
  await columns.getByRole('checkbox', { name: column.method, exact: true }).click()
  await columns.getByRole('checkbox', { name: column.state, exact: true }).click()
  await columns.getByRole('button', { name: say(invoiceTools.columns.earlier, { column: column.method }) }).click()
  const chosen = [column.number, column.issued, column.due, column.total, column.method, column.remaining]
  await expect.poll(() => headers(page)).toEqual(chosen)
  await page.keyboard.press('Escape')
  await expect(chart(page)).toHaveCount(0)
  await ui.showChart(page)
  await expect(chart(page)).toBeVisible()
  // The window manager answers later, and an answer to the first request would say the former place.
  await first.resize(1200, 740)
  await page.waitForFunction(() => innerWidth === 1200 && innerHeight === 740)
  await first.move(300, 120)
  await page.waitForFunction(() => screenX === 300 && screenY === 120)
  const bounds = (await first.window())?.bounds
  await first.quit()

  const second = await launch({ profileDir })
  const { page: next } = second
  await ui.goTo(next, 'catalogue')
  await expect(ui.products(next).first()).toBeVisible()
  await expectDark(next)
  expect(bounds).toMatchObject({ x: 300, y: 120 })
  const shown = await second.window()
  expect(shown).toMatchObject({ bounds, maximized: false })
  // Never a light one, which would be seen before the page is.
  expect(new Set(shown?.backgroundColors)).toEqual(new Set(['#14191b']))
  await ui.goTo(next, 'invoices')
  await expect.poll(() => headers(next)).toEqual(chosen)
  await expect(next.getByRole('region', { name: invoices.tiles.outstanding })).toBeVisible()
  await expect(chart(next)).toBeVisible()
})
