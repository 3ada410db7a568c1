/** Keeps the page out of the document while the app is locked; the lock screen, loaded when it is first needed, stands there instead. */
import { watch } from 'vue'
import type { Pinia } from 'pinia'
import { useLock } from '../../stores/lock.ts'
import { notePlace } from './viewState.ts'

/**
 * From now on, and at once: what is to be out of sight may not come into it for a moment.
 * @param page what the page is mounted in, or is going to be
 * @returns ends it, and removes the lock screen if it is there
 */
export function guard(page: Element, pinia: Pinia): () => void {
  const lock = useLock(pinia)
  let back = (): void => undefined

  function hide(): void {
    const goBack = notePlace(page)
    const screen = document.createElement('div')
    screen.id = page.id
    page.replaceWith(screen)
    const shown = import('./lockScreen.ts').then(({ showLock }) => showLock(screen, pinia))
    back = () => {
      back = () => undefined
      screen.replaceWith(page)
      void shown.then((end) => end())
      goBack()
    }
  }
  const stop = watch(
    () => lock.locked,
    (locked) => (locked ? hide() : back()),
    { immediate: true, flush: 'sync' }
  )
  return () => {
    stop()
    back()
  }
}
