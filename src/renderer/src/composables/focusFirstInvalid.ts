/** Where a form says first that something can't be used. */
import { nextTick } from 'vue'

/** Puts the cursor there, once it is said, and unfolds what it is in. */
export async function focusWrong(form: HTMLElement | null): Promise<void> {
  await nextTick()
  const field = form?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
  const folded = field?.closest('details')
  if (folded) folded.open = true
  field?.focus()
  // A choice has no text to select.
  if (field instanceof HTMLInputElement) field.select()
}
