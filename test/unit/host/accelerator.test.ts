import { describe, expect, it } from 'vitest'
import { matches } from '../../host/parts/accelerator.ts'

const press = (key: string, held: string[] = [], code = '') => ({
  key,
  code,
  control: held.includes('control'),
  shift: held.includes('shift'),
  alt: held.includes('alt'),
  meta: held.includes('meta')
})

describe('a menu’s keys', () => {
  it.each([
    ['CmdOrCtrl+R', press('r', ['control']), 'linux', true],
    ['CmdOrCtrl+R', press('r', ['meta']), 'darwin', true],
    ['CmdOrCtrl+R', press('r', ['control']), 'darwin', false],
    ['CmdOrCtrl+R', press('R', ['control', 'shift']), 'linux', false],
    ['Ctrl+Shift+N', press('N', ['control', 'shift']), 'linux', true],
    ['CmdOrCtrl+1', press('&', ['control'], 'Digit1'), 'linux', true],
    ['CmdOrCtrl+,', press(',', ['control']), 'linux', true],
    ['CmdOrCtrl+Plus', press('+', ['control']), 'linux', true],
    ['F5', press('F5'), 'linux', true],
    ['Alt+F4', press('F4'), 'linux', false]
  ] as const)('%s, pressed as %o on %s: %s', (accelerator, pressed, platform, expected) => {
    expect(matches(accelerator, pressed, platform)).toBe(expected)
  })
})
