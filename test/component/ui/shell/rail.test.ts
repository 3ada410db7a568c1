/** The rail with or without labels, its badges, and the accounts in it and by their keys: the section stays with each. */
import { beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { fresh, bridge, line, online, opened, settings } from './bridge.ts'
import { axeFindings, button, openPage, path } from './page.ts'
import { useInvoices } from '../../../../src/renderer/src/features/invoices/stores/invoices.ts'
import { useProfile } from '../../../../src/renderer/src/features/accounts/profile/profile.ts'

const ada = line()
const bob = line({ id: 'b', label: 'Bob Stone', email: 'bob@example.com', addedAt: '2026-02-01T00:00:00Z' })
const out = line({ id: 'c', label: 'carol@example.org', addedAt: '2026-03-01T00:00:00Z' }, 'signedOut')
const many = Array.from({ length: 12 }, (_, n) =>
  line({ id: `m${n}`, label: `Account ${n + 1}`, addedAt: `2026-04-${10 + n}T00:00:00Z` })
)

beforeEach(() => {
  bridge.answer('session.state', opened([ada, bob, out]))
  bridge.answer('accounts.show', opened([ada, bob, out], 1))
})

const open = async (at: string): Promise<void> => {
  await openPage(at)
  await expect.poll(() => avatars().length).toBeGreaterThan(0)
}
const group = (): Element | null => document.querySelector('[role="group"][aria-label="Accounts"]')
const avatars = (): HTMLButtonElement[] => [...(group()?.querySelectorAll('button') ?? [])]
const names = (): (string | null)[] => avatars().map((one) => one.ariaLabel)
const current = (): (string | null)[] => avatars().map((one) => one.getAttribute('aria-current'))

const links = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('nav a.link')]
const labels = (): string[] => links().map((one) => one.querySelector('.label')?.textContent ?? '')
const railWidth = (): number => document.querySelector('nav')?.getBoundingClientRect().width ?? 0
const badges = (): string[] => links().map((one) => one.querySelector('.badge')?.textContent ?? '')

test('the rail has labels, becomes icons by choice, and labels again', async () => {
  await open('/profile')
  expect(labels()).toEqual(['Overview', 'Catalogue', 'Invoices', 'Profile', 'Settings'])
  expect(railWidth()).toBe(200)
  bridge.answer('app.changeSettings', { ...settings, railCollapsed: true })
  button('Show icons only').click()
  await expect.poll(railWidth).toBe(56)
  expect(bridge.asked('app.changeSettings')).toEqual([{ railCollapsed: true }])
  expect(labels()).toEqual(['', '', '', '', ''])
  expect(links().map((one) => one.ariaLabel)).toEqual(['Overview', 'Catalogue', 'Invoices', 'Profile', 'Settings'])
  expect(links()[1]?.closest('.anchor')?.querySelector('.tip')?.textContent).toBe('Catalogue (Ctrl+2)')
  expect(await axeFindings()).toEqual([])
  bridge.answer('app.changeSettings', { ...settings, railCollapsed: false })
  button('Show labels').click()
  await expect.poll(railWidth).toBe(200)
  expect(bridge.asked('app.changeSettings').at(-1)).toEqual({ railCollapsed: false })
})

test('below 900 px the rail is icons whatever was chosen, and offers no choice', async () => {
  await browser.viewport(899, 600)
  await open('/profile')
  await expect.poll(railWidth).toBe(56)
  expect(() => button('Show labels')).toThrow()
  await browser.viewport(900, 600)
  await expect.poll(railWidth).toBe(200)
  expect(bridge.asked('app.changeSettings')).toEqual([])
})

