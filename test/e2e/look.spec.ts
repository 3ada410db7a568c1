import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseTheme, explore, goTo, products } from './walk.ts'
import { words } from './words.ts'

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

test('follows the system until told otherwise, and remembers what it was told', async ({ launch }) => {
  const first = await launch()
  await explore(first.page)
  await first.setSystemDark(true)
  await expectDark(first.page)
  await first.setSystemDark(false)
  await expectLight(first.page)

  await chooseTheme(first.page, 'dark')
  await expectDark(first.page)
  await first.quit()

  const second = await launch()
  await expect(products(second.page).first()).toBeVisible()
  await expectDark(second.page)
  await chooseTheme(second.page, 'light')
  await expectLight(second.page)
  await chooseTheme(second.page, 'system')
  await second.setSystemDark(true)
  await expectDark(second.page)
})

test('rows have two heights', async ({ launch }) => {
  const { page } = await launch()
  await explore(page)
  const height = async (): Promise<number> => (await products(page).first().boundingBox())?.height ?? 0
  await expect.poll(height).toBe(36)
  await goTo(page, 'settings')
  await page.getByText(words.settings.densities.comfortable, { exact: true }).click()
  await goTo(page, 'catalogue')
  await expect.poll(height).toBe(44)
})

test('fits a window of 800 by 500, one pane at a time', async ({ launch }) => {
  const app = await launch()
  const { page } = app
  await app.resize(800, 500)
  await explore(page)
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
})
