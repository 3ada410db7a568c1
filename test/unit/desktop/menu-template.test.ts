import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { menuTemplate, type MenuActions, type MenuState } from '../../../src/main/desktop/menu.ts'
import type { Topic } from '../../../src/shared/models/freshness.ts'

let done: string[] = []
const actions: MenuActions = {
  goTo: (path) => done.push(`go to ${path}`),
  refresh: () => done.push('refresh'),
  switchAccount: (id) => done.push(`switch to ${id}`),
  lockNow: () => done.push('lock'),
  checkForUpdates: () => done.push('check for updates')
}
const account = (n: number, more = {}) => ({
  id: `id-${n}`,
  label: `Account ${n}`,
  current: n === 1,
  signedOut: false,
  ...more
})
const state = (more: Partial<MenuState> = {}): MenuState => ({
  locked: false,
  lockEnabled: false,
  accounts: [account(1), account(2)],
  provider: { topics: ['profile', 'catalogue', 'invoices'] },
  hasPlans: false,
  hasUpdates: false,
  ...more
})

type Item = MenuItemConstructorOptions
const inside = ({ submenu }: Item): Item[] => (Array.isArray(submenu) ? submenu : [])
const top = (given: MenuState, mac = false): Item[] => menuTemplate(given, actions, mac)
const all = (items: Item[]): Item[] => items.flatMap((item) => [item, ...all(inside(item))])
const under = (label: string, given: MenuState): Item[] => inside(top(given).find((item) => item.label === label) ?? {})
const choose = (item: Item | undefined): string[] => {
  done = []
  // @ts-expect-error: what Electron passes is of no interest here
  item?.click?.()
  return done
}

test('lists accounts with their shortcuts and marks the one shown', () => {
  const accounts = under('Accounts', state())
  expect(accounts.map(({ label, type, checked, accelerator }) => [label, type, checked, accelerator])).toEqual([
    ['Account 1', 'radio', true, 'Control+Shift+1'],
    ['Account 2', 'radio', false, 'Control+Shift+2'],
    [undefined, 'separator', undefined, undefined],
    ['Add account…', undefined, undefined, undefined]
  ])
  expect(choose(accounts[1])).toEqual(['switch to id-2'])
  expect(choose(accounts[3])).toEqual(['go to /sign-in?add=1'])
})

test('nine accounts have shortcuts, the same on every system', () => {
  const many = state({ accounts: Array.from({ length: 11 }, (_none, n) => account(n + 1)) })
  const keys = under('Accounts', many).flatMap(({ accelerator }) => accelerator ?? [])
  expect(keys).toHaveLength(9)
  expect(keys.at(-1)).toBe('Control+Shift+9')
})

test('marks none while nobody is signed in, although Electron marks the first radio item', () => {
  const signedOut = state({ accounts: [account(2, { signedOut: true })] })
  expect(under('Accounts', signedOut)[0]).toMatchObject({ label: 'Account 2 (signed out)', type: 'normal' })
  expect(under('Accounts', state({ accounts: [] })).map(({ label }) => label)).toEqual(['Add account…'])
})

test('escapes names', () => {
  const [odd] = under('Accounts', state({ accounts: [account(1, { label: `R&D\uFFFE\u202E\n${'x'.repeat(500)}` })] }))
  expect(odd?.label?.startsWith('R&&D x')).toBe(true)
  expect(odd?.label?.length).toBeLessThanOrEqual(61)
})

test('offers locking with a PIN, by a shortcut of its own', () => {
  const withPin = top(state({ lockEnabled: true }))
  const lock = all(withPin).find(({ label }) => label === 'Lock now')
  expect(lock?.accelerator).toBe('CmdOrCtrl+Shift+L')
  expect(choose(lock)).toEqual(['lock'])
  expect(all(top(state())).map(({ label }) => label)).not.toContain('Lock now')
  const keys = all(withPin).flatMap(({ accelerator }) => accelerator ?? [])
  expect(new Set(keys).size).toBe(keys.length)
})

