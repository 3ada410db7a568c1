/**
 * P6: 100,000 rows scrolled by a fast wheel, and to the end and back, beside PrimeVue's virtual scroller with the same rows. A
 * frame's length is the distance between two time stamps of requestAnimationFrame. Each frame looks for rows without their text.
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { buildPage, giveRows, servePage } from './primevue-page.ts'
import type { Bench } from './profiles.ts'
import { percentile } from './statistics.ts'
import { openBare, openCatalogue, ROW_SHOWN } from './typing.ts'

/** One way. */
const FRAMES = 100
/** px a frame: a pace at which names can be read. */
const WHEEL_STEP = 120

interface Scrolled {
  frames: number[]
  /** Frames in a row in which one row in sight had no text. */
  blank: number
}
type Gesture = 'wheel' | 'wholeList'

export async function benchScrolling(bench: Bench): Promise<void> {
  const { quick, add } = bench
  const products = quick ? 10_000 : 100_000
  const rounds = quick ? 1 : 3
  const app = await openCatalogue(await bench.profile(products))
  const ours = await scrollAll(app.page, rounds).finally(() => app.quit())
  const other = await inPrimeVue(bench, products, (page) => scrollAll(page, rounds))
  const p95 = ({ frames }: Scrolled): number => percentile(frames, 0.95)
  const beside = (gesture: Gesture) => ({ what: 'PrimeVue', value: p95(other[gesture]) })

  const wheel = { bar: 'P6', unit: 'ms', ours: p95(ours.wheel), beside: beside('wheel') }
  add({ ...wheel, what: 'by wheel, frames p95', most: 17 })
  const blank = { bar: 'P6', unit: 'frames', ours: ours.wheel.blank }
  add({
    ...blank,
    what: 'by wheel, a row without text',
    most: 2,
    beside: { what: 'PrimeVue', value: other.wheel.blank }
  })
  const whole = { bar: 'P6', unit: 'ms', ours: p95(ours.wholeList), beside: beside('wholeList') }
  // The time stamps of equal frames differ by a hundredth.
  add({ ...whole, what: 'to the end and back, frames p95', mostRatio: 1.02 })
}

async function scrollAll(page: Page, rounds: number): Promise<Record<Gesture, Scrolled>> {
  const all: Record<Gesture, Scrolled> = { wheel: { frames: [], blank: 0 }, wholeList: { frames: [], blank: 0 } }
  for (let round = 0; round < rounds; round += 1) {
    for (const gesture of ['wheel', 'wholeList'] as const) {
      const { frames, blank } = await page.evaluate(scroll, {
        frames: FRAMES,
        step: gesture === 'wheel' ? WHEEL_STEP : null
      })
      all[gesture].frames.push(...frames)
      all[gesture].blank = Math.max(all[gesture].blank, blank)
    }
  }
  return all
}

/** Runs in the page. @param given.step px a frame; null: as much as takes it to the end */
async function scroll(given: { frames: number; step: number | null }): Promise<Scrolled> {
  const list = document.querySelector<HTMLElement>('[role="listbox"]')
  if (!list) throw new Error('There is no list.')
  const frame = (): Promise<number> =>
    new Promise((resolve, reject) => {
      requestAnimationFrame(resolve)
      setTimeout(() => reject(new Error('No frame for 10 seconds.')), 10_000)
    })
  const end = list.scrollHeight - list.clientHeight
  const frames: number[] = []
  const blankFor = new Map<number, number>()
  let blank = 0
  const lookForBlankRows = (): void => {
    const { top, bottom, left } = list.getBoundingClientRect()
    const height = list.querySelector('[role="option"]')?.clientHeight ?? 44
    for (let y = top + height / 2; y < bottom; y += height) {
      const row = document.elementFromPoint(left + 40, y)?.closest('[role="option"]')
      // The same place in the list moves over the screen.
      const place = Math.round((list.scrollTop + y - top) / height)
      const count = (row?.textContent ?? '').trim() === '' ? (blankFor.get(place) ?? 0) + 1 : 0
      blankFor.set(place, count)
      blank = Math.max(blank, count)
    }
  }
  list.scrollTop = 0
  await frame()
  let last = await frame()
  for (const way of [1, -1]) {
    const from = way === 1 ? 0 : list.scrollTop
    for (let at = 1; at <= given.frames; at += 1) {
      list.scrollTop = from + way * at * (given.step ?? end / given.frames)
      const now = await frame()
      frames.push(now - last)
      last = now
      // What the frame shows, before the list moves on.
      if (given.step !== null) lookForBlankRows()
    }
  }
  return { frames, blank }
}

async function inPrimeVue<Result>(
  { folder, body }: Bench,
  products: number,
  run: (page: Page) => Promise<Result>
): Promise<Result> {
  const built = join(folder, 'pages')
  await buildPage(built)
  giveRows(built, await body(products))
  const served = await servePage(built)
  const bare = await openBare(join(folder, 'bare'))
  try {
    await bare.resize(560, 640)
    await bare.page.goto(served.address)
    await bare.page.waitForSelector(ROW_SHOWN)
    return await run(bare.page)
  } finally {
    await bare.quit()
    served.end()
  }
}
