/** `globalShortcut`: a test presses the keys, and says which ones other programs have. */
import type { GlobalShortcut } from 'electron'
import { needsReady, runtime } from '../runtime.ts'
import { strict } from '../strict.ts'

/** Electron's names of keys that aren't one character (shell/common/keyboard_util.cc), as far as an app may use them. */
const MODIFIERS = /^(?:alt|altgr|option|cmd|command|cmdorctrl|commandorcontrol|control|ctrl|meta|super|shift)$/
const NAMED =
  /^(?:f(?:[1-9]|1\d|2[0-4])|space|tab|capslock|numlock|scrolllock|backspace|delete|insert|return|enter|up|down|left|right|home|end|pageup|pagedown|escape|esc|printscreen|plus|num(?:\d|add|dec|div|mult|sub)|volume(?:up|down|mute)|media(?:nexttrack|previoustrack|stop|playpause))$/

const shortcuts = new Map<string, () => void>()

const onPortal = (): boolean => runtime().switches.get('ozone-platform') === 'wayland'

/** As `StringToAccelerator` (shell/browser/ui/accelerator_util.cc); the key to compare by. */
function parse(accelerator: unknown): string {
  const refuse = (): never => {
    throw new TypeError('Error processing argument at index 0, conversion failure from ' + String(accelerator))
  }
  if (typeof accelerator !== 'string' || !/^[\x20-\x7e]*$/.test(accelerator)) return refuse()
  const tokens = accelerator
    .toLowerCase()
    .split('+')
    .map((token) => token.trim())
    .filter((token) => token !== '')
  const keys = tokens.filter((token) => !MODIFIERS.test(token))
  const key = keys.at(-1)
  if (key === undefined || (key.length > 1 && !NAMED.test(key))) return refuse()
  return [...new Set(tokens.filter((token) => MODIFIERS.test(token)))].toSorted().concat(key).join('+')
}

function needsReadyApp(): void {
  if (!runtime().ready) throw new Error('globalShortcut cannot be used before the app is ready')
}

export const globalShortcut = strict('globalShortcut', {
  register(accelerator: string, callback: () => void): boolean {
    needsReadyApp()
    const name = parse(accelerator)
    if (typeof callback !== 'function') throw new TypeError('Error processing argument at index 1')
    const { takenShortcuts, shortcutPortal } = runtime()
    // The portal only takes the request, and answers later.
    if (onPortal() ? !shortcutPortal : shortcuts.has(name) || takenShortcuts.has(name)) return false
    shortcuts.set(name, callback)
    return true
  },
  /** Does nothing under Wayland: Electron knows the portal's shortcuts by another map. */
  unregister(accelerator: string): void {
    needsReadyApp()
    const name = parse(accelerator)
    if (!onPortal()) shortcuts.delete(name)
  }
} satisfies Pick<GlobalShortcut, 'register' | 'unregister'>)

/** Another program has the shortcut, from now on. Not part of Electron. */
export const takeShortcut = (accelerator: string): void => void runtime().takenShortcuts.add(parse(accelerator))

/** The user presses the keys in any program. Not part of Electron. @returns false if they are not the app's */
export function pressShortcut(accelerator: string): boolean {
  needsReady('globalShortcut')
  const callback = shortcuts.get(parse(accelerator))
  callback?.()
  return callback !== undefined
}
