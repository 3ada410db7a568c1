/** Opens a popover beside its trigger when mounted; Esc, an outside click and focus loss close it. */
import { onMounted, ref } from 'vue'
import type { Ref } from 'vue'
import { onPageHidden } from '../view.ts'

export interface Float {
  open: Ref<boolean>
  /** For `interact-outside`. */
  outside: (event: Event) => void
  /** For `close-auto-focus`: returns the focus to the trigger, unless the user or the chosen action moved it elsewhere. */
  left: (event: Event) => void
}

/** @param toggles a click on the trigger closes by itself */
export function useFloat(trigger: () => HTMLElement, close: () => void, toggles = true): Float {
  const open = ref(false)
  let leftOtherwise = false
  onMounted(() => (open.value = true))
  onPageHidden(close)

  return {
    open,
    outside(event) {
      const { target } = event as CustomEvent<{ originalEvent: Event }>
      if (toggles && target instanceof Node && trigger().contains(target)) event.preventDefault()
      else leftOtherwise = true
    },
    left(event) {
      event.preventDefault()
      const { activeElement, body } = document
      // The content is still in the document.
      const isHere = event.target instanceof Node && event.target.contains(activeElement)
      if (!leftOtherwise && (isHere || activeElement === null || activeElement === body)) trigger().focus()
      close()
    }
  }
}
