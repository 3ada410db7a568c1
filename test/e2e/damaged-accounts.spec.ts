/**
 * Accounts whose records are damaged or from a newer version, beside a sound one, in a real portside.db. What becomes of each damage is in
 * test/integration/storage/stored-accounts.test.ts, and what the page says of them in test/component/ui/shell/missing-parts.test.ts.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { accounts, error, signIn: session } = words

/** The account's row, as another program finds and leaves it while Portside is closed. */
function editRow(profileDir: string, email: string, value: string): void {
  const db = new DatabaseSync(join(profileDir, 'portside.db'))
  db.prepare(`UPDATE accounts SET account = ${value} WHERE account LIKE '%' || ? || '%'`).run(email)
  db.close()
}
function rowsOf(profileDir: string): string[] {
  const db = new DatabaseSync(join(profileDir, 'portside.db'), { readOnly: true })
  const rows = db.prepare('SELECT account FROM accounts ORDER BY position').all()
  db.close()
  return rows.map(({ account }) => String(account))
}

async function seeAll(page: Page, names: readonly string[]): Promise<void> {
  await ui.toAccounts(page)
  const rows = ui.accountRows(page)
  await expect(rows).toHaveText(names.map((name) => new RegExp(name)))
  await expect(rows.nth(0)).not.toContainText(accounts.unknownProvider)
  for (const place of [1, 2]) {
    await expect(rows.nth(place)).toContainText(accounts.unknownProvider)
    await expect(rows.nth(place)).toContainText(accounts.noInvoiceList)
  }
}

test('accounts of an unknown provider, or cut off, stay beside a sound one, are never asked, and can be repaired', async ({
  launch,
  profileDir
}) => {
  const [north, south, east] = (await Promise.all(
    ['Nordlichtkai', 'Suedwindhaus', 'Ostufergasse'].map((name) => startProvider({ name }))
  )) as [Provider, Provider, Provider]
  const names = [north.person, south.person, east.person]
  const first = await launch()
  for (const provider of [north, south]) await ui.signInByBridge(first.page, provider)
  const byKey = { connection: { provider: 'hypeproxy-v2' as const, baseUrl: east.baseUrl }, token: east.apiKey }
  await first.page.evaluate((asked) => window.portside.session.signInWithToken({ ...asked, again: null }), byKey)
  await ui.pickOne(first.page)
  await ui.settled(first.page)
  await first.quit()
  const changed = `'$.connection.provider', 'acme-v1', '$.connection.paging', json('{"by":"graph"}')`
  editRow(profileDir, south.email, `json_set(account, ${changed})`)
  editRow(profileDir, east.email, `substr(account, 1, instr(account, '"connection"') + 20)`)
  const damaged = rowsOf(profileDir)
  for (const { requests } of [north, south, east]) requests.length = 0

  const second = await launch()
  const { page } = second
  await seeAll(page, names)
  await ui.switchTo(page, south.person)
  await ui.refreshAll(page)
  await ui.goTo(page, 'invoices')
  await expect(page.getByRole('main').getByText(error.found.unknownProvider)).toBeVisible()
  await ui.switchTo(page, north.person)
  await ui.fetchAnew(page)
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page)).toHaveText([new RegExp(north.invoice)])
  expect(rowsOf(profileDir).slice(1)).toEqual(damaged.slice(1))
  expect([...south.requests, ...east.requests]).toEqual([])

  for (const provider of [south, east]) {
    await ui.toAccounts(page)
    await ui.button(page, `${accounts.signInAgain}: ${provider.person}`).click()
    await expect(ui.title(page, session.again)).toBeVisible()
    await page.getByLabel(session.field.provider).selectOption({ index: 0 })
    if (provider === east) await ui.submitToken(page, east.baseUrl, east.apiKey)
    else {
      await expect(ui.field.address(page)).toHaveValue(south.baseUrl)
      await expect(ui.field.email(page)).toHaveValue(south.email)
      await ui.field.password(page).fill(south.password)
      await page.keyboard.press('Enter')
    }
    await expect(ui.accountInRail(page, provider.person)).toBeVisible()
    await ui.goTo(page, 'invoices')
    await expect(ui.invoiceRows(page)).toHaveText([new RegExp(provider.invoice)])
  }
  await ui.toAccounts(page)
  await expect(ui.accountRows(page)).toHaveText(names.map((name) => new RegExp(name)))
  await expect(ui.accountRows(page).filter({ hasText: accounts.unknownProvider })).toHaveCount(0)
  await second.quit()
  expect(rowsOf(profileDir).join()).not.toContain('acme-v1')
  for (const provider of [north, south, east]) await provider.stop()
})
