/** Checks a view with axe and for content beyond the window's edges. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import type { App } from './app/app.ts'

/** Both themes, and the smallest window. */
export const LOOKS = [
  { theme: 'light', width: 1180, height: 760 },
  { theme: 'dark', width: 1180, height: 760 },
  { theme: 'dark', width: 800, height: 500 }
] as const
type Look = (typeof LOOKS)[number]

export async function putOn({ resize, setSystemDark, page }: App, { theme, width, height }: Look): Promise<void> {
  await resize(width, height)
  await setSystemDark(theme === 'dark')
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
}

/** Checks each look and ends in the first, the app's default size. */
export async function expectFine(app: App, where: string): Promise<void> {
  for (const look of LOOKS.toReversed()) {
    await putOn(app, look)
    await expectFineAsIs(app.page, `${where}, ${look.theme}, ${look.width} px`)
  }
}

async function expectFineAsIs(page: Page, where: string): Promise<void> {
  await page.evaluate(finishAnimations)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  expect(await page.evaluate(violations), where).toEqual([])
  expect(await page.evaluate(beyond), `${where}: beyond the window’s edges`).toEqual([])
}

/** Leaves out frames: the description's frame runs no script, so axe would wait for its answer without end. */
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

/** Returns what lies beyond the window's edges. The page itself never scrolls; a table with many columns scrolls sideways. */
function beyond(): string[] {
  const { scrollWidth, scrollHeight } = document.documentElement
  const found: string[] = []
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`page of ${scrollWidth} × ${scrollHeight}`)
  for (const one of document.querySelectorAll<HTMLElement>('button, a, input, select, h1, h2, p, dialog')) {
    const { left, right, width } = one.getBoundingClientRect()
    if (one.closest('[role="grid"]')) continue
    // Text for screen readers only is one pixel wide.
    if (width > 1 && (left < -0.5 || right > innerWidth + 0.5)) found.push(`${one.tagName} ${one.textContent.trim()}`)
  }
  return found
}
