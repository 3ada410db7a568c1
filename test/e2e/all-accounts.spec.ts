/** Invoices of all accounts: one is signed in and fetched, one is signed out during the test, one was never fetched. */
import type { Locator } from '@playwright/test'
import { expect, shareApp, test } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import type { Input } from '../../src/shared/ipc/contract.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../src/shared/models/invoice.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

let north: Provider
let south: Provider
let west: Provider
test.beforeAll(async () => {
  north = await startProvider({ name: 'Nordlichtkai' })
  south = await startProvider({ name: 'Suedwindhaus' })
  west = await startProvider({ name: 'Westuferhalle' })
  west.respondWith(/^\/v3\/invoices/, () => Response.json({ message: 'Later.' }, { status: 503 }))
})
test.afterAll(async () => {
  for (const provider of [north, south, west]) await provider.stop()
})

const shared = shareApp(async ({ page }) => {
  for (const one of [north, south, west]) await ui.signInByBridge(page, one)
})

/** What main answers: the invoices' numbers and the accounts that are missing, by email. */
async function listed(): Promise<{ rows: (string | null)[]; missing: [string | null, string][] }> {
  const query: Input<'invoices', 'page'> = {
    of: null,
    ...EVERY_INVOICE,
    ...NEWEST_FIRST,
    sort: 'number',
    offset: 0,
    limit: 50
  }
  return shared.page.evaluate(async (asked) => {
    const [page, session] = await Promise.all([window.portside.invoices.page(asked), window.portside.session.state()])
    if (!page.ok) throw new Error(page.error.code)
    if (!session.ok) throw new Error(session.error.code)
    const emailOf = (id: string): string | null =>
      session.data.accounts.find(({ account }) => account.id === id)?.account.email ?? null
    return {
      rows: page.data.rows.map(({ number }) => number),
      missing: page.data.missing.map(({ id, why }): [string | null, string] => [emailOf(id), why])
    }
  }, query)
}

async function idOf({ email }: Provider): Promise<string> {
  return shared.page.evaluate(async (wanted) => {
    const session = await window.portside.session.state()
    const line = session.ok ? session.data.accounts.find(({ account }) => account.email === wanted) : undefined
    if (!line) throw new Error('no such account')
    return line.account.id
  }, email)
}

test('the page shows them in one table, names who is missing, and opens each without a switch', async () => {
  const { page } = shared
  const { invoices } = words
  const row = ({ invoice }: Provider): Locator => ui.invoiceRows(page).filter({ hasText: invoice })
  const pane = ui.invoicePane(page)
  await ui.goTo(page, 'invoices')
  for (const provider of [north, south]) await expect(row(provider)).toContainText(provider.person)
  const note = ui.notices(page)
  await expect(note).toContainText(invoices.notIncluded.label)
  await expect(note).toContainText(west.person)

  await row(north).click()
  await expect(pane).toContainText(north.person)
  await expect(ui.button(pane, invoices.showAccount)).toBeVisible()
  await expect(ui.accountInRail(page, west.person)).toBeVisible()
  await ui.button(pane, invoices.showAccount).click()
  await expect(ui.button(pane, invoices.showAccount)).toBeHidden()
  await expect(pane).toContainText(north.person)
  await expect(row(south)).toBeVisible()

  await ui.switchTo(page, west.person)
})

test('main names each account that a list of all lacks, and erasing one takes its invoices along', async () => {
  const { page } = shared
  await expect.poll(listed).toEqual({ rows: [south.invoice, north.invoice], missing: [[west.email, 'notFetched']] })
  // Refreshing fetches the other accounts, too.
  for (const provider of [north, south]) provider.requests.length = 0
  await ui.refreshByBridge(page, 'invoices', true)
  for (const { requests } of [north, south])
    expect(requests.map(({ path }) => path).join(' ')).toContain('/v3/invoices')
  const id = await idOf(south)
  await page.evaluate((it) => window.portside.session.signOut({ id: it, erase: false }), id)
  await expect.poll(listed).toEqual({
    rows: [north.invoice],
    missing: [
      [south.email, 'signedOut'],
      [west.email, 'notFetched']
    ]
  })
  await page.evaluate((it) => window.portside.accounts.remove({ id: it }), await idOf(north))
  await expect.poll(listed).toEqual({
    rows: [],
    missing: [
      [south.email, 'signedOut'],
      [west.email, 'notFetched']
    ]
  })
})
