/** P6, beside: the same rows in a list of every row, and in PrimeVue's virtual scroller. */
import { join } from 'node:path'
import type { Bench } from './place.ts'
import { buildPages, giveRows, openChromium, servePages, type PageName } from './pages.ts'
import { addByWheel, addFast, byWheel, fast } from './scrolling.ts'

const NAMES: readonly (readonly [page: PageName, name: string])[] = [
  ['unvirtualised', 'a list of every row'],
  ['primevue', 'PrimeVue']
]
/** How long a page may take until it shows its rows, and for everything. */
const MOST_SHOWING_MS = 15_000
const MOST_MS = 45_000

export async function benchLists({ sizes, sheet, body, folder }: Bench): Promise<void> {
  const pages = join(folder, 'pages')
  await buildPages(pages)
  const served = await servePages(pages)
  try {
    for (const products of sizes) {
      giveRows(pages, body(products))
      for (const [name, by] of NAMES) {
        const add = (what: string, unit: string, value: number): void =>
          sheet.add({ bar: 'P6', what, by, unit, products, value })
        // One for each: a page that is too large may take its browser along.
        const browser = await openChromium()
        const late = setTimeout(() => void browser.close(), MOST_MS)
        try {
          const page = await browser.newPage({ viewport: { width: 560, height: 640 } })
          const begun = performance.now()
          await page.goto(`${served.address}/${name}.html`)
          await page.waitForSelector('[role="option"]', { timeout: MOST_SHOWING_MS })
          add('from opening the page to its rows', 'ms', performance.now() - begun)
          addFast(sheet, { by, products }, await fast(page))
          addByWheel(sheet, { by, products }, await byWheel(page))
        } catch (error) {
          const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
          sheet.notes.push(`P6, ${by}, ${products} products: gave up (${why})`)
          add('to the end and back: frames, p95', 'ms', Number.NaN)
        } finally {
          clearTimeout(late)
          await browser.close()
        }
      }
    }
  } finally {
    served.end()
  }
}
