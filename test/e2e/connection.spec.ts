/** Connection settings: before and after the sign-in, their immediate effect, export and import. */
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueToken, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { startApiServer } from '../support/api-server.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  invoices,
  signIn: session,
  settings,
  ui: { common, notice },
  accounts: { connection }
} = words

const { setting } = ui
const invoice = (page: Page, number: string) => ui.invoiceRows(page).filter({ hasText: number })

async function saved(page: Page): Promise<void> {
  await ui.saveConnection(page)
  await expect(ui.title(page, settings.title)).toBeVisible()
}

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
test.beforeEach(() => ui.startOver(shared))

test('signs in with a custom path, field names and token location, which a file without secrets carries', async () => {
  const { app, page, api, profileDir } = shared
  const own = { signInPath: '/own/log-in', emailField: 'login', passwordField: 'pass', tokenAt: 'reply.key' } as const
  const token = issueToken(SAMPLE_EMAIL, new Date())
  // This is the only sign-in here.
  const answer = (): void => {
    api.respondWith(/^\/v[23]\/authentication/i, () => new Response('', { status: 404 }))
    api.respondWith(own.signInPath, async (request) => {
      const told = (await request.json()) as Record<string, unknown>
      const known = told['login'] === SAMPLE_EMAIL && told['pass'] === SAMPLE_PASSWORD
      const reply = { token: 'not this one', reply: { key: token } }
      return known ? Response.json(reply) : new Response('', { status: 403 })
    })
  }
  answer()
  await ui.openAdvanced(page)
  const signIn = { path: own.signInPath, emailField: 'login', passwordField: 'pass', tokenAt: 'reply.key' }
  await ui.writeDefinition(page, { signIn })
  await ui.closeAdvanced(page)
  await ui.signIn(page, api.baseUrl)
  expect(api.requests[0]).toMatchObject({ method: 'POST', url: '/own/log-in' })
  expect(JSON.parse(api.requests[0]?.body ?? '')).toEqual({ login: SAMPLE_EMAIL, pass: SAMPLE_PASSWORD })

  const name = 'connection.json'
  const file = join(profileDir, name)
  await ui.editConnection(page)
  for (const text of Object.values(own)) await expect(ui.json(page)).toHaveValue(new RegExp(text))
  await setting(page, 'currency').fill('CHF')
  await app.chooseFile(file)
  await ui.button(page, connection.file.export).click()
  await expect(page.getByText(say(connection.file.exported, { name }))).toBeVisible()
  const text = readFileSync(file, 'utf8')
  const named = { portside: 'provider', version: 1, baseUrl: api.baseUrl, currency: 'CHF', signIn }
  expect(JSON.parse(text)).toMatchObject(named)
  for (const secret of [SAMPLE_EMAIL, SAMPLE_PASSWORD, token.split('.')[0] ?? '']) expect(text).not.toContain(secret)
  await saved(page)

  await ui.startOver(shared)
  answer()
  await page.reload()
  await ui.openAdvanced(page)
  await expect(ui.json(page)).not.toHaveValue(/own\/log-in/)
  await app.chooseFile(file)
  await ui.button(page, connection.file.import).click()
  await expect(page.getByText(connection.file.imported)).toBeVisible()
  await expect(ui.field.address(page)).toHaveValue(api.baseUrl)
  await expect(ui.json(page)).toHaveValue(/"path": "\/own\/log-in"/)
  await expect(setting(page, 'currency')).toHaveValue('CHF')
  const { host } = new URL(api.baseUrl)
  await ui.button(page, say(connection.confirm.action, { host })).click()
  await ui.button(page, session.way.password).filter({ visible: true }).click()
  await expect(page.getByText(say(session.goesTo, { host })).filter({ visible: true })).toBeVisible()
  await ui.field.email(page).fill(SAMPLE_EMAIL)
  await ui.field.password(page).fill(SAMPLE_PASSWORD)
  await ui.button(page, session.action.signIn).click()
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page).first()).toBeVisible()
  expect(api.requests.findLast(({ method }) => method === 'POST')?.url).toBe(own.signInPath)
})

