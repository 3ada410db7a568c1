/** Moves the focus into a view that was navigated to. Without it the focus is lost with the former view, unannounced. */
import { nextTick, watch } from 'vue'
import { useRoute } from 'vue-router'

/**
 * Focuses the view's list, or its heading if there is none yet. A record that opens within a view is no navigation here, and
 * the first view of a launch takes no focus. Call in the setup of the app.
 */
export function useViewFocus(): void {
  const route = useRoute()
  watch(
    () => route.matched[0]?.components?.['default'],
    async (_, before) => {
      if (!before) return
      await nextTick()
      const main = document.querySelector('main')
      // A form has focused its first field.
      if (!main || (main !== document.activeElement && main.contains(document.activeElement))) return
      const list = main.querySelector<HTMLElement>('[role="listbox"], [role="grid"]')
      // In a narrow window an open record hides the list.
      const target = list?.checkVisibility() ? list : main.querySelector<HTMLElement>('h1')
      target?.focus()
    }
  )
}

/** For a list that arrives after its view: nothing else has been focused meanwhile. */
export const awaitsList = (): boolean => document.activeElement?.matches('main, main h1') ?? false
