import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { invoice } from '../invoices/fixtures.ts'
import { summary } from '../invoices/page-of.ts'
import { account, fresh, bridge, line, lockState, opened, signedIn, signedOut } from '../ui/shell/bridge.ts'
import { button, dialog, heading, openPage, page } from '../ui/shell/page.ts'
import { everything, locked, lockNow, pinField, unlockNow } from './locked.ts'
import { fill } from '../ui/typing.ts'

beforeEach(() => {
  bridge.answer('lock.state', lockState({ enabled: true }))
})

/** As high as a window, so that things in it are scrolled. */
const inWindow = (): void => {
  document.querySelector<HTMLElement>('.shell')!.parentElement!.style.height = '400px'
}
const field = (name: string): HTMLInputElement | null => document.querySelector(`input[name="${name}"]`)
const type = async (name: string, text: string): Promise<void> => {
  await expect.poll(() => field(name)).not.toBe(null)
  await fill(field(name)!, text)
}
async function lock(): Promise<void> {
  lockNow()
  await expect.poll(heading).toBe('Portside is locked')
}
async function unlock(words: string): Promise<void> {
  unlockNow()
  await expect.poll(heading).toBe(words)
}
const invoices = {
  rows: [invoice({ key: 'i', number: 'N-2026-77' })],
  matched: 1,
  summary: summary({ total: 1 }),
  freshness: fresh,
  missing: []
}

test('nothing of anybody is left in the document', async () => {
  bridge.answer('invoices.page', invoices)
  await openPage('/invoices')
  await expect.poll(everything).toContain('N-2026-77')
  await expect.poll(everything).toContain(account.label)
  await lock()
  expect(everything()).not.toContain('N-2026-77')
  expect(everything()).not.toContain(account.label)
  expect(everything()).not.toContain('api.example.com')
  expect(document.body.textContent.trim()).toMatch(/^Portside is locked\s*PIN\s*Show PIN\s*Unlock\s*Forgot your PIN\?$/)
  await unlock('Invoices')
  await expect.poll(everything).toContain('N-2026-77')
})

test('in a hidden window it hides as fast', async () => {
  await openPage('/profile')
  await expect.poll(heading).toBe('Profile')
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  try {
    await lock()
  } finally {
    Reflect.deleteProperty(document, 'hidden')
  }
  expect(everything()).not.toContain(account.label)
})

test('the PIN field has the focus, and then what had it before, where it was scrolled to', async () => {
  await openPage('/settings')
  await expect.poll(heading).toBe('Settings')
  inWindow()
  const sheet = document.querySelector('.scroll')!
  await expect.poll(() => document.querySelector('input[value="light"]')).not.toBe(null)
  const radio = document.querySelector<HTMLElement>('input[value="dark"]')!
  radio.focus()
  sheet.scrollTo({ top: 120 })
  expect(sheet.scrollTop).toBe(120)
  await lock()
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pin')
  await unlock('Settings')
  await expect.poll(() => document.activeElement).toBe(radio)
  expect(sheet.isConnected).toBe(true)
  expect(sheet.scrollTop).toBe(120)
})

test('a long list is where it was', async () => {
  const rows = Array.from({ length: 50 }, (_, place) => ({
    ...invoices.rows[0],
    key: `i${place}`,
    number: `N-${place}`
  }))
  bridge.answer('invoices.page', { ...invoices, rows, matched: 50 })
  await openPage('/invoices')
  inWindow()
  const list = (): Element | null => document.querySelector('[role="grid"]')
  await expect.poll(() => list()?.textContent).toContain('N-0')
  expect(list()!.textContent).not.toContain('N-30')
  list()!.scrollTo({ top: 900 })
  await expect.poll(() => list()?.textContent).toContain('N-30')
  await lock()
  await unlock('Invoices')
  expect(list()!.scrollTop).toBe(900)
  await expect.poll(() => list()?.textContent).toContain('N-30')
})

test('what was typed into a connection is there again', async () => {
  await openPage('/settings/connection')
  await type('address', 'https://other.example.com')
  await lock()
  expect(everything()).not.toContain('other.example.com')
  await unlock('Edit connection')
  expect(field('address')?.value).toBe('https://other.example.com')
  expect(page.router.currentRoute.value.name).toBe('connection')
})

test('what was typed into the sign-in is there again, without the secret', async () => {
  bridge.answer('session.state', signedOut)
  await openPage('/sign-in')
  await type('email', 'grace@example.com')
  await type('password', 'open sesame')
  await lock()
  expect([field('email'), field('password')]).toEqual([null, null])
  await unlock('Sign in')
  expect([field('email')?.value, field('password')?.value]).toEqual(['grace@example.com', ''])
  expect(page.text()).toContain('forgot what was typed here when it locked')
})

