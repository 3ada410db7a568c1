/**
 * P1: starting the process → the frame after the first view has the size of the saved catalogue, offline. P2: main's first line → it asks for
 * its window. P3: the page's navigation → that number in the DOM, with the files and the waves of requests until then.
 * Launches alternate with those of a bare window in the same host.
 */
import { join } from 'node:path'
import { HostChild } from '../host/client.ts'
import type { CodeCache } from '../host/chromium/code-cache.ts'
import type { Seen } from '../host/runtime.ts'
import { startScriptServer } from '../host/script-server.ts'
import { openPage } from './page.ts'
import { percentile } from './statistics.ts'
import type { Bench } from './profiles.ts'
import { countWaves, type PageRequest } from './waves.ts'

const PRODUCTS = 10_000
/** The first launches of a version fill code caches and warm the disk. Chromium saves compiled code in the second one. */
export const WARM = 3

export const BARE_ENTRY = join(import.meta.dirname, 'bare/main.js')
export const BARE_SHOWN = '#shown'
/** The overview with the number of saved products. */
export const OVERVIEW_SHOWN = 'main >> text=/\\d products/'

export async function benchLaunch({ quick, add, profile, folder }: Bench): Promise<void> {
  const seeded = await profile(PRODUCTS)
  const ours: Launch[] = []
  const bare: Launch[] = []
  const codeCaches = {
    ours: await startScriptServer(join(folder, 'chromium')),
    bare: await startScriptServer(join(folder, 'chromium-bare'))
  }
  for (let run = -WARM; run < (quick ? 5 : 20); run += 1) {
    const one = await launch(seeded, MARK_FIRST_DATA, codeCaches.ours)
    const other = await launch(join(folder, 'bare'), markOf(BARE_SHOWN, 'bare'), codeCaches.bare, BARE_ENTRY)
    if (run < 0) continue
    ours.push(one)
    bare.push(other)
  }
  for (const server of Object.values(codeCaches)) server.stop()
  const of = (launches: Launch[], pick: (launch: Launch) => number, share = 0.5): number =>
    percentile(launches.map(pick), share)
  const shown = (launch: Launch): number => launch.shownMs
  for (const [name, share] of [
    ['median', 0.5],
    ['p95', 0.95]
  ] as const) {
    const beside = { what: 'bare window', value: of(bare, shown, share) }
    add({
      bar: 'P1',
      what: `launch → overview, ${name}`,
      unit: 'ms',
      ours: of(ours, shown, share),
      beside,
      mostRatio: 1.3
    })
  }

  const whole = { what: 'bare window, launch', value: of(bare, shown) }
  const window = of(ours, (launch) => launch.windowMs)
  add({ bar: 'P2', what: 'main’s entry → window, median', unit: 'ms', ours: window, beside: whole, mostRatio: 0.1 })

  const paint = { what: 'bare page, first paint', value: of(bare, (launch) => launch.paintMs) }
  const data = of(ours, (launch) => launch.dataMs)
  add({ bar: 'P3', what: 'navigation → first data, median', unit: 'ms', ours: data, beside: paint, mostRatio: 2 })
  const files = of(ours, (launch) => launch.files, 1)
  add({ bar: 'P3', what: 'files until then', unit: 'files', ours: files, most: 12 })
  const waves = of(ours, ({ requests }) => countWaves(requests))
  add({ bar: 'P3', what: 'waves of requests until then', unit: 'waves', ours: waves, most: 2 })
  for (const { name, begun, ended } of ours.at(-1)?.requests ?? [])
    process.stderr.write(`  ${begun.toFixed(0).padStart(5)} – ${ended.toFixed(0).padStart(5)} ms  ${name}\n`)
}

export interface Launch {
  shownMs: number
  /** Main's entry → window. */
  windowMs: number
  /** Navigation → first paint. */
  paintMs: number
  /** Navigation → first data; NaN in the bare window. */
  dataMs: number
  files: number
  /** Answered before the first data, without the document. */
  requests: PageRequest[]
}

/** Runs in the page, before its own scripts: Playwright looks for an element at growing intervals of up to 500 ms. */
function markData(selector: string, pattern: string): void {
  const isData = new RegExp(pattern)
  new MutationObserver((_changes, observer) => {
    if (!isData.test(document.querySelector(selector)?.textContent ?? '')) return
    observer.disconnect()
    performance.mark('first data')
    // When the second frame begins, the first is on its way to the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('shown')))
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

interface PageTimes {
  origin: number
  paint: number
  data: number
  shown: number
  files: PageRequest[]
}

const MOST_MS = 30_000

/** Runs in the page, and waits until it is shown. Chromium reports a paint a little after it. */
async function readTimes(mostMs: number): Promise<PageTimes> {
  const has = (name: string): boolean => performance.getEntriesByName(name).length > 0
  while (!has('shown') || !has('first-paint')) {
    if (performance.now() > mostMs) throw new Error('The page shows no data.')
    await new Promise((done) => setTimeout(done, 20))
  }
  const at = (name: string): number => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    origin: performance.timeOrigin,
    paint: at('first-paint'),
    data: at('first data'),
    shown: at('shown'),
    files: files.map((file) => ({
      name: file.name.replace(/.*\//, ''),
      begun: file.startTime,
      ended: file.responseEnd
    }))
  }
}

const markOf = (selector: string, pattern: string): string =>
  `(${markData.toString()})(${JSON.stringify(selector)}, ${JSON.stringify(pattern)})`

export const MARK_FIRST_DATA = markOf('main', String.raw`\d products`)

/** @param entry another app's main module than the built one */
async function launch(profile: string, pageScript: string, codeCache: CodeCache, entry?: string): Promise<Launch> {
  const begun = performance.timeOrigin + performance.now()
  const env = { ...process.env, PORTSIDE_PROFILE_DIR: profile }
  const host = new HostChild({ ...(entry ? { entry } : {}), env, pageScript, codeCache })
  try {
    const opened = await openPage(host)
    const page = await opened.run(readTimes, MOST_MS)
    opened.close()
    return launchOf(begun, page, await host.ask('seen'))
  } finally {
    await host.quit()
  }
}

function launchOf(begun: number, page: PageTimes, { entryToWindowMs, calls }: Seen): Launch {
  const asked = calls.map(({ channel, sent, answered }) => ({
    ...{ name: channel, begun: sent - page.origin, ended: answered - page.origin }
  }))
  // What is answered later wasn't needed for the first data.
  const isNeeded = ({ ended }: PageRequest): boolean => ended <= page.data
  const files = page.files.filter(isNeeded)
  return {
    shownMs: page.origin + page.shown - begun,
    windowMs: entryToWindowMs ?? Number.NaN,
    paintMs: page.paint,
    dataMs: page.data,
    // The document is a file, too.
    files: files.length + 1,
    requests: [...files, ...asked.filter(isNeeded)].toSorted((a, b) => a.begun - b.begun)
  }
}
