import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { bridge, signedOut } from '../ui/shell/bridge.ts'
import { button, dialog, expectFine, heading, openPage, type Page } from '../ui/shell/page.ts'
import { locked, pinField, unlocked, unlockNow } from './locked.ts'

let opening: Promise<Page>

afterEach(async () => {
  vi.useRealTimers()
  unlockNow()
  ;(await opening).leave()
})

async function show(more: Parameters<typeof locked>[0] = {}): Promise<void> {
  bridge.answer('lock.state', locked(more))
  opening = openPage('/profile')
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pin')
}
async function refuse(more: Parameters<typeof locked>[0]): Promise<void> {
  bridge.answer('lock.state', locked(more))
  bridge.fail('lock.unlock', { code: 'WRONG_PIN', ...(more?.waitUntil ? { retryAt: more.waitUntil } : {}) })
  await userEvent.keyboard('1234{Enter}')
}
const error = (): string => {
  const id = pinField()?.getAttribute('aria-describedby')
  return (id && document.getElementById(id)?.textContent) ?? ''
}
const aloud = (): string => document.querySelector('[role="alert"].sr-only')?.textContent ?? ''
/** Clock and countdown stand still until a test has them go on. */
const stopClock = (): void => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

test('the right PIN opens, by Enter or by the button', async () => {
  await show()
  bridge.answer('lock.unlock', unlocked)
  await userEvent.keyboard('four words and 7')
  expect(pinField()?.type).toBe('password')
  expect(pinField()?.autocomplete).toBe('off')
  button('Unlock').click()
  await expect.poll(heading).toBe('Profile')
  expect(bridge.asked('lock.unlock')).toEqual([{ pin: 'four words and 7' }])
})

test.each([
  [4, 'Wrong PIN. 4 tries left before you have to wait.'],
  [1, 'Wrong PIN. 1 try left before you have to wait.']
])('a wrong PIN with %i tries left is said, and the field is empty for the next', async (triesLeft, words) => {
  await show()
  await refuse({ triesLeft })
  await expect.poll(error).toBe(words)
  expect(aloud()).toBe(words)
  expect(pinField()?.value).toBe('')
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pin')
  expect(pinField()?.getAttribute('aria-invalid')).toBe('true')
})

test('without a PIN nothing is tried', async () => {
  await show()
  await userEvent.keyboard('{Enter}')
  await expect.poll(error).toBe('Enter your PIN.')
  expect(bridge.asked('lock.unlock')).toEqual([])
})

test('a wait is counted down, and nothing is tried before its end', async () => {
  stopClock()
  await show()
  await refuse({ triesLeft: 0, waitUntil: inSeconds(8) })
  await expect.poll(error).toBe('Too many wrong PINs. Try again in 8 s.')
  // What is read out doesn't change every second.
  expect(aloud()).toMatch(/^Too many wrong PINs\. Try again after .+\.$/)
  const submit = document.querySelector<HTMLButtonElement>('button[type="submit"]')!
  expect(submit.textContent).toMatch(/Unlock\s+\(in 8 s\)/)
  expect(submit.disabled).toBe(true)
  await userEvent.keyboard('1234{Enter}')
  expect(bridge.asked('lock.unlock')).toHaveLength(1)
  vi.advanceTimersByTime(7000)
  await expect.poll(error).toBe('Too many wrong PINs. Try again in 1 s.')
  expect(submit.disabled).toBe(true)
  vi.advanceTimersByTime(1000)
  await expect.poll(() => button('Unlock').disabled).toBe(false)
  bridge.answer('lock.unlock', unlocked)
  await userEvent.keyboard('{Enter}')
  await expect.poll(heading).toBe('Profile')
})

test('after a wait only the tries that are left are told, and that is no refusal', async () => {
  stopClock()
  await show()
  await refuse({ triesLeft: 1, waitUntil: inSeconds(4) })
  await expect.poll(error).toMatch(/^Too many/)
  vi.advanceTimersByTime(4000)
  await expect.poll(error).toBe('1 try left before you have to wait.')
  expect(pinField()?.getAttribute('aria-invalid')).toBe(null)
  expect(aloud()).toBe('1 try left before you have to wait.')
  await refuse({ triesLeft: 1 })
  await expect.poll(error).toBe('Wrong PIN. 1 try left before you have to wait.')
  expect(pinField()?.getAttribute('aria-invalid')).toBe('true')
  await expectFine()
})

test('a wait that was there before the start is said, and by the clock while it is long', async () => {
  await show({ triesLeft: 0, waitUntil: inSeconds(900) })
  expect(error()).toMatch(/^Too many wrong PINs\. Try again after .+\.$/)
  expect(button('Unlock').disabled).toBe(true)
})

test('a system that can ask is asked by a click only, and dismissing it is no error', async () => {
  await show({ system: true })
  bridge.fail('lock.unlockBySystem', { code: 'CANCELLED' })
  expect(bridge.asked('lock.unlockBySystem')).toHaveLength(0)
  button('Unlock with Touch ID').click()
  await expect.poll(() => bridge.asked('lock.unlockBySystem').length).toBe(1)
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pin')
  expect(error()).toBe('')
  bridge.answer('lock.unlockBySystem', unlocked)
  button('Unlock with Touch ID').click()
  await expect.poll(heading).toBe('Profile')
})

test('where the system can’t ask, that is not offered', async () => {
  await show()
  expect(() => button('Unlock with Touch ID')).toThrow()
})

test('any other error is told as one', async () => {
  await show()
  bridge.fail('lock.unlock', { code: 'STORAGE' })
  await userEvent.keyboard('1234{Enter}')
  await expect.poll(() => document.body.textContent).toContain('couldn’t read or write its data')
  expect(error()).toBe('')
})

test('whoever forgot the PIN may erase everything, which is asked about first', async () => {
  await show()
  await expectFine()
  const forgot = button('Forgot your PIN?')
  expect(forgot.getAttribute('aria-expanded')).toBe('false')
  forgot.click()
  await expect.poll(() => forgot.getAttribute('aria-expanded')).toBe('true')
  await expectFine()
  button('Erase all Portside data…').click()
  await expect.poll(() => dialog()?.querySelectorAll('li').length).toBe(3)
  await expect.poll(() => document.activeElement?.textContent.trim()).toBe('Cancel')
  await expectFine()
  await userEvent.keyboard('{Escape}')
  await expect.poll(dialog).toBe(null)
  expect(bridge.asked('accounts.eraseEverything')).toEqual([])
})

test('entries that can’t be removed now stop it, until they are left behind', async () => {
  await show()
  button('Forgot your PIN?').click()
  await expect.poll(() => document.querySelectorAll('.way-out button').length).toBe(1)
  button('Erase all Portside data…').click()
  await expect.poll(dialog).not.toBe(null)
  bridge.fail('accounts.eraseEverything', { code: 'KEYCHAIN_LOCKED' })
  button('Erase all data').click()
  const told = (): string => dialog()?.querySelector('[role="alert"]')?.textContent ?? ''
  await expect.poll(told).toContain('Your system’s password store is locked.')
  expect(told()).toContain('No file is deleted yet.')
  button('Try again').click()
  await expect.poll(() => bridge.asked('accounts.eraseEverything').length).toBe(2)
  await expect.poll(told).toContain('No file is deleted yet.')
  bridge.answer('accounts.eraseEverything', signedOut)
  button('Erase the rest').click()
  await expect.poll(dialog).toBe(null)
  expect(bridge.asked('accounts.eraseEverything')).toEqual([
    { leaveEntries: false },
    { leaveEntries: false },
    { leaveEntries: true }
  ])
})
