/**
 * P1: starting the process → the frame after the first view has the size of the saved catalogue, offline. P2: main's first line → its window,
 * beyond what a bare app takes. P3: the page's navigation → that number in the DOM, with the files and the waves of requests until then.
 * Launches alternate with those of a bare app.
 */
import { join } from 'node:path'
import { BARE_ENTRY, startApp, type Launch } from './electron.ts'
import { percentile } from './statistics.ts'
import type { Bench } from './profiles.ts'
import { countWaves, type PageRequest } from './waves.ts'

const PRODUCTS = 10_000
/** The first launches of a version fill code caches and warm the disk. Chromium saves compiled code in the second one. */
export const WARM = 3

type Timed = Launch & { launchMs: number }

export async function benchLaunch({ quick, add, profile, folder }: Bench): Promise<void> {
  const seeded = await profile(PRODUCTS)
  const ours: Timed[] = []
  const bare: Timed[] = []
  for (let run = -WARM; run < (quick ? 5 : 20); run += 1) {
    const one = await launch(seeded)
    const other = await launch(join(folder, 'bare'), BARE_ENTRY)
    if (run < 0) continue
    ours.push(one)
    bare.push(other)
  }
  const of = (launches: Timed[], pick: (launch: Timed) => number, share = 0.5): number =>
    percentile(launches.map(pick), share)
  const whole = ({ launchMs }: Timed): number => launchMs
  for (const [name, share] of [
    ['median', 0.5],
    ['p95', 0.95]
  ] as const) {
    const beside = { what: 'bare window', value: of(bare, whole, share) }
    const figure = { bar: 'P1', what: `launch → overview, ${name}`, unit: 'ms', ours: of(ours, whole, share) }
    add({ ...figure, beside, mostRatio: 1.25 })
  }

  const window = ({ windowMs }: Timed): number => windowMs
  add({
    ...{ bar: 'P2', what: 'main’s entry → window, more than a bare app takes, median', unit: 'ms', mostRatio: 0.05 },
    ours: of(ours, window) - of(bare, window),
    beside: { what: 'bare window, launch', value: of(bare, whole) }
  })

  const paint = { what: 'bare page, first paint', value: of(bare, (each) => each.paint) }
  const data = of(ours, (each) => each.data)
  add({ bar: 'P3', what: 'navigation → first data, median', unit: 'ms', ours: data, beside: paint, mostRatio: 2 })
  const files = of(ours, (each) => needed(each, each.files).length, 1)
  add({ bar: 'P3', what: 'files until then', unit: 'files', ours: files, most: 6 })
  const waves = of(ours, (each) => countWaves(requests(each)))
  add({ bar: 'P3', what: 'waves of requests until then', unit: 'waves', ours: waves, most: 2 })
  const last = ours.at(-1)
  for (const { name, begun, ended } of last ? requests(last) : []) {
    const [from, to] = [begun, ended].map((at) => (at - (last?.origin ?? 0)).toFixed(0).padStart(5))
    process.stderr.write(`  ${from} – ${to} ms  ${name}\n`)
  }
}

async function launch(profileDir: string, entry?: string): Promise<Timed> {
  const begun = performance.timeOrigin + performance.now()
  const app = startApp({ profileDir, ...(entry ? { entry } : {}) })
  try {
    const times = await app.launch
    return { ...times, launchMs: times.origin + times.shown - begun }
  } finally {
    await app.quit()
  }
}

/** What is answered later wasn't needed for the first data. */
const needed = ({ origin, data }: Launch, requests: PageRequest[]): PageRequest[] =>
  requests.filter(({ ended }) => ended <= origin + data)

/** Without the document, which everything waits for. */
function requests(launch: Launch): PageRequest[] {
  const [_document, ...files] = launch.files
  return needed(launch, [...files, ...launch.calls]).toSorted((a, b) => a.begun - b.begun)
}
