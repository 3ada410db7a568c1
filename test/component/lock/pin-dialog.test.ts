import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { bridge, lockState } from '../ui/shell/bridge.ts'
import { button, dialog, expectFine, heading, openPage, page } from '../ui/shell/page.ts'
import { unlocked } from './locked.ts'
import { fill } from '../ui/typing.ts'

const field = (name: string): HTMLInputElement => document.querySelector(`[role="dialog"] input[name="${name}"]`)!
const error = (name: string): string => {
  const id = field(name).getAttribute('aria-invalid') && field(name).getAttribute('aria-describedby')
  return (id && document.getElementById(id)?.textContent) ?? ''
}
const fillIn = async (values: Record<string, string>): Promise<void> => {
  for (const [name, text] of Object.entries(values)) await fill(field(name), text)
}
async function open(action: string, state = unlocked): Promise<void> {
  bridge.answer('lock.state', state)
  await openPage('/settings')
  await expect.poll(heading).toBe('Settings')
  button(action).click()
  await expect.poll(dialog).not.toBe(null)
}

test('a PIN is set by typing it twice', async () => {
  await open('Set a PIN…', lockState())
  await expect.poll(() => document.activeElement).toBe(field('new'))
  await fillIn({ new: 'four words and 7', again: 'four words and 7' })
  bridge.answer('lock.setPin', unlocked)
  await userEvent.keyboard('{Enter}')
  await expect.poll(dialog).toBe(null)
  expect(bridge.asked('lock.setPin')).toEqual([{ pin: 'four words and 7', current: null }])
  await expect.poll(() => page.text()).toContain('Lock when unused for')
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('lockAfterMinutes')
  await expectFine()
})

test.each([
  [{ new: '123', again: '123' }, 'new', 'Use at least 4 characters.'],
  [{ new: '1234', again: '1235' }, 'again', 'This isn’t the same PIN.']
])('%j is not taken', async (values, name, words) => {
  await open('Set a PIN…', lockState())
  await fillIn(values)
  expect([error('new'), error('again')]).toEqual(['', ''])
  button('Set PIN').click()
  await expect.poll(() => error(name)).toBe(words)
  expect(document.activeElement).toBe(field(name))
  expect(bridge.asked('lock.setPin')).toEqual([])
})

test('another PIN takes the current one, whose tries are counted', async () => {
  await open('Change PIN…')
  await fillIn({ current: 'wrong', new: 'another one', again: 'another one' })
  bridge.answer('lock.state', lockState({ enabled: true, triesLeft: 2 }))
  bridge.fail('lock.setPin', { code: 'WRONG_PIN' })
  button('Change PIN').click()
  await expect.poll(() => error('current')).toBe('Wrong PIN. 2 tries left before you have to wait.')
  expect([field('current').value, field('new').value, field('again').value]).toEqual(['', 'another one', 'another one'])
  expect(document.activeElement).toBe(field('current'))
  await expectFine()
  bridge.answer('lock.setPin', unlocked)
  await userEvent.keyboard('right{Enter}')
  await expect.poll(dialog).toBe(null)
  expect(bridge.asked('lock.setPin').at(-1)).toEqual({ pin: 'another one', current: 'right' })
})

test('the lock is turned off with the PIN only', async () => {
  await open('Turn off…')
  button('Turn off').click()
  await expect.poll(() => error('current')).toBe('Enter your PIN.')
  await expectFine()
  expect(bridge.asked('lock.turnOff')).toEqual([])
  bridge.answer('lock.turnOff', lockState())
  await userEvent.keyboard('1234{Enter}')
  await expect.poll(dialog).toBe(null)
  expect(bridge.asked('lock.turnOff')).toEqual([{ pin: '1234' }])
  await expect.poll(() => document.activeElement).toBe(button('Set a PIN…'))
})

test('a wait holds here, too', async () => {
  const waitUntil = new Date(Date.now() + 60_000).toISOString()
  await open('Turn off…', lockState({ enabled: true, triesLeft: 0, waitUntil }))
  await expect.poll(() => error('current')).toMatch(/^Too many wrong PINs\. Try again in (60|5\d) s\.$/)
  expect(button('Turn off').disabled).toBe(true)
})

test('an error of another kind keeps what is typed', async () => {
  await open('Set a PIN…', lockState())
  await fillIn({ new: '1234', again: '1234' })
  bridge.fail('lock.setPin', { code: 'STORAGE' })
  button('Set PIN').click()
  await expect.poll(() => dialog()?.textContent).toContain('couldn’t read or write its data')
  await expectFine()
  expect(field('new').value).toBe('1234')
})

test('what was typed is gone when the dialog is closed', async () => {
  await open('Set a PIN…', lockState())
  await fillIn({ new: 'half a secret' })
  await userEvent.keyboard('{Escape}')
  await expect.poll(dialog).toBe(null)
  button('Set a PIN…').click()
  await expect.poll(dialog).not.toBe(null)
  expect(field('new').value).toBe('')
})
