/** Buttons in a row of which Tab reaches one: the keys that go from one to the next. */

/**
 * Moves the focus among the buttons within what listens.
 * @returns whether it was a key that does so; nothing else is to become of it then
 */
export function rove(event: KeyboardEvent): boolean {
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
