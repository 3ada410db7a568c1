import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { bridge, line, opened } from '../../ui/shell/bridge.ts'
import { alert, button, dialog, expectFine, expectUsable, field, openPage, page } from '../../ui/shell/page.ts'
import { json, problems, write, written } from './json.ts'
import type { CredentialState } from '../../../../src/shared/models/account.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { fill, pick } from '../../ui/typing.ts'

const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`
const own: Connection = {
  baseUrl: 'https://api.example.com',
  provider: 'hypeproxy-v3',
  profile: { path: '/v2/Profile', authorization: { scheme: 'query', name: 'apikey' } },
  currency: 'EUR',
  statuses: { '2': 'open', ['s'.repeat(100)]: 'void' }
}
const of = (connection: Connection, credential: CredentialState = 'kept') => opened([line({ connection }, credential)])

beforeEach(() => {
  bridge.answer('connection.statuses', { statuses: [{ status: '7', isNumber: true, count: 3, state: 'unknown' }] })
})

const select = (name: string): HTMLSelectElement =>
  document.querySelector(`select[name="${name}"]`) as HTMLSelectElement
const edit = async (): Promise<void> => {
  await openPage('/settings/connection')
  await expect.poll(page.text).toContain('Meaning of statuses')
}
const changes = (): unknown[] =>
  (bridge.asked('connection.change') as { connection: unknown }[]).map(({ connection }) => connection)
const where = (): unknown => page.router.currentRoute.value.name

test('the settings say where the account is, and lead to its connection', async () => {
  bridge.answer('session.state', of(own))
  await openPage('/settings')
  await expect.poll(page.text).toContain('Edit connection…')
  const facts = [...document.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextElementSibling?.textContent])
  expect(facts).toContainEqual(['Provider URL', 'https://api.example.com'])
  expect(facts).toContainEqual(['Provider', 'HypeProxy'])
  button('Edit connection…').click()
  await expect.poll(where).toBe('connection')
})

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['', 'https://api.hypeproxy.io']
])('a provider that isn’t known has to be chosen before anything is saved (%j)', async (baseUrl, saved) => {
  bridge.answer('session.state', of({ baseUrl, provider: 'unknown', currency: 'EUR' }))
  bridge.answer('connection.change', of({ ...own, baseUrl }))
  await edit()
  expect(page.text()).toContain('Choose a provider.')
  // Nothing was changed yet.
  await page.router.push('/settings')
  expect(where()).toBe('settings')
  await page.router.push('/settings/connection')
  await expect.poll(page.text).toContain('Choose a provider.')
  button('Save').click()
  await pick(select('definition'), 'hypeproxy-v2')
  expect(changes()).toEqual([])
  await expect.poll(page.text).not.toContain('Choose a provider.')
  button('Save').click()
  await expect.poll(changes).toEqual([{ provider: 'hypeproxy-v2', baseUrl: saved, currency: 'EUR' }])
})

test('what invoices need comes before the other calls', async () => {
  await edit()
  expect([...document.querySelectorAll('h2')].map((one) => one.textContent)).toEqual([
    'Provider',
    'Definition',
    'Invoices',
    'What invoices mean',
    'Catalogue',
    'Profile'
  ])
  expect(document.activeElement).toBe(document.body)
})

test('whoever comes to say what a status means is led to where that is said', async () => {
  await openPage('/settings/connection?to=statuses')
  const statuses = (): HTMLElement | null => document.querySelector('[role="group"][aria-label="Meaning of statuses"]')
  await expect.poll(statuses).not.toBe(null)
  await expect.poll(() => document.activeElement).toBe(statuses())
  const { top, bottom } = statuses()!.getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
})

test('the sample’s connection is not offered', async () => {
  bridge.answer('session.state', opened([line({ kind: 'sample' }, 'sample')]))
  await openPage('/settings')
  await expect.poll(page.text).toContain('Dates and amounts')
  expect(page.text()).not.toContain('Edit connection…')
  await page.router.push('/settings/connection')
  await expect.poll(where).toBe('settings')
})

test('saves what is filled in, and goes back to the settings', async () => {
  bridge.answer('connection.change', of(own))
  await edit()
  await write({ signIn: { path: '/v2/Authentication/SignIn', tokenAt: 'data.token' } })
  await userEvent.click(document.querySelector('.chip') as HTMLElement)
  button('Save').click()
  await expect.poll(changes).toEqual([
    {
      baseUrl: 'https://api.example.com',
      provider: 'hypeproxy-v2',
      signIn: { path: '/v2/Authentication/SignIn', tokenAt: 'data.token' },
      statuses: { '7': 'unknown' }
    }
  ])
  await expect.poll(where).toBe('settings')
  expect(dialog()).toBe(null)
})

test('says what can’t be used, leads to the first of it, and asks nobody', async () => {
  await edit()
  await write({ signIn: { path: 'login' } })
  await fill(field('currency'), 'E1')
  expect(document.querySelector('[aria-invalid]')).toBe(null)
  button('Save').click()
  await expect.poll(() => document.activeElement).toBe(json())
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(2)
  await expectFine()
  expect(problems()).toEqual([expect.stringContaining('signIn.path Enter a path')])
  expect(changes()).toEqual([])
  await userEvent.fill(json(), '{"name": ')
  await expect.poll(problems).toEqual([expect.stringContaining('isn’t valid JSON')])
  await expectFine()
})

test('another origin is said before it is saved, and leads to the sign-in', async () => {
  await edit()
  await fill(field('address'), 'https://api.example.com/prefix')
  expect(page.text()).not.toContain('another provider')
  await fill(field('address'), 'other.example.org')
  await expect.poll(page.text).toContain('You’ll need to sign in to other.example.org. Saved data is kept.')
  await expectFine()
  // Also while another field can't be used.
  await fill(field('currency'), 'E1')
  expect(page.text()).toContain('You’ll need to sign in to other.example.org.')
  await fill(field('currency'), '')
  bridge.answer(
    'connection.change',
    of({ baseUrl: 'https://other.example.org', provider: 'hypeproxy-v2' }, 'forgotten')
  )
  button('Save').click()
  await expect.poll(changes).toEqual([{ baseUrl: 'https://other.example.org', provider: 'hypeproxy-v2' }])
  await expect.poll(where).toBe('signIn')
  await expect
    .poll(() => document.querySelector<HTMLInputElement>('[name="address"]')?.value)
    .toContain('other.example')
})

test('a refusal to save stands beside what is filled in', async () => {
  bridge.fail('connection.change', { code: 'STORAGE' })
  await edit()
  await write({ signIn: { path: '/v2/Authentication/SignIn', emailField: 'user' } })
  button('Save').click()
  await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
  expect(written()['signIn']).toMatchObject({ emailField: 'user' })
})

test('what is not saved is not lost without a question', async () => {
  await edit()
  await write({ signIn: { path: '/v2/Authentication/SignIn', emailField: 'user' } })
  void page.router.push('/profile')
  await expect.poll(dialog).not.toBe(null)
  await expectFine()
  button('Keep editing').click()
  await expect.poll(dialog).toBe(null)
  expect(where()).toBe('connection')
  expect(written()['signIn']).toMatchObject({ emailField: 'user' })
  void page.router.push('/profile')
  await expect.poll(dialog).not.toBe(null)
  button('Leave without saving').click()
  await expect.poll(where).toBe('profile')
  expect(changes()).toEqual([])
})

test('nothing is asked when nothing was changed, or by whoever cancels', async () => {
  await edit()
  await fill(json(), JSON.stringify(written()))
  await page.router.push('/profile')
  expect(where()).toBe('profile')
  await page.router.push('/settings/connection')
  await expect.poll(page.text).toContain('Meaning of statuses')
  await write({ signIn: { path: '/v2/Authentication/SignIn', emailField: 'user' } })
  button('Cancel').click()
  await expect.poll(where).toBe('settings')
  expect(dialog()).toBe(null)
})

test('a file fills the fields and changes nothing; a bad one is said in place', async () => {
  await edit()
  bridge.fail('connection.importFile', { code: 'BAD_REQUEST', found: 'file' })
  button('Import…').click()
  await expect.poll(() => alert()?.textContent).toContain('isn’t a provider file')
  bridge.answer('connection.importFile', { connection: null })
  button('Import…').click()
  await expect.poll(alert).toBe(null)
  expect(page.text()).not.toContain('Filled in from the file')
  bridge.answer('connection.importFile', { connection: { ...own, baseUrl: 'https://other.example.org' } })
  button('Import…').click()
  await expect.poll(page.text).toContain('Filled in from the file')
  expect(field('address').value).toBe('https://other.example.org')
  expect(field('currency').value).toBe('EUR')
  button('Save').click()
  await expect.poll(() => document.activeElement?.textContent.trim()).toBe('Use other.example.org')
  expect(changes()).toEqual([])
  button('Use other.example.org').click()
  await expect.poll(page.text).not.toContain('Make sure that this is your provider')
  expect(page.text()).toContain('You’ll need to sign in to other.example.org')
  expect(changes()).toEqual([])
})

test('the file has what is filled in, and is named', async () => {
  await edit()
  bridge.answer('connection.exportFile', { name: 'portside-api.json' })
  await write({ timeoutSeconds: 0 })
  button('Export…').click()
  await expect.poll(() => document.activeElement).toBe(json())
  expect(bridge.asked('connection.exportFile')).toEqual([])
  await write({ timeoutSeconds: 30 })
  button('Export…').click()
  await expect.poll(page.text).toContain('Saved as portside-api.json.')
  expect(bridge.asked('connection.exportFile')).toEqual([
    { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v2', timeoutSeconds: 30 }
  ])
})

test('nothing is wider than the window', async () => {
  bridge.answer('session.state', of({ ...own, baseUrl: `https://${long}` }))
  await edit()
  const sheet = document.querySelector('.scroll')
  expect(sheet?.scrollWidth).toBe(sheet?.clientWidth)
  // A small one, and one with text at 200 %.
  await expectUsable([400, 250], [640, 400])
})

test('the account’s calls are tried with its own token, at its own origin only, and not before a change', async () => {
  const empty = { asked: '/v3/invoices', durationMs: 1, error: null, found: 0, partial: null, records: [] }
  bridge.answer('providerTrial.try', { ...empty, statuses: [], places: [] })
  await edit()
  expect(bridge.asked('providerTrial.try')).toEqual([])
  button('Try Invoices').click()
  await expect.poll(page.text).toContain('/v3/invoices returned no records.')
  expect(bridge.asked('providerTrial.try')).toContainEqual({
    connection: { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v2' },
    token: null,
    endpoint: 'invoices'
  })
  const before = bridge.asked('providerTrial.try').length
  await fill(field('address'), 'https://other.example.org')
  await expect.poll(page.text).toContain('Sign in to other.example.org to see the reply.')
  button('Try Invoices').click()
  expect(bridge.asked('providerTrial.try')).toHaveLength(before)
})
