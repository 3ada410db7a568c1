/** A provider that nobody built in: set up in "Other…", by what its documentation states and by what the page offers. */
import type { Page } from '@playwright/test'
import { startApiServer, type ApiServer } from '../support/api-server.ts'
import { FOSSBILLING, fossbilling } from '../support/fossbilling.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { connection, profile, session } = words

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
const setting = (page: Page, name: keyof typeof connection.field) =>
  page.getByLabel(connection.field[name], { exact: true }).filter({ visible: true })

async function setUp(page: Page, baseUrl: string, key: string): Promise<void> {
  await ui.field.provider(page).selectOption({ label: session.provider.other })
  await ui.button(page, session.setUp).click()
  await expect(ui.title(page, connection.setUpTitle)).toBeVisible()
  await ui.field.address(page).filter({ visible: true }).fill(baseUrl)
  await setting(page, 'key').fill(key)
  await setting(page, 'scheme').selectOption({ label: connection.scheme.Basic })
  await setting(page, 'user').fill(FOSSBILLING.user)
}

test('FOSSBilling is set up, read while it is filled in, and signed in to', async ({ launch }) => {
  const { page } = await launch()
  await setUp(page, server.baseUrl, FOSSBILLING.key)
  await setting(page, 'invoicesPath').fill(FOSSBILLING.invoices)
  await setting(page, 'productsPath').fill(FOSSBILLING.products)
  await setting(page, 'profilePath').fill(FOSSBILLING.profile)

  await expect(reads(page, 'invoices')).toContainText('FOSS00005')
  await expect(reads(page, 'invoices')).toContainText(connection.meaning.open)
  await expect(reads(page, 'invoices')).toContainText('11.90')
  await expect(reads(page, 'products')).toContainText('Proxy')
  await expect(reads(page, 'profile')).toContainText('a@example.com')
  expect(await ui.contentOf(page)).not.toContain('h4sh')

  // The pages that the reply names are the definition's own to ask for.
  await section(page, 'invoices').getByText(connection.more.invoices).click()
  const paging = section(page, 'invoices').getByRole('group', { name: connection.field.paging })
  await paging.getByLabel(connection.field.paging, { exact: true }).selectOption({ label: connection.paging.page })
  await paging.getByLabel(connection.field.invoicesParameter, { exact: true }).fill('page')

  await ui.button(page, session.action.useToken).click()
  await ui.goTo(page, 'invoices')
  const row = ui.invoiceRows(page).filter({ hasText: 'FOSS00005' })
  await expect(row).toContainText(/€11\.90|EUR\s11\.90/)
  await expect(row).toContainText('20')
  await expect(ui.invoiceRows(page)).toHaveCount(3)
  await ui.goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: profile.group.person })).toBeVisible()
  for (const { headers } of server.requests) expect(headers['authorization']).toMatch(/^Basic /)
})
