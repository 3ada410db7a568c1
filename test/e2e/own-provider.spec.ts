/** A provider that nobody built in: set up in "Other…", by what its documentation states and by what the page offers. */
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startApiServer, type ApiServer } from '../support/api-server.ts'
import { FOSSBILLING, fossbilling } from '../support/fossbilling.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  invoices,
  signIn: session,
  accounts: { connection, profile }
} = words
const { column } = invoices

let server: ApiServer
test.beforeAll(async () => {
  server = await startApiServer({ fetch: fossbilling })
})
test.afterEach(() => {
  server.respondNormally()
  server.requests.length = 0
})
test.afterAll(() => server.stop())

const section = (page: Page, name: 'invoices' | 'products' | 'profile') =>
  page.getByRole('region', { name: connection.group[name], exact: true })
/** What Portside reads, as rows of label and value. */
const reads = (page: Page, name: 'invoices' | 'products' | 'profile') =>
  section(page, name).getByRole('region', { name: connection.trial.reads })
const { setting } = ui

async function setUp(page: Page, baseUrl: string, key: string): Promise<void> {
  await ui.field.provider(page).selectOption({ label: session.provider.other })
  await ui.button(page, session.setUp).click()
  await expect(ui.title(page, connection.setUpTitle)).toBeVisible()
  await ui.field.address(page).fill(baseUrl)
  await setting(page, 'key').fill(key)
  await setting(page, 'scheme').selectOption({ label: connection.scheme.Basic })
  await setting(page, 'user').fill(FOSSBILLING.user)
}

test('FOSSBilling is set up, read while it is filled in, and signed in to', async ({ launch }) => {
  const { page } = await launch()
  await setUp(page, server.baseUrl, FOSSBILLING.key)
  const invoicesCall = { path: FOSSBILLING.invoices }
  await ui.writeDefinition(page, {
    invoices: invoicesCall,
    products: { path: FOSSBILLING.products },
    profile: { path: FOSSBILLING.profile }
  })

  await expect(reads(page, 'invoices')).toContainText('FOSS00005')
  await expect(reads(page, 'invoices')).toContainText(connection.meaning.open)
  await expect(reads(page, 'invoices')).toContainText('11.90')
  await expect(reads(page, 'products')).toContainText('Proxy')
  await expect(reads(page, 'profile')).toContainText('a@example.com')
  expect(await ui.contentOf(page)).not.toContain('h4sh')

  const claim = page.getByRole('region', { name: connection.claim.title })
  await expect(claim).toContainText(say(count(connection.claim.page, 2), { count: '2' }))
  await expect(claim).toContainText(connection.claim.goesOn)

  // The pages that the reply names are the definition's own to ask for.
  await ui.writeDefinition(page, { invoices: { ...invoicesCall, paging: { by: 'page', parameter: 'page' } } })

  await ui.button(page, session.action.signIn).click()
  await ui.goTo(page, 'invoices')
  const row = ui.invoiceRows(page).filter({ hasText: 'FOSS00005' })
  await expect(row).toContainText(/€11\.90|EUR\s11\.90/)
  await expect(row).toContainText('20')
  await expect(ui.invoiceRows(page)).toHaveCount(3)
  await ui.goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: profile.group.person })).toBeVisible()
  for (const { headers } of server.requests) expect(headers['authorization']).toMatch(/^Basic /)
})

