import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { h, ref, Teleport } from 'vue'
import { fresh, bridge, line, online, opened, settings, signedIn, signedOut } from './bridge.ts'
import { useSession } from '../../../../src/renderer/src/features/accounts/session.ts'
import { useInvoice } from '../../../../src/renderer/src/features/invoices/stores/invoice.ts'
import { pageOf, view } from '../../invoices/page-of.ts'
import { alert, axeFindings, heading, openPage, page } from './page.ts'

const statusBar = (): string => document.querySelector('footer')?.textContent ?? ''

test('offline, the status bar says so and how old the data is', async () => {
  bridge.answer('app.status', { ...online, reach: 'offline', openInvoices: 2 })
  await openPage('/catalogue')
  await expect.poll(statusBar).toContain('showing data from 3 hours ago')
  expect(statusBar()).toContain('Offline')
  expect(statusBar()).toContain('2 to pay')
})

test('“offline” is said of the computer only: a provider that can’t be reached is named', async () => {
  bridge.answer('app.status', { ...online, reach: 'unreachable' })
  await openPage('/catalogue')
  await expect.poll(statusBar).toContain(`${line().provider.name} can’t be reached`)
  expect(statusBar()).not.toContain('Offline')
  expect(statusBar()).toContain('showing data from 3 hours ago')
})

test('online, the status bar says so where the invoices couldn’t be checked', async () => {
  bridge.answer('app.status', { ...online, openInvoices: 2, failed: ['invoices'], isOpenOutdated: true })
  await openPage('/catalogue')
  await expect.poll(statusBar).toContain('2 to pay (couldn’t check)')
})

test.each([
  ['none is known to be there', { ...online, openInvoices: null }, ''],
  ['none is open', { ...online, openInvoices: 0 }, 'Nothing to pay'],
  [
    'none was at the last check',
    { ...online, openInvoices: 0, failed: ['invoices'], isOpenOutdated: true },
    'Nothing to pay (couldn’t check)'
  ]
])('the status bar says what is open where that is known: %s', async (_, status, said) => {
  bridge.answer('app.status', status)
  await openPage('/catalogue')
  await expect.poll(statusBar).toContain('Online')
  const link = document.querySelector<HTMLAnchorElement>('footer a')
  expect(link?.textContent.trim() ?? '').toBe(said)
  if (said !== '') expect(link?.getAttribute('href')).toBe('#/invoices')
})

test('the status bar and the rail say of a part of a list that there is more', async () => {
  const partial = { received: 60, total: null }
  bridge.answer('app.status', { ...online, openInvoices: 2, isOpenLeast: true })
  bridge.answer('catalogue.page', {
    ...{ rows: [], matched: 60, total: 60, sortOrder: null, edition: 0, groups: [], isIndexing: false },
    freshness: { ...fresh, partial }
  })
  await openPage('/catalogue')
  await expect.poll(statusBar).toContain('60 products received')
  expect(statusBar()).toContain('At least 2 to pay')
  const link = document.querySelector('nav a[href="#/invoices"]')
  expect(link?.textContent).toContain('2+')
  expect(link?.getAttribute('aria-description')).toBe('At least 2 to pay')
})

test('the status is that of the account that the page shows, also where no event tells of it', async () => {
  bridge.answer('app.status', { ...online, openInvoices: 2 })
  await openPage('/catalogue')
  await expect.poll(statusBar).toContain('2 to pay')
  bridge.answer('app.status', { ...online, openInvoices: 5 })
  bridge.answer('accounts.show', opened([line(), line({ id: 'b' })], 1))
  await useSession().show('b')
  await expect.poll(() => bridge.askedOf('app.status').at(-1)).toBe('b')
  await expect.poll(statusBar).toContain('5 to pay')
})

test('after a failed refresh, the status bar says so and how old the data is', async () => {
  bridge.answer('profile.read', { profile, freshness: { ...fresh, error: { code: 'SERVER', status: 500 } } })
  await openPage('/profile')
  await expect.poll(statusBar).toContain('couldn’t refresh, data from 3 hours ago')
  expect(statusBar()).not.toContain('updated')
})