test('moving to another origin asks for a sign-in and never sends the token there', async () => {
  const { page, api } = shared
  const other = await startApiServer()
  await ui.signIn(page, api.baseUrl)
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
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page).first()).toBeVisible()
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page).first()).toBeVisible()
  await ui.refreshAll(page)
  await expect(page.getByText(notice.forgotten, { exact: true })).toBeVisible()
  const of = await ui.shownAccount(page)
  const checks = await page.evaluate((id) => window.portside.connectionCheck.start({ of: id, connection: null }), of)
  expect(checks).toMatchObject({ ok: true })
  await expect
    .poll(() => page.evaluate((id) => window.portside.connectionCheck.report({ of: id }), of))
    .toMatchObject({ ok: true, data: { report: { running: false } } })
  expect(other.requests.map(({ url }) => url)).toContain('/health')
  const [token] = api.requests.flatMap(({ headers }) => headers['authorization']?.split(' ').slice(1) ?? [])
  expect(token).toMatch(/^ey/)
  for (const request of other.requests) {
    expect(request.headers['authorization']).toBeUndefined()
    expect(JSON.stringify(request)).not.toContain(token)
  }

  await ui.button(ui.notices(page), notice.signInAgain).click()
  await ui.submitSignIn(page, { address: other.baseUrl })
  await expect(ui.title(page, invoices.title)).toBeVisible()
  await ui.settled(page)
  expect(other.requests.some(({ headers }) => headers['authorization'] !== undefined)).toBe(true)
  await other.stop()
})

// The last test: it ends the shared app.
test('unit, currency and the meaning of a status apply at once, offline too, and after a restart', async ({
  launch
}) => {
  const { app: first, page, api, profileDir } = shared
  api.respondWith('/v3/invoices', () =>
    Response.json([
      { id: 'a', number: 'N-1', status: 'Shelved', totalAmount: 13_000, createdAt: '2025-03-01T10:00:00Z' },
      { id: 'b', number: 'N-2', status: 7, totalAmount: 250, createdAt: '2025-02-01T10:00:00Z' },
      { id: 'c', number: 'N-3', status: 'Paid', total: 990, currency: 'EUR', createdAt: '2025-01-01T10:00:00Z' }
    ])
  )
  await ui.signIn(page, api.baseUrl)
  await ui.goTo(page, 'invoices')
  await expect(invoice(page, 'N-1')).toContainText('13,000.00')
  await expect(invoice(page, 'N-1')).toContainText(invoices.statusNotKnown)

  await ui.editConnection(page)
  await ui.writeDefinition(page, { amountUnit: 'minor' })
  await setting(page, 'currency').fill('chf')
  await ui.button(page, say(count(connection.status.metOne, 1), { status: 'Shelved' })).click()
  const meaning = (status: string) => page.getByLabel(say(connection.status.meaning, { status }))
  await meaning('Shelved').selectOption('open')
  await saved(page)
  await ui.goTo(page, 'invoices')
  await expect(invoice(page, 'N-1')).toContainText(/CHF\s130\.00/)
  await expect(invoice(page, 'N-1')).toContainText(invoices.state.open)
  await expect(invoice(page, 'N-3')).toContainText('€9.90')
  await expect(invoice(page, 'N-2')).toContainText(invoices.statusNotKnown)
  await invoice(page, 'N-1').click()
  await expect(ui.invoicePane(page)).toContainText(/CHF\s130\.00/)
  await ui.fetchAnew(page)
  await expect(invoice(page, 'N-1')).toContainText(/CHF\s130\.00/)

  await api.stop()
  await ui.refreshAll(page)
  await ui.seeStatus(page, 'unreached')
  await ui.editConnection(page)
  await ui.button(page, connection.status.add).click()
  await page.getByLabel(connection.status.status).last().fill('7')
  await meaning('7').selectOption('void')
  await saved(page)
  await ui.goTo(page, 'invoices')
  await expect(invoice(page, 'N-2')).toContainText(invoices.state.void)
  await first.quit()

  const { page: next } = await launch({ profileDir })
  await ui.goTo(next, 'invoices')
  await expect(invoice(next, 'N-1')).toContainText(invoices.state.open)
  await expect(invoice(next, 'N-2')).toContainText(invoices.state.void)
})
