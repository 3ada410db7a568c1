/** P1: from starting the process until the saved catalogue is on screen, without an API; in turns with a bare window. */
import { join } from 'node:path'
import { BARE_ENTRY, BARE_SHOWN, launch, ROW_SHOWN } from '../launch.ts'
import { percentile } from '../table.ts'
import type { Bench } from './place.ts'

/** At the size that the bar is about, and at others. */
const RUNS = 6
const FEWER = 3
const BAR_AT = 10_000

export async function benchStartup({ sizes, sheet, profile, folder }: Bench): Promise<void> {
  const bare = join(folder, 'bare')
  for (const products of sizes) {
    const times: Record<'Portside' | 'a bare window', number[]> = { Portside: [], 'a bare window': [] }
    for (let run = -1; run < (products === BAR_AT ? RUNS : FEWER); run += 1) {
      const ours = await launch(profile(products), undefined, ROW_SHOWN)
      const theirs = await launch(bare, BARE_ENTRY, BARE_SHOWN)
      // The first of each warms the disk.
      if (run < 0) continue
      times.Portside.push(ours.shown)
      times['a bare window'].push(theirs.shown)
    }
    for (const [by, samples] of Object.entries(times)) {
      const add = (what: string, value: number, goal?: string): void =>
        sheet.add({ bar: 'P1', what, by, unit: 'ms', products, value, ...(by === 'Portside' && { goal }) })
      add('launch → catalogue on screen, median', percentile(samples, 0.5))
      add('launch → catalogue on screen, p95', percentile(samples, 0.95), '≤ 900 ms at 10 k')
    }
  }
}
