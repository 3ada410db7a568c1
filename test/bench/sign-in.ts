/** P11: sign-in → first rows of the catalogue, in the built app, with an API on this machine. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { startBenchApi } from './child.ts'
import { startApp } from './electron.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'
import { ROW_SHOWN } from './typing.ts'

const LARGEST = 100_000
const LONGEST_MS = 60_000
const TYPING_MS = 2000

export async function benchSignIn({ quick, add, body, folder }: Bench): Promise<void> {
  for (const products of quick ? [10_000] : [10_000, LARGEST]) {
    const api = await startBenchApi({ of: 'products', file: await body(products) })
    const times: number[] = []
    try {
      for (let run = 0; run < (products === LARGEST || quick ? 1 : 3); run += 1) {
        times.push(await signIn(mkdtempSync(join(folder, 'sign-in-')), api.baseUrl))
      }
    } finally {
      api.end()
    }
    const what = `sign-in → first rows, ${products.toLocaleString('en')} products`
    add({ bar: 'P11', what, unit: 'ms', ours: percentile(times, 0.5), most: products === LARGEST ? 6000 : 1500 })
  }
}

async function signIn(profileDir: string, baseUrl: string): Promise<number> {
  const app = startApp({ profileDir })
  try {
    return await app.inPage(timeSignIn, {
      ...{ address: baseUrl, email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
      ...{ row: `${ROW_SHOWN} .name`, typingMs: TYPING_MS, longestMs: LONGEST_MS }
    })
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
  typingMs: number
  longestMs: number
}

/** Runs in the page. */
async function timeSignIn({ address, email, password, row, typingMs, longestMs }: Given): Promise<number> {
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
  await shown('form')
  // A user types; meanwhile the app starts what comes after its first paint.
  await new Promise((done) => setTimeout(done, typingMs))
  const { portside } = globalThis as unknown as {
    portside: { session: { signIn(input: unknown): Promise<unknown> } }
  }
  const begun = performance.now()
  const connection = { baseUrl: address, provider: 'hypeproxy-v2' }
  const answer = (await portside.session.signIn({ connection, again: null, email, password })) as { ok: boolean }
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  const link = await shown('a[href="#/catalogue"]')
  link.click()
  await shown(row)
  return performance.now() - begun
}
