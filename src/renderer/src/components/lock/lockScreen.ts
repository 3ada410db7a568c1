/** The lock screen as an app of its own: nothing of the page is in it. */
import { createApp } from 'vue'
import type { Pinia } from 'pinia'
import LockView from '../../views/LockView.vue'

/** @returns removes it */
export function showLock(place: Element, pinia: Pinia): () => void {
  const app = createApp(LockView).use(pinia)
  app.mount(place)
  return () => app.unmount()
}
