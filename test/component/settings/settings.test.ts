import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { usePendingSettings } from '../../../src/renderer/src/features/settings/pendingSettings.ts'
import type { Settings } from '../../../src/shared/models/settings.ts'
import { account, bridge, line, lockState, opened, settings, signedOut } from '../ui/shell/bridge.ts'
import { alert, axeFindings, button, dialog, expectFine, openPage, path } from '../ui/shell/page.ts'
import { says, section, select } from './sections.ts'
import { fill, pick } from '../ui/typing.ts'

beforeEach(() => {
  bridge.answer('app.changeSettings', settings)
})

type Held = PromiseWithResolvers<void>
const changes = (): unknown[] => bridge.asked('app.changeSettings')
const field = (name: string): HTMLInputElement => document.querySelector(`input[name="${name}"]`)!
async function enter(name: string, text: string): Promise<void> {
  await fill(field(name), text)
  await userEvent.tab()
}

async function open(hash = ''): Promise<void> {
  await openPage(`/settings${hash}`)
  await expect.poll(() => section('Data')).not.toBe(null)
}

test('without a PIN the app lock says what it does, and offers to set one', async () => {
  await open()
  expect(says('Privacy and lock')).toContain('With a PIN, Portside hides your data while you’re away.')
  expect(button('Set a PIN…')).toBeTruthy()
  expect(() => button('Lock now Ctrl+Shift+L')).toThrow()
  expect(select('lockAfterMinutes')).toBe(null)
})

test('with a PIN it is set when the app locks by itself', async () => {
  bridge.answer('lock.state', lockState({ enabled: true }))
  await open()
  expect(select('lockAfterMinutes').value).toBe('15')
  expect([...select('lockAfterMinutes').options].map(({ text }) => text)).toEqual([
    'Not by itself',
    '1 minute',
    '5 minutes',
    '15 minutes',
    '30 minutes',
    '60 minutes'
  ])
  bridge.answer('app.changeSettings', { ...settings, lockAfterMinutes: 5 })
  await pick(select('lockAfterMinutes'), '5')
  await expect.poll(changes).toEqual([{ lockAfterMinutes: 5 }])
  await userEvent.click(document.querySelector('input[name="lockWithScreen"]')!)
  await expect.poll(changes).toEqual([{ lockAfterMinutes: 5 }, { lockWithScreen: false }])
})

test.each([
  ['linux', true, 'Ctrl+Shift+L'],
  ['win32', false, 'Ctrl+Shift+L'],
  ['darwin', false, '⇧⌘L']
])('on %s it says what the system tells, and the keys', async (platform, remark, keys) => {
  bridge.answer('lock.state', lockState({ enabled: true }))
  bridge.answer('app.info', {
    version: '1.2.3',
    platform,
    dataFolder: '/data',
    locale: 'en-GB',
    languages: ['en'],
    sample: 'good'
  })
  await open()
  expect(says('Privacy and lock').includes('Some desktops don’t tell it')).toBe(remark)
  expect(button(`Lock now ${keys}`)).toBeTruthy()
})

test('CSV files are as in the region unless it is chosen otherwise', async () => {
  await open('#advanced')
  const texts = (name: string): string[] => [...select(name).options].map(({ text }) => text)
  expect(texts('csvSeparator')).toEqual(['As in your region (comma)', 'Comma', 'Semicolon'])
  expect(texts('csvDecimalSign')).toEqual(['As in your region (point)', 'Point', 'Comma'])
  await pick(select('csvSeparator'), 'semicolon')
  await pick(select('csvDecimalSign'), 'comma')
  await userEvent.click(document.querySelector('input[name="csvIdentifiersAsFormulas"]')!)
  await expect
    .poll(changes)
    .toEqual([{ csvSeparator: 'semicolon' }, { csvDecimalSign: 'comma' }, { csvIdentifiersAsFormulas: true }])
})

test('in a region with decimal commas, CSV files have semicolons', async () => {
  bridge.answer('app.info', { version: '1.2.3', platform: 'linux', dataFolder: '/data', locale: 'de-DE' })
  await open('#advanced')
  await expect.poll(() => select('csvSeparator').options[0]?.text).toBe('As in your region (semicolon)')
  expect(select('csvDecimalSign').options[0]?.text).toBe('As in your region (comma)')
})

