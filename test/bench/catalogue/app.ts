/** P4, P6 and P10 in the built app, one launch for each size. */
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startHost, type HostProcess } from '../../host/client.ts'
import { percentile } from '../table.ts'
import { pssOf } from './memory.ts'
import type { Bench } from './place.ts'
import { addByWheel, addFast, byWheel, fast } from './scrolling.ts'
import { BARE_ENTRY, BARE_SHOWN, OVERVIEW_SHOWN } from './startup.ts'
import { typeWords } from './typing.ts'

const ROW_SHOWN = '[role="option"]'
const SIZE = [1280, 800] as const
const NAVIGATIONS = 200
/** Before the first look at its memory: what a launch leaves behind is cleared up. */
const REST_MS = 2000

export async function benchApp({ sizes, sheet, profile, folder }: Bench): Promise<void> {
  const bare = await started(join(folder, 'bare'), BARE_SHOWN, BARE_ENTRY)
  const empty = await memoryOf(bare).finally(() => bare.quit())
  if (Number.isNaN(empty)) sheet.notes.push('P10: only Linux tells the memory that processes share; left out here.')

  for (const products of sizes) {
    const by = 'Portside'
    const host = await started(profile(products), OVERVIEW_SHOWN)
    const { page } = host
    await page.click('a[href="#/catalogue"]')
    await page.waitForSelector(ROW_SHOWN)
    const add = (bar: string, what: string, unit: string, value: number, goal?: string): void =>
      sheet.add({ bar, what, by, unit, products, value, goal })
    try {
      const fresh = await memoryOf(host)

      const { times, keys } = await typeWords(page)
      add('P4', 'key → rows painted, p95', 'ms', percentile(times, 0.95), '≤ 50 ms')
      add('P4', 'key → rows painted, median', 'ms', percentile(times, 0.5))
      add('P4', `keys of ${keys} that changed the rows`, 'keys', times.length)

      const scrolled = await fast(page)
      addFast(sheet, { by, products }, scrolled, true)
      add('P6', 'to the end and back: rows filled after the last step', 'ms', scrolled.filledMs)
      addByWheel(sheet, { by, products }, await byWheel(page))

      // What opening a product loads for the first time is no growth.
      await navigate(page, NAVIGATIONS / 5)
      const before = await memoryOf(host)
      await navigate(page, NAVIGATIONS)
      const after = await memoryOf(host)
      if (Number.isNaN(empty)) continue
      add('P10', 'memory above an empty window, after a launch', 'MB', fresh - empty, '≤ 100 MB')
      add('P10', 'memory above an empty window, after all of this', 'MB', after - empty)
      add('P10', `growth by ${NAVIGATIONS} navigations`, 'MB', after - before, '≤ 5 MB')
      sheet.add({ bar: 'P10', what: 'memory', by: 'an empty window', unit: 'MB', products, value: empty })
    } finally {
      await host.quit()
    }
  }
}

async function started(profile: string, shown: string, entry?: string): Promise<HostProcess> {
  const env = { ...process.env, PORTSIDE_PROFILE_DIR: profile }
  const host = await startHost({ ...(entry === undefined ? {} : { entry }), env })
  await host.ask('resize', ...SIZE)
  await host.page.waitForSelector(shown)
  return host
}

/** The page's garbage is collected first; main's isn't, as nobody collects it in an app. */
async function memoryOf({ page, pid }: HostProcess): Promise<number> {
  await later(REST_MS)
  await page.requestGC()
  await later(REST_MS / 4)
  return pssOf(pid)
}

/** Opens a product and closes it, again and again, each time the next of those in view. */
async function navigate(page: Page, times: number): Promise<void> {
  const rows = page.locator(ROW_SHOWN)
  const opened = page.locator('[role="option"][aria-selected="true"]')
  const inView = 10
  for (let time = 0; time < times; time += 2) {
    await rows.nth((time / 2) % inView).click()
    await opened.waitFor()
    await page.locator('h2').first().waitFor()
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
  }
}
