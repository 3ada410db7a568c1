/** An account's connection is changed: at once for what is stored, into a file without secrets, and to another origin without the token. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { startApiServer } from '../support/api-server.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  invoices,
  signIn: session,
  settings,
  ui: { common, notice },
  accounts: { connection }
} = words

const invoice = (page: Page, number: string) => ui.invoiceRows(page).filter({ hasText: number })

test('unit, currency and statuses apply at once, offline too; the token goes neither into a file nor to another origin', async ({
  launch,
  api,
  profileDir
}) => {
  const other = await startApiServer()
  api.respondWith('/v3/invoices', () =>
    Response.json([
      { id: 'a', number: 'N-1', status: 'Shelved', totalAmount: 13_000, createdAt: '2025-03-01T10:00:00Z' },
      { id: 'b', number: 'N-2', status: 7, totalAmount: 250, createdAt: '2025-02-01T10:00:00Z' },
      { id: 'c', number: 'N-3', status: 'Paid', total: 990, currency: 'EUR', createdAt: '2025-01-01T10:00:00Z' }
    ])
  )
  const app = await launch()
  const { page } = app
  await ui.signIn(page, api.baseUrl)
  const [token = ''] = api.requests.flatMap(({ headers }) => headers['authorization']?.split(' ').slice(1) ?? [])
  expect(token).toMatch(/^ey/)
  await ui.goTo(page, 'invoices')
  await expect(invoice(page, 'N-1')).toContainText('13,000.00')
  await expect(invoice(page, 'N-1')).toContainText(invoices.statusNotKnown)

  await test.step('offline', async () => {
    await api.stop()
    await ui.refreshAll(page)
    await ui.seeStatus(page, 'unreached')
    await ui.editConnection(page)
    await ui.writeDefinition(page, { amountUnit: 'minor' })
    await ui.setting(page, 'currency').fill('chf')
    await ui.button(page, say(count(connection.status.metOne, 1), { status: 'Shelved' })).click()
    await page.getByLabel(say(connection.status.meaning, { status: 'Shelved' })).selectOption('open')
    const name = 'connection.json'
    const file = join(profileDir, name)
    await app.chooseFile(file)
    await ui.button(page, connection.file.export).click()
    await expect(page.getByText(say(connection.file.exported, { name }))).toBeVisible()
    const text = readFileSync(file, 'utf8')
    const named = { portside: 'provider', version: 1, baseUrl: api.baseUrl, currency: 'CHF', amountUnit: 'minor' }
    expect(JSON.parse(text)).toMatchObject(named)
    for (const secret of [SAMPLE_EMAIL, SAMPLE_PASSWORD, token.split('.')[0] ?? '']) expect(text).not.toContain(secret)
    await ui.saveConnection(page)
    await expect(ui.title(page, settings.title)).toBeVisible()
    await ui.goTo(page, 'invoices')
    await expect(invoice(page, 'N-1')).toContainText(/CHF\s130\.00/)
    await expect(invoice(page, 'N-1')).toContainText(invoices.state.open)
    await expect(invoice(page, 'N-3')).toContainText('€9.90')
    await expect(invoice(page, 'N-2')).toContainText(invoices.statusNotKnown)
    await invoice(page, 'N-1').click()
    await expect(ui.invoicePane(page)).toContainText(/CHF\s130\.00/)
  })

  await test.step('fetched anew', async () => {
    await api.restart()
    await ui.fetchAnew(page)
    await expect(invoice(page, 'N-1')).toContainText(/CHF\s130\.00/)
  })

  await test.step('another origin asks for a sign-in, and never gets the token', async () => {
    await ui.editConnection(page)
    await ui.field.address(page).fill(other.baseUrl)
    const { host } = new URL(other.baseUrl)
    await expect(page.getByText(say(connection.otherPlace, { host }))).toBeVisible()
    await ui.saveConnection(page)
    await expect(ui.title(page, session.again)).toBeVisible()
    await expect(ui.field.address(page)).toHaveValue(other.baseUrl)
    // Back leads to the settings, because the sign-in replaced the form that was saved.
    await ui.button(page, common.back).click()
    await expect(ui.title(page, settings.title)).toBeVisible()
    await ui.goTo(page, 'invoices')
    await expect(invoice(page, 'N-1')).toBeVisible()
    await ui.refreshAll(page)
    await expect(page.getByText(notice.forgotten, { exact: true })).toBeVisible()
    const of = await ui.shownAccount(page)
    const checks = await page.evaluate((id) => window.portside.connectionCheck.start({ of: id, connection: null }), of)
    expect(checks).toMatchObject({ ok: true })
    await expect
      .poll(() => page.evaluate((id) => window.portside.connectionCheck.report({ of: id }), of))
      .toMatchObject({ ok: true, data: { report: { running: false } } })
    expect(other.requests.map(({ url }) => url)).toContain('/health')
    for (const request of other.requests) {
      expect(request.headers['authorization']).toBeUndefined()
      expect(JSON.stringify(request)).not.toContain(token)
    }
  })
  await other.stop()
})
