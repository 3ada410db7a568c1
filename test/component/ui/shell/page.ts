/** The whole page over a fake bridge, put together as main.ts does it, and what one sees of it. */
import axe from 'axe-core'
import { afterEach, beforeEach } from 'vitest'
import type { Router } from 'vue-router'
import { start } from '../../../../src/renderer/src/start.ts'
import '../../../../src/renderer/src/ui/styles/base.css'
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

/** @param whileLoading runs before the first view is there */
export async function openPage(
  path: string,
  whileLoading: (router: Router) => Promise<void> = () => Promise.resolve()
): Promise<Page> {
  location.hash = `#${path}`
  const place = document.body.appendChild(document.createElement('div'))
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

/** What axe finds; the test runner's own page has no title and no language. */
export async function axeFindings(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules: { 'document-title': { enabled: false } } })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