/** Main does what it was asked to, and the lock keeps the answer back. */
async function lockWhileSigningIn(way: string, secret: string): Promise<void> {
  const call = way === 'token' ? 'session.signInWithToken' : 'session.signIn'
  const held = bridge.hold(call)
  await type(way, secret)
  await userEvent.keyboard('{Enter}')
  await expect.poll(held).toBe(1)
  bridge.fail('session.state', { code: 'APP_LOCKED' })
  await lock()
  bridge.fail(call, { code: 'APP_LOCKED' })
}

test.each(['kept', 'memory'] as const)(
  'signed in again behind the lock, the form is left after it: %s',
  async (credential) => {
    bridge.answer('session.state', opened([line({}, 'refused')]))
    await openPage('/sign-in?again=a&from=/profile')
    await lockWhileSigningIn('password', 'open sesame')
    bridge.answer('session.state', opened([line({}, credential)]))
    await unlock('Profile')
    expect(page.router.currentRoute.value.fullPath).toBe('/profile')
    expect(page.text()).not.toContain('Portside is locked')
  }
)

test.each([
  ['the same person', 'ada@example.com', '/overview'],
  ['nobody new', 'bob@example.com', '/sign-in?add=1']
])('one more account behind the lock, which is %s', async (_, email, path) => {
  bridge.answer('session.state', opened([line()]))
  await openPage('/sign-in?add=1')
  await expect.poll(() => button('Other address')).toBeTruthy()
  button('Other address').click()
  await type('address', 'https://api.example.com')
  await type('email', email)
  await lockWhileSigningIn('password', 'open sesame')
  bridge.answer('session.state', opened([line()]))
  await unlock(path === '/overview' ? 'Overview' : 'Add an account')
  await expect.poll(() => page.router.currentRoute.value.fullPath).toBe(path)
})

test('signed in for the first time behind the lock, the overview is there after it', async () => {
  bridge.answer('session.state', signedOut)
  await openPage('/sign-in')
  await type('email', 'ada@example.com')
  await lockWhileSigningIn('password', 'open sesame')
  bridge.answer('session.state', signedIn())
  unlockNow()
  await expect.poll(heading).toBe('Overview')
})

test.each([
  ['password', 'open sesame', {}],
  ['token', 'abc.def', { kind: 'token' as const, email: null }]
])('refused behind the lock: the %s is asked for again, and why', async (way, secret, more) => {
  bridge.answer('session.state', opened([line(more, 'refused')]))
  await openPage('/sign-in?again=a&from=/profile')
  await lockWhileSigningIn(way, secret)
  bridge.answer('session.state', opened([line(more, 'refused')]))
  await unlock('Sign in again')
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe(way)
  expect(field(way)?.value).toBe('')
  expect(page.text()).toContain('Portside forgot what was typed here when it locked. Enter it again.')
  expect(page.text()).not.toContain('Portside is locked')
})

test('an open dialog goes with the page, and comes back with it', async () => {
  await openPage('/settings')
  await expect.poll(heading).toBe('Settings')
  button('Sign out').click()
  await expect.poll(dialog).not.toBe(null)
  await lock()
  await expect.poll(dialog).toBe(null)
  expect(everything()).not.toContain(account.label)
  // A question bars the way to what is below it, as long as it is there.
  await expect.poll(() => document.querySelector('[aria-hidden="true"]:has(input)')).toBe(null)
  await expect.poll(() => getComputedStyle(document.body).pointerEvents).toBe('auto')
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pin')
  await userEvent.keyboard('1234')
  expect(pinField()?.value).toBe('1234')
  await unlock('Settings')
  await expect.poll(() => dialog()?.textContent).toContain('Sign out of ada@example.com?')
})

test('an open menu is closed', async () => {
  bridge.answer('catalogue.page', { rows: [], matched: 0, total: 3, freshness: fresh })
  await openPage('/catalogue')
  await expect.poll(() => document.querySelector('[aria-haspopup="menu"]')).not.toBe(null)
  await userEvent.click(document.querySelector('[aria-haspopup="menu"]')!)
  await expect.poll(() => document.querySelector('[role="menu"]')).not.toBe(null)
  await lock()
  await expect.poll(() => document.querySelector('[role="menu"]')).toBe(null)
  await unlock('Catalogue')
  expect(document.querySelector('[role="menu"]')).toBe(null)
})

