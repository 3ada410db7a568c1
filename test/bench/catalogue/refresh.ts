/** P8 and P9: a refresh, the first and one that brings nothing new, beside main doing all of it itself. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { percentile } from '../table.ts'
import { ask } from './child.ts'
import type { Bench } from './place.ts'
import type { RefreshCost, Way } from './refresh-child.ts'

const NAMES: readonly (readonly [way: Way, name: string])[] = [
  ['portside', 'Portside'],
  ['conf', 'axios and conf']
]

export async function benchRefresh(bench: Bench): Promise<void> {
  for (const products of bench.sizes) {
    const api = await startApiServer(bench.body(products))
    try {
      for (const [way, by] of NAMES) await benchWay(bench, { products, way, by, baseAddress: api.baseAddress })
    } finally {
      api.end()
    }
  }
}

async function benchWay(
  { sheet, folder }: Bench,
  { products, way, by, baseAddress }: { products: number; way: Way; by: string; baseAddress: string }
): Promise<void> {
  const ours = way === 'portside'
  const costs: Record<'first' | 'same' | 'not modified', RefreshCost[]> = { first: [], same: [], 'not modified': [] }
  // The smaller, the more of a figure is chance.
  const runs = products <= 1000 ? 5 : products <= 10_000 ? 3 : 1
  for (let run = 0; run < runs; run += 1) {
    const place = mkdtempSync(join(folder, `${way}-`))
    const tagged = `${baseAddress}/tagged`
    // A new launch each time, on what the last one stored. The same bytes from an address without an ETag have no validators.
    costs.first.push(await one(way, place, baseAddress))
    costs.same.push(await one(way, place, baseAddress))
    if (ours) {
      await one(way, place, tagged)
      costs['not modified'].push(await one(way, place, tagged))
    }
    rmSync(place, { recursive: true, force: true })
  }
  const { first, same, 'not modified': unmodified } = costs
  const add = ([bar, what, unit, of, pick, share = 0.5, goal]: Told): void =>
    sheet.add({ bar, what, by, unit, products, value: percentile(of.map(pick), share), ...(ours && { goal }) })
  const saved = (again: RefreshCost[]): RefreshCost[] =>
    again.map((cost, run) => ({ ...cost, cpuMs: (first[run]?.cpuMs ?? Number.NaN) / cost.cpuMs }))

  const told: Told[] = [
    ['P8', 'first refresh: longest stall of main', 'ms', first, (cost) => cost.stallMs.longest, 1, '≤ 50 ms'],
    ['P8', 'first refresh: stalls of main, p99', 'ms', first, (cost) => cost.stallMs.p99, 1],
    ['P8', 'main doing nothing: longest stall', 'ms', first, (cost) => cost.idleMs, 1],
    ['P8', 'first refresh: the whole', 'ms', first, (cost) => cost.wallMs],
    ['P8', 'first refresh: processor', 'ms', first, (cost) => cost.cpuMs],
    ['P8', 'first refresh: memory at its peak', 'MB', first, (cost) => cost.peakMb],
    ['P8', 'stored on the disk', 'MB', first, (cost) => cost.diskMb],
    ['P8', 'the first 100 rows read again', 'ms', first, (cost) => cost.lookMs],
    ['P9', 'the same list again: longest stall of main', 'ms', same, (cost) => cost.stallMs.longest, 1],
    ['P9', 'the same list again: the whole', 'ms', same, (cost) => cost.wallMs],
    ['P9', 'the same list again: processor', 'ms', same, (cost) => cost.cpuMs],
    ['P9', 'the same list again: less processor', 'times', saved(same), (cost) => cost.cpuMs, 0.5, '≥ 10 times']
  ]
  const onlyOurs: Told[] = [
    ['P9', '304, nothing sent: the whole', 'ms', unmodified, (cost) => cost.wallMs],
    ['P9', '304, nothing sent: less processor', 'times', saved(unmodified), (cost) => cost.cpuMs]
  ]
  for (const one of ours ? [...told, ...onlyOurs] : told) add(one)
}

/** A figure: of which runs, which of their costs, and the share that lies below it (else a half, the median). */
type Told = [
  bar: string,
  what: string,
  unit: string,
  of: RefreshCost[],
  pick: (cost: RefreshCost) => number,
  share?: number,
  goal?: string
]

const one = (way: Way, folder: string, baseAddress: string): Promise<RefreshCost> =>
  ask(new URL('./refresh-child.ts', import.meta.url), { way, folder, baseAddress })

async function startApiServer(list: string): Promise<{ baseAddress: string; end(): void }> {
  const child = fork(new URL('./api-child.ts', import.meta.url), { execArgv: [] })
  child.send({ list })
  const [{ baseAddress }] = (await once(child, 'message')) as [{ baseAddress: string }]
  return { baseAddress, end: () => void child.kill('SIGKILL') }
}
