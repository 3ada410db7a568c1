/** The list of accounts: what it says of each, and what can be done with it. */
import { beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { NOTHING_READ } from '../../../src/shared/models/owed.ts'
import { bridge, line, opened, signedOut } from '../ui/shell/bridge.ts'
import { axeFindings, button, dialog, expectFine, openPage, page, path } from '../ui/shell/page.ts'
import type { AccountLine } from '../../../src/shared/models/account.ts'

const long = 'x'.repeat(200)
const HOUR = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()
const ada = line()
const bob = line({ id: 'b', label: 'Bob', named: true, kind: 'token', email: 'bob@example.com' })
const carol = line({ id: 'c', label: 'carol@example.org' }, 'signedOut')

beforeEach(() => {
  bridge.answer('session.state', opened([ada, bob, carol]))
})

const open = async (accounts?: AccountLine[], place = 0): Promise<void> => {
  if (accounts) bridge.answer('session.state', opened(accounts, place))
  await openPage('/settings/accounts')
  await expect.poll(() => rows().length).toBe(accounts?.length ?? 3)
}
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main ol > li')]
const row = (place: number): HTMLElement => {
  const found = rows()[place]
  if (!found) throw new Error(`no row ${place}`)
  return found
}
const labels = (): (string | null | undefined)[] => rows().map((one) => one.querySelector('strong')?.textContent)
const menuItem = async (place: number, words: string): Promise<void> => {
  await userEvent.click(row(place).querySelector('[aria-haspopup]') as HTMLElement)
  const item = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) => one.textContent.trim() === words)
  await expect.poll(item).toBeTruthy()
  await userEvent.click(item() as HTMLElement)
}
const menuOf = async (place: number): Promise<string[]> => {
  await userEvent.click(row(place).querySelector('[aria-haspopup]') as HTMLElement)
  const items = (): string[] => [...document.querySelectorAll('[role="menuitem"]')].map((one) => one.textContent.trim())
  await expect.poll(items).not.toEqual([])
  const found = items()
  await userEvent.keyboard('{Escape}')
  await expect.poll(items).toEqual([])
  return found
}
const said = (): string => document.querySelector('main p[role="status"]')?.textContent ?? ''

test.each([
  [ada, 'api.example.com · Email and password', 'Signed in'],
  [bob, 'bob@example.com · api.example.com · Token or API key', 'Signed in'],
  [line({}, 'memory', { code: 'KEYCHAIN_LOCKED' }), 'Email', 'Signed in until you quit'],
  [line({}, 'unavailable', { code: 'KEYCHAIN_LOCKED' }), 'Email', 'Password store locked'],
  [line({}, 'unavailable', { code: 'KEYCHAIN_SILENT' }), 'Email', 'Password store not responding'],
  [line({}, 'unavailable', { code: 'KEYCHAIN_MISSING', found: 'noBus' }), 'Email', 'No password store'],
  [line({}, 'unavailable', { code: 'KEYCHAIN_CHANGED' }), 'Email', 'Token missing from the password store'],
  [line({}, 'forgotten'), 'Email', 'No longer signed in'],
  [line({}, 'refused'), 'Email', 'Signed out by api.example.com'],
  [carol, 'api.example.com · Email and password', 'Signed out'],
  [line({ kind: 'sample' }, 'sample'), 'No sign-in', 'Sample data']
])('%# says where it is and how it is with its sign-in, with an icon', async (one, where, state) => {
  await open([line({ id: 'open' }), one])
  expect(row(1).querySelector('.where')?.textContent).toContain(where)
  expect(row(1).querySelector('.state')?.textContent.trim()).toBe(state)
  expect(row(1).querySelector('.state svg')).not.toBe(null)
})

test('an account whose provider isn’t known says so, and signing in again repairs it', async () => {
  const unknown = { connection: { ...ada.account.connection, provider: 'unknown' } } as const
  const damaged = { connection: { provider: 'unknown', baseUrl: '' }, label: '0b7c1d52' } as const
  await open([line(unknown), line({ ...damaged, id: 'b' }, 'forgotten'), line({ ...unknown, id: 'c' }, 'signedOut')])
  expect(row(2).querySelector('.state')?.textContent.trim()).toBe('Signed out')
  for (const place of [0, 1]) {
    expect(row(place).querySelector('.state.forgotten')?.textContent.trim()).toBe('Unknown provider')
    expect(row(place).textContent).toContain('Can’t list invoices')
  }
  expect(await axeFindings()).toEqual([])
  button('Sign in again: 0b7c1d52').click()
  await expect.poll(path).toContain('/sign-in?again=b')
})