test('the status bar follows the events of main', async () => {
  await openPage('/profile')
  await expect.poll(statusBar).toContain('Online')
  bridge.answer('app.status', { ...online, reach: 'offline' })
  bridge.emit('status')
  await expect.poll(statusBar).toContain('Offline')
})

test('keys lead to the views and back, F6 walks the regions', async () => {
  const { router } = await openPage('/profile')
  await userEvent.keyboard('{Control>},{/Control}')
  await expect.poll(heading).toBe('Settings')
  await userEvent.keyboard('{Control>}1{/Control}')
  await expect.poll(heading).toBe('Overview')
  await userEvent.keyboard('{Control>}2{/Control}')
  await expect.poll(heading).toBe('Catalogue')
  await userEvent.keyboard('/')
  expect((document.activeElement as HTMLInputElement).type).toBe('search')
  await userEvent.keyboard('{F6}')
  expect(document.activeElement?.matches('[data-pane]')).toBe(true)
  expect(router.currentRoute.value.path).toBe('/catalogue')
})

test('refresh by key; that the network is back is main’s to notice', async () => {
  await openPage('/profile')
  await expect.poll(heading).toBe('Profile')
  await userEvent.keyboard('{Control>}r{/Control}')
  await expect.poll(() => bridge.asked('app.refresh')).toEqual([{ all: false, topic: null }])
  window.dispatchEvent(new Event('online'))
  await userEvent.keyboard('{Control>}r{/Control}')
  await expect.poll(() => bridge.asked('app.refresh').length).toBe(2)
})

test('main’s request leads to the route it names', async () => {
  const { router } = await openPage('/profile')
  bridge.answer('app.takeRoute', { path: '/settings', account: null })
  bridge.emit('route')
  await expect.poll(() => router.currentRoute.value.name).toBe('settings')
})

test('the route that main asked for before the page was there is shown', async () => {
  bridge.answer('app.takeRoute', { path: '/settings', account: null })
  await openPage('/profile')
  await expect.poll(heading).toBe('Settings')
})

test('a sign-out that comes while the page starts is not lost', async () => {
  const asked = bridge.hold('app.info')
  const opening = openPage('/profile')
  await expect.poll(asked).toBe(1)
  bridge.answer('session.state', signedOut)
  bridge.emit('session')
  bridge.answer('app.info', {
    version: '1.2.3',
    platform: 'linux',
    dataFolder: '/data',
    locale: 'en-GB',
    languages: ['en'],
    sample: 'good'
  })
  await opening
  await expect.poll(() => page.router.currentRoute.value.name).toBe('signIn')
})

test.each([
  ['kept', true],
  ['refused', false]
] as const)('one topic that refuses the sign-in is told beside its data while it is %s', async (credential, told) => {
  bridge.answer('session.state', signedIn(credential))
  bridge.answer('profile.read', { profile, freshness: { ...fresh, error: { code: 'UNAUTHORIZED' } } })
  const { text } = await openPage('/profile')
  await expect.poll(text).toContain('31 Dec 2023')
  if (told)
    await expect.poll(() => alert()?.textContent).toContain('api.example.com didn’t accept your sign-in for this.')
  else expect(alert()).toBe(null)
})

test('what is open of one account is gone with the next', async () => {
  bridge.answer('invoices.page', pageOf([]))
  bridge.answer('invoices.invoice', { view: view({ key: 'i', number: 'N-1' }), freshness: fresh })
  await openPage('/invoices/i')
  await expect.poll(() => useInvoice().loadState.state).toBe('ready')
  await expect.poll(() => document.querySelector('main')?.textContent).toContain('N-1')
  bridge.answer('session.state', opened([line({ id: 'b' })]))
  bridge.emit('session')
  await expect.poll(() => useInvoice().loadState.state).toBe('idle')
  expect(useInvoice().key).toBe(null)
})

test('signed out elsewhere, the page shows the sign-in', async () => {
  const { router } = await openPage('/profile')
  bridge.answer('session.state', signedOut)
  bridge.emit('session')
  await expect.poll(() => router.currentRoute.value.name).toBe('signIn')
})

test('a theme is shown at once', async () => {
  bridge.answer('app.changeSettings', { ...settings, theme: 'dark' })
  await openPage('/settings')
  await expect.poll(heading).toBe('Settings')
  document.querySelector<HTMLElement>('input[value="dark"]')?.click()
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
})

