/** Where the focus goes: into a new view, along a row of buttons, to the first invalid field. */
import { nextTick, watch } from 'vue'
import { useRoute } from 'vue-router'

/**
 * Focuses the list of a view after navigation, or its heading if there is no list yet. Without this, the focus is lost with
 * the former view and screen readers announce nothing. Skips the first view of a launch and records that open within a view.
 * Call in the setup of the app.
 */
export function useViewFocus(): void {
  const route = useRoute()
  watch(
    () => route.matched[0]?.components?.['default'],
    async (_, before) => {
      if (!before) return
      await nextTick()
      const main = document.querySelector('main')
      // A form may have focused its first field.
      if (!main || (main !== document.activeElement && main.contains(document.activeElement))) return
      const list = main.querySelector<HTMLElement>('[role="listbox"], [role="grid"]')
      // In a narrow window an open record hides the list.
      const target = list?.checkVisibility() ? list : main.querySelector<HTMLElement>('h1')
      target?.focus()
    }
  )
}

/** Whether a list that arrives after its view may take the focus. */
export const isViewFocusPending = (): boolean => document.activeElement?.matches('main, main h1') ?? false

/** Roving focus among the buttons of a toolbar. @returns whether the key was handled */
export function moveRovingFocus(event: KeyboardEvent): boolean {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const last = buttons.length - 1
  const targets: Record<string, number> = {
    ArrowLeft: Math.max(at - 1, 0),
    ArrowRight: Math.min(at + 1, last),
    Home: 0,
    End: last
  }
  const target = targets[event.key]
  if (target === undefined) return false
  buttons[target]?.focus()
  event.preventDefault()
  return true
}

/** Focuses the first invalid field of a form, and opens the <details> around it. */
export async function focusFirstInvalid(form: HTMLElement | null): Promise<void> {
  await nextTick()
  const field = form?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
  const details = field?.closest('details')
  if (details) details.open = true
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}
