/** Esc as the way back, where nothing nearer takes it: an open menu or dialog, or a field that someone types in. */
import { onActivated, onBeforeUnmount, onDeactivated, onMounted } from 'vue'

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], :popover-open'

/** Whether the keys of this element write text. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"]), textarea, select'))

/** Call in the setup of a component. @param back tells whether it did something */
export function useEscape(back: () => boolean): void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (typing(event.target) || document.querySelector(FLOATING)) return
    if (back()) event.preventDefault()
  }
  const listen = (): void => window.addEventListener('keydown', pressed)
  const rest = (): void => window.removeEventListener('keydown', pressed)
  onMounted(listen)
  onBeforeUnmount(rest)
  // What is kept out of the document, as behind the lock, takes no keys.
  onActivated(listen)
  onDeactivated(rest)
}
