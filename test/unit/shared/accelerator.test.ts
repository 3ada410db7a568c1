/** Which keys can be the global shortcut. Electron takes more. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceleratorProblem,
  isAcceleratorOrNull,
  MODIFIERS,
  parseAccelerator,
  writeAccelerator
} from '../../../src/shared/models/accelerator.ts'

test.each(['Ctrl+Alt+K', 'Ctrl+Shift+Space', 'Alt+Shift+0', 'Ctrl+F5', 'Meta+F24', 'Ctrl+Alt+Shift+Meta+PageUp'])(
  '%s is one',
  (text) => {
    const parsed = parseAccelerator(text)
    expect(parsed && writeAccelerator(parsed)).toBe(text)
  }
)

test.each([
  ...['K', 'F5', 'Shift+F5', 'Shift+K', 'Ctrl+C', 'Alt+F', 'Meta+Q', 'Alt+Space'],
  ...['Alt+F4', 'Ctrl+Alt+Delete', 'Ctrl+Alt+F1', 'Shift+Meta+4', 'Ctrl+Shift+1', 'Ctrl+Shift+L', 'Ctrl+Meta+Q'],
  ...['Ctrl+Alt+Tab', 'Ctrl+Alt+Escape', 'Ctrl+Alt+Enter', 'Ctrl+Alt+F25', 'Ctrl+Alt+F0', 'Ctrl+Alt+é', 'Ctrl+Alt++'],
  ...['Alt+Ctrl+K', 'Ctrl+Ctrl+Alt+K', 'ctrl+alt+K', 'Ctrl+Alt+k', 'Ctrl + Alt + K', 'CmdOrCtrl+Alt+K', 'Ctrl+Alt', ''],
  ...['Ctrl+Alt+K+J', 'Ctrl+Alt+K\n', 'Super+Alt+K', `Ctrl+Alt+${'K'.repeat(1000)}`]
])('%j is none', (text) => {
  expect(parseAccelerator(text)).toBe(null)
  expect(isAcceleratorOrNull(text)).toBe(false)
})

test.each([undefined, 5, {}, ['Ctrl+Alt+K'], true])('%j is none', (value) => {
  expect(isAcceleratorOrNull(value)).toBe(false)
})

test('null is no shortcut, and valid', () => {
  expect(isAcceleratorOrNull(null)).toBe(true)
})

describe('a problem', () => {
  test.each([
    [['Ctrl', 'Alt'], 'Escape', 'key'],
    [['Ctrl'], '', 'key'],
    [[], 'K', 'modifiers'],
    [['Shift'], 'F7', 'modifiers'],
    [['Ctrl'], 'K', 'modifiers'],
    [['Alt'], 'F4', 'reserved'],
    [['Meta', 'Shift'], '3', 'reserved'],
    [['Alt', 'Ctrl'], 'K', null]
  ] as const)('of %j with %j: %s', (modifiers, key, problem) => {
    expect(acceleratorProblem({ modifiers, key })).toBe(problem)
  })
})

test('whatever text comes, what is taken is written in one way', () => {
  const part = fc.oneof(fc.constantFrom(...MODIFIERS, 'K', 'F4', 'Space', '1', ''), fc.string({ maxLength: 3 }))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const text = parts.join('+')
      const parsed = parseAccelerator(text)
      if (parsed) expect(writeAccelerator(parsed)).toBe(text)
    })
  )
})