test('a chosen language offers its region, unless dates and amounts are in that language already', async () => {
  const offer = (): string | undefined =>
    select('language').closest('.content')?.querySelector('button')?.textContent.trim()
  bridge.answer('app.info', {
    version: '1',
    platform: 'linux',
    dataFolder: '/',
    locale: 'de-CH',
    languages: ['en', 'de']
  })
  await open()
  await expect.poll(() => select('language').options.length).toBe(3)
  expect(offer()).toBe(undefined)
  bridge.answer('app.changeSettings', { ...settings, language: 'en' })
  await pick(select('language'), 'en')
  await expect.poll(offer).toBe('Use American English for dates and amounts')
  expect(await axeFindings()).toEqual([])
  bridge.answer('app.changeSettings', { ...settings, language: 'en', region: 'en-US' })
  button('Use American English for dates and amounts').click()
  await expect.poll(changes).toEqual([{ language: 'en' }, { region: 'en-US' }])
  await expect.poll(offer).toBe(undefined)
})

test('the app is locked at once by a press', async () => {
  bridge.answer('lock.state', lockState({ enabled: true }))
  await open()
  bridge.answer('lock.lock', lockState({ enabled: true, locked: true }))
  button('Lock now Ctrl+Shift+L').click()
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Portside is locked')
})

test('a setting that was not taken is told, and shown as it is', async () => {
  await open()
  bridge.fail('app.changeSettings', { code: 'STORAGE' })
  expect(field('dueSoonDays').value).toBe('3')
  await enter('dueSoonDays', '5')
  await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
  await expect.poll(() => field('dueSoonDays').value).toBe('3')
})

test('two settings that are changed quickly both stay', async () => {
  bridge.answer('lock.state', lockState({ enabled: true }))
  await open()
  bridge.hold('app.changeSettings')
  await userEvent.click(field('lockWithScreen'))
  await pick(select('lockAfterMinutes'), '5')
  await expect.poll(changes).toEqual([{ lockWithScreen: !settings.lockWithScreen }, { lockAfterMinutes: 5 }])
  const shown = (): unknown[] => [field('lockWithScreen').checked, select('lockAfterMinutes').value]
  expect(shown()).toEqual([!settings.lockWithScreen, '5'])
  // The answers to both.
  bridge.answer('app.changeSettings', {
    ...settings,
    lockWithScreen: !settings.lockWithScreen,
    lockAfterMinutes: 5
  })
  await expect.poll(shown).toEqual([!settings.lockWithScreen, '5'])
})

test('an unanswered change stays while another one is answered, and is undone by itself', async () => {
  await open()
  const store = usePendingSettings()
  const [one, two, three] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Held, Held, Held]
  const shown = (): Partial<Settings> => {
    const { notify, notifyAmounts, dueSoonDays } = store.shown
    return { notify, notifyAmounts, dueSoonDays }
  }
  const first = store.showWhile({ notify: false, dueSoonDays: 1 }, () => one.promise)
  const failing = store.showWhile({ notifyAmounts: true }, () => two.promise).catch(() => 'failed')
  const last = store.showWhile({ dueSoonDays: 2 }, () => three.promise)
  expect(shown()).toEqual({ notify: false, notifyAmounts: true, dueSoonDays: 2 })
  two.reject(new Error('no'))
  expect(await failing).toBe('failed')
  expect(shown()).toEqual({ notify: false, notifyAmounts: false, dueSoonDays: 2 })
  one.resolve()
  await first
  expect(shown()).toEqual({ notify: true, notifyAmounts: false, dueSoonDays: 2 })
  three.resolve()
  await last
  expect(shown()).toEqual({ notify: true, notifyAmounts: false, dueSoonDays: 3 })
})

test('the graphics processor is turned off and on, and shown as it is if that fails', async () => {
  await open('#advanced')
  await expect.poll(() => field('graphicsProcessor').checked).toBe(true)
  bridge.answer('app.changeSettings', { ...settings, graphicsProcessor: false })
  await userEvent.click(field('graphicsProcessor'))
  await expect.poll(changes).toEqual([{ graphicsProcessor: false }])
  await expect.poll(() => field('graphicsProcessor').checked).toBe(false)
  bridge.fail('app.changeSettings', { code: 'STORAGE' })
  await userEvent.click(field('graphicsProcessor'))
  await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
  await expect.poll(() => field('graphicsProcessor').checked).toBe(false)
})

