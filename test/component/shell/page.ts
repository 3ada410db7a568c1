/** The whole page over a fake bridge, put together as main.ts does it. */
import { afterEach } from 'vitest'
import type { Router } from 'vue-router'
import { start } from '../../../src/renderer/src/start.ts'
import '../../../src/renderer/src/styles/base.css'

export interface Page {
  router: Router
  text: () => string
  /** Unmounts the page; also happens after each test. */
  leave: () => void
}

const leaves = new Set<() => void>()
afterEach(() => {
  for (const leave of leaves) leave()
  delete document.documentElement.dataset['theme']
})

export async function openPage(path: string): Promise<Page> {
  location.hash = `#${path}`
  const place = document.body.appendChild(document.createElement('div'))
  const { app, router } = await start(place)
  if (!router) throw new Error(`the page did not start: ${place.textContent}`)
  await router.isReady()
  const leave = (): void => {
    if (!leaves.delete(leave)) return
    app.unmount()
    place.remove()
  }
  leaves.add(leave)
  return { router, text: () => document.body.textContent, leave }
}
