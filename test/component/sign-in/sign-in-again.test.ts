/** Signing in beside accounts that there are already: again, with one more, and back to where one was. */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { bridge, line, opened, signedIn, signedOut } from '../ui/shell/bridge.ts'
import { button, field, focused, heading, openPage, page, path } from '../ui/shell/page.ts'
import { fill, pick } from '../ui/typing.ts'

const bob = line({ id: 'b', label: 'Bob', email: 'bob@example.com' }, 'signedOut')

const select = (name: string): HTMLSelectElement =>
  document.querySelector(`select[name="${name}"]`) as HTMLSelectElement
const value = (name: string) => (): string => field(name).value

test('the form has the account’s settings whole, and one comes back to where one was', async () => {
  const connection = {
    baseUrl: 'https://api.example.com',
    provider: 'hypeproxy-v3',
    signIn: { path: '/login', tokenAt: 'data.token' },
    currency: 'EUR'
  } as const
  bridge.answer('session.state', opened([line({ connection }, 'refused')]))
  bridge.answer('session.signIn', opened([line({ connection })]))
  await openPage('/profile?x=1')
  await expect.poll(() => button('Sign in again')).toBeTruthy()
  button('Sign in again').click()
  await expect.poll(focused).toBe('password')
  await userEvent.keyboard('open sesame{Enter}')
  await expect.poll(() => bridge.asked('session.signIn')).toMatchObject([{ connection, again: 'a' }])
  await expect.poll(path).toBe('/profile?x=1')
})

test('the provider of an account whose provider isn’t known is chosen', async () => {
  const connection = { baseUrl: 'https://acme.example', provider: 'unknown' } as const
  bridge.answer('session.state', opened([line({ connection })]))
  bridge.answer('session.signIn', opened([line()]))
  await openPage('/sign-in?again=a&from=/profile')
  await expect.poll(() => document.querySelector('select[name="provider"]')).toBeTruthy()
  expect(page.text()).not.toContain('hypeproxy')
  await pick(select('provider'), 'hypeproxy')
  await expect.poll(() => field('password')).toBeTruthy()
  await fill(field('email'), 'ada@example.com')
  await fill(field('password'), 'open sesame')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => bridge.asked('session.signIn'))
    .toMatchObject([{ connection: { ...connection, provider: 'hypeproxy' }, again: 'a' }])
})

test('an account that is not open fills the form, and one comes back to a section that it has too', async () => {
  bridge.answer('session.state', opened([line(), bob]))
  bridge.answer('session.signIn', opened([line(), line(bob.account)], 1))
  await openPage('/sign-in?again=b&from=/invoices/x')
  await expect.poll(value('email')).toBe('bob@example.com')
  expect(heading()).toBe('Sign in again')
  await expect.poll(focused).toBe('password')
  await userEvent.keyboard('open sesame{Enter}')
  await expect.poll(path).toBe('/invoices')
  expect(bridge.asked('session.signIn')).toMatchObject([{ again: 'b' }])
})

test('an account with a token is asked for a token', async () => {
  bridge.answer('session.state', opened([line({ kind: 'token', email: null }, 'refused')]))
  bridge.answer('session.signInWithToken', signedIn())
  await openPage('/sign-in?again=a&from=/profile')
  await expect.poll(focused).toBe('token')
  await userEvent.keyboard('abc.def{Enter}')
  await expect.poll(() => bridge.asked('session.signInWithToken')).toMatchObject([{ token: 'abc.def', again: 'a' }])
  await expect.poll(path).toBe('/profile')
})

test.each([
  'https://example.org',
  '//example.org',
  'javascript:alert(1)',
  '/nowhere',
  '/sign-in',
  '/sign-in?add=1',
  'profile'
])('“%s” is nowhere to come back to', async (from) => {
  bridge.answer('session.state', signedIn('refused'))
  bridge.answer('session.signIn', signedIn())
  await openPage(`/sign-in?again=a&from=${encodeURIComponent(from)}`)
  await expect.poll(focused).toBe('password')
  await userEvent.keyboard('open sesame{Enter}')
  await expect.poll(path).toBe('/overview')
})

test('one more account begins with nothing of another one', async () => {
  bridge.answer(
    'session.state',
    opened([line({ connection: { baseUrl: 'https://own.example', provider: 'hypeproxy-v3' } })])
  )
  bridge.answer('session.signIn', opened([line(), line({ id: 'b' })], 1))
  await openPage('/sign-in?add=1&from=/settings/accounts')
  await expect.poll(focused).toBe('email')
  expect(heading()).toBe('Add an account')
  expect(document.querySelector('main')?.textContent).not.toContain('sample')
  expect(value('email')()).toBe('')
  expect(document.querySelector('input[name="address"]')).toBe(null)
  await userEvent.keyboard('bob@example.com')
  await fill(field('password'), 'open sesame')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('session.signIn')).toMatchObject([{ email: 'bob@example.com', again: null }])
  await expect.poll(path).toBe('/overview')
})

test.each(['/sign-in', '/sign-in?again=unknown', '/sign-in?again=s', '/accounts'])(
  'whoever is signed in is led away from %s',
  async (address) => {
    bridge.answer('session.state', opened([line(), line({ id: 's', kind: 'sample' }, 'sample')]))
    await openPage(address)
    expect(path()).toBe(address === '/accounts' ? '/settings/accounts' : '/overview')
  }
)

test('signing in from the sample leaves it', async () => {
  const sample = line({ id: 's', kind: 'sample' }, 'sample')
  bridge.answer('session.state', opened([sample]))
  bridge.answer('session.signIn', opened([sample, bob], 1))
  bridge.answer('accounts.remove', opened([line(bob.account)]))
  await openPage('/profile')
  await expect.poll(() => document.querySelector('footer')?.textContent).toContain('Sample data')
  const link = [...document.querySelectorAll<HTMLElement>('footer a')].find((one) => one.textContent === 'Sign in')
  link?.click()
  await expect.poll(focused).toBe('email')
  expect(heading()).toBe('Sign in')
  await userEvent.keyboard('bob@example.com')
  await fill(field('password'), 'open sesame')
  expect(bridge.asked('accounts.remove')).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/overview')
  expect(bridge.asked('accounts.remove')).toEqual([{ id: 's' }])
})

test('another account to sign in to is another form', async () => {
  bridge.answer('session.state', opened([line({}, 'refused'), bob]))
  const { router } = await openPage('/sign-in?again=a')
  await expect.poll(value('email')).toBe('ada@example.com')
  await fill(field('password'), 'open sesame')
  await router.push('/sign-in?again=b')
  await expect.poll(value('email')).toBe('bob@example.com')
  expect(value('password')()).toBe('')
})

test('with none open, the accounts that are known are one press away, and so is what waits to be removed', async () => {
  bridge.answer('session.state', { ...signedOut, accounts: [line({}, 'signedOut'), bob], pendingDeletions: 2 })
  await openPage('/catalogue')
  await expect.poll(() => document.body.textContent).toContain('2 tokens couldn’t be removed')
  const link = [...document.querySelectorAll('a')].find((one) => one.textContent.includes('Accounts on this computer'))
  link?.click()
  await expect.poll(path).toBe('/accounts')
  await expect.poll(() => document.querySelectorAll('main li').length).toBe(2)
  document.querySelector<HTMLElement>('button[aria-label="Sign in: Bob"]')?.click()
  await expect.poll(value('email')).toBe('bob@example.com')
  button('Back').click()
  await expect.poll(path).toBe('/accounts')
})