test.each([
  ['kept', {}, 'The key is in your system’s password store.'],
  ['refused', {}, 'The key is in your system’s password store.'],
  ['memory', { keyStored: false }, 'Your token, profile and invoices stay in memory until you quit'],
  ['memory', {}, 'Your token, profile and invoices stay in memory until you quit'],
  ['kept', { keyStored: false }, 'Your profile and invoices stay in memory until you quit'],
  ['forgotten', { keyStored: false }, 'Your profile and invoices stay in memory until you quit'],
  ['unavailable', {}, 'stay locked'],
  [
    'sample',
    { kind: 'sample' as const, keyStored: false },
    'The sample’s profile and invoices stay in memory until you quit'
  ]
] as const)('what is kept where, with a credential that is %s', async (credential, more, words) => {
  bridge.answer('session.state', opened([line(more, credential)]))
  await open()
  expect(says('Data')).toContain(words)
  expect(says('Data')).toContain('/data')
})

test('everything can be erased, after a question', async () => {
  await open()
  button('Erase all Portside data…').click()
  await expect.poll(() => dialog()?.querySelectorAll('li').length).toBe(3)
  await expectFine()
  bridge.answer('accounts.eraseEverything', signedOut)
  bridge.answer('session.state', signedOut)
  const [, erase] = document.querySelectorAll<HTMLElement>('[role="dialog"] button')
  erase?.click()
  await expect.poll(() => bridge.asked('accounts.eraseEverything')).toEqual([{ leaveEntries: false }])
  await expect.poll(path).toBe('/sign-in')
  await expect.poll(dialog).toBe(null)
})

test('the account shown, the way to all of them, and out', async () => {
  bridge.answer('session.state', opened([line({ label: 'Work', named: true, tokenExpiresAt: '2030-05-06T07:08:00Z' })]))
  await open('#accounts')
  expect(document.activeElement?.textContent).toBe('Accounts')
  expect(says('Accounts')).toContain('Work')
  expect(says('Accounts')).toContain(account.email)
  expect(says('Accounts')).toContain('2030')
  button('All accounts').click()
  await expect.poll(path).toBe('/settings/accounts')
})

test('signed out here, it says which account is shown now, and the focus is not on that one’s way out', async () => {
  const other = line({ id: 'b', connection: { baseUrl: 'https://other.example.com', provider: 'hypeproxy-v2' } })
  bridge.answer('session.state', opened([line(), other]))
  bridge.answer('session.signOut', opened([line({}, 'signedOut'), other], 1))
  await open()
  button('Sign out').focus()
  await userEvent.keyboard('{Enter}')
  const out = (): HTMLElement => button('Sign out', dialog())
  await expect.poll(out).toBeTruthy()
  out().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(dialog).toBe(null)
  expect(section('Accounts')?.querySelector('[role="status"]')?.textContent).toBe(
    'ada@example.com (api.example.com) is signed out. Now showing ada@example.com (other.example.com).'
  )
  expect(document.activeElement?.textContent).toBe('Accounts')
  await userEvent.keyboard('{Enter}')
  expect(dialog()).toBe(null)
  expect(document.activeElement?.textContent).toBe('Accounts')
})

test.each([
  ['kept', true],
  ['memory', true],
  ['unavailable', true],
  ['forgotten', false],
  ['refused', false]
] as const)('until when a sign-in is valid is said of one that is in use: %s', async (credential, said) => {
  bridge.answer('session.state', opened([line({ tokenExpiresAt: '2030-05-06T07:08:00Z' }, credential)]))
  await open('#accounts')
  expect(says('Accounts')).toContain('Token')
  expect(says('Accounts').includes('Sign-in valid until')).toBe(said)
})

test('a sign-in that has expired is said to be that', async () => {
  bridge.answer('session.state', opened([line({ tokenExpiresAt: '2021-05-06T07:08:00Z' })]))
  await open('#accounts')
  expect(says('Accounts')).toContain('Sign-in expired')
  expect(says('Accounts')).not.toContain('Sign-in valid until')
})

test('the sample has no connection to change', async () => {
  bridge.answer('session.state', opened([line({ kind: 'sample' }, 'sample')]))
  await open()
  expect(() => button('Edit connection…')).toThrow()
  button('Leave the sample data').click()
  await expect.poll(dialog).not.toBe(null)
  await expectFine()
})
