/** Invoices of all accounts: one is signed in and fetched, one is signed out during the test, one was never fetched. */
import { expect, shareApp, test } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import type { InvoiceQuery } from '../../src/shared/models/invoice.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../src/shared/models/invoice.ts'
import * as ui from './ui.ts'

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
  await ui.signInAt(page, north)
  await ui.addAccount(page, south)
  await ui.addAccount(page, west)
  await page.evaluate(() => window.portside.app.changeSettings({ allAccounts: true }))
})

/** What main answers: the invoices' numbers and the accounts that are missing, by email. */
async function listed(): Promise<{ rows: (string | null)[]; missing: [string | null, string][] }> {
  const query: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, sort: 'number', offset: 0, limit: 50 }
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

test('main names each account that a list of all lacks, and erasing one takes its invoices along', async () => {
  const { page } = shared
  await expect.poll(listed).toEqual({ rows: [south.invoice, north.invoice], missing: [[west.email, 'notFetched']] })
  // Refreshing fetches the other accounts, too.
  for (const provider of [north, south]) provider.requests.length = 0
  await page.evaluate(() => window.portside.app.refresh({ topic: 'invoices' }))
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