test.each([false, true])(
  'open invoices and unseen changes are counted beside their views, collapsed: %s',
  async (railCollapsed) => {
    bridge.answer('app.settings', { ...settings, railCollapsed })
    bridge.answer('app.status', { ...online, openInvoices: 3, unseenChanges: 120 })
    await open('/profile')
    await expect.poll(badges).toEqual(['', '99+', '3', '', ''])
    expect(links()[2]?.ariaDescription).toBe('3 to pay')
    bridge.answer('app.status', { ...online, openInvoices: 0 })
    bridge.emit('status')
    await expect.poll(badges).toEqual(['', '', '', '', ''])
    expect(links()[2]?.ariaDescription).toBe(null)
  }
)

test('an account is added below the others', async () => {
  await open('/profile')
  const add = document.querySelector<HTMLElement>('nav a[aria-label="Add account"]')
  expect(add && avatars().at(-1)?.compareDocumentPosition(add)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  add?.click()
  await expect.poll(path).toBe('/sign-in?add=1')
})

test('a company’s initials are not those of its legal form', async () => {
  const names = ['Keller Market Research GmbH', 'Müller AG & Co. KG', 'AG Weser']
  bridge.answer('session.state', opened(names.map((label, at) => line({ id: `c${at}`, label }))))
  await openPage('/profile')
  await expect.poll(() => avatars().map((one) => one.textContent.trim())).toEqual(['KR', 'MÜ', 'AW'])
})

test('every account says whose it is and how it is, the one shown that it is', async () => {
  await open('/profile')
  expect(names()).toEqual([
    'Account: ada@example.com. Signed in',
    'Switch to Bob Stone. Signed in',
    'Sign in: carol@example.org. Signed out'
  ])
  expect(current()).toEqual(['true', null, null])
  expect(avatars().map((one) => one.textContent.trim())).toEqual(['AD', 'BS', 'CA'])
  const tints = avatars().map((one) => getComputedStyle(one.firstElementChild!).borderTopColor)
  expect(new Set(tints).size).toBe(3)
  expect(avatars()[1]?.closest('.anchor')?.querySelector('.tip')?.textContent).toBe(
    'Bob Stone · Signed in · Ctrl+Shift+2'
  )
})

test('one press opens another account, the section and the focus stay', async () => {
  await open('/profile')
  const second = avatars()[1]
  await userEvent.click(second as HTMLElement)
  await expect.poll(() => bridge.asked('accounts.show')).toEqual([{ id: 'b' }])
  await expect.poll(current).toEqual([null, 'true', null])
  expect(path()).toBe('/profile')
  expect(document.activeElement).toBe(avatars()[1])
})

test('nothing of the former account stays on a view that does', async () => {
  const profile = { title: 'Ada Lovelace', email: null, dropped: 0 }
  const groups = { person: [], address: [], company: [], account: [], other: [] }
  bridge.answer('profile.read', { profile: { ...profile, groups }, freshness: fresh })
  await open('/profile')
  await expect.poll(() => document.querySelector('main')?.textContent).toContain('Ada Lovelace')
  const reads = bridge.asked('profile.read').length
  const asked = bridge.hold('profile.read')
  avatars()[1]?.click()
  await expect.poll(asked).toBe(reads + 1)
  expect(useProfile().loadState.state).toBe('loading')
  expect(document.querySelector('main')?.textContent).not.toContain('Ada Lovelace')
  bridge.answer('profile.read', { profile: { ...profile, groups, title: 'Bob Stone' }, freshness: fresh })
  await expect.poll(() => document.querySelector('main')?.textContent).toContain('Bob Stone')
})

test.each([
  ['/invoices/x', '/invoices'],
  ['/catalogue/y', '/catalogue'],
  ['/changes', '/changes'],
  ['/settings/connection', '/settings'],
  ['/settings/accounts', '/settings/accounts'],
  ['/settings', '/settings'],
  ['/connectionCheck', '/connectionCheck']
])('from %s a switch leads to %s', async (from, to) => {
  bridge.fail('invoices.page', { code: 'INTERNAL' })
  bridge.fail('invoices.invoice', { code: 'INTERNAL' })
  bridge.fail('catalogue.product', { code: 'INTERNAL' })
  bridge.fail('catalogue.changes', { code: 'INTERNAL' })
  bridge.fail('connection.statuses', { code: 'INTERNAL' })
  bridge.fail('connectionCheck.start', { code: 'INTERNAL' })
  await open(from)
  await expect.poll(() => document.querySelector('h1')).not.toBe(null)
  avatars()[1]?.click()
  await expect.poll(current).toEqual([null, 'true', null])
  await expect.poll(path).toBe(to)
  expect(useInvoices().list.cursor).toBe(null)
})

test('an account that main asks for is shown in the same way', async () => {
  bridge.fail('invoices.page', { code: 'INTERNAL' })
  bridge.fail('invoices.invoice', { code: 'INTERNAL' })
  await open('/invoices/x')
  bridge.answer('app.takeRoute', { path: null, account: 'b' })
  bridge.emit('route')
  await expect.poll(path).toBe('/invoices')
})

test('one that is signed out leads to its sign-in, and back to the section', async () => {
  bridge.fail('invoices.page', { code: 'INTERNAL' })
  bridge.fail('invoices.invoice', { code: 'INTERNAL' })
  await open('/invoices/x')
  avatars()[2]?.click()
  await expect.poll(path).toBe('/sign-in?again=c&from=/invoices')
  expect(bridge.asked('accounts.show')).toEqual([])
})

test('the one shown leads to all of them', async () => {
  await open('/profile')
  avatars()[0]?.click()
  await expect.poll(path).toBe('/settings/accounts')
})

test('what waits for its person is marked', async () => {
  bridge.answer('session.state', opened([ada, line({ id: 'b' }, 'refused'), line({ id: 'c' }, 'memory')]))
  await open('/profile')
  expect(avatars().map((one) => one.querySelector('.mark') !== null)).toEqual([false, true, false])
  expect(names()[1]).toContain('Signed out by api.example.com')
  expect(names()[2]).toContain('Signed in until you quit')
})

test('of many, four are listed with the one shown among them, and the way to the rest', async () => {
  bridge.answer('session.state', opened(many, 9))
  await open('/profile')
  expect(names().map((name) => /Account \d+/.exec(name ?? '')?.[0])).toEqual([
    'Account 1',
    'Account 2',
    'Account 3',
    'Account 10'
  ])
  expect(current()).toEqual([null, null, null, 'true'])
  group()?.querySelector<HTMLElement>('a[aria-label="All accounts"]')?.click()
  await expect.poll(path).toBe('/settings/accounts')
})

test('Ctrl, Shift and a digit open an account by its place, also one that has no room in the rail', async () => {
  bridge.answer('session.state', opened(many))
  bridge.answer('accounts.show', opened(many, 8))
  await open('/profile')
  // What the key writes depends on the layout; its place does not.
  const press = (code: string): boolean =>
    window.dispatchEvent(
      new KeyboardEvent('keydown', { key: '(', code, ctrlKey: true, shiftKey: true, cancelable: true })
    )
  expect(press('Digit9')).toBe(false)
  await expect.poll(() => bridge.asked('accounts.show')).toEqual([{ id: 'm8' }])
  await expect.poll(() => names().at(-1)).toContain('Account: Account 9')
  // The one that is shown already, and keys that are none of these.
  press('Digit9')
  expect(press('Digit0')).toBe(true)
  expect(press('KeyA')).toBe(true)
  expect(bridge.asked('accounts.show')).toHaveLength(1)
})

test('why an account can’t be opened is told above the view', async () => {
  bridge.fail('accounts.show', { code: 'STORAGE' })
  await open('/profile')
  avatars()[1]?.click()
  const notices = (): Element | null => document.querySelector('[aria-label="Notices"]')
  await expect.poll(() => notices()?.textContent).toContain('couldn’t read or write its data')
  expect(current()).toEqual(['true', null, null])
  bridge.answer('accounts.show', opened([ada, bob, out], 1))
  avatars()[1]?.click()
  await expect.poll(notices).toBe(null)
})
