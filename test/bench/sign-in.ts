/** P11: sign-in → first rows of the catalogue, in the built app, with an API on this machine. P8: the longest stall of main meanwhile. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import type { Bridge } from '../../src/shared/ipc/contract.ts'
import { startBenchApi } from './child.ts'
import { longestStall, startApp, watchStalls } from './electron.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'
import { ROW_SHOWN } from './typing.ts'

const LARGEST = 100_000
const LONGEST_MS = 60_000
const TYPING_MS = 2000

export async function benchSignIn({ quick, add, body, folder }: Bench): Promise<void> {
  for (const products of quick ? [10_000] : [10_000, LARGEST]) {
    const api = await startBenchApi({ of: 'products', file: await body(products) })
    const runs: FirstSync[] = []
    try {
      for (let run = 0; run < (products === LARGEST || quick ? 1 : 3); run += 1) {
        runs.push(await signIn(mkdtempSync(join(folder, 'sign-in-')), api.baseUrl))
      }
    } finally {
      api.end()
    }
    const median = (pick: (run: FirstSync) => number): number => percentile(runs.map(pick), 0.5)
    const what = `sign-in → first rows, ${products.toLocaleString('en')} products`
    add({ bar: 'P11', what, unit: 'ms', ours: median(({ ms }) => ms), most: products === LARGEST ? 5000 : 1000 })
    const stall = `first fetch of ${products.toLocaleString('en')} products, longest stall of main`
    add({ bar: 'P8', what: stall, unit: 'ms', ours: median(({ stallMs }) => stallMs), most: 25 })
  }
}

interface FirstSync {
  ms: number
  stallMs: number
}

async function signIn(profileDir: string, baseUrl: string): Promise<FirstSync> {
  const app = startApp({ profileDir })
  try {
    await app.inPage(untilForm, TYPING_MS)
    await app.inMain(watchStalls)
    const ms = await app.inPage(timeSignIn, {
      ...{ address: baseUrl, email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
      ...{ row: `${ROW_SHOWN} .name`, longestMs: LONGEST_MS }
    })
    return { ms, stallMs: await app.inMain(longestStall) }
  } finally {
    await app.quit()
  }
}

interface Given {
  address: string
  email: string
  password: string
  /** Selector of a row that is shown. */
  row: string
  longestMs: number
}

// These run in the page, each by itself.

/** A user types; meanwhile the app starts what comes after its first paint. */
async function untilForm(typingMs: number): Promise<void> {
  while (!document.querySelector('form')) await new Promise((done) => requestAnimationFrame(done))
  await new Promise((done) => setTimeout(done, typingMs))
}

async function timeSignIn({ address, email, password, row, longestMs }: Given): Promise<number> {
  const shown = (selector: string): Promise<HTMLElement> =>
    new Promise((resolve, reject) => {
      const look = (): boolean => {
        const found = document.querySelector<HTMLElement>(selector)
        if (found) resolve(found)
        return found !== null
      }
      const observer = new MutationObserver(() => look() && observer.disconnect())
      if (!look()) observer.observe(document, { childList: true, subtree: true })
      setTimeout(() => reject(new Error(`no ${selector}`)), longestMs)
    })
  const { portside } = globalThis as unknown as { portside: Bridge }
  const begun = performance.now()
  const connection = { baseUrl: address, provider: 'hypeproxy-v2' as const }
  const answer = await portside.session.signIn({ connection, again: null, email, password })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  const link = await shown('a[href="#/catalogue"]')
  link.click()
  await shown(row)
  return performance.now() - begun
}
