/** Esc as the way back, where nothing nearer takes it: an open menu or dialog, or a field that someone types in. */
import { onBeforeUnmount, onMounted } from 'vue'
import { useAway } from './hidden.ts'

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], :popover-open'

/** Whether the keys of this element write text. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"]), textarea, select'))

/** Call in the setup of a component. @param back tells whether it did something */
export function useEscape(back: () => boolean): void {
  const away = useAway()
  const pressed = (event: KeyboardEvent): void => {
    if (away.value || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (typing(event.target) || document.querySelector(FLOATING)) return
    if (back()) event.preventDefault()
  }
  onMounted(() => window.addEventListener('keydown', pressed))
  onBeforeUnmount(() => window.removeEventListener('keydown', pressed))
}
