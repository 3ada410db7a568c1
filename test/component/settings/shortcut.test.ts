/** The global shortcut is recorded by pressing it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Desktop, ShortcutState } from '../../../src/shared/models/desktop.ts'
import type { Settings } from '../../../src/shared/models/settings.ts'
import { bridge, settings } from '../ui/shell/bridge.ts'
import { axeFindings, button, openPage } from '../ui/shell/page.ts'
import { says, section, select } from './sections.ts'

const DESKTOP: Desktop = { tray: true, startsWithSystem: false, notifications: 'supported', shortcut: 'off' }

const recorder = (): HTMLButtonElement => document.querySelector('button[name="globalShortcut"]')!
const shown = (): string => recorder().textContent.trim()
const changes = (): unknown[] => bridge.asked('app.changeSettings')
const pauses = (): unknown[] => bridge.asked('app.pauseShortcut').map((one) => (one as { paused: boolean }).paused)
const status = (): string =>
  [...(section('Advanced')?.querySelectorAll(':scope > div > [role="status"]') ?? [])]
    .map((one) => one.textContent)
    .join('')

/** Main takes what is sent. */
function save(part: Partial<Settings>): void {
  bridge.answer('app.changeSettings', { ...settings, ...part })
}
async function open(part: Partial<Settings> = {}, shortcut: ShortcutState = 'off', platform = 'linux'): Promise<void> {
  bridge.answer('app.desktop', { ...DESKTOP, shortcut })
  bridge.answer('app.settings', { ...settings, ...part })
  save(part)
  bridge.answer('app.info', {
    version: '1.2.3',
    platform,
    dataFolder: '/data',
    locale: 'en-GB',
    languages: ['en'],
    sample: 'good'
  })
  await openPage('/settings#advanced')
  await expect.poll(() => section('Advanced')).not.toBe(null)
}
async function record(): Promise<void> {
  await userEvent.click(recorder())
  await expect.poll(shown).toBe('Press keys…')
}
/** As a keyboard with another layout, or on another system, sends it. */
function press(key: string, code: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more })
  recorder().dispatchEvent(event)
  return event
}

beforeEach(() => {
  save({})
})

test('it is off at first, and becomes the keys that are pressed', async () => {
  await open()
  expect(shown()).toBe('Set a shortcut…')
  expect(recorder().ariaLabel).toBe('Global shortcut: Set a shortcut…')
  expect(says('Advanced')).toContain('Shows or hides Portside from any program.')
  expect(pauses()).toEqual([])
  await record()
  await expect.poll(pauses).toEqual([true])
  expect(await axeFindings(section('Advanced'))).toEqual([])
  await userEvent.keyboard('{Control>}{Alt>}')
  await expect.poll(shown).toBe('Ctrl+Alt+…')
  save({ globalShortcut: 'Ctrl+Alt+K' })
  await userEvent.keyboard('k{/Alt}{/Control}')
  await expect.poll(changes).toEqual([{ globalShortcut: 'Ctrl+Alt+K' }])
  await expect.poll(shown).toBe('Ctrl+Alt+K')
  await expect.poll(pauses).toEqual([true, false])
  await expect.poll(status).toContain('The shortcut is Ctrl+Alt+K.')
  expect(document.activeElement).toBe(recorder())
  expect(await axeFindings(section('Advanced'))).toEqual([])
})

describe('by keyboard alone', () => {
  test.each(['{Enter}', ' '])('%j starts it, and Esc leaves everything as it was', async (key) => {
    await open({ globalShortcut: 'Ctrl+Alt+K' })
    recorder().focus()
    await userEvent.keyboard(key)
    await expect.poll(shown).toBe('Press keys…')
    await userEvent.keyboard('{Escape}')
    await expect.poll(shown).toBe('Ctrl+Alt+K')
    expect(status()).toContain('Nothing changed.')
    expect(document.querySelector('h1')?.textContent).toBe('Settings')
    expect(changes()).toEqual([])
  })

  test('Backspace removes it', async () => {
    await open({ globalShortcut: 'Ctrl+Alt+K' })
    await record()
    save({ globalShortcut: null })
    await userEvent.keyboard('{Backspace}')
    await expect.poll(changes).toEqual([{ globalShortcut: null }])
    await expect.poll(shown).toBe('Set a shortcut…')
    expect(status()).toContain('The shortcut was removed.')
  })

  test('Tab leaves it, and the shortcut works again', async () => {
    await open()
    await record()
    await userEvent.keyboard('{Tab}')
    await expect.poll(shown).toBe('Set a shortcut…')
    expect(document.activeElement).not.toBe(recorder())
    await expect.poll(pauses).toEqual([true, false])
  })
})

