/** Puts the page together: who is signed in and how things are to look is known before the first view. */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import type { App as Root } from 'vue'
import type { Router } from 'vue-router'
import App from './App.vue'
import { failureFrom } from './api.ts'
import { hearGoTo } from './composables/goTo.ts'
import { applyLook } from './composables/theme.ts'
import { useLocale } from './i18n/index.ts'
import { makeRouter } from './router.ts'
import { useApp } from './stores/app.ts'
import { useSession } from './stores/session.ts'

export interface Started {
  app: Root
  /** null: main did not answer, and the page says so instead. */
  router: Router | null
}

/** @param place where to mount, an element or its selector */
export async function start(place: string | Element): Promise<Started> {
  // Both stores and the third listener hear main before anything is asked of it: nothing told meanwhile is lost.
  const pinia = createPinia()
  const session = useSession(pinia)
  const app = useApp(pinia)
  const followGoTo = hearGoTo()
  try {
    await Promise.all([session.load(), app.loadInfo(), app.loadSettings()])
  } catch (thrown) {
    const failed = createApp((await import('./views/StartFailureView.vue')).default, { failure: failureFrom(thrown) })
    failed.mount(place)
    return { app: failed, router: null }
  }
  if (app.settings) applyLook(app.settings)
  if (app.info) useLocale(app.info.locale)
  const router = makeRouter()
  const root = createApp(App).use(pinia).use(router)
  root.mount(place)
  root.onUnmount(followGoTo(router))
  return { app: root, router }
}