test('the end of a sign-in is said where it is known, and is no verdict', async () => {
  const at = { tokenExpiresAt: inHours(5) }
  await open([line(at), line({ ...at, id: 'b', tokenExpiresAt: inHours(-5) }), line({ ...at, id: 'c' }, 'refused')])
  const state = (place: number): string => row(place).querySelector('.state')?.textContent ?? ''
  expect(state(0)).toMatch(/Signed in, until .*\d:\d\d$/)
  expect(state(1)).toMatch(/Signed in, but the token expired .*\d:\d\d$/)
  expect(state(2)).not.toContain('until')
})

test('a sign-in that ends with the app and by itself is one sentence', async () => {
  const locked = { code: 'KEYCHAIN_LOCKED' } as const
  await open([
    line({ tokenExpiresAt: inHours(5) }, 'memory', locked),
    line({ id: 'b', tokenExpiresAt: inHours(-5) }, 'memory', locked)
  ])
  const state = (place: number): string => row(place).querySelector('.state')?.textContent.trim() ?? ''
  expect(state(0)).toMatch(/^Signed in until you quit, or .*\d:\d\d at the latest$/)
  expect(state(1)).toMatch(/^Signed in until you quit, but the token expired .*\d:\d\d$/)
})

test('a refused sign-in of the account shown can be tried again beside signing in again', async () => {
  await open([line({}, 'refused'), line({ id: 'b' }, 'refused')])
  const acts = (place: number): string[] =>
    [...row(place).querySelectorAll('.acts button')].map((one) => one.textContent.trim()).filter(Boolean)
  expect(acts(0)).toEqual(['Sign in again', 'Try again'])
  expect(acts(1)).toEqual(['Switch'])
  await userEvent.click([...row(0).querySelectorAll('button')].find((one) => /Try/.test(one.textContent)) as Element)
  await expect.poll(() => bridge.asked('app.refresh')).toEqual([{ all: false, topic: null }])
})

test('each says what it owes and how old that is, and follows changes', async () => {
  const amounts = {
    ...NOTHING_READ,
    open: 3,
    overdue: 1,
    fetchedAt: inHours(-3),
    error: null
  }
  const of = (amount: string) => ({ ...amounts, id: 'a', openAmounts: [{ currency: 'EUR', amount }] })
  const unread = { ...amounts, id: 'c', open: null, overdue: 0, openAmounts: [], fetchedAt: null }
  bridge.answer('accounts.amounts', {
    accounts: [of('578.65'), { ...amounts, id: 'b', open: 0, overdue: 0, openAmounts: [] }, unread]
  })
  await open()
  const owed = (place: number): string => row(place).querySelector('.owed')?.textContent ?? ''
  await expect.poll(() => owed(0)).toMatch(/^€578\.65 to pay.*1 overdue · 3 hours ago$/)
  expect(owed(1)).toMatch(/^Nothing to pay.*3 hours ago$/)
  expect(owed(2).trim()).toBe('')
  bridge.answer('accounts.amounts', { accounts: [of('86.27')] })
  bridge.emit('amounts')
  await expect.poll(() => owed(0)).toContain('€86.27 to pay')
})

test('each says what its amounts leave out', async () => {
  const euros = (amount: string) => [{ currency: 'EUR', amount }]
  const none = { ...NOTHING_READ, fetchedAt: inHours(-3), error: null }
  const credit = { deducted: euros('20'), credits: euros('50') }
  const part = { ...none, id: 'a', open: 3, openAmounts: euros('578.65'), isPartial: true, ...credit }
  bridge.answer('accounts.amounts', {
    accounts: [
      { ...part, openWithoutAmount: 1, dueUnread: 2, unknown: 3, withoutStatus: 2 },
      { ...none, id: 'b', open: 0, openAmounts: [], isPartial: true, unusedCredits: euros('5.5') }
    ]
  })
  await open()
  const owed = (place: number): (string | null)[] =>
    [...row(place).querySelectorAll('.owed p')].map((part) => part.textContent)
  await expect
    .poll(() => owed(0))
    .toEqual([
      'At least €578.65 to pay',
      expect.stringMatching(
        /€20\.00 credit.* · .*€50\.00 credit.* · 1 without a readable amount · 2 due dates couldn’t be read · 3 unrecognised, 2 of them without a status · 3 hours ago$/
      )
    ])
  expect(owed(1)).toEqual(['No known invoices to pay', '€5.50 unused credit · 3 hours ago'])
})

