/** P10: memory above an empty window, and its growth while somebody opens and closes products, collected in both processes. */
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startHost, type HostProcess } from '../host/client.ts'
import { BARE_ENTRY, BARE_SHOWN } from './launch.ts'
import { pssOf } from './processes.ts'
import type { Bench } from './profiles.ts'
import { slope } from './statistics.ts'
import { openCatalogue, ROW_SHOWN, WINDOW } from './typing.ts'

const PRODUCTS = 10_000
const SPAN = 200
/** Rows that are opened in turns: all of them in view. */
const IN_VIEW = 10
const REST_MS = 500
const MB = 1024 * 1024

interface Sample {
  whole: number
  page: number
  main: number
}

export async function benchMemory({ quick, add, plot, profile, folder }: Bench): Promise<void> {
  const env = { ...process.env, PORTSIDE_PROFILE_DIR: join(folder, 'bare') }
  const bare = await startHost({ entry: BARE_ENTRY, env })
  await bare.ask('resize', ...WINDOW)
  await bare.page.waitForSelector(BARE_SHOWN)
  const empty = await sample(bare).finally(() => bare.quit())

  const app = await openCatalogue(await profile(PRODUCTS))
  try {
    const fresh = await sample(app)
    // What opening a product loads for the first time is no growth.
    const every = quick ? SPAN / 4 : SPAN
    await navigate(app.page, every)
    const samples = [await sample(app)]
    for (let round = 0; round < (quick ? 2 : 10); round += 1) {
      await navigate(app.page, every)
      samples.push(await sample(app))
    }
    const above = fresh.whole - empty.whole
    add({ bar: 'P10', what: 'memory above an empty window', unit: 'MB', ours: above, most: 100 })
    const growth = (pick: (one: Sample) => number): number =>
      slope(samples.map((one, at) => [(at * every) / SPAN, pick(one)]))
    const what = `growth by ${SPAN} navigations, fitted over ${(samples.length - 1) * every}`
    add({ bar: 'P10', what, unit: 'MB', ours: growth(({ whole }) => whole), most: 1 })
    add({ bar: 'P10', what: `${what}: heap of the page`, unit: 'MB', ours: growth(({ page }) => page) })
    add({ bar: 'P10', what: `${what}: heap of main`, unit: 'MB', ours: growth(({ main }) => main) })
    plot(`Memory, every ${every} navigations, MB`, {
      'all processes': samples.map(({ whole }) => whole),
      'heap of the page': samples.map(({ page }) => page),
      'heap of main': samples.map(({ main }) => main)
    })
  } finally {
    await app.quit()
  }
}

async function sample(host: HostProcess): Promise<Sample> {
  await later(REST_MS)
  await host.page.requestGC()
  const main = (await host.ask('collectGarbage')) / MB
  await later(REST_MS)
  const devtools = await host.page.context().newCDPSession(host.page)
  const page = (await devtools.send('Runtime.getHeapUsage')).usedSize / MB
  await devtools.detach()
  return { whole: pssOf(host.pid), page, main }
}

/** Opens a product and closes it, in turns. */
async function navigate(page: Page, times: number): Promise<void> {
  const rows = page.locator(ROW_SHOWN)
  const opened = page.locator('[role="option"][aria-selected="true"]')
  for (let time = 0; time < times; time += 2) {
    await rows.nth((time / 2) % IN_VIEW).click()
    await opened.waitFor()
    await page.locator('h2').first().waitFor()
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
  }
}
