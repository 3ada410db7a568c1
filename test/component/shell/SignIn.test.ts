import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { layBridge, signedIn, signedOut } from './bridge.ts'
import type { FakeBridge } from './bridge.ts'
import { openPage } from './page.ts'
import type { Page } from './page.ts'

let bridge: FakeBridge
let page: Page

beforeEach(async () => {
  bridge = layBridge()
  bridge.answer('session.state', signedOut)
  page = await openPage('/catalogue')
  await expect.poll(() => document.querySelector('form')).not.toBe(null)
})
afterEach(() => page.leave())

const field = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (!found) throw new Error(`no field ${name}`)
  return found
}
const focused = (): string => (document.activeElement as HTMLInputElement | null)?.name ?? ''
const asked = (): unknown[] => bridge.asked('session.signIn')
const fillIn = async (): Promise<void> => {
  await userEvent.fill(field('email'), 'ada@example.com')
  await userEvent.fill(field('password'), 'open sesame')
}

test('whoever is signed out starts here, with the cursor where typing begins', () => {
  expect(page.router.currentRoute.value.name).toBe('signIn')
  expect(focused()).toBe('email')
})

test('says what is missing at its field, and asks nobody yet', async () => {
  expect(page.text()).not.toContain('Enter your email.')
  await userEvent.keyboard('{Enter}')
  expect(page.text()).toContain('Enter your email.')
  expect(page.text()).toContain('Enter your password.')
  expect(field('email').getAttribute('aria-invalid')).toBe('true')
  expect(asked()).toEqual([])
})

test.each([
  ['http://api.example.com', 'Use https://'],
  ['', 'Enter the platform’s address.'],
  ['https://', 'That isn’t a web address.'],
  ['ftp://api.example.com', 'That isn’t a web address.']
])('does not send a password to “%s”', async (address, words) => {
  await fillIn()
  await userEvent.fill(field('address'), address)
  await userEvent.keyboard('{Enter}')
  expect(page.text()).toContain(words)
  expect(asked()).toEqual([])
})

test.each([
  ['api.example.com/', 'https://api.example.com'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://api.localhost:8080', 'http://api.localhost:8080'],
  ['http://127.0.0.1:1', 'http://127.0.0.1:1']
])('takes “%s” as %s', async (address, sent) => {
  bridge.answer('session.signIn', signedIn())
  await fillIn()
  await userEvent.fill(field('address'), address)
  await userEvent.keyboard('{Enter}')
  await expect.poll(asked).toMatchObject([{ connection: { baseAddress: sent, preset: 'v2' } }])
})

test('keeps the password for one retry when a code is asked for, then leads into the catalogue', async () => {
  bridge.fail('session.signIn', { code: 'CODE_NEEDED', host: 'api.example.com' })
  await fillIn()
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toBe('code')
  expect(page.text()).toContain('Enter the current code.')
  expect(field('password').value).toBe('open sesame')

  bridge.answer('session.signIn', signedIn())
  await userEvent.keyboard('123456{Enter}')
  await expect.poll(() => page.router.currentRoute.value.name).toBe('catalogue')
  expect(asked().at(-1)).toMatchObject({ password: 'open sesame', code: '123456' })
})

test('forgets the password after a second refused code', async () => {
  bridge.fail('session.signIn', { code: 'CODE_NEEDED' })
  await fillIn()
  await userEvent.keyboard('{Enter}')
  for (const code of ['111111', '222222']) {
    await expect.poll(focused).toBe('code')
    await userEvent.keyboard(`${code}{Enter}`)
  }
  await expect.poll(focused).toBe('password')
  expect(field('password').value).toBe('')
})

test('a refusal stands beside the form, in the platform’s words too, and the fields stay', async () => {
  bridge.fail('session.signIn', { code: 'WRONG_CREDENTIALS', host: 'api.example.com', platformSays: 'No such user' })
  await fillIn()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.querySelector('[role="alert"]')?.textContent).toContain('didn’t accept')
  expect(page.text()).toContain('api.example.com says: “No such user”')
  expect(field('email').value).toBe('ada@example.com')
  expect(focused()).toBe('password')
})

test('a token goes through as it is, and one with spaces in it is not sent', async () => {
  document.querySelector<HTMLElement>('input[value="token"]')?.click()
  await expect.poll(() => document.querySelector('input[name="token"]')).not.toBe(null)
  await userEvent.fill(field('token'), 'two words')
  await userEvent.keyboard('{Enter}')
  expect(page.text()).toContain('A token has no spaces in it.')
  bridge.answer('session.useToken', signedIn())
  await userEvent.fill(field('token'), 'Bearer abc.def')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('session.useToken')).toMatchObject([{ token: 'Bearer abc.def' }])
})

test('walking through the ways by arrow keys keeps the focus there', async () => {
  document.querySelector<HTMLElement>('input[value="password"]')?.focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => document.querySelector('input[name="token"]')).not.toBe(null)
  expect(focused()).toBe('way')
})

test('the sample needs one press', async () => {
  bridge.answer('session.exploreSample', signedIn('sample'))
  document.querySelector<HTMLElement>('input[value="sample"]')?.click()
  await expect.poll(() => document.querySelector('main button')).not.toBe(null)
  document.querySelector<HTMLElement>('main button')?.click()
  await expect.poll(() => page.text()).toContain('Sample data')
  expect(page.router.currentRoute.value.name).toBe('catalogue')
})
