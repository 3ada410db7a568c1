/** Takes the page out of the document while the app is locked, and shows the lock screen in its place. */
import { createApp, watch } from 'vue'
import type { Pinia } from 'pinia'
import { useLock } from '../../stores/lock.ts'

/** Starts at once: locked content must not be visible for even one frame. @returns stops, and removes the lock screen */
export function hideWhileLocked(page: Element, pinia: Pinia): () => void {
  const lock = useLock(pinia)
  let unhide = (): void => undefined

  function hide(): void {
    const restore = captureViewState(page)
    const screen = document.createElement('div')
    screen.id = page.id
    page.replaceWith(screen)
    const mounted = import('../../views/LockView.vue').then(({ default: LockView }) => {
      const app = createApp(LockView).use(pinia)
      app.mount(screen)
      return app
    })
    unhide = () => {
      unhide = () => undefined
      screen.replaceWith(page)
      void mounted.then((app) => app.unmount())
      restore()
    }
  }
  const stop = watch(
    () => lock.locked,
    (locked) => (locked ? hide() : unhide()),
    { immediate: true, flush: 'sync' }
  )
  return () => {
    stop()
    unhide()
  }
}

/** Returns a function that restores focus and scroll positions: an element that leaves the document loses them. */
function captureViewState(part: ParentNode): () => void {
  const focused = document.activeElement
  const scrolled = [...part.querySelectorAll('*')].flatMap((element) => {
    const { scrollTop: top, scrollLeft: left } = element
    return top === 0 && left === 0 ? [] : [{ element, top, left }]
  })
  return () => {
    for (const { element, top, left } of scrolled) element.scrollTo({ top, left, behavior: 'instant' })
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}