test('the one shown is marked by a word', async () => {
  await open()
  expect(rows().map((one) => one.textContent.includes('Shown'))).toEqual([true, false, false])
})

test('another one is opened in one press; the list stays, the focus goes to its row', async () => {
  bridge.answer('accounts.show', opened([ada, bob, carol], 1))
  await open()
  await userEvent.click(button('Switch: Bob'))
  await expect.poll(() => row(1).textContent).toContain('Shown')
  expect(bridge.asked('accounts.show')).toEqual([{ id: 'b' }])
  expect(path()).toBe('/settings/accounts')
  expect(said()).toBe('Now showing Bob.')
  await expect.poll(() => row(1).contains(document.activeElement)).toBe(true)
})

test.each([
  ['one that is signed out', [ada, carol], 1, 'Sign in: carol@example.org', 'c'],
  ['the one shown that was refused', [line({}, 'refused')], 0, 'Sign in again: ada@example.com', 'a'],
  ['the one shown that can’t be had', [line({}, 'unavailable')], 0, 'Sign in again: ada@example.com', 'a']
] as const)('%s is signed in to from here', async (_, accounts, place, words, id) => {
  await open([...accounts])
  button(words, row(place)).click()
  await expect.poll(path).toBe(`/sign-in?again=${id}&from=/settings/accounts`)
})

test('the menu has what fits', async () => {
  await open([ada, carol, line({ id: 's', kind: 'sample' }, 'sample')])
  expect(await menuOf(0)).toEqual(['Sign in again', 'Rename…', 'Sign out…', 'Remove…'])
  expect(await menuOf(1)).toEqual(['Rename…', 'Remove…'])
  expect(await menuOf(2)).toEqual(['Rename…', 'Remove…'])
  // One of them is signed out.
  await expectFine()
  await userEvent.click(row(0).querySelector('[aria-haspopup]') as HTMLElement)
  await expect.poll(() => document.querySelector('[role="menu"]')).not.toBe(null)
  await expectFine()
})

test('renamed in place: Enter saves, and the focus is back on the row', async () => {
  bridge.answer('accounts.rename', opened([line({ label: 'Work', named: true }), bob, carol]))
  await open()
  await menuItem(0, 'Rename…')
  await expect.poll(() => document.activeElement).toBe(row(0).querySelector('input'))
  await userEvent.keyboard('Work{Enter}')
  await expect.poll(labels).toEqual(['Work', 'Bob', 'carol@example.org'])
  expect(bridge.asked('accounts.rename')).toEqual([{ id: 'a', label: 'Work' }])
  expect(said()).toBe('Renamed to Work.')
  await expect.poll(() => document.activeElement).toBe(row(0).querySelector('strong'))
  // No tip of a button lies over the next row.
  expect(document.querySelector(':popover-open')).toBe(null)
})

test('Esc leaves the name as it was', async () => {
  await open()
  await menuItem(1, 'Rename…')
  await expect.poll(() => document.activeElement).toBe(row(1).querySelector('input'))
  await userEvent.keyboard('Else{Escape}')
  await expect.poll(() => row(1).querySelector('input')).toBe(null)
  expect(labels()).toEqual(['ada@example.com', 'Bob', 'carol@example.org'])
  expect(bridge.asked('accounts.rename')).toEqual([])
  await expect.poll(() => row(1).contains(document.activeElement)).toBe(true)
})

test.each([
  ['its company', line({ ...bob.account, profileName: 'Bob Ltd' }), 'Bob Ltd'],
  ['its email', bob, 'bob@example.com'],
  ['its host', line({ id: 'b', label: 'Bob', named: true, email: null }), 'api.example.com']
])('without a name it goes by %s again', async (_, one, plain) => {
  bridge.answer('accounts.rename', opened([ada, one]))
  await open([ada, one])
  await menuItem(1, 'Rename…')
  await expect.poll(() => document.activeElement).toBe(row(1).querySelector('input'))
  await userEvent.keyboard('{Delete}')
  expect(row(1).textContent).toContain(`Leave empty to use ${plain}.`)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('accounts.rename')).toEqual([{ id: 'b', label: null }])
})

test('a name that can’t be saved stays in its field, with the reason', async () => {
  bridge.fail('accounts.rename', { code: 'STORAGE' })
  await open()
  await menuItem(0, 'Rename…')
  await expect.poll(() => document.activeElement).toBe(row(0).querySelector('input'))
  await userEvent.keyboard('Work{Enter}')
  await expect.poll(() => row(0).querySelector('[role="alert"]')).not.toBe(null)
  expect(row(0).querySelector('input')?.value).toBe('Work')
  await expectFine()
})

