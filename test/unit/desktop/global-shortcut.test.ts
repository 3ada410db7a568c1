/** When the global shortcut is registered, and what its state says. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GlobalShortcut } from '../../../src/main/desktop/global-shortcut.ts'

const system = vi.hoisted(() => ({
  calls: [] as string[],
  /** Registered: what the system calls when it is pressed. */
  callbacks: new Map<string, () => void>(),
  refuses: false
}))
vi.mock('electron', () => ({
  globalShortcut: {
    register(accelerator: string, callback: () => void) {
      system.calls.push(`register ${accelerator}`)
      if (!system.refuses) system.callbacks.set(accelerator, callback)
      return !system.refuses
    },
    unregister(accelerator: string) {
      system.calls.push(`unregister ${accelerator}`)
      system.callbacks.delete(accelerator)
    }
  }
}))

let accelerator: string | null
let pressed: number
let changed: number
let shortcut: GlobalShortcut
const start = (usesPortal = false): void => {
  shortcut = new GlobalShortcut({
    accelerator: () => accelerator,
    usesPortal,
    pressed: () => (pressed += 1),
    changed: () => (changed += 1)
  })
}
const press = (keys: string): void => system.callbacks.get(keys)?.()
const set = (keys: string | null): void => {
  accelerator = keys
  shortcut.update()
}

beforeEach(() => {
  system.calls = []
  system.callbacks.clear()
  system.refuses = false
  accelerator = null
  pressed = 0
  changed = 0
  start()
})

test('nothing is registered without one, nor before the first update', () => {
  accelerator = 'Ctrl+Alt+K'
  expect(system.calls).toEqual([])
  set(null)
  expect([system.calls, shortcut.state, changed]).toEqual([[], 'off', 0])
})

test('another one takes its place, and none takes it away', () => {
  set('Ctrl+Alt+K')
  shortcut.update()
  press('Ctrl+Alt+K')
  expect([shortcut.state, pressed, changed]).toEqual(['registered', 1, 1])
  set('Ctrl+Alt+J')
  set(null)
  expect([shortcut.state, changed]).toEqual(['off', 2])
  expect(system.calls).toEqual([
    'register Ctrl+Alt+K',
    'unregister Ctrl+Alt+K',
    'register Ctrl+Alt+J',
    'unregister Ctrl+Alt+J'
  ])
})

test('one that another program has is taken, until it is free', () => {
  system.refuses = true
  set('Ctrl+Alt+K')
  expect(shortcut.state).toBe('taken')
  system.refuses = false
  shortcut.update()
  expect(shortcut.state).toBe('registered')
})

describe('while another one is recorded', () => {
  test('it is not registered, whatever is set', () => {
    set('Ctrl+Alt+K')
    shortcut.pause()
    press('Ctrl+Alt+K')
    set('Ctrl+Alt+J')
    expect([pressed, system.callbacks.size]).toEqual([0, 0])
    shortcut.resume()
    expect([...system.callbacks.keys()]).toEqual(['Ctrl+Alt+J'])
    shortcut.resume()
    expect(system.calls).toHaveLength(3)
  })

  test('the state stays', () => {
    set('Ctrl+Alt+K')
    shortcut.pause()
    expect([shortcut.state, changed]).toEqual(['registered', 1])
  })
})

test('the end takes it away for good', () => {
  set('Ctrl+Alt+K')
  shortcut.pause()
  shortcut.stop()
  shortcut.resume()
  set('Ctrl+Alt+J')
  expect(system.callbacks.size).toBe(0)
})

describe('through the portal', () => {
  beforeEach(() => start(true))

  test('a shortcut is requested once and never taken back, but does nothing once it isn’t set', () => {
    set('Ctrl+Alt+K')
    expect(shortcut.state).toBe('requested')
    set('Ctrl+Alt+J')
    press('Ctrl+Alt+K')
    expect(pressed).toBe(0)
    press('Ctrl+Alt+J')
    expect(pressed).toBe(1)
    set('Ctrl+Alt+K')
    press('Ctrl+Alt+K')
    expect(pressed).toBe(2)
    shortcut.pause()
    press('Ctrl+Alt+K')
    shortcut.resume()
    set(null)
    press('Ctrl+Alt+K')
    expect([pressed, shortcut.state]).toEqual([2, 'off'])
    expect(system.calls).toEqual(['register Ctrl+Alt+K', 'register Ctrl+Alt+J'])
  })

  test('without one, it says so', () => {
    system.refuses = true
    set('Ctrl+Alt+K')
    expect(shortcut.state).toBe('unsupported')
  })
})
