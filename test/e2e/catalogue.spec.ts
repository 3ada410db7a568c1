import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  catalogue,
  ui: { listing },
  catalogue: { product, sorting }
} = words

const shared = shareApp(({ page, api }) => ui.signIn(page, api.baseUrl))

test('finds a product, opens it with picture and sandboxed description, and exports what was found', async () => {
  const { app, page, profileDir } = shared
  await page.getByRole('searchbox', { name: catalogue.search.label }).fill('mob ger')
  await expect(page.getByText(say(catalogue.countOf, { count: 3, all: 60 }), { exact: true })).toBeVisible()
  const path = join(profileDir, 'found.json')
  await app.chooseFile(path)
  await ui.button(page, catalogue.more).click()
  await page.getByRole('menuitem', { name: listing.exportJson }).click()
  await expect(page.getByText(count(listing.exported, 3).replace('{name}', 'found.json'))).toBeVisible()
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(3)

  await page.getByRole('searchbox').fill('')
  await ui.products(page).filter({ hasText: '4G mobile proxy, France (Orange)' }).click()
  const pane = ui.productPane(page)
  await expect(pane.getByRole('heading', { level: 2, name: '4G mobile proxy, France (Orange)' })).toBeVisible()
  await expect(pane.getByRole('region', { name: product.factsTitle })).toContainText(product.field.isAllowed)
  await ui.unfold(pane, product.technicalTitle)
  await expect(pane.getByText(product.field.id, { exact: true })).toBeVisible()
  // A broken picture is `complete` as well; only one that was decoded has a width.
  const picture = pane.locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.frameLocator('iframe').locator('body')).toContainText('Orange')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-scripts)/)
  const typefaces = () =>
    page.evaluate(() => {
      const inside = document.querySelector('iframe')?.contentDocument
      const loaded = [...(inside?.fonts ?? [])].filter(({ status }) => status === 'loaded')
      return [inside && getComputedStyle(inside.body).fontFamily, loaded[0]?.family]
    })
  const typeface = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  await expect.poll(typefaces).toEqual([typeface, 'Inter Latin'])
})

/** Of the rows that are in the page whatever stands above them. */
const namesInOrder = async (page: Page): Promise<string[]> =>
  (await ui.products(page).allInnerTexts()).slice(0, 12).map((text) => text.split('\n')[0] ?? '')

test('fetches the provider’s own order and keeps it offline', async () => {
  const { page, api } = shared
  await expect(ui.products(page).first()).toBeVisible()
  const before = await namesInOrder(page)
  await page.getByRole('button', { name: say(catalogue.sort.current, { order: '' }) }).click()
  await page.locator('summary').filter({ hasText: catalogue.more }).click()
  await page.getByLabel(sorting.own, { exact: true }).fill('tagline')
  await ui.button(page, sorting.show).click()
  await expect(page.getByText(say(sorting.noteNow, { order: say(sorting.order, { key: 'tagline' }) }))).toBeVisible()
  // The note may be there a moment before the rows in that order are.
  await expect.poll(() => namesInOrder(page)).not.toEqual(before)
  const after = await namesInOrder(page)
  await page.getByRole('radio', { name: sorting.default, exact: true }).check()
  await expect.poll(() => namesInOrder(page)).toEqual(before)
  await api.stop()
  await page.getByRole('radio', { name: say(sorting.order, { key: 'tagline' }) }).check()
  await expect.poll(() => namesInOrder(page)).toEqual(after)
  await ui.recover(shared)
})
