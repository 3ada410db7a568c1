/** What every view has to stand: axe, and a window of its size without anything beyond its edges. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import type { App } from './app/app.ts'

/** Each theme has a size of its own, so that both are seen of every view without seeing it four times. */
export const LOOKS = [
  { theme: 'light', width: 1180, height: 760 },
  { theme: 'dark', width: 800, height: 500 }
] as const
type Look = (typeof LOOKS)[number]

export async function putOn({ resize, setSystemDark, page }: App, { theme, width, height }: Look): Promise<void> {
  await resize(width, height)
  await setSystemDark(theme === 'dark')
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
}

/** In each look. It ends in the first, the app's own size, in which a list and a record stand side by side. */
export async function expectFine(app: App, where: string): Promise<void> {
  for (const look of LOOKS.toReversed()) {
    await putOn(app, look)
    await expectFineAsIs(app.page, `${where}, ${look.theme}`)
  }
}

async function expectFineAsIs(page: Page, where: string): Promise<void> {
  await page.evaluate(finishAnimations)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  expect(await page.evaluate(violations), where).toEqual([])
  expect(await page.evaluate(beyond), `${where}: beyond the window’s edges`).toEqual([])
}

/** The frame of a long description runs no script, axe's included, and axe would wait for its answer. */
async function violations(): Promise<string[]> {
  const { axe: injected } = window as unknown as { axe: typeof axe }
  const { violations } = await injected.run(document, { iframes: false, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/**
 * What fades in has come: half-way its colours are none that anybody would see for long. What turns goes on.
 * Finished rather than waited for: on a busy machine, `finished` has been seen never to settle.
 */
function finishAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }
}

/** The page itself never scrolls, nothing sticks out at a side, and what is to be pressed can be scrolled to. */
function beyond(): string[] {
  const { scrollWidth, scrollHeight } = document.documentElement
  const found: string[] = []
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`page of ${scrollWidth} × ${scrollHeight}`)
  for (const one of document.querySelectorAll<HTMLElement>('button, a, input, select, h1, h2, p, dialog')) {
    const { left, right, width } = one.getBoundingClientRect()
    // What is for screen readers only is a pixel wide.
    if (width > 1 && (left < -0.5 || right > innerWidth + 0.5)) found.push(`${one.tagName} ${one.textContent.trim()}`)
  }
  return found
}
