/** All shortcuts, as written on a keyboard. shortcuts.ts handles the keys. */
import { MODIFIERS, type Modifier } from '../../../shared/models/accelerator.ts'

/** [Windows and Linux, macOS]; `#` stands for a number. */
const SHORTCUTS = {
  commands: ['Ctrl+K', '⌘K'],
  overview: ['Ctrl+1', '⌘1'],
  catalogue: ['Ctrl+2', '⌘2'],
  invoices: ['Ctrl+3', '⌘3'],
  profile: ['Ctrl+4', '⌘4'],
  settings: ['Ctrl+,', '⌘,'],
  account: ['Ctrl+Shift+#', '⌃⇧#'],
  search: ['/', '/'],
  panes: ['F6', 'F6'],
  back: ['Alt+←', '⌘['],
  forward: ['Alt+→', '⌘]'],
  refresh: ['Ctrl+R', '⌘R'],
  lock: ['Ctrl+Shift+L', '⇧⌘L'],
  zoomIn: ['Ctrl++', '⌘+'],
  zoomOut: ['Ctrl+−', '⌘−'],
  zoomReset: ['Ctrl+0', '⌘0'],
  menu: ['Shift+F10', '⇧F10'],
  several: ['Shift+↓', '⇧↓'],
  close: ['Esc', 'Esc'],
  shortcuts: ['?', '?']
} as const

export type ShortcutName = keyof typeof SHORTCUTS
export const SHORTCUT_NAMES = Object.keys(SHORTCUTS) as ShortcutName[]

export const shortcutKeys = (name: ShortcutName, platform: string, number = '1–9'): string =>
  SHORTCUTS[name][platform === 'darwin' ? 1 : 0].replace('#', number)

/** Of a `Modifier`, in the order of MODIFIERS, which is Apple's order, too. */
const MODIFIER_KEYS = {
  darwin: { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' },
  win32: { Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Meta: 'Win' },
  linux: { Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Meta: 'Super' }
} as const satisfies Record<string, Record<Modifier, string>>

const KEY_NAMES: Partial<Record<string, string>> = { PageUp: 'Page Up', PageDown: 'Page Down' }

/** The global shortcut, or the modifiers that are held so far. @param key null: none yet */
export function acceleratorKeys(modifiers: readonly Modifier[], key: string | null, platform: string): string {
  const names = MODIFIER_KEYS[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  const parts = MODIFIERS.filter((one) => modifiers.includes(one)).map((one) => names[one])
  const last = key === null ? '…' : (KEY_NAMES[key] ?? key)
  return [...parts, last].join(platform === 'darwin' ? '' : '+')
}
