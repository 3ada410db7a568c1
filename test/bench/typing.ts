/**
 * P4: key in the search field → the list shows the right names. Which names are right is asked of the page's own bridge beforehand.
 * Every animation frame looks at the rows. Beside it, looked at in the same way: an input in a bare page that copies its text.
 */
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import type { JSHandle, Page } from 'playwright-core'
import type { Bridge } from '../../src/shared/ipc/contract.ts'
import type { Driven } from '../e2e/app/app.ts'
import { launchInElectron } from '../e2e/app/electron-driver.ts'
import { BARE_ENTRY } from './electron.ts'
import { PLAIN, type Bench } from './profiles.ts'
import { percentile } from './statistics.ts'

const PHRASES = ['mobile germany', 'socks5 rot', 'proxy 4711', 'telefonica']
/** Rows from the top that must be right. */
const ROWS = 8
/** Between two keys, ms: a fast typist. */
const PAUSE_MS = 120
export const ROW_SHOWN = '[role="option"]'
const WINDOW = [1280, 800] as const
/** The overview with the number of saved products. */
const OVERVIEW_SHOWN = 'main >> text=/\\d products/'

export async function benchTyping({ quick, add, profile, folder }: Bench): Promise<void> {
  for (const products of quick ? [500] : [500, 100_000]) {
    const bare = await openBareInput(join(folder, 'bare'))
    const app = await openCatalogue(await profile(products))
    try {
      const ours = await createTypist(app.page, { input: 'input[type="search"]', shown: `${ROW_SHOWN} .name` })
      const beside = await createTypist(bare.page, { input: 'input', shown: 'p' })
      const times: number[] = []
      const bareTimes: number[] = []
      for (let round = 0; round < (quick ? 1 : 4); round += 1) {
        for (const phrase of PHRASES) {
          times.push(...(await ours.type(phrase, (text) => firstNames(app.page, text))))
          bareTimes.push(...(await beside.type(phrase, async (text) => [text.trim()])))
        }
      }
      const what = `key → right rows, ${products.toLocaleString('en')} products`
      const input = (share: number) => ({ what: 'bare input', value: percentile(bareTimes, share) })
      const p95 = percentile(times, 0.95)
      add({ bar: 'P4', what: `${what}, p95`, unit: 'ms', ours: p95, beside: input(0.95), most: 33, mostRatio: 2 })
      add({ bar: 'P4', what: `${what}, median`, unit: 'ms', ours: percentile(times, 0.5), beside: input(0.5) })
    } finally {
      await app.quit()
      await bare.quit()
    }
  }
}

export async function openCatalogue(profileDir: string): Promise<Driven> {
  const app = await launchInElectron({ profileDir })
  await app.resize(...WINDOW)
  await app.page.waitForSelector(OVERVIEW_SHOWN)
  await app.page.click('a[href="#/catalogue"]')
  await app.page.waitForSelector(ROW_SHOWN)
  return app
}

export const openBare = (profileDir: string): Promise<Driven> => launchInElectron({ profileDir, entry: BARE_ENTRY })

async function openBareInput(profileDir: string): Promise<Driven> {
  const bare = await openBare(profileDir)
  await bare.resize(...WINDOW)
  await bare.page.evaluate(() => {
    const input = document.createElement('input')
    const copy = document.createElement('p')
    document.body.replaceChildren(input, copy)
    input.addEventListener('input', () => (copy.textContent = input.value))
  })
  return bare
}

/** In the order of the list. A text that nothing matches has none. */
async function firstNames(page: Page, text: string): Promise<string[]> {
  const query = { ...PLAIN, text, limit: ROWS }
  const { rows } = await page.evaluate(async (asked) => {
    const { portside } = globalThis as unknown as { portside: Bridge }
    const state = await portside.session.state()
    const of = state.ok ? state.data.accounts[0]?.account.id : undefined
    if (of === undefined) throw new Error(JSON.stringify(state))
    const answer = await portside.catalogue.page({ of, ...asked })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.data
  }, query)
  return rows.map(({ name }) => name ?? '')
}

interface Typist {
  /** @returns milliseconds, of each key after which other texts are shown */
  type(phrase: string, expected: (text: string) => Promise<string[]>): Promise<number[]>
}

export async function createTypist(page: Page, selectors: { input: string; shown: string }): Promise<Typist> {
  const watch = await page.evaluateHandle(watchTexts, { shown: selectors.shown, most: ROWS })
  const field = page.locator(selectors.input)
  await field.focus()
  return {
    async type(phrase, expected) {
      const times: number[] = []
      const texts = Array.from(phrase, (_, at) => phrase.slice(0, at + 1))
      const right = await Promise.all(['', ...texts].map(expected))
      await field.fill('')
      await later(PAUSE_MS * 4)
      for (const [at, text] of texts.entries()) {
        const names = right[at + 1] ?? []
        if (names.join('\n') !== (right[at] ?? []).join('\n')) times.push(await press(page, watch, text, names))
        else await page.keyboard.press(keyOf(text))
        await later(PAUSE_MS)
      }
      return times
    }
  }
}

const keyOf = (text: string): string => (text.endsWith(' ') ? 'Space' : (text.at(-1) ?? ''))

async function press(page: Page, watch: JSHandle<Watch>, text: string, names: string[]): Promise<number> {
  await watch.evaluate((each, expected) => each.begin(expected), names)
  await page.keyboard.press(keyOf(text))
  const took = await watch.evaluate((each) => each.took())
  if (took === null) throw new Error(`“${text}” never showed ${names.join(', ')}`)
  return took
}

type Watch = ReturnType<typeof watchTexts>

/** Runs in the page. */
function watchTexts({ shown, most }: { shown: string; most: number }) {
  const LONGEST_MS = 5000
  let expected: string[] = []
  let took: Promise<number | null> = Promise.resolve(null)
  const texts = (): string[] =>
    Array.from(document.querySelectorAll(shown), ({ textContent }) => textContent.trim().replaceAll(/\s+/g, ' '))
  // Frames come all the time, as they do while something on the page moves: an idle page would answer a key with an early frame.
  let look: ((now: number) => void) | null = null
  const frame = (): void => {
    look?.(performance.now())
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const isRight = (): boolean => {
    const seen = texts()
    const whole = expected.length < most ? seen.length === expected.length : true
    return whole && expected.every((name, at) => seen[at] === name.trim().replaceAll(/\s+/g, ' '))
  }
  return {
    begin(names: string[]): void {
      expected = names
      took = new Promise((resolve) => {
        const onKey = ({ timeStamp }: Event): void => {
          look = (now) => {
            if (!isRight() && now - timeStamp < LONGEST_MS) return
            look = null
            resolve(isRight() ? now - timeStamp : null)
          }
        }
        addEventListener('keydown', onKey, { capture: true, once: true })
      })
    },
    took: () => took
  }
}
