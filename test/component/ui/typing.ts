/**
 * Fills in forms from inside the page, with the events of a real input. The test's driver takes ten times as long, so each form uses
 * the driver in one test only.
 */

/** Ends when the page has had its turn. */
const turn = (): Promise<void> =>
  new Promise((ended) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      ended()
    }
    port2.postMessage(null)
  })

/** Types `text` over what the field has. Only where a person could. */
export async function fill(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  if (!field.checkVisibility() || field.matches(':disabled, :read-only'))
    throw new Error(`no typing into ${field.name}`)
  field.focus()
  if (field.type === 'time') {
    // Its parts are typed one by one.
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else {
    field.select()
    document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  }
  await turn()
}

/** Chooses the option of this value or text. Only where a person could. */
export async function pick(select: HTMLSelectElement, value: string): Promise<void> {
  const option = [...select.options].find((one) => one.value === value || one.text === value)
  if (!option || option.disabled || !select.checkVisibility() || select.matches(':disabled'))
    throw new Error(`no choosing ${value} of ${select.name}`)
  option.selected = true
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await turn()
}
