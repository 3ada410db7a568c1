/** Esc as Back, unless an open menu, a dialog or a text field handles it. */
import { onBeforeUnmount, onMounted } from 'vue'
import { usePageHidden } from './hidden.ts'

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], :popover-open'

/** Whether keys type text into this element. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"]), textarea, select'))

/** Call in a component's setup. @param back returns whether it did something */
export function useEscape(back: () => boolean): void {
  const hidden = usePageHidden()
  const pressed = (event: KeyboardEvent): void => {
    if (hidden.value || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (typing(event.target) || document.querySelector(FLOATING)) return
    if (back()) event.preventDefault()
  }
  onMounted(() => window.addEventListener('keydown', pressed))
  onBeforeUnmount(() => window.removeEventListener('keydown', pressed))
}
