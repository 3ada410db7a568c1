/** P8 and P9: a refresh, the first and one that brings nothing new, beside main doing all of it itself. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { percentile } from '../table.ts'
import { ask } from './child.ts'
import type { Bench } from './place.ts'
import type { RefreshCost } from './refresh-child.ts'
import type { Way } from './refresh-ways.ts'

const NAMES: readonly (readonly [way: Way, name: string])[] = [
  ['portside', 'Portside'],
  ['conf', 'axios and conf']
]

export async function benchRefresh(bench: Bench): Promise<void> {
  for (const products of bench.sizes) {
    const platform = await startPlatform(bench.body(products))
    try {
      for (const [way, by] of NAMES) await benchWay(bench, { products, way, by, baseAddress: platform.baseAddress })
    } finally {
      platform.end()
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
  const median = (of: RefreshCost[], pick: (cost: RefreshCost) => number): number => percentile(of.map(pick), 0.5)
  const worst = (of: RefreshCost[], pick: (cost: RefreshCost) => number): number => percentile(of.map(pick), 1)
  const add = (bar: string, what: string, unit: string, value: number, goal?: string): void =>
    sheet.add({ bar, what, by, unit, products, value, ...(ours && { goal }) })

  const { first, same, 'not modified': unmodified } = costs
  add(
    'P8',
    'first refresh: longest stall of main',
    'ms',
    worst(first, ({ stallMs }) => stallMs.longest),
    '≤ 50 ms'
  )
  add(
    'P8',
    'first refresh: stalls of main, p99',
    'ms',
    worst(first, ({ stallMs }) => stallMs.p99)
  )
  add(
    'P8',
    'first refresh: the whole',
    'ms',
    median(first, ({ wallMs }) => wallMs)
  )
  add(
    'P8',
    'first refresh: processor',
    'ms',
    median(first, ({ cpuMs }) => cpuMs)
  )
  add(
    'P8',
    'first refresh: memory at its peak',
    'MB',
    median(first, ({ peakMb }) => peakMb)
  )
  add(
    'P8',
    'stored on the disk',
    'MB',
    median(first, ({ diskMb }) => diskMb)
  )
  add(
    'P8',
    'the first 100 rows read again',
    'ms',
    median(first, ({ lookMs }) => lookMs)
  )
  add(
    'P9',
    'the same list again: the whole',
    'ms',
    median(same, ({ wallMs }) => wallMs)
  )
  add(
    'P9',
    'the same list again: processor',
    'ms',
    median(same, ({ cpuMs }) => cpuMs)
  )
  add(
    'P9',
    'the same list again: longest stall of main',
    'ms',
    worst(same, ({ stallMs }) => stallMs.longest)
  )
  const saved = (again: RefreshCost[]): number =>
    median(first, ({ cpuMs }) => cpuMs) / median(again, ({ cpuMs }) => cpuMs)
  add('P9', 'the same list again: so many times less processor', 'times', saved(same), '≥ 10 times')
  if (!ours) return
  add(
    'P9',
    '304, nothing sent: the whole',
    'ms',
    median(unmodified, ({ wallMs }) => wallMs)
  )
  add('P9', '304, nothing sent: so many times less processor', 'times', saved(unmodified))
}

const one = (way: Way, folder: string, baseAddress: string): Promise<RefreshCost> =>
  ask(new URL('./refresh-child.ts', import.meta.url), { way, folder, baseAddress })

async function startPlatform(list: string): Promise<{ baseAddress: string; end(): void }> {
  const child = fork(new URL('./platform-child.ts', import.meta.url), { execArgv: [] })
  child.send({ list })
  const [{ baseAddress }] = (await once(child, 'message')) as [{ baseAddress: string }]
  return { baseAddress, end: () => void child.kill('SIGKILL') }
}
