/** Back and forward, records that stay open over a change of view, and what a screen reader is told. */
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { useSession } from '../../../../src/renderer/src/features/accounts/session.ts'
import { row } from '../../catalogue/fixtures.ts'
import { invoices, pageOf } from '../../invoices/page-of.ts'
import { bridge, fresh, line, online, opened, signedIn, signedOut } from './bridge.ts'
import { heading, openPage, path } from './page.ts'

beforeEach(() => {
  bridge.answer('catalogue.page', { rows: [row('p'), row('q')], matched: 2, total: 2, freshness: fresh })
  bridge.answer('catalogue.product', { view: null, freshness: fresh })
  bridge.answer('invoices.page', pageOf(invoices(3)))
  bridge.answer('invoices.invoice', { view: null, freshness: fresh })
})

const go = (view: number): Promise<void> => userEvent.keyboard(`{Control>}${view}{/Control}`)

test('an open record is open again when one comes back, by a key or the rail', async () => {
  await openPage('/catalogue/p')
  await expect.poll(heading).toBe('Catalogue')
  await go(3)
  await expect.poll(path).toBe('/invoices')
  await go(2)
  await expect.poll(path).toBe('/catalogue/p')
  await go(4)
  await expect.poll(heading).toBe('Profile')
  document.querySelector<HTMLElement>('nav a[aria-label="Catalogue"]')?.click()
  await expect.poll(path).toBe('/catalogue/p')
  // Within the section, the link leads to the list.
  document.querySelector<HTMLElement>('nav a[aria-label="Catalogue"]')?.click()
  await expect.poll(path).toBe('/catalogue')
  await go(4)
  await go(2)
  await expect.poll(path).toBe('/catalogue')
})

test('a record of another account is not opened again', async () => {
  await openPage('/catalogue/p')
  await expect.poll(heading).toBe('Catalogue')
  await go(4)
  await expect.poll(heading).toBe('Profile')
  bridge.answer('accounts.show', opened([line(), line({ id: 'b' })], 1))
  await useSession().show('b')
  await expect.poll(() => document.querySelectorAll('[aria-label^="Switch to"]').length).toBe(1)
  await go(2)
  await expect.poll(path).toBe('/catalogue')
})

test('while the first view loads, another account is shown: its record is left, and no error is logged', async () => {
  await openPage('/catalogue/p', async (router) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = router.beforeResolve(() => promise)
    bridge.answer('accounts.show', opened([line(), line({ id: 'b' })], 1))
    await useSession().show('b')
    expect(router.currentRoute.value.matched).toEqual([])
    stop()
    resolve()
  })
  await expect.poll(path).toBe('/catalogue')
  expect(bridge.asked('app.reportError')).toEqual([])
})

test('while the sign-in loads, an account opens elsewhere: the overview is shown in its place', async () => {
  bridge.answer('session.state', signedOut)
  await openPage('/overview', async (router) => {
    // Past the guard, and before the file of the sign-in: a microtask doesn't wait for files, and no test before this one loads it.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
    bridge.answer('session.state', signedIn())
    await useSession().load()
    expect(router.currentRoute.value.matched).toEqual([])
  })
  await expect.poll(heading).toBe('Overview')
  expect(path()).toBe('/overview')
})

test('Alt with the arrows goes back and forward', async () => {
  await openPage('/profile')
  await go(3)
  await expect.poll(heading).toBe('Invoices')
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await expect.poll(heading).toBe('Profile')
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.poll(heading).toBe('Invoices')
})

test('on a Mac it is ⌘ with the brackets', async () => {
  bridge.answer('app.info', {
    version: '1',
    platform: 'darwin',
    dataFolder: '/data',
    locale: 'en-GB',
    languages: ['en'],
    sample: 'good'
  })
  await openPage('/profile')
  await userEvent.keyboard('{Meta>}3{/Meta}')
  await expect.poll(heading).toBe('Invoices')
  await userEvent.keyboard('{Meta>}[[{/Meta}')
  await expect.poll(heading).toBe('Profile')
})

test('Ctrl+A selects in fields and in the list of invoices, and never the whole page', async () => {
  await openPage('/invoices')
  await expect.poll(() => document.querySelectorAll('[role="row"]').length).toBe(4)
  const selection = (): string => getSelection()?.toString() ?? ''
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(selection()).toBe('')
  const search = document.querySelector<HTMLInputElement>('input[type="search"]')!
  search.focus()
  await userEvent.keyboard('abc{Control>}a{/Control}')
  expect([search.selectionStart, search.selectionEnd]).toEqual([0, 3])
})

test('F6 goes into the list of a pane', async () => {
  await openPage('/catalogue')
  await expect.poll(() => document.querySelector('[role="listbox"]')).not.toBe(null)
  document.querySelector<HTMLElement>('nav')?.focus()
  await userEvent.keyboard('{F6}')
  expect(document.activeElement?.getAttribute('role')).toBe('listbox')
})

test('a screen reader is told of each view and of the end of a refresh, once each', async () => {
  await openPage('/profile')
  const told: string[] = []
  const region = document.querySelector('.shell > [role="status"]')!
  new MutationObserver(() => region.textContent && told.push(region.textContent)).observe(region, {
    childList: true,
    characterData: true,
    subtree: true
  })
  await go(3)
  await expect.poll(() => told).toEqual(['Invoices – Portside'])
  await userEvent.keyboard('{Control>}r{/Control}')
  await expect.poll(() => told.slice(1)).toEqual(['Refreshed.'])
  bridge.answer('app.refresh', { ...online, reach: 'unreachable' })
  await userEvent.keyboard('{Control>}r{/Control}')
  await expect.poll(() => told.slice(2)).toEqual(['Couldn’t reach the provider.'])
  for (const [failed, said] of [
    [['invoices'], 'Couldn’t refresh everything.'],
    [['profile', 'catalogue', 'invoices'], 'Couldn’t refresh.']
  ] as const) {
    bridge.answer('app.refresh', { ...online, failed })
    await userEvent.keyboard('{Control>}r{/Control}')
    await expect.poll(() => told.at(-1)).toBe(said)
  }
})

test('a refresh without a usable sign-in is not said to have worked', async () => {
  bridge.answer('session.state', signedIn('forgotten'))
  await openPage('/profile')
  await userEvent.keyboard('{Control>}r{/Control}')
  await expect.poll(() => document.querySelector('.shell > [role="status"]')?.textContent).toBe('Couldn’t refresh.')
})