test('its button removes it, and the focus stays at the field', async () => {
  await open({ globalShortcut: 'Ctrl+Alt+K' })
  save({ globalShortcut: null })
  await userEvent.click(button('Remove the shortcut'))
  await expect.poll(changes).toEqual([{ globalShortcut: null }])
  await expect.poll(() => document.activeElement === recorder()).toBe(true)
})

test.each([
  ['k', 'Hold at least two of these keys: Ctrl, Alt, Shift, Super.'],
  ['{Control>}k{/Control}', 'Hold at least two'],
  ['{Shift>}{F5}{/Shift}', 'Hold at least two'],
  ['{Enter}', 'Use a letter, a digit, a function key or Space.'],
  ['{Alt>}{F4}{/Alt}', 'Your system or Portside already uses Alt+F4.'],
  ['{Control>}{Shift>}l{/Shift}{/Control}', 'already uses Ctrl+Shift+L.']
])('%s is not taken, and the page says what is', async (keys, words) => {
  await open()
  await record()
  await userEvent.keyboard(keys)
  await expect.poll(() => says('Advanced')).toContain(words)
  expect(status()).toContain(words)
  expect(changes()).toEqual([])
  expect(shown()).toBe('Press keys…')
  // No shortcut of the page itself was run.
  expect(document.querySelector('[role="dialog"]')).toBe(null)
})

describe('layouts', () => {
  const ALT = { ctrlKey: true, altKey: true }
  test.each<[string, string, string, string, KeyboardEventInit, string]>([
    ['a letter goes by what it types', 'linux', 'a', 'KeyQ', ALT, 'Ctrl+Alt+A'],
    ['on macOS, a letter goes by its place', 'darwin', 'å', 'KeyQ', ALT, 'Ctrl+Alt+Q'],
    ['a layout without Latin letters has them in their places', 'win32', 'л', 'KeyK', ALT, 'Ctrl+Alt+K'],
    ['a digit goes by its place', 'linux', '&', 'Digit1', ALT, 'Ctrl+Alt+1'],
    ['Space', 'linux', ' ', 'Space', ALT, 'Ctrl+Alt+Space'],
    ['the Windows key', 'win32', 'k', 'KeyK', { metaKey: true, shiftKey: true }, 'Shift+Meta+K']
  ])('%s', async (_name, platform, key, code, held, globalShortcut) => {
    await open({}, 'off', platform)
    await record()
    save({ globalShortcut })
    expect(press(key, code, held).defaultPrevented).toBe(true)
    await expect.poll(changes).toEqual([{ globalShortcut }])
  })

  test('Alt Gr types characters', async () => {
    await open()
    await record()
    press('€', 'KeyE', { ...ALT, modifierAltGraph: true })
    await expect.poll(() => says('Advanced')).toContain('Use a letter')
    expect(changes()).toEqual([])
  })

  test.each([
    ['linux', 'Ctrl+Alt+Super+Page Up'],
    ['win32', 'Ctrl+Alt+Win+Page Up'],
    ['darwin', '⌃⌥⌘Page Up']
  ])('on %s the keys have its names', async (platform, text) => {
    await open({ globalShortcut: 'Ctrl+Alt+Meta+PageUp' }, 'registered', platform)
    expect(shown()).toBe(text)
  })
})

test.each<[ShortcutState, string]>([
  ['taken', 'Ctrl+Alt+K belongs to another program or to your system'],
  ['requested', 'Your desktop decides whether Ctrl+Alt+K works'],
  ['unsupported', 'This desktop doesn’t give programs shortcuts.']
])('a shortcut that is %s is said plainly', async (state, words) => {
  await open({ globalShortcut: 'Ctrl+Alt+K' }, state)
  expect(says('Advanced')).toContain(words)
  expect(await axeFindings(section('Advanced'))).toEqual([])
  bridge.answer('app.desktop', { ...DESKTOP, shortcut: 'registered' })
  bridge.emit('desktop')
  await expect.poll(() => says('Advanced')).not.toContain(words)
})

test('a page that is left while it records gives the shortcut back', async () => {
  await open()
  await record()
  location.hash = '#/profile'
  await expect.poll(pauses).toEqual([true, false])
})

describe('beside the menu bar icon', () => {
  test('macOS shows what is chosen', async () => {
    await open({}, 'off', 'darwin')
    expect([...select('trayTitle').options].map(({ text }) => text)).toEqual([
      'Nothing',
      'Number of open invoices',
      'Open amount'
    ])
    save({ trayTitle: 'amount' })
    await userEvent.selectOptions(select('trayTitle'), 'amount')
    await expect.poll(changes).toEqual([{ trayTitle: 'amount' }])
    await expect.poll(() => says('Notifications and tray')).toContain('It is hidden while Portside is locked.')
  })

  test.each(['linux', 'win32'])('%s has no such place', async (platform) => {
    await open({}, 'off', platform)
    expect(select('trayTitle')).toBe(null)
  })
})
