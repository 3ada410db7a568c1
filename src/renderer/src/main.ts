import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { failureFrom } from './api.ts'
import { applyLook, recallLook } from './composables/theme.ts'
import { useLocale } from './i18n/index.ts'
import { makeRouter } from './router.ts'
import { useApp } from './stores/app.ts'
import { useSession } from './stores/session.ts'
import './styles/base.css'

recallLook()
const pinia = createPinia()
const session = useSession(pinia)
const app = useApp(pinia)

/** What must be known before the first view: who is signed in, and how the person wants things shown. */
async function start(): Promise<void> {
  try {
    await Promise.all([session.load(), app.loadInfo(), app.loadSettings()])
  } catch (thrown) {
    createApp((await import('./views/StartFailureView.vue')).default, { failure: failureFrom(thrown) }).mount('#app')
    return
  }
  if (app.settings) applyLook(app.settings)
  if (app.info) useLocale(app.info.locale)
  createApp(App).use(pinia).use(makeRouter()).mount('#app')
}

void start()
