import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'

const MOST_FILES = 12

const shared = shareApp(({ page }) => ui.explore(page))

test('a start loads at most 12 files before its first data', async () => {
  const { page } = shared
  await expect(ui.products(page).first()).toBeVisible()
  await page.evaluate(() => (location.hash = '#/overview'))
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!/\d products/.test(document.querySelector('main')?.textContent ?? '')) return
      observer.disconnect()
      document.documentElement.dataset['firstData'] = String(performance.now())
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.reload()
  await page.waitForFunction(() => document.documentElement.dataset['firstData'] !== undefined)
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < Number(document.documentElement.dataset['firstData']))
      .map(({ name }) => name)
  )
  expect(files.filter((name) => name.endsWith('.js'))).not.toEqual([])
  // And the document.
  expect(files.length + 1).toBeLessThanOrEqual(MOST_FILES)
})