const profile = {
  title: 'Ada Lovelace',
  email: 'ada@example.com',
  groups: {
    person: [
      { name: 'fullName', value: 'Ada Lovelace' },
      { name: 'userName', value: 'ada@example.com' },
      { name: 'email', value: 'ada@example.com' },
      { name: 'registeredAt', value: '2023-12-31T23:59:00Z' }
    ],
    address: [],
    company: [],
    account: [{ name: 'twoFactorEnabled', value: false }],
    other: [{ name: 'constructor', value: '{"a":1}' }]
  },
  dropped: 4
}

test('the profile shows what came, leaves out what did not, and tells what was dropped', async () => {
  const notes = [
    { kind: 'credentialDropped' as const, field: 'passwordHash', count: 4 },
    { kind: 'wrongType' as const, field: 'email', count: 1 }
  ]
  bridge.answer('profile.read', { profile, freshness: { ...fresh, notes } })
  const { text } = await openPage('/profile')
  await expect.poll(text).toContain('31 Dec 2023, 23:59 UTC')
  expect(text()).toContain('1 issue in the provider’s data')
  expect(text()).toContain('Two-factor sign-inNo')
  expect(text()).not.toContain('Company')
  expect(document.querySelector('main')?.textContent.split('ada@example.com')).toHaveLength(2)
  expect(text()).not.toMatch(/null|undefined|N\/A/)
  expect(text()).toContain('constructor')
  expect(text()).toContain('4 fields that look like credentials')
})

test('the profile of a blocked account says so first, with its reason, its date and what to do', async () => {
  const blocked = { reason: 'Chargeback of invoice 12', since: '2026-11-03T10:00:00Z' }
  bridge.answer('profile.read', { profile: { ...profile, blocked }, freshness: fresh })
  const { text } = await openPage('/profile')
  await expect.poll(text).toContain('Your account is blocked')
  const box = document.querySelector('main [role="status"].blocked')
  expect(box?.textContent).toMatch(
    /“Chargeback of invoice 12”.*Blocked on 3 Nov 2026.*Contact your provider’s support\./s
  )
  const name = [...document.querySelectorAll('main h2')].find((one) => one.textContent === 'Ada Lovelace')
  expect(name && box && box.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test.each(['light', 'dark'])('nothing for axe to find, %s', async (theme) => {
  const blocked = { reason: 'Chargeback', since: '2026-11-03T10:00:00Z' }
  const freshness = { ...fresh, error: { code: 'SERVER' as const, status: 503 } }
  bridge.answer('profile.read', { profile: { ...profile, blocked }, freshness })
  bridge.answer('session.state', signedIn('unavailable', { code: 'KEYCHAIN_LOCKED' }))
  bridge.answer('app.settings', { ...settings, theme })
  const { router, text } = await openPage('/profile')
  document.documentElement.dataset['theme'] = theme
  for (const [path, words] of [
    ['/profile', '31 Dec'],
    ['/settings', 'Dates and amounts'],
    ['/sign-in?again=a', 'One-time code'],
    ['/nowhere', 'Nothing here']
  ] as const) {
    await router.push(path)
    await expect.poll(text).toContain(words)
    // The test runner's own page has no title and no language.
    expect(await axeFindings()).toEqual([])
  }
})

test('shows the next view when the one before had several boxes at the end of main, as open menus are', async () => {
  const boxes = (): string[] =>
    [...document.querySelectorAll('main > .of-a-test')].map(({ textContent }) => textContent)
  await openPage('/invoices')
  const box = (text: string) => h(Teleport, { to: 'main' }, h('p', { class: 'of-a-test' }, text))
  const open = ref(false)
  const component = { render: () => h('div', open.value ? ['one', 'two', 'three'].map(box) : []) }
  page.router.addRoute({ path: '/boxes', component })
  await page.router.push('/boxes')
  open.value = true
  await expect.poll(boxes).toEqual(['one', 'two', 'three'])
  await page.router.push('/profile')
  await expect.poll(heading).toBe('Profile')
  expect(boxes()).toEqual([])
})
