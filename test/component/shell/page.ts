/** The whole page over a fake bridge, as main.ts puts it together. */
import { mount } from '@vue/test-utils'
import type { VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Router } from 'vue-router'
import App from '../../../src/renderer/src/App.vue'
import { useLocale } from '../../../src/renderer/src/i18n/index.ts'
import { makeRouter } from '../../../src/renderer/src/router.ts'
import { useApp } from '../../../src/renderer/src/stores/app.ts'
import { useSession } from '../../../src/renderer/src/stores/session.ts'
import '../../../src/renderer/src/styles/base.css'

export interface Page {
  app: VueWrapper
  router: Router
  text: () => string
  leave: () => void
}

export async function openPage(path: string): Promise<Page> {
  location.hash = `#${path}`
  const pinia = createPinia()
  setActivePinia(pinia)
  const settings = useApp()
  await Promise.all([useSession().load(), settings.loadInfo(), settings.loadSettings()])
  if (settings.info) useLocale(settings.info.locale)
  const router = makeRouter()
  const app = mount(App, { attachTo: document.body, global: { plugins: [pinia, router] } })
  await router.isReady()
  return { app, router, text: () => app.element.parentElement?.textContent ?? '', leave: () => app.unmount() }
}
