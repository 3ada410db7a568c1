/** A global shortcut as it is pressed, and as it is written on a keyboard. */
import { nameKeys } from '../../ui/palette/shortcutKeys.ts'
import { MODIFIERS, type Accelerator, type Modifier } from '../../../../shared/models/accelerator.ts'

export function modifiersOf({ ctrlKey, altKey, shiftKey, metaKey }: KeyboardEvent): Modifier[] {
  const held = { Ctrl: ctrlKey, Alt: altKey, Shift: shiftKey, Meta: metaKey }
  return (Object.keys(held) as Modifier[]).filter((one) => held[one])
}

const MODIFIERS_ALONE = ['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'OS', 'CapsLock', 'Fn', 'Dead', 'Process']

/** A modifier alone, of which nothing follows yet. */
export const isModifierKey = ({ key }: KeyboardEvent): boolean => MODIFIERS_ALONE.includes(key)

/**
 * Electron finds a letter by the layout on Windows and Linux, and by its place on a US keyboard on macOS (Chromium's
 * global_accelerator_listener_win.cc, …_x11.cc, …_mac.mm).
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

/** Of a `Modifier`, in the order of MODIFIERS, which is Apple's order, too. */
const MODIFIER_NAMES = {
  darwin: { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' },
  win32: { Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Meta: 'Win' },
  linux: { Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Meta: 'Super' }
} as const satisfies Record<string, Record<Modifier, string>>

const KEY_NAMES: Partial<Record<string, string>> = { PageUp: 'Page Up', PageDown: 'Page Down' }

/** The global shortcut, or the modifiers that are held so far. @param key null: none yet */
export function acceleratorKeys(modifiers: readonly Modifier[], key: string | null, platform: string): string {
  const names = MODIFIER_NAMES[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  const parts = MODIFIERS.filter((one) => modifiers.includes(one)).map((one) => names[one])
  const last = key === null ? '…' : (KEY_NAMES[key] ?? key)
  return nameKeys([...parts, last].join(platform === 'darwin' ? '' : '+'))
}
