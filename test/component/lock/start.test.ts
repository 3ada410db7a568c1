import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { bridge, lockState, settings, signedIn, signedOut } from '../ui/shell/bridge.ts'
import { button, dialog, heading, openPage, type Page } from '../ui/shell/page.ts'
import { locked, lockNow, unlocked, unlockNow } from './locked.ts'

let opening: Promise<Page>

afterEach(async () => {
  unlockNow()
  ;(await opening).leave()
})

const PERSONAL = ['session.state', 'app.status', 'catalogue.page', 'profile.read', 'invoices.page']

test('behind the lock nothing is asked but the lock; then the page opens where its address says', async () => {
  bridge.answer('lock.state', locked())
  opening = openPage('/settings')
  await expect.poll(heading).toBe('Portside is locked')
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pin')
  expect(PERSONAL.flatMap(bridge.asked)).toEqual([])
  bridge.answer('lock.unlock', unlocked)
  await userEvent.keyboard('open sesame{Enter}')
  await expect.poll(heading).toBe('Settings')
  expect(bridge.asked('lock.unlock')).toEqual([{ pin: 'open sesame' }])
  expect(bridge.asked('session.state')).toHaveLength(1)
  expect((await opening).router.currentRoute.value.path).toBe('/settings')
})

test('the lock is asked before who is signed in', async () => {
  const asked = bridge.hold('lock.state')
  opening = openPage('/profile')
  await expect.poll(asked).toBe(1)
  await expect.poll(() => bridge.asked('app.settings').length).toBe(1)
  expect(bridge.asked('session.state')).toEqual([])
})

test('a lock that comes while the page starts is shown, and the start goes on after it', async () => {
  const asked = bridge.hold('session.state')
  opening = openPage('/profile')
  await expect.poll(asked).toBe(1)
  lockNow()
  await expect.poll(heading).toBe('Portside is locked')
  bridge.answer('session.state', signedIn())
  unlockNow()
  await expect.poll(heading).toBe('Profile')
})

test('erasing everything behind the lock leads to the first screen', async () => {
  bridge.answer('lock.state', locked())
  opening = openPage('/invoices/i')
  await expect.poll(heading).toBe('Portside is locked')
  button('Forgot your PIN?').click()
  await expect.poll(() => document.querySelectorAll('.way-out button').length).toBe(1)
  button('Erase all Portside data…').click()
  await expect.poll(dialog).not.toBe(null)
  bridge.answer('accounts.eraseEverything', signedOut)
  bridge.answer('session.state', signedOut)
  bridge.answer('app.settings', { ...settings, theme: 'dark' })
  button('Erase all data').click()
  await expect.poll(() => bridge.asked('accounts.eraseEverything')).toEqual([{ leaveEntries: false }])
  bridge.emit('settings')
  bridge.answer('lock.state', lockState())
  bridge.emit('lock')
  await expect.poll(heading).toBe('Sign in')
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
})
