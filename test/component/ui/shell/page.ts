/** The whole page over a fake bridge, put together as main.ts does it, and what one sees of it. */
import axe from 'axe-core'
import { afterEach, beforeEach, expect } from 'vitest'
import { cdp, page as browser } from 'vitest/browser'
import type { Router } from 'vue-router'
import { start } from '../../../../src/renderer/src/start.ts'
import '../../../../src/renderer/src/ui/styles/base.css'
import { DEEP } from '../../../support/depth.ts'
import { beyond, finishAnimations, sideways, unreachable } from '../../../support/page-looks.ts'
import { layBridge } from './bridge.ts'

export interface Page {
  router: Router
  text: () => string
  /** Unmounts the page; also happens after each test. */
  leave: () => void
}

const leaves = new Set<() => void>()
beforeEach(() => {
  layBridge()
})
afterEach(() => {
  for (const leave of leaves) leave()
  delete document.documentElement.dataset['theme']
})

/** The page that was opened last. */
export let page: Page
/** It is mounted here. */
let root: HTMLElement

/** @param whileLoading runs before the first view is there */
export async function openPage(
  path: string,
  whileLoading: (router: Router) => Promise<void> = () => Promise.resolve()
): Promise<Page> {
  location.hash = `#${path}`
  const place = document.body.appendChild(document.createElement('div'))
  root = place
  const { app, router } = await start(place)
  if (!router) throw new Error(`the page did not start: ${place.textContent}`)
  await Promise.all([router.isReady(), whileLoading(router)])
  const leave = (): void => {
    if (!leaves.delete(leave)) return
    app.unmount()
    place.remove()
  }
  leaves.add(leave)
  page = { router, text: () => document.body.textContent, leave }
  return page
}

/** Where the page is. */
export const path = (): string => page.router.currentRoute.value.fullPath
export const heading = (): string => document.querySelector('h1')?.textContent ?? ''
export const dialog = (): HTMLElement | null => document.querySelector('[role="dialog"]')
export const alert = (): HTMLElement | null => document.querySelector('[role="alert"]')
/** Name of the field that has the focus. */
export const focused = (): string => (document.activeElement as HTMLInputElement | null)?.name ?? ''

/** The button that can be seen and says or is named just that. */
export function button(words: string, place: ParentNode | null = document): HTMLButtonElement {
  const found = [...(place?.querySelectorAll('button') ?? [])].find(
    (one) =>
      one.checkVisibility() && (one.textContent.replaceAll(/\s+/g, ' ').trim() === words || one.ariaLabel === words)
  )
  if (!found) throw new Error(`no button ${words}`)
  return found
}
export function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (!found) throw new Error(`no field ${name}`)
  return found
}
/** The hint or error of a field. */
export const noteOf = (name: string): string =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent ?? ''

/**
 * What axe finds; the test runner's own page has no title and no language.
 *
 * @param part what is new to it: it looks at each element for long
 * @param rule this one alone
 */
export async function axeFindings(part: Element | null = document.body, rule?: string): Promise<string[]> {
  if (!part) throw new Error('nothing for axe to look at')
  const alone: axe.RunOptions = rule === undefined ? {} : { runOnly: { type: 'rule', values: [rule] } }
  const { violations } = await axe.run(part, {
    rules: { 'document-title': { enabled: false } },
    // Of all that is in order it would make selectors, too.
    resultTypes: ['violations'],
    selectors: false,
    ...alone
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/**
 * The page as it is now: nothing for axe to find, and nothing beyond the edges of the smallest window. With --deep in the other
 * theme as well, and with more contrast: themes differ in colours alone, which contrast.test.ts has in both.
 */
export async function expectFine(): Promise<void> {
  expect(await findingsAtRest()).toEqual([])
  if (DEEP) await expectFineInEachTheme()
  await inWindowsOf([[800, 500]], () => expect.poll(beyond).toEqual([]))
}

/** In windows of these sizes nothing scrolls sideways, and every control can be reached. */
export const expectUsable = (...sizes: [width: number, height: number][]): Promise<void> =>
  inWindowsOf(sizes, () => expect.poll(() => [...sideways(), ...unreachable()]).toEqual([]))

async function inWindowsOf(sizes: [width: number, height: number][], check: () => PromiseLike<void>): Promise<void> {
  const { innerWidth, innerHeight } = window
  // As the app has it: it fills the window, and clips what is larger.
  root.id = 'app'
  for (const size of sizes) {
    await browser.viewport(...size)
    await check()
  }
  await browser.viewport(innerWidth, innerHeight)
  root.removeAttribute('id')
}

/** With another theme, colours begin to change, too. */
function findingsAtRest(rule?: string): Promise<string[]> {
  finishAnimations()
  return axeFindings(document.body, rule)
}

async function expectFineInEachTheme(): Promise<void> {
  const { dataset } = document.documentElement
  const chosen = dataset['theme']
  const contrast = (value: 'more' | ''): Promise<unknown> =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-contrast', value }] })
  for (const theme of ['dark', 'light']) {
    dataset['theme'] = theme
    await contrast('')
    expect(await findingsAtRest(), theme).toEqual([])
    await contrast('more')
    expect(await findingsAtRest('color-contrast-enhanced'), `${theme}, more contrast`).toEqual([])
  }
  await contrast('')
  if (chosen === undefined) delete dataset['theme']
  else dataset['theme'] = chosen
}
