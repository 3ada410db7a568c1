/** Checks a view with axe and for content beyond the window's edges. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { DEEP } from '../support/depth.ts'
import { beyond, finishAnimations } from '../support/page-looks.ts'
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
/** It has them with more contrast, too. */
const MORE_CONTRAST = DEEP ? (['dark', 'light'] as const) : []

export async function putOn({ resize, setSystemDark, page }: App, { theme, width, height }: Look): Promise<void> {
  const dark = theme === 'dark'
  await resize(width, height)
  await setSystemDark(dark)
  const look = () => page.evaluate(() => [innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches])
  await expect.poll(look, { intervals: [20] }).toEqual([width, height, dark])
}

/**
 * Checks each look; ends in the first one, the app's default size. For one state of each view of the built app: a view's other
 * states, dialogs and errors are checked by `expectFine` of test/component/ui/shell/page.ts.
 */
export async function expectFine(app: App, where: string): Promise<void> {
  const { page } = app
  for (const look of LOOKS.toReversed()) {
    await putOn(app, look)
    const exactly = `${where}, ${look.theme}, ${look.width} px`
    expect(await violations(page, look.rules), exactly).toEqual([])
    await expect.poll(() => page.evaluate(beyond), `${exactly}: beyond the window’s edges`).toEqual([])
  }
  for (const colorScheme of MORE_CONTRAST) {
    await page.emulateMedia({ contrast: 'more', colorScheme })
    expect(await violations(page, only('color-contrast-enhanced')), `${where}, ${colorScheme}, more contrast`).toEqual(
      []
    )
  }
  if (DEEP) await page.emulateMedia({ contrast: null, colorScheme: null })
}

/** Only what longer texts can change: what has no room, and what begins to scroll. */
export async function expectRoom(app: App, where: string): Promise<void> {
  for (const look of LOOKS.toReversed()) {
    await putOn(app, look)
    const exactly = `${where}, ${look.width} px`
    expect(await violations(app.page, only('scrollable-region-focusable')), exactly).toEqual([])
    await expect.poll(() => app.page.evaluate(beyond), `${exactly}: beyond the window’s edges`).toEqual([])
  }
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