test('what the usual names don’t find is given a meaning by clicks, and the file of it serves another account', async ({
  launch,
  profileDir
}) => {
  const rows = [
    { ref: 7, label: 'R-7', sums: { gross: 119, net: 100 }, phase: 'Offen', made: '05/11/2026' },
    { ref: 8, label: 'R-8', sums: { gross: 50, net: 42 }, phase: 'Bezahlt', made: '06/11/2026' }
  ]
  server.respondWith('/bills', (request) =>
    request.headers.get('x-api-key') === FOSSBILLING.key
      ? Response.json({ answer: { bills: rows, hints: [{ a: 1 }] } })
      : new Response('', { status: 401 })
  )
  const app = await launch()
  const { page } = app
  await ui.field.provider(page).selectOption({ label: session.provider.other })
  await ui.button(page, session.setUp).click()
  await ui.field.address(page).fill(server.baseUrl)
  await setting(page, 'key').fill('another-key')
  await ui.writeDefinition(page, { name: 'Bills', invoices: { path: '/bills' } })
  const result = section(page, 'invoices')
  await expect(result.getByRole('alert')).toContainText(connection.trial.nextKey)
  await setting(page, 'scheme').selectOption({ label: connection.scheme.header })
  await setting(page, 'credentialName').fill('X-Api-Key')
  await setting(page, 'key').fill(FOSSBILLING.key)
  await result.getByRole('button', { name: connection.trial.try }).click()

  const list = result.getByRole('button', { name: /^answer\.bills/ })
  await expect(list.or(reads(page, 'invoices')).first()).toBeVisible()
  if (await list.isVisible()) await list.click()
  const use = async (place: string, label: string): Promise<void> => {
    await result.getByRole('treeitem', { name: new RegExp(`^${place.replace('.', '\\.')} `) }).click()
    await ui.button(page, `${connection.trial.useAs} ${place}`).click()
    await page.getByRole('menuitemcheckbox', { name: label, exact: true }).click()
    await expect(ui.button(page, say(connection.trial.unmap, { field: label }))).toBeVisible()
  }
  await use('ref', connection.trial.field.id)
  await use('label', column.number)
  await use('sums.gross', column.total)
  await use('phase', column.status)
  await use('made', column.issued)
  await expect(reads(page, 'invoices')).toContainText(connection.trial.whyDate)
  await ui.writeDefinition(page, { dates: 'dayFirst' })
  await expect(reads(page, 'invoices')).toContainText(/5 Nov 2026|Nov 5, 2026/)
  await ui.button(page, say(count(connection.status.metOne, 1), { status: 'Offen' })).click()
  await page.getByLabel(say(connection.status.meaning, { status: 'Offen' })).selectOption('open')
  await setting(page, 'currency').fill('EUR')
  await expect(reads(page, 'invoices')).toContainText('119.00')

  const file = join(profileDir, 'bills.json')
  await app.chooseFile(file)
  await ui.button(page, connection.file.export).click()
  await expect(page.getByText(say(connection.file.exported, { name: 'bills.json' }))).toBeVisible()
  expect(readFileSync(file, 'utf8')).not.toContain(FOSSBILLING.key)

  await ui.button(page, session.action.signIn).filter({ visible: true }).click()
  await ui.goTo(page, 'invoices')
  const row = ui.invoiceRows(page).filter({ hasText: 'R-7' })
  await expect(row).toContainText(/€119\.00|EUR\s119\.00/)
  await expect(row).toContainText(invoices.state.open)

  // In the picker by its name and host, and in a file whose host is confirmed before the key goes there.
  await ui.toAccounts(page)
  await ui.button(page, words.accounts.add).click()
  const { host } = new URL(server.baseUrl)
  const name = say(session.provider.own, { name: 'Bills', host })
  await expect(ui.field.provider(page).getByRole('option', { name, exact: true })).toBeAttached()
  await ui.field.provider(page).selectOption({ label: session.provider.other })
  await ui.button(page, session.setUp).click()
  await setting(page, 'key').fill(FOSSBILLING.key)
  server.requests.length = 0
  await app.chooseFile(file)
  await ui.button(page, connection.file.import).filter({ visible: true }).click()
  await expect(page.getByText(say(connection.confirm.text, { host }))).toBeVisible()
  await section(page, 'invoices').getByRole('button', { name: connection.trial.try }).click()
  await expect(ui.button(page, say(connection.confirm.action, { host }))).toBeFocused()
  expect(server.requests).toEqual([])
  await page.keyboard.press('Enter')
  await expect(reads(page, 'invoices')).toContainText('R-7')
})
