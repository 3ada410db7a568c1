/**
 * P8, P9 and P14: the first fetch of a list, the same list again and a 304, beside what is written first: axios and `conf` in the
 * main process, which keep the list in a JSON file.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ask, startBenchApi } from './child.ts'
import type { Bench } from './profiles.ts'
import type { RefreshCost, Way } from './refresh-child.ts'
import { percentile } from './statistics.ts'

const OTHER = 'axios and conf'
const LARGEST = 100_000

export async function benchRefresh(bench: Bench): Promise<void> {
  for (const products of bench.quick ? [10_000] : [10_000, LARGEST]) {
    const api = await startBenchApi({ of: 'products', file: await bench.body(products) })
    try {
      await benchSize(bench, products, api.baseUrl)
    } finally {
      api.end()
    }
  }
}

async function benchSize({ quick, add, folder }: Bench, products: number, baseUrl: string): Promise<void> {
  const first: RefreshCost[] = []
  const same: RefreshCost[] = []
  const unmodified: RefreshCost[] = []
  const other: RefreshCost[] = []
  // One launch each, on what the last one stored. The same list below /tagged has an ETag.
  for (let run = 0; run < (products === LARGEST || quick ? 1 : 5); run += 1) {
    const place = mkdtempSync(join(folder, 'refresh-'))
    const cost = (way: Way, address: string): Promise<RefreshCost> =>
      ask(new URL('./refresh-child.ts', import.meta.url), { way, folder: join(place, way), baseUrl: address })
    other.push(await cost('conf', baseUrl))
    first.push(await cost('portside', baseUrl))
    same.push(await cost('portside', baseUrl))
    await cost('portside', `${baseUrl}/tagged`)
    unmodified.push(await cost('portside', `${baseUrl}/tagged`))
    rmSync(place, { recursive: true, force: true })
  }
  const median = (costs: RefreshCost[], pick: (cost: RefreshCost) => number): number => percentile(costs.map(pick), 0.5)
  const beside = (pick: (cost: RefreshCost) => number) => ({ what: OTHER, value: median(other, pick) })
  const whole = (cost: RefreshCost): number => cost.wallMs
  const searchable = (cost: RefreshCost): number => cost.searchableMs
  const disk = (cost: RefreshCost): number => cost.diskMb
  const processor = (cost: RefreshCost): number => cost.cpuMs
  const stall = (cost: RefreshCost): number => cost.stallMs
  const of = (what: string): string => `${what}, ${products.toLocaleString('en')} products`

  const time = { bar: 'P14', unit: 'ms', ours: median(first, whole), beside: beside(whole) }
  add({ ...time, what: of('first fetch, stored and shown'), mostRatio: 1.5 })
  add({ ...time, what: of('first fetch, and searchable'), ours: median(first, searchable), mostRatio: 2 })
  const size = { bar: 'P14', unit: 'MB', ours: median(first, disk), beside: beside(disk) }
  add({ ...size, what: of('first fetch, on disk'), mostRatio: 1.6 })
  if (products !== LARGEST && !quick) return
  const longest = { bar: 'P8', unit: 'ms', ours: median(first, stall), beside: beside(stall) }
  add({ ...longest, what: of('first fetch, longest stall of main'), most: 25 })
  const peak = (cost: RefreshCost): number => cost.peakMb
  add({ bar: 'P8', what: of('first fetch, peak memory'), unit: 'MB', ours: median(first, peak), beside: beside(peak) })
  const spent = { bar: 'P9', unit: 'ms', beside: beside(processor) }
  add({ ...spent, what: of('processor time, same list again'), ours: median(same, processor), mostRatio: 0.45 })
  add({ ...spent, what: of('processor time, 304'), ours: median(unmodified, processor), mostRatio: 0.05 })
}
