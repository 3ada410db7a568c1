/** Where the focus is after a change of view, and what the window is called. */
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { row } from '../../catalogue/fixtures.ts'
import { invoices, pageOf } from '../../invoices/page-of.ts'
import { fresh, bridge, lockState, signedOut } from './bridge.ts'
import { openPage, page } from './page.ts'

const products = { rows: [row('p'), row('q')], matched: 2, total: 2, freshness: fresh }

beforeEach(() => {
  bridge.answer('catalogue.page', products)
  bridge.answer('catalogue.product', { view: null, freshness: fresh })
  bridge.answer('invoices.page', pageOf(invoices(3)))
})

/** Role or tag, and name, of what has the focus. */
function focused(): string {
  const element = document.activeElement
  const name = element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? ''
  return `${element?.getAttribute('role') ?? element?.localName ?? ''} ${name}`
}
const title = (): string => document.title

test('each view is named in the title', async () => {
  await openPage('/profile')
  await expect.poll(title).toBe('Profile – Portside')
  for (const [path, name] of [
    ['/settings', 'Settings'],
    ['/settings/connection', 'Edit connection'],
    ['/settings/accounts', 'Accounts'],
    ['/connectionCheck', 'Connection check'],
    ['/changes', 'What changed'],
    ['/catalogue', 'Catalogue'],
    ['/invoices', 'Invoices'],
    ['/nowhere', 'Not found']
  ] as const) {
    await page.router.push(path)
    await expect.poll(title).toBe(`${name} – Portside`)
  }
})

test('the sign-in is named in the title, again after a check of its connection', async () => {
  bridge.answer('session.state', signedOut)
  await openPage('/sign-in')
  await expect.poll(title).toBe('Sign in – Portside')
  await page.router.push('/sign-in?check=1')
  await expect.poll(title).toBe('Connection check – Portside')
  await page.router.push('/sign-in')
  await expect.poll(title).toBe('Sign in – Portside')
})

test('a locked app says so in its title, and has the view’s name again after it', async () => {
  await openPage('/profile')
  bridge.answer('lock.state', lockState({ enabled: true, locked: true }))
  bridge.emit('lock')
  await expect.poll(title).toBe('Portside is locked')
  bridge.answer('lock.state', lockState({ enabled: true }))
  bridge.emit('lock')
  await expect.poll(title).toBe('Profile – Portside')
})

test('a view that is opened by a key has the focus on its heading, with a ring', async () => {
  await openPage('/profile')
  await userEvent.keyboard('{Control>},{/Control}')
  await expect.poll(focused).toBe('h1 Settings')
  expect(getComputedStyle(document.activeElement!).outlineStyle).toBe('solid')
  await userEvent.keyboard('{Control>}4{/Control}')
  await expect.poll(focused).toBe('h1 Profile')
})

test('going back by history puts the focus into the view', async () => {
  await openPage('/settings')
  await userEvent.keyboard('{Control>}4{/Control}')
  await expect.poll(focused).toBe('h1 Profile')
  page.router.back()
  await expect.poll(focused).toBe('h1 Settings')
})

test('a view with a list has the focus on the list, at the row where one was', async () => {
  await openPage('/settings')
  await userEvent.keyboard('{Control>}2{/Control}')
  await expect.poll(focused).toBe('listbox Products')
  await userEvent.keyboard('{ArrowDown}')
  const active = (): string => document.activeElement?.getAttribute('aria-activedescendant') ?? ''
  await expect.poll(active).toMatch(/-1$/)
  await userEvent.keyboard('{Control>}3{/Control}')
  await expect.poll(focused).toBe('grid Invoices')
  await userEvent.keyboard('{Control>}2{/Control}')
  await expect.poll(focused).toBe('listbox Products')
  expect(active()).toMatch(/-1$/)
})

test('a list that comes later takes the focus from the heading', async () => {
  bridge.hold('invoices.page')
  await openPage('/settings')
  await userEvent.keyboard('{Control>}3{/Control}')
  await expect.poll(focused).toBe('h1 Invoices')
  bridge.answer('invoices.page', pageOf(invoices(3)))
  await expect.poll(focused).toBe('grid Invoices')
})

test('a list that comes later takes the focus from nothing else', async () => {
  bridge.hold('invoices.page')
  await openPage('/settings')
  await userEvent.keyboard('{Control>}3{/Control}')
  await expect.poll(focused).toBe('h1 Invoices')
  await userEvent.keyboard('{Tab}')
  const reached = document.activeElement
  bridge.answer('invoices.page', pageOf(invoices(3)))
  await expect.poll(() => document.querySelector('[role=grid]')).not.toBe(null)
  expect(document.activeElement).toBe(reached)
})

test('opening a record leaves the focus where it is', async () => {
  await openPage('/catalogue')
  await expect.poll(() => document.querySelector('[role=listbox]')).not.toBe(null)
  const search = document.querySelector<HTMLInputElement>('input[type=search]')
  search?.focus()
  await page.router.push('/catalogue/p')
  await expect.poll(() => document.querySelector('[role=option][aria-selected=true]')).not.toBe(null)
  expect(document.activeElement).toBe(search)
})