test('moved by button, by key, and the focus goes along', async () => {
  bridge.answer('accounts.move', opened([bob, ada, carol], 1))
  await open()
  const down = button('Move ada@example.com down')
  down.focus()
  await userEvent.click(down)
  await expect.poll(labels).toEqual(['Bob', 'ada@example.com', 'carol@example.org'])
  expect(said()).toBe('ada@example.com is now 2 of 3.')
  expect(document.activeElement).toBe(down)
  expect(row(1).contains(down)).toBe(true)
  bridge.answer('accounts.move', opened([ada, bob, carol]))
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(labels).toEqual(['ada@example.com', 'Bob', 'carol@example.org'])
  expect(document.activeElement).toBe(down)
  expect(bridge.asked('accounts.move')).toEqual([
    { id: 'a', to: 1 },
    { id: 'a', to: 0 }
  ])
})

const twin = line({ id: 'b', connection: { baseUrl: 'https://other.example.com', provider: 'hypeproxy-v2' } })

test('two of one name are told apart by their host wherever one of them is named', async () => {
  bridge.answer('accounts.move', opened([twin, ada], 1))
  bridge.answer('accounts.remove', opened([twin]))
  const [first, second] = ['ada@example.com (api.example.com)', 'ada@example.com (other.example.com)']
  await open([ada, twin])
  await expect.poll(() => button(`Switch to ${second}. Signed in`)).toBeTruthy()
  for (const name of [`Move ${first} up`, `More for ${first}`, `Switch: ${second}`, `Move ${second} up`]) button(name)
  button(`Move ${first} down`).click()
  await expect.poll(said).toBe(`${first} is now 2 of 2.`)
  await menuItem(0, 'Sign out…')
  await expect.poll(() => dialog()?.textContent).toContain(`Sign out of ${second}?`)
  expect(dialog()?.textContent).toContain(`The token of ${second} is removed`)
  await expectFine()
  await userEvent.keyboard('{Escape}')
  await expect.poll(dialog).toBe(null)
  await menuItem(1, 'Remove…')
  await expect.poll(() => dialog()?.textContent).toContain(`Remove ${first}?`)
  button('Remove', dialog()).click()
  await expect.poll(said).toBe(`${first} was removed. Now showing ${second}.`)
})

test('what is first or last goes no further', async () => {
  await open()
  expect(button('Move ada@example.com up').ariaDisabled).toBe('true')
  button('Move ada@example.com up').click()
  button('Move carol@example.org down').focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(bridge.asked('accounts.move')).toEqual([])
})

test('Alt with an arrow moves and opens no menu', async () => {
  bridge.answer('accounts.move', opened([bob, ada, carol], 1))
  await open()
  row(0).querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.poll(labels).toEqual(['Bob', 'ada@example.com', 'carol@example.org'])
  expect(document.querySelector('[role="menu"]')).toBe(null)
})

test.each([
  ['keep', false],
  ['erase', true]
])('signing out asks what happens to the saved data: %s', async (choice, erase) => {
  bridge.answer('session.signOut', opened([ada, line(bob.account, 'signedOut'), carol]))
  await open()
  await menuItem(1, 'Sign out…')
  await expect.poll(dialog).not.toBe(null)
  expect(dialog()?.textContent).toContain('The token of Bob is removed')
  expect(dialog()?.textContent).toContain('stay encrypted, with their key in your password store')
  document.querySelector<HTMLElement>(`[role="dialog"] input[value="${choice}"]`)?.click()
  button('Sign out', dialog()).click()
  await expect.poll(dialog).toBe(null)
  expect(bridge.asked('session.signOut')).toEqual([{ id: 'b', erase }])
  expect(said()).toBe('Bob is signed out.')
  await expect.poll(() => row(1).contains(document.activeElement)).toBe(true)
})

test.each([
  ['memory', {}, 'The token of Bob is in memory only', 'Only the catalogue is saved'],
  ['memory', { tokenStored: true, keyStored: true }, 'removed from your system’s', 'stay encrypted'],
  ['kept', { tokenStored: true }, 'removed from your system’s', 'Only the catalogue is saved'],
  ['forgotten', {}, 'No token of Bob is in your system’s', 'Only the catalogue is saved']
] as const)('signing out says what is where: %s %o', async (credential, stored, token, data) => {
  await open([ada, line({ ...bob.account, tokenStored: false, keyStored: false, ...stored }, credential)])
  await menuItem(1, 'Sign out…')
  await expect.poll(dialog).not.toBe(null)
  expect(dialog()?.textContent).toContain(token)
  expect(dialog()?.textContent).toContain(data)
})

