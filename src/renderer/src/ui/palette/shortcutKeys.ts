/** All shortcuts, as written on a keyboard. shortcuts.ts handles the keys. */
import { t } from '../../i18n.ts'

/** [Windows and Linux, macOS]; `#` stands for a number. */
const SHORTCUTS = {
  commands: ['Ctrl+K', '⌘K'],
  overview: ['Ctrl+1', '⌘1'],
  catalogue: ['Ctrl+2', '⌘2'],
  invoices: ['Ctrl+3', '⌘3'],
  profile: ['Ctrl+4', '⌘4'],
  plans: ['Ctrl+5', '⌘5'],
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

/** As on the reader’s keyboard: a German one has Strg. */
export const nameKeys = (keys: string): string =>
  keys
    .replace('Ctrl', t('ui.common.key.control'))
    .replace('Shift', t('ui.common.key.shift'))
    .replace('Esc', t('ui.common.key.escape'))

export const shortcutKeys = (name: ShortcutName, platform: string, number = '1–9'): string =>
  nameKeys(SHORTCUTS[name][platform === 'darwin' ? 1 : 0].replace('#', number))
