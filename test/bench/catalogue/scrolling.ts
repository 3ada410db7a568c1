/**
 * P6: a list scrolled to its end and back, a step with every frame. A frame's time is the distance between two of
 * requestAnimationFrame's own time stamps, which are those of the frames that the browser makes.
 */
import type { Page } from 'playwright-core'
import { percentile } from '../table.ts'
import type { Sheet } from './sheet.ts'

export interface Scrolled {
  p95: number
  longest: number
  /** Rows in the page at most. */
  rows: number
  /** From the last step until every row in view has what it shows. */
  filledMs: number
}

/** Frames one way: all of the list passes in less than two seconds. */
const FRAMES = 100
/** At a pace at which names can be caught, px a frame: a fast wheel. */
const WHEEL_STEP = 120

export const fast = (page: Page): Promise<Scrolled> => scroll(page, { frames: FRAMES, step: null })
export const byWheel = (page: Page): Promise<Scrolled> => scroll(page, { frames: FRAMES, step: WHEEL_STEP })

/** To the end and back: the figures that the bars are about. */
export function addFast(sheet: Sheet, { by, products }: Whose, scrolled: Scrolled, goals = false): void {
  const add = (what: string, unit: string, value: number, goal: string): void =>
    sheet.add({ bar: 'P6', what: `to the end and back: ${what}`, by, unit, products, value, ...(goals && { goal }) })
  add('frames, p95', 'ms', scrolled.p95, '≤ 17 ms')
  add('longest frame', 'ms', scrolled.longest, '≤ 32 ms')
  add('rows in the page at most', 'rows', scrolled.rows, '≤ 60')
}

export function addByWheel(sheet: Sheet, { by, products }: Whose, scrolled: Scrolled): void {
  const add = (what: string, value: number): void =>
    sheet.add({ bar: 'P6', what: `by a fast wheel: ${what}`, by, unit: 'ms', products, value })
  add('frames, p95', scrolled.p95)
  add('longest frame', scrolled.longest)
}

interface Whose {
  by: string
  products: number
}

/** @param step px a frame; null: as much as takes it to the end */
async function scroll(page: Page, given: { frames: number; step: number | null }): Promise<Scrolled> {
  const { times, rows, filledMs } = await page.evaluate(async ({ frames, step }) => {
    const list = document.querySelector<HTMLElement>('[role="listbox"]')
    if (!list) throw new Error('There is no list.')
    // Counting is work, too: now and then is enough.
    const EVERY = 10
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const count = (): number => list.querySelectorAll('[role="option"]').length
    const end = list.scrollHeight - list.clientHeight
    const times: number[] = []
    let rows = count()
    list.scrollTop = 0
    await frame()
    let last = await frame()
    for (const way of [1, -1]) {
      const from = way === 1 ? 0 : list.scrollTop
      for (let at = 1; at <= frames; at += 1) {
        list.scrollTop = from + way * at * (step ?? end / frames)
        const now = await frame()
        times.push(now - last)
        last = now
        if (at % EVERY === 0) rows = Math.max(rows, count())
      }
    }
    const stopped = performance.now()
    const deadline = stopped + 2000
    while (list.querySelector('[aria-busy="true"]') && performance.now() < deadline) await frame()
    return { times, rows, filledMs: performance.now() - stopped }
  }, given)
  return { p95: percentile(times, 0.95), longest: percentile(times, 1), rows, filledMs }
}
