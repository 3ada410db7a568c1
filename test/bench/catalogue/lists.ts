/** P6, beside: the same rows in PrimeVue's virtual scroller. */
import { join } from 'node:path'
import { buildPage, giveRows, openChromium, servePage } from './pages.ts'
import type { Bench } from './place.ts'
import { addByWheel, addFast, byWheel, fast } from './scrolling.ts'

export async function benchLists({ sizes, sheet, body, folder }: Bench): Promise<void> {
  const built = join(folder, 'pages')
  await buildPage(built)
  const served = await servePage(built)
  const browser = await openChromium()
  try {
    for (const products of sizes) {
      giveRows(built, body(products))
      const page = await browser.newPage({ viewport: { width: 560, height: 640 } })
      const begun = performance.now()
      await page.goto(served.address)
      await page.waitForSelector('[role="option"]')
      const by = 'PrimeVue'
      const value = performance.now() - begun
      sheet.add({ bar: 'P6', what: 'from opening the page to its rows', by, unit: 'ms', products, value })
      addFast(sheet, { by, products }, await fast(page))
      addByWheel(sheet, { by, products }, await byWheel(page))
      await page.close()
    }
  } finally {
    await browser.close()
    served.end()
  }
}
