/** Checks a view with axe and for content beyond the window's edges. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { DEEP } from '../support/depth.ts'
import type { App } from './app/app.ts'

/** Leaves out frames: the description's frame runs no script, so axe would wait for its answer without end. */
const EVERYTHING: axe.RunOptions = { iframes: false, resultTypes: ['violations'] }
const only = (rule: string): axe.RunOptions => ({ ...EVERYTHING, runOnly: { type: 'rule', values: [rule] } })

interface Look {
  theme: 'light' | 'dark'
  width: number
  height: number
  rules: axe.RunOptions
}

/** Both themes, and the smallest window. */
export const LOOKS: readonly [Look, ...Look[]] = [
  { theme: 'light', width: 1180, height: 760, rules: EVERYTHING },
  // Themes differ in colours alone, and test/component/ui/controls/contrast.test.ts has each text on each ground in both.
  ...(DEEP ? [{ theme: 'dark', width: 1180, height: 760, rules: only('color-contrast') } as const] : []),
  { theme: 'dark', width: 800, height: 500, rules: EVERYTHING }
]
const MORE_CONTRAST = DEEP ? (['dark', 'light'] as const) : (['dark'] as const)

export async function putOn({ resize, setSystemDark, page }: App, { theme, width, height }: Look): Promise<void> {
  const dark = theme === 'dark'
  await resize(width, height)
  await setSystemDark(dark)
  const look = () => page.evaluate(() => [innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches])
  await expect.poll(look, { intervals: [20] }).toEqual([width, height, dark])
}

/** Checks each look, and more contrast; ends in the first look, the app's default size. */
export async function expectFine(app: App, where: string): Promise<void> {
  const { page } = app
  for (const look of LOOKS.toReversed()) {
    await putOn(app, look)
    const exactly = `${where}, ${look.theme}, ${look.width} px`
    expect(await violations(page, look.rules), exactly).toEqual([])
    expect(await page.evaluate(beyond), `${exactly}: beyond the window’s edges`).toEqual([])
  }
  for (const colorScheme of MORE_CONTRAST) {
    await page.emulateMedia({ contrast: 'more', colorScheme })
    expect(await violations(page, only('color-contrast-enhanced')), `${where}, ${colorScheme}, more contrast`).toEqual(
      []
    )
  }
  await page.emulateMedia({ contrast: null, colorScheme: null })
}

async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  await page.evaluate(finishAnimations)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(runAxe, options)
}

async function runAxe(options: axe.RunOptions): Promise<string[]> {
  const { axe: injected } = window as unknown as { axe: typeof axe }
  const { violations } = await injected.run(document, options)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/**
 * What fades in has come: half-way its colours are none that anybody would see for long. What turns goes on.
 * Finished rather than waited for: on a busy machine, `finished` has been seen never to settle.
 */
export function finishAnimations(): void {
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
