/** An account whose provider lacks a catalogue, a profile or invoices: no link, command, key or address leads there. */
import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { useSession } from '../../../../src/renderer/src/features/accounts/session.ts'
import { change, changePage } from '../../catalogue/changes/fixtures.ts'
import { row } from '../../catalogue/fixtures.ts'
import { invoice } from '../../invoices/fixtures.ts'
import { invoices, pageOf, summary } from '../../invoices/page-of.ts'
import { useCatalogue } from '../../../../src/renderer/src/features/catalogue/stores/catalogue.ts'
import type { AccountLine } from '../../../../src/shared/models/account.ts'
import type { DefinitionChanges } from '../../../../src/shared/models/connection.ts'
import { bridge, fresh, line, online, opened, account } from './bridge.ts'
import { axeFindings, button, dialog, heading, openPage, path } from './page.ts'

const without = (parts: DefinitionChanges, id = 'a'): AccountLine =>
  line({ id, label: `${id}@example.com`, connection: { ...account.connection, ...parts } })
const NO_CATALOGUE = { products: null, product: null }
const NO_INVOICES = { invoices: null }

/** Main has saved data of all three: from before the connection was changed. */
function saved(...accounts: AccountLine[]): void {
  bridge.answer('session.state', opened(accounts))
  bridge.answer('app.status', { ...online, products: 2 })
  bridge.answer('catalogue.page', { rows: [row('p')], matched: 1, total: 2, freshness: fresh })
  bridge.answer('catalogue.product', { view: null, freshness: fresh })
  bridge.answer('catalogue.changes', changePage([change(1)]))
  bridge.answer('invoices.page', pageOf(invoices(2)))
  bridge.answer('invoices.overview', {
    summary: summary(),
    due: [invoice({ key: 'a' })],
    paid: [],
    freshness: fresh,
    missing: []
  })
}

const rail = (): string[] =>
  [...document.querySelectorAll('nav a.link')].map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())
const card = (name: string) => browser.getByRole('region', { name, exact: true })
const commands = (): string[] =>
  [...(dialog()?.querySelectorAll('[role="option"] > .truncate') ?? [])].map((one) => one.textContent)
const asked = (...calls: string[]): number => calls.reduce((sum, call) => sum + bridge.asked(call).length, 0)
const CATALOGUE_CALLS = ['page', 'product', 'refreshProduct', 'changes', 'labels', 'sortOrders', 'fetchSortOrder'].map(
  (call) => `catalogue.${call}`
)

test('without a catalogue there is none in the rail, on the overview and in the status bar, and nothing is asked of it', async () => {
  saved(without(NO_CATALOGUE))
  await openPage('/overview')
  await expect.element(card('Connection')).toBeVisible()
  await expect.poll(rail).toEqual(['Overview', 'Invoices', 'Profile', 'Settings'])
  await expect.element(browser.getByRole('region', { name: /^Catalogue/ })).not.toBeInTheDocument()
  await expect.element(browser.getByRole('contentinfo')).not.toMatchTextContent('products')
  await useCatalogue().start()
  expect(asked(...CATALOGUE_CALLS)).toBe(0)
  expect(await axeFindings()).toEqual([])
})

test.each([
  ['/catalogue', NO_CATALOGUE],
  ['/catalogue/p', NO_CATALOGUE],
  ['/changes', NO_CATALOGUE],
  ['/profile', { profile: null }]
])('%s leads to the overview of an account without it', async (address, parts) => {
  saved(without(parts))
  await openPage(address)
  await expect.poll(path).toBe('/overview')
  await expect.poll(heading).toBe('Overview')
})

test('its key does nothing, and the others keep theirs', async () => {
  saved(without(NO_CATALOGUE))
  await openPage('/settings')
  await expect.poll(heading).toBe('Settings')
  await userEvent.keyboard('{Control>}2{/Control}')
  expect(path()).toBe('/settings')
  await userEvent.keyboard('{Control>}3{/Control}')
  await expect.poll(path).toBe('/invoices')
})

test('the palette offers neither the view nor its records, and the list of shortcuts leaves its key out', async () => {
  saved(without({ ...NO_CATALOGUE, profile: null }))
  await openPage('/overview')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => commands().slice(0, 3)).toEqual(['Overview', 'Invoices', 'Settings'])
  expect(commands()).not.toContain('Catalogue changes')
  await userEvent.keyboard('a')
  await expect.poll(() => asked('invoices.page')).toBe(1)
  expect(asked('catalogue.page')).toBe(0)
  await userEvent.keyboard('{Escape}?')
  await expect.poll(() => dialog()?.textContent).toContain('Ctrl+3')
  expect(dialog()?.textContent).not.toMatch(/Ctrl\+[24]/)
})

