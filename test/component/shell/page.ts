/** The whole page over a fake bridge, put together as main.ts does it. */
import type { Router } from 'vue-router'
import { start } from '../../../src/renderer/src/start.ts'
import '../../../src/renderer/src/styles/base.css'

export interface Page {
  router: Router
  text: () => string
  leave: () => void
}

export async function openPage(path: string): Promise<Page> {
  location.hash = `#${path}`
  const place = document.body.appendChild(document.createElement('div'))
  const { app, router } = await start(place)
  if (!router) throw new Error(`the page did not start: ${place.textContent}`)
  await router.isReady()
  return {
    router,
    text: () => document.body.textContent,
    leave: () => {
      app.unmount()
      place.remove()
    }
  }
}
