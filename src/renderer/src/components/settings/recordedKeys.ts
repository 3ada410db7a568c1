/** A key press as the parts of a global shortcut. */
import type { Accelerator, Modifier } from '../../../../shared/models/accelerator.ts'

export function modifiersOf({ ctrlKey, altKey, shiftKey, metaKey }: KeyboardEvent): Modifier[] {
  const held = { Ctrl: ctrlKey, Alt: altKey, Shift: shiftKey, Meta: metaKey }
  return (Object.keys(held) as Modifier[]).filter((one) => held[one])
}

const MODIFIER_KEYS = ['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'OS', 'CapsLock', 'Fn', 'Dead', 'Process']

/** A modifier alone, of which nothing follows yet. */
export const isModifierKey = ({ key }: KeyboardEvent): boolean => MODIFIER_KEYS.includes(key)

/**
 * Electron finds a letter by the layout on Windows and Linux, and by its place on a US keyboard on macOS (docs/electron-tray.md).
 * So letters go by `key` there, and by `code` here. A layout without Latin letters has them in the US places, and so have digits:
 * Shift changes their `key`, and some layouts have them with Shift only. Alt Gr types characters, so it makes no shortcut.
 */
export function acceleratorOf(event: KeyboardEvent, platform: string): Accelerator {
  const { key, code } = event
  const modifiers = modifiersOf(event)
  if (event.getModifierState('AltGraph')) return { modifiers, key: '' }
  if (platform !== 'darwin' && /^[a-z]$/i.test(key)) return { modifiers, key: key.toUpperCase() }
  return { modifiers, key: code.replace(/^(?:Key|Digit)/, '') }
}
