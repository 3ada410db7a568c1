/** What floats beside its trigger opens once it is there; Esc, a press elsewhere and the focus leaving it close it. */
import { onMounted, ref } from 'vue'
import type { Ref } from 'vue'
import { onAway } from '../../composables/hidden.ts'

export interface Float {
  open: Ref<boolean>
  /** For `interact-outside`: a press on the trigger closes through its own click. */
  outside: (event: Event) => void
  /** For `close-auto-focus`: the focus goes back to the trigger, unless the person has taken it elsewhere. */
  left: (event: Event) => void
}

/** Call in a component's setup. */
export function useFloat(trigger: () => HTMLElement, close: () => void): Float {
  const open = ref(false)
  let leftOtherwise = false
  onMounted(() => (open.value = true))
  onAway(close)

  return {
    open,
    outside(event) {
      const { target } = event as CustomEvent<{ originalEvent: Event }>
      if (target instanceof Node && trigger().contains(target)) event.preventDefault()
      else leftOtherwise = true
    },
    left(event) {
      event.preventDefault()
      if (!leftOtherwise) trigger().focus()
      close()
    }
  }
}
