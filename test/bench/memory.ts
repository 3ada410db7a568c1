/** P10: memory above an empty window, and its growth while somebody opens and closes products, collected in both processes. */
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { BARE_ENTRY, collectInMain, startApp } from './electron.ts'
import { pssOf } from './processes.ts'
import type { Bench } from './profiles.ts'
import { slope } from './statistics.ts'

const PRODUCTS = 10_000
const SPAN = 200
/** Rounds that don't count: what opening a product loads for the first time is no growth, and V8 optimises for a while. */
const WARM_ROUNDS = 5
/**
 * The smallest room for young objects. V8 makes it larger in steps, after tens of thousands of calls, and never smaller again:
 * such a step looks like the growth of a leak.
 */
const STEADY = ['--js-flags=--max-semi-space-size=1']
const REST_MS = 500
const MB = 1024 * 1024

interface Sample {
  whole: number
  page: number
  main: number
}

export async function benchMemory({ quick, add, profile, folder }: Bench): Promise<void> {
  const bare = await open(join(folder, 'bare'), { entry: BARE_ENTRY })
  const empty = await bare.sample().finally(() => bare.quit())

  const seeded = await profile(PRODUCTS)
  const usual = await open(seeded)
  await usual.run(openCatalogue, null)
  const fresh = await usual.sample().finally(() => usual.quit())
  const above = fresh.whole - empty.whole
  add({ bar: 'P10', what: 'memory above an empty window', unit: 'MB', ours: above, most: 75 })

  const app = await open(seeded, { switches: STEADY })
  try {
    await app.run(openCatalogue, null)
    const every = quick ? SPAN / 4 : SPAN
    for (let round = 0; round < WARM_ROUNDS; round += 1) await app.run(navigate, every)
    const samples = [await app.sample()]
    for (let round = 0; round < (quick ? 2 : 10); round += 1) {
      await app.run(navigate, every)
      samples.push(await app.sample())
    }
    const growth = (pick: (one: Sample) => number): number =>
      slope(samples.map((one, at) => [(at * every) / SPAN, pick(one)]))
    const what = `growth by ${SPAN} navigations, fitted over ${(samples.length - 1) * every}`
    add({ bar: 'P10', what, unit: 'MB', ours: growth(({ whole }) => whole), most: 1 })
    add({ bar: 'P10', what: `${what}: heap of the page`, unit: 'MB', ours: growth(({ page }) => page) })
    add({ bar: 'P10', what: `${what}: heap of main`, unit: 'MB', ours: growth(({ main }) => main) })
  } finally {
    await app.quit()
  }
}

async function open(profileDir: string, options: { entry?: string; switches?: string[] } = {}) {
  const app = startApp({ profileDir, ...options })
  await app.launch
  await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800))
  return {
    run: app.inPage,
    async sample(): Promise<Sample> {
      await later(REST_MS)
      const page = await app.inMain(collectInPage)
      const main = await app.inMain(collectInMain)
      await later(REST_MS)
      return { whole: pssOf(app.pid), page: page / MB, main: main / MB }
    },
    quit: app.quit
  }
}

/** Runs in main. @returns what is left of the page's heap, in bytes */
async function collectInPage({ BrowserWindow }: typeof Electron.CrossProcessExports): Promise<number> {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) throw new Error('There is no window.')
  const { debugger: page } = window.webContents
  page.attach()
  await page.sendCommand('HeapProfiler.collectGarbage')
  const { usedSize } = (await page.sendCommand('Runtime.getHeapUsage')) as { usedSize: number }
  page.detach()
  return usedSize
}

// These run in the page, each by itself.

async function openCatalogue(): Promise<void> {
  const until = async (found: () => Element | null | undefined): Promise<Element> => {
    for (;;) {
      const element = found()
      if (element) return element
      await new Promise((done) => requestAnimationFrame(done))
    }
  }
  const link = await until(() => document.querySelector('a[href="#/catalogue"]'))
  ;(link as HTMLElement).click()
  await until(() => document.querySelector('[role="option"] .name'))
}

/** Opens a product and closes it, in turns. */
async function navigate(times: number): Promise<void> {
  const rows = 10
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((done) => requestAnimationFrame(done))
  }
  const opened = (): boolean => document.querySelector('[role="option"][aria-selected="true"]') !== null
  for (let time = 0; time < times; time += 2) {
    const row = document.querySelectorAll<HTMLElement>('[role="option"]')[(time / 2) % rows]
    if (!row) throw new Error('The list has too few rows.')
    row.click()
    await until(() => opened() && document.querySelector('h2') !== null)
    const escape = { key: 'Escape', bubbles: true, cancelable: true }
    ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', escape))
    await until(() => !opened())
  }
}
