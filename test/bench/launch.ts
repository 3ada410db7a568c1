/**
 * How long a launch takes: from starting the process until the saved catalogue (10 000 products) is on screen while the
 * API can't be reached, and from the main module's first line until the app asks for its window. Beside it a bare
 * window in the same host, in turns, so that the machine's moods hit both: the difference is what Portside adds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHost } from '../host/client.ts'
import { seedProfile } from './seed.ts'
import { percentile, report } from './table.ts'

const PRODUCTS = 10_000
const RUNS = 12

/** Milliseconds. */
export interface Sample {
  /** From starting the process until the selector is in the page. */
  shown: number
  /** From the main module's first line until it asks for its window. */
  window: number
}

export const BARE_ENTRY = join(import.meta.dirname, 'bare/main.js')
export const BARE_SHOWN = '#shown'
export const ROW_SHOWN = '[role="option"]'

/** @param entry another app's main module than the built one */
export async function launch(profile: string, entry: string | undefined, shown: string): Promise<Sample> {
  const begun = performance.now()
  const host = await startHost({ ...(entry ? { entry } : {}), env: { ...process.env, PORTSIDE_PROFILE_DIR: profile } })
  await host.page.waitForSelector(shown)
  const took = performance.now() - begun
  const { entryToWindowMs } = await host.ask('seen')
  await host.quit()
  return { shown: took, window: entryToWindowMs ?? Number.NaN }
}

export async function benchLaunch(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-bench-'))
  const cached = join(folder, 'cached')
  try {
    await seedProfile(cached, PRODUCTS)
    const app: Sample[] = []
    const bare: Sample[] = []
    for (let run = -1; run < RUNS; run += 1) {
      const ours = await launch(cached, undefined, ROW_SHOWN)
      const theirs = await launch(join(folder, 'bare'), BARE_ENTRY, BARE_SHOWN)
      // The first of each warms the disk.
      if (run >= 0) {
        app.push(ours)
        bare.push(theirs)
      }
    }
    const row = (name: string, samples: Sample[]) => {
      const shown = samples.map((sample) => sample.shown)
      const window = samples.map((sample) => sample.window)
      return {
        what: name,
        'launch → shown, median ms': Math.round(percentile(shown, 0.5)),
        'p95 ms': Math.round(percentile(shown, 0.95)),
        'entry → window, median ms': Math.round(percentile(window, 0.5)),
        'window p95 ms': Math.round(percentile(window, 0.95))
      }
    }
    report('launch', [row(`Portside, ${PRODUCTS} products cached, offline`, app), row('a bare window', bare)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
