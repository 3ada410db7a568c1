/** A provider that nobody built in: set up in "Other…", tried, signed in to, and handed over in a file. */
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  invoices,
  signIn: session,
  accounts: { connection }
} = words

const KEY = 'own-key-0123456789'

const section = (page: Page) => page.getByRole('region', { name: connection.group.invoices, exact: true })
/** What Portside reads, as rows of label and value. */
const reads = (page: Page) => section(page).getByRole('region', { name: connection.trial.reads })
const { setting } = ui

test('what the usual names don’t find is given a meaning by a click, and the file of it serves another account', async ({
  launch,
  api,
  profileDir
}) => {
  const rows = [
    { id: 7, number: 'R-7', sums: { gross: 119, net: 100 }, status: 'Offen', date: '05/11/2026' },
    { id: 8, number: 'R-8', sums: { gross: 50, net: 42 }, status: 'Bezahlt', date: '06/11/2026' }
  ]
  api.respondWith('/bills', (request) =>
    request.headers.get('x-api-key') === KEY
      ? Response.json({ answer: { bills: rows, hints: [{ a: 1 }] } })
      : new Response('', { status: 401 })
  )
  const app = await launch()
  const { page } = app
  await ui.field.provider(page).selectOption({ label: session.provider.other })
  await ui.button(page, session.setUp).click()
  await expect(ui.title(page, connection.setUpTitle)).toBeVisible()
  await ui.field.address(page).fill(api.baseUrl)
  await setting(page, 'key').fill(KEY)
  await setting(page, 'scheme').selectOption({ label: connection.scheme.header })
  await setting(page, 'credentialName').fill('X-Api-Key')
  await ui.writeDefinition(page, { name: 'Bills', invoices: { path: '/bills' }, dates: 'dayFirst' })

  const result = section(page)
  const list = result.getByRole('button', { name: /^answer\.bills/ })
  await expect(list.or(reads(page)).first()).toBeVisible()
  if (await list.isVisible()) await list.click()
  await expect(reads(page)).toContainText(/5 Nov 2026|Nov 5, 2026/)
  await result.getByRole('treeitem', { name: /^sums\.gross / }).click()
  await ui.button(page, `${connection.trial.useAs} sums.gross`).click()
  await page.getByRole('menuitemcheckbox', { name: invoices.column.total, exact: true }).click()
  await expect(ui.button(page, say(connection.trial.unmap, { field: invoices.column.total }))).toBeVisible()
  await ui.button(page, say(count(connection.status.metOne, 1), { status: 'Offen' })).click()
  await page.getByLabel(say(connection.status.meaning, { status: 'Offen' })).selectOption('open')
  await setting(page, 'currency').fill('EUR')
  await expect(reads(page)).toContainText('119.00')

  const file = join(profileDir, 'bills.json')
  await app.chooseFile(file)
  await ui.button(page, connection.file.export).click()
  await expect(page.getByText(say(connection.file.exported, { name: 'bills.json' }))).toBeVisible()
  expect(readFileSync(file, 'utf8')).not.toContain(KEY)

  await ui.button(page, session.action.signIn).filter({ visible: true }).click()
  await ui.goTo(page, 'invoices')
  const row = ui.invoiceRows(page).filter({ hasText: 'R-7' })
  await expect(row).toContainText(/€119\.00|EUR\s119\.00/)
  await expect(row).toContainText(invoices.state.open)

  // In the picker by its name and host, and in a file whose host is confirmed before the key goes there.
  await ui.toAccounts(page)
  await ui.button(page, words.accounts.add).click()
  const { host } = new URL(api.baseUrl)
  const name = say(session.provider.own, { name: 'Bills', host })
  await expect(ui.field.provider(page).getByRole('option', { name, exact: true })).toBeAttached()
  await ui.field.provider(page).selectOption({ label: session.provider.other })
  await ui.button(page, session.setUp).click()
  await setting(page, 'key').fill(KEY)
  api.requests.length = 0
  await app.chooseFile(file)
  await ui.button(page, connection.file.import).filter({ visible: true }).click()
  await expect(page.getByText(say(connection.confirm.text, { host }))).toBeVisible()
  await section(page).getByRole('button', { name: connection.trial.try }).click()
  await expect(ui.button(page, say(connection.confirm.action, { host }))).toBeFocused()
  expect(api.requests).toEqual([])
  await page.keyboard.press('Enter')
  await expect(reads(page)).toContainText('R-7')
})