test('removing says what is deleted, and asks first', async () => {
  bridge.answer('accounts.remove', opened([ada, carol]))
  await open()
  await menuItem(1, 'Remove…')
  await expect.poll(dialog).not.toBe(null)
  expect(dialog()?.textContent).toContain('Remove Bob?')
  expect(dialog()?.textContent).toContain('its token, key, settings and saved data are deleted')
  await expectFine()
  button('Cancel', dialog()).click()
  await expect.poll(dialog).toBe(null)
  expect(bridge.asked('accounts.remove')).toEqual([])
  await expect.poll(() => row(1).contains(document.activeElement)).toBe(true)
  await menuItem(1, 'Remove…')
  await expect.poll(dialog).not.toBe(null)
  bridge.fail('accounts.remove', { code: 'STORAGE' })
  button('Remove', dialog()).click()
  await expect.poll(() => dialog()?.querySelector('[role="alert"]')).not.toBe(null)
  bridge.answer('accounts.remove', opened([ada, carol]))
  button('Remove', dialog()).click()
  await expect.poll(labels).toEqual(['ada@example.com', 'carol@example.org'])
  expect(said()).toBe('Bob was removed.')
  expect(bridge.asked('accounts.remove')).toEqual([{ id: 'b' }, { id: 'b' }])
})

test('the last one removed leads to the sign-in, also from the page of those that are signed out', async () => {
  bridge.answer('session.state', { ...signedOut, accounts: [carol] })
  bridge.answer('accounts.remove', signedOut)
  await openPage('/accounts')
  await expect.poll(() => rows().length).toBe(1)
  expect(row(0).querySelector('[aria-keyshortcuts]')).toBe(null)
  await expectFine()
  await menuItem(0, 'Remove…')
  await expect.poll(dialog).not.toBe(null)
  button('Remove', dialog()).click()
  await expect.poll(path).toBe('/sign-in')
})

test('one more account is added from here', async () => {
  await open()
  button('Add account').click()
  await expect.poll(path).toBe('/sign-in?add=1&from=/settings/accounts')
})

test('tokens that wait in the password store are told, and asked for again', async () => {
  const state = opened([ada])
  bridge.answer('session.state', { ...state, pendingDeletions: 2 })
  bridge.fail('session.retryKeychain', { code: 'KEYCHAIN_LOCKED' })
  await openPage('/settings/accounts')
  await expect.poll(page.text).toContain('2 tokens couldn’t be removed')
  await expectFine()
  button('Try again').click()
  await expect.poll(page.text).toContain('Still not removed.')
  bridge.answer('session.retryKeychain', state)
  button('Try again').click()
  await expect.poll(page.text).not.toContain('wait in your password store')
})

const crowd = Array.from({ length: 12 }, (_, n) =>
  line({ id: `m${n}`, label: n % 2 ? long : `Account ${n}`, email: `${long}@example.com` }, n % 3 ? 'kept' : 'refused')
)

test.each([1000, 640])('nothing is wider than a window of %i px', async (width) => {
  await browser.viewport(width, 500)
  await open(crowd, 5)
  const sheet = document.querySelector('.scroll')
  expect(sheet?.scrollWidth).toBe(sheet?.clientWidth)
  for (const one of rows()) expect(one.scrollWidth).toBeLessThanOrEqual(one.clientWidth)
  await menuItem(3, 'Rename…')
  await expect.poll(() => row(3).querySelector('input')).not.toBe(null)
  expect(row(3).querySelector('input')?.value).toHaveLength(80)
  expect(sheet?.scrollWidth).toBe(sheet?.clientWidth)
  await menuItem(5, 'Remove…')
  await expect.poll(dialog).not.toBe(null)
  expect(dialog()?.scrollWidth).toBe(dialog()?.clientWidth)
})

test('nothing is said of what is open where the provider has no list of invoices', async () => {
  bridge.answer('accounts.amounts', {
    accounts: [{ id: 'w', ...NOTHING_READ, fetchedAt: null, error: null }]
  })
  const lacking = line({ id: 'w', connection: { ...ada.account.connection, invoices: null } })
  await open([ada, lacking])
  expect(row(1).querySelector('.owed')?.textContent.trim()).toBe('Can’t list invoices')
  expect(row(0).querySelector('.owed')?.textContent.trim()).toBe('')
})
