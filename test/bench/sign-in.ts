/** P11: sign-in → first rows of the catalogue, in the built app, with an API on this machine. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { startHost } from '../host/client.ts'
import { startBenchApi } from './child.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'
import { ROW_SHOWN } from './typing.ts'

const LARGEST = 100_000
const LONGEST_MS = 60_000
const TYPING_MS = 2000

export async function benchSignIn({ quick, add, body, folder }: Bench): Promise<void> {
  for (const products of quick ? [10_000] : [10_000, LARGEST]) {
    const api = await startBenchApi(await body(products))
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

async function signIn(profile: string, baseUrl: string): Promise<number> {
  const host = await startHost({ env: { ...process.env, PORTSIDE_PROFILE_DIR: profile } })
  try {
    const { page } = host
    await page.waitForSelector('form')
    // A user types; meanwhile the app starts what comes after its first paint.
    await later(TYPING_MS)
    // Times are taken in the page: Playwright looks for an element only twice a second.
    return await page.evaluate(
      async ({ address, email, password, row, longestMs }) => {
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
      },
      {
        ...{ address: baseUrl, email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
        ...{ row: `${ROW_SHOWN} .name`, longestMs: LONGEST_MS }
      }
    )
  } finally {
    await host.quit()
  }
}
