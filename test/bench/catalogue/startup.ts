/**
 * P1: from starting the process until the first view shows the size of the saved catalogue, without an API. P2: from the main module's first line until
 * the app asks for its window. In turns with a bare window in the same host: the difference is what Portside adds.
 */
import { join } from 'node:path'
import { startHost } from '../../host/client.ts'
import { percentile } from '../table.ts'
import type { Bench } from './place.ts'

/** At the size that the bar is about, and at others. */
const RUNS = 12
const FEWER = 3
const BAR_AT = 10_000

export const BARE_ENTRY = join(import.meta.dirname, '../bare/main.js')
export const BARE_SHOWN = '#shown'
/** The overview with the number of saved products. */
export const OVERVIEW_SHOWN = 'main >> text=/\\d products/'

export async function benchStartup({ sizes, sheet, profile, folder }: Bench): Promise<void> {
  for (const products of sizes) {
    const runs = products === BAR_AT ? RUNS : FEWER
    const samples = { Portside: [] as Sample[], 'a bare window': [] as Sample[] }
    // The first of each warms the disk.
    for (let run = -1; run < runs; run += 1) {
      const ours = await launch(profile(products), undefined, OVERVIEW_SHOWN)
      const bare = await launch(join(folder, 'bare'), BARE_ENTRY, BARE_SHOWN)
      if (run < 0) continue
      samples.Portside.push(ours)
      samples['a bare window'].push(bare)
    }
    for (const [by, taken] of Object.entries(samples)) {
      const add = (bar: string, what: string, times: number[], share: number): void =>
        sheet.add({ bar, what, by, unit: 'ms', products, value: percentile(times, share) })
      const shown = taken.map((sample) => sample.shown)
      const window = taken.map((sample) => sample.window)
      add('P1', 'launch → overview on screen, median', shown, 0.5)
      add('P1', 'launch → overview on screen, p95', shown, 0.95)
      add('P2', 'main’s entry → window, median', window, 0.5)
      add('P2', 'main’s entry → window, p95', window, 0.95)
    }
  }
}

/** Milliseconds. */
interface Sample {
  shown: number
  window: number
}

/** @param entry another app's main module than the built one */
async function launch(profile: string, entry: string | undefined, selector: string): Promise<Sample> {
  const begun = performance.now()
  const host = await startHost({ ...(entry ? { entry } : {}), env: { ...process.env, PORTSIDE_PROFILE_DIR: profile } })
  await host.page.waitForSelector(selector)
  const shown = performance.now() - begun
  const { entryToWindowMs } = await host.ask('seen')
  await host.quit()
  return { shown, window: entryToWindowMs ?? Number.NaN }
}