test('an account without it that opens over the view leads to the overview, and the view comes back with the other', async () => {
  const all = line({ id: 'b', label: 'b@example.com' })
  const lacking = without({ ...NO_CATALOGUE, profile: null })
  saved(all, lacking)
  await openPage('/catalogue/p')
  await expect.poll(heading).toBe('Catalogue')
  bridge.answer('accounts.show', opened([all, lacking], 1))
  await useSession().show(lacking.account.id)
  await expect.poll(path).toBe('/overview')
  await expect.poll(rail).toEqual(['Overview', 'Invoices', 'Settings'])
  bridge.answer('accounts.show', opened([all, lacking]))
  await useSession().show('b')
  await expect.poll(rail).toEqual(['Overview', 'Catalogue', 'Invoices', 'Profile', 'Settings'])
  await expect.element(card('Catalogue · b@example.com')).toBeVisible()
})

test('without invoices, the overview and the view say so and lead to the connection; nothing is claimed or asked', async () => {
  saved(without(NO_INVOICES), line({ id: 'b', label: 'b@example.com' }))
  await openPage('/overview')
  const says = 'This account’s connection has no path for invoices. If HypeProxy offers them, add the path.'
  await expect.element(card('Invoices')).toMatchTextContent(says)
  await expect.element(card('To pay')).not.toBeInTheDocument()
  await expect.element(card('Paid this year')).not.toBeInTheDocument()
  await expect.element(card('Accounts')).toMatchTextContent('Can’t list invoices')
  expect(document.body.textContent).not.toContain('Nothing to pay')
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{Control>}3{/Control}')
  await expect.poll(heading).toBe('Invoices')
  await expect.element(browser.getByRole('main')).toMatchTextContent(says)
  expect(await axeFindings()).toEqual([])
  expect(asked('invoices.page', 'invoices.overview', 'invoices.months', 'invoices.invoice')).toBe(0)
  button('Edit connection').click()
  await expect.poll(path).toBe('/settings/connection')
})

test('of a provider that isn’t known, the overview and the view say that, and lead to the sign-in; nothing is claimed or asked', async () => {
  saved(line({ connection: { ...account.connection, provider: 'unknown' } }))
  await openPage('/overview')
  const says =
    'Portside doesn’t know this account’s provider. Update Portside, or sign in again and choose the provider.'
  await expect.element(card('Invoices')).toMatchTextContent(says)
  await expect.element(card('To pay')).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{Control>}3{/Control}')
  await expect.poll(heading).toBe('Invoices')
  await expect.element(browser.getByRole('main')).toMatchTextContent(says)
  expect(await axeFindings()).toEqual([])
  expect(asked('invoices.page', 'invoices.overview', 'invoices.months', 'invoices.invoice')).toBe(0)
  button('Sign in again').click()
  await expect.poll(path).toContain('/sign-in?again=a')
})

test('an address of an invoice says the same', async () => {
  saved(without(NO_INVOICES))
  await openPage('/invoices/i1')
  await expect.element(browser.getByRole('main')).toMatchTextContent('no path for invoices')
  expect(asked('invoices.page', 'invoices.invoice')).toBe(0)
})

test('a product without a call of its own shows what the list said, and asks for no more', async () => {
  saved(without({ product: null }))
  await openPage('/catalogue/p')
  await expect.poll(() => asked('catalogue.product')).toBe(1)
  await expect.poll(heading).toBe('Catalogue')
  expect(asked('catalogue.refreshProduct')).toBe(0)
})

test.each([
  ['offers', {}, 1],
  ['doesn’t offer', { products: { path: '/v2/Products' } }, 0]
])('a provider %s its own sort', async (_name, parts, count) => {
  saved(without(parts))
  await openPage('/catalogue')
  await browser.getByRole('button', { name: /^Sort/ }).click()
  await expect.element(browser.getByRole('radio', { name: 'Name' })).toBeVisible()
  expect(browser.getByRole('dialog').getByText('More', { exact: true }).elements()).toHaveLength(count)
})