test('an open tooltip is closed', async () => {
  await openPage('/profile')
  await expect.poll(heading).toBe('Profile')
  await userEvent.keyboard('{F6}{Tab}')
  await expect.poll(() => document.querySelector(':popover-open')).not.toBe(null)
  await lock()
  expect(document.querySelector(':popover-open')).toBe(null)
  await unlock('Profile')
})

test('a PIN that is being set is forgotten', async () => {
  bridge.answer('lock.state', lockState())
  await openPage('/settings')
  await expect.poll(heading).toBe('Settings')
  button('Set a PIN…').click()
  await type('new', 'half a secret')
  await lock()
  await unlock('Settings')
  await expect.poll(dialog).toBe(null)
  expect(field('new')).toBe(null)
})

test('keys lead nowhere behind the lock', async () => {
  await openPage('/invoices')
  await expect.poll(heading).toBe('Invoices')
  await lock()
  const before = bridge.asked('app.refresh').length
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('{Control>}4{/Control}{Control>}r{/Control}{F5}{Escape}')
  expect(page.router.currentRoute.value.name).toBe('invoices')
  expect(bridge.asked('app.refresh')).toHaveLength(before)
  await unlock('Invoices')
  await userEvent.keyboard('{Control>}4{/Control}')
  await expect.poll(heading).toBe('Profile')
})

test('its keys lock at once, where a PIN is set', async () => {
  await openPage('/invoices')
  await expect.poll(heading).toBe('Invoices')
  bridge.answer('lock.lock', locked())
  await userEvent.keyboard('{Control>}{Shift>}L{/Shift}{/Control}')
  await expect.poll(heading).toBe('Portside is locked')
  expect(bridge.asked('lock.lock')).toHaveLength(1)
})

test('without a PIN its keys do nothing', async () => {
  bridge.answer('lock.state', lockState())
  await openPage('/invoices')
  await expect.poll(heading).toBe('Invoices')
  await userEvent.keyboard('{Control>}{Shift>}L{/Shift}{/Control}{Control>}4{/Control}')
  await expect.poll(heading).toBe('Profile')
  expect(bridge.asked('lock.lock')).toEqual([])
})

test('what became stale behind the lock is asked for once it is open', async () => {
  await openPage('/profile')
  await expect.poll(() => bridge.asked('profile.read').length).toBe(1)
  // Told in the very moment before the lock, gathered, and due while it is on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    bridge.emit('profile')
    lockNow()
    await vi.advanceTimersByTimeAsync(1000)
    expect(bridge.asked('profile.read')).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
  await expect.poll(heading).toBe('Portside is locked')
  expect(bridge.asked('profile.read')).toHaveLength(1)
  await unlock('Profile')
  await expect.poll(() => bridge.asked('profile.read').length).toBe(2)
})

test('an answer that the lock came before is no error', async () => {
  bridge.fail('profile.read', { code: 'APP_LOCKED' })
  await openPage('/profile')
  await expect.poll(() => bridge.asked('profile.read').length).toBeGreaterThan(0)
  await lock()
  bridge.answer('profile.read', {
    profile: null,
    freshness: { ...fresh, fetchedAt: null, error: { code: 'SERVER' } }
  })
  await unlock('Profile')
  await expect.poll(() => page.text()).toContain('is having problems')
  expect(page.text()).not.toContain('is locked')
})

test('what is not only read is not done twice', async () => {
  await openPage('/settings')
  await expect.poll(heading).toBe('Settings')
  bridge.fail('app.changeSettings', { code: 'APP_LOCKED' })
  document.querySelector<HTMLElement>('input[value="dark"]')!.click()
  await expect.poll(() => page.text()).toContain('Portside is locked.')
  lockNow()
  await expect.poll(pinField).not.toBe(null)
  await unlock('Settings')
  expect(bridge.asked('app.changeSettings')).toHaveLength(1)
})

test('everything erased behind the lock, the page is back at the first screen', async () => {
  await openPage('/settings')
  await expect.poll(heading).toBe('Settings')
  await lock()
  button('Forgot your PIN?').click()
  await expect.poll(() => button('Erase all Portside data…')).toBeTruthy()
  button('Erase all Portside data…').click()
  await expect.poll(dialog).not.toBe(null)
  bridge.answer('accounts.eraseEverything', signedOut)
  bridge.answer('session.state', signedOut)
  button('Erase all data').click()
  await expect.poll(() => bridge.asked('accounts.eraseEverything').length).toBe(1)
  bridge.answer('lock.state', lockState())
  bridge.emit('lock')
  await expect.poll(heading).toBe('Sign in')
})
