/**
 * A shortcut that works in every program, in Electron's notation and in a fixed order, such as `Ctrl+Alt+K`. Electron's own grammar
 * also takes single letters and what every program uses, such as Ctrl+C.
 */

/** As written, first to last. Meta is the Command, Windows or Super key. */
export const MODIFIERS = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const
export type Modifier = (typeof MODIFIERS)[number]

export interface Accelerator {
  modifiers: readonly Modifier[]
  key: string
}

/** 'modifiers': too few. 'key': it can't be part of a shortcut. 'reserved': the system or the app uses it. */
export type AcceleratorProblem = 'modifiers' | 'key' | 'reserved'

/** Keys that are in the same place on every layout, or that Electron finds by their letter. */
const KEY = /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space|Insert|Home|End|PageUp|PageDown)$/
const FUNCTION_KEY = /^F\d/

/** Each is taken from the system or the app on at least one system. */
const RESERVED =
  /^(?:Alt\+F4|Ctrl\+Alt\+F(?:[1-9]|1[0-2])|Shift\+Meta\+[345Q]|Ctrl\+Meta\+Q|(?:Ctrl\+Shift|Shift\+Meta)\+L|Ctrl\+Shift\+[1-9])$/

export const writeAccelerator = ({ modifiers, key }: Accelerator): string =>
  [...MODIFIERS.filter((one) => modifiers.includes(one)), key].join('+')

/** One modifier with a letter is what programs use themselves, so it takes two, or one with a function key. Shift alone types. */
export function acceleratorProblem(accelerator: Accelerator): AcceleratorProblem | null {
  const { modifiers, key } = accelerator
  if (!KEY.test(key)) return 'key'
  const least = FUNCTION_KEY.test(key) ? 1 : 2
  if (modifiers.length < least || modifiers.every((one) => one === 'Shift')) return 'modifiers'
  return RESERVED.test(writeAccelerator(accelerator)) ? 'reserved' : null
}

/** In characters. */
const LONGEST = 40

/** @returns null unless the text is in the fixed order and has no problem */
export function parseAccelerator(text: string): Accelerator | null {
  if (text.length > LONGEST) return null
  const parts = text.split('+')
  const key = parts.at(-1) ?? ''
  const modifiers = MODIFIERS.filter((one) => parts.includes(one))
  const accelerator = { modifiers, key }
  return writeAccelerator(accelerator) === text && acceleratorProblem(accelerator) === null ? accelerator : null
}

export const isAcceleratorOrNull = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && parseAccelerator(value) !== null)