test.each([true, false])('locked there are only roles: no name, no view, nothing to click (macOS: %s)', (mac) => {
  const items = all(top(state({ locked: true, lockEnabled: true }), mac))
  expect(items.filter((item) => item.click)).toEqual([])
  expect(items.filter((item) => !item.role && !item.submenu && item.type !== 'separator')).toEqual([])
  expect(JSON.stringify(items)).not.toContain('Account')
  expect(items.map(({ role }) => role)).toContain(mac ? 'close' : 'quit')
})

test('views have the same shortcuts as in the page', () => {
  const view = under('View', state())
  const views = view.slice(0, 4)
  expect(views.map(({ accelerator }) => accelerator)).toEqual([1, 2, 3, 4].map((at) => `CmdOrCtrl+${at}`))
  expect(views.flatMap((item) => [...choose(item)])).toEqual([
    'go to /overview',
    'go to /catalogue',
    'go to /invoices',
    'go to /profile'
  ])
})

test('a view that the provider lacks is left out, and the others keep their keys', () => {
  const keys = (topics: readonly Topic[]): unknown[] =>
    under('View', state({ provider: { topics } })).flatMap(({ label, accelerator, role }) =>
      role === undefined && label !== undefined ? [[label, accelerator]] : []
    )
  expect(keys(['invoices'])).toEqual([
    ['Overview', 'CmdOrCtrl+1'],
    ['Invoices', 'CmdOrCtrl+3']
  ])
  expect(keys(['profile', 'catalogue'])).toHaveLength(4)
  const signedOut = under('View', state({ provider: null }))
  expect(signedOut.map(({ label }) => label)).toContain('Catalogue')
})

test('plans are offered, on the fifth key, only where an account in the scope has them', () => {
  const labels = (more: Partial<MenuState>): unknown[] => under('View', state(more)).map(({ label }) => label)
  expect(labels({})).not.toContain('Plans')
  expect(labels({ provider: null })).not.toContain('Plans')
  const plans = under('View', state({ hasPlans: true })).find(({ label }) => label === 'Plans')
  expect(plans?.accelerator).toBe('CmdOrCtrl+5')
  expect(choose(plans)).toEqual(['go to /plans'])
})

test.each([true, false])('About opens the app’s own view, from the menu where its system has it (macOS: %s)', (mac) => {
  const items = top(state(), mac)
  const menu = mac ? items[0] : items.at(-1)
  expect(menu?.role).toBe(mac ? 'appMenu' : 'help')
  const about = inside(menu ?? {}).find(({ label }) => label === 'About Portside')
  expect(choose(about)).toEqual(['go to /about'])
  const labels = all(items).map(({ label }) => label)
  expect(labels.filter((label) => label === 'About Portside')).toHaveLength(1)
  expect(all(items).map(({ role }) => role)).toContain('quit')
})

test.each([true, false])('Help leads to the diagnostics, but not while the app is locked (macOS: %s)', (mac) => {
  const find = (given: MenuState): Item | undefined =>
    all(top(given, mac)).find(({ label }) => label === 'Save diagnostics…')
  expect(choose(find(state()))).toEqual(['go to /diagnostics'])
  expect(find(state({ locked: true }))).toBeUndefined()
})

test('zooms in with and without Shift', () => {
  const keys = all(top(state())).flatMap(({ role, accelerator = 'default', visible = true }) =>
    role === 'zoomIn' ? [[accelerator, visible]] : []
  )
  expect(keys).toEqual([
    ['default', true],
    ['CmdOrCtrl+=', false]
  ])
})

test.each([false, true])('looks for a new version beside About, in a build that can (macOS: %s)', (mac) => {
  const find = (given: MenuState): Item[] => all(top(given, mac)).filter(({ label }) => label === 'Check for updates…')
  expect(find(state())).toEqual([])
  expect(choose(find(state({ hasUpdates: true }))[0])).toEqual(['check for updates'])
  expect(find(state({ hasUpdates: true, locked: true }))).toEqual([])
})
