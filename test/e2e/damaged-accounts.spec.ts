/** Accounts whose records are damaged or from a newer version, beside a sound one, in a real portside.db. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expectFine } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { accounts, error, overview, signIn: session } = words

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
  await ui.signInAt(first.page, north)
  await ui.addAccount(first.page, south)
  await ui.addAccount(first.page, east, 'apiKey')
  await ui.pickOne(first.page)
  await ui.settled(first.page)
  await first.quit()
  const changed = `'$.connection.provider', 'acme-v1', '$.connection.paging', json('{"by":"graph"}')`
  editRow(profileDir, south.email, `json_set(account, ${changed})`)
  editRow(profileDir, east.email, `substr(account, 1, instr(account, '"connection"') + 20)`)
  const damaged = rowsOf(profileDir)
  for (const { requests } of [north, south, east]) requests.length = 0

  for (const time of [1, 2]) {
    const app = await launch()
    const { page } = app
    await seeAll(page, names)
    await ui.switchTo(page, south.person)
    await ui.refreshAll(page)
    await ui.goTo(page, 'overview')
    await expect(page.getByRole('main').getByText(error.found.unknownProvider)).toBeVisible()
    await expect(page.getByRole('region', { name: overview.open.title })).toBeHidden()
    await ui.goTo(page, 'invoices')
    await expect(page.getByRole('main').getByText(error.found.unknownProvider)).toBeVisible()
    if (time === 1) await expectFine(app, 'the invoices of an unknown provider')
    await ui.switchTo(page, north.person)
    await ui.fetchAnew(page)
    await ui.goTo(page, 'invoices')
    await expect(ui.invoiceRows(page)).toHaveText([new RegExp(north.invoice)])
    if (time === 1) {
      await seeAll(page, names)
      await expectFine(app, 'accounts of unknown providers')
    }
    await app.quit()
    expect(rowsOf(profileDir).slice(1)).toEqual(damaged.slice(1))
    expect([...south.requests, ...east.requests]).toEqual([])
  }

  const last = await launch()
  const { page } = last
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
  await last.quit()
  expect(rowsOf(profileDir).join()).not.toContain('acme-v1')
  for (const provider of [north, south, east]) await provider.stop()
})
