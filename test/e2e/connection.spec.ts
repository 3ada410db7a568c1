/** Connection settings: before and after the sign-in, their immediate effect, export and import. */
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueToken, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { startApiServer } from '../support/api-server.ts'
import { expect, shareApp, test, type ApiServer } from './fixtures.ts'
import {
  choose,
  editConnection,
  field,
  goTo,
  invoicePane,
  invoiceRows,
  openAdvanced,
  products,
  refreshAll,
  saveConnection,
  settled,
  signIn,
  startOver,
  statusBar,
  submitSignIn,
  title
} from './walk.ts'
import { count, say, words } from './words.ts'

const { common, connection, invoices, notice, session, settings, shell } = words

const setting = (page: Page, name: keyof typeof connection.field) =>
  page.getByLabel(connection.field[name], { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Three invoices that each need a setting to be understood. */
function answerInvoices(api: ApiServer): void {
  api.respondWith('/v3/invoices', () =>
    Response.json([
      { id: 'a', number: 'N-1', status: 'Shelved', totalAmount: 13_000, createdAt: '2025-03-01T10:00:00Z' },
      { id: 'b', number: 'N-2', status: 7, totalAmount: 250, createdAt: '2025-02-01T10:00:00Z' },
      { id: 'c', number: 'N-3', status: 'Paid', total: 990, currency: 'EUR', createdAt: '2025-01-01T10:00:00Z' }
    ])
  )
}

const invoice = (page: Page, number: string) => invoiceRows(page).filter({ hasText: number })

async function saved(page: Page): Promise<void> {
  await saveConnection(page)
  await expect(title(page, settings.title)).toBeVisible()
}

const shared = shareApp(({ page }) => expect(title(page, session.title)).toBeVisible())
test.beforeEach(() => startOver(shared))

test.describe('before the sign-in', () => {
  test('signs in with a custom path, field names and token location', async () => {
    const { page, api } = shared
    // This is the only sign-in here.
    api.respondWith(/^\/v[23]\/authentication/i, () => new Response('', { status: 404 }))
    api.respondWith('/own/log-in', async (request) => {
      const told = (await request.json()) as Record<string, unknown>
      const known = told['login'] === SAMPLE_EMAIL && told['pass'] === SAMPLE_PASSWORD
      const key = issueToken(SAMPLE_EMAIL, new Date())
      return known ? Response.json({ token: 'not this one', reply: { key } }) : new Response('', { status: 403 })
    })
    await openAdvanced(page)
    await setting(page, 'signInPath').fill('/own/log-in')
    await setting(page, 'emailField').fill('login')
    await setting(page, 'passwordField').fill('pass')
    await setting(page, 'tokenAt').fill('reply.key')
    await signIn(page, api.baseAddress)
    expect(api.requests[0]).toMatchObject({ method: 'POST', url: '/own/log-in' })
    expect(JSON.parse(api.requests[0]?.body ?? '')).toEqual({ login: SAMPLE_EMAIL, pass: SAMPLE_PASSWORD })
    await goTo(page, 'settings')
    for (const own of ['/own/log-in', 'login', 'pass', 'reply.key']) {
      await expect(page.getByText(own, { exact: true })).toBeVisible()
    }
  })
})

test.describe('in the settings', () => {
  test('unit and currency apply to amounts at once', async () => {
    const { page, api } = shared
    answerInvoices(api)
    await signIn(page, api.baseAddress)
    await goTo(page, 'invoices')
    await expect(invoice(page, 'N-1')).toContainText('13,000.00')
    await expect(invoice(page, 'N-1')).not.toContainText('CHF')

    await editConnection(page)
    await choose(page, connection.field.amountUnit, connection.amountUnit.minor)
    await setting(page, 'currency').fill('chf')
    await saved(page)
    await goTo(page, 'invoices')
    await expect(invoice(page, 'N-1')).toContainText(/CHF\s130\.00/)
    await expect(invoice(page, 'N-3')).toContainText('€9.90')
    await invoice(page, 'N-1').click()
    await expect(invoicePane(page)).toContainText(/CHF\s130\.00/)

    await refreshAll(page)
    await settled(page)
    await expect(invoice(page, 'N-1')).toContainText(/CHF\s130\.00/)
  })

  test('moving to another origin asks for a sign-in and never sends the token there', async () => {
    const { page, api } = shared
    const other = await startApiServer()
    await signIn(page, api.baseAddress)
    await editConnection(page)
    await field.address(page).fill(other.baseAddress)
    const { host } = new URL(other.baseAddress)
    await expect(page.getByText(say(connection.otherPlace, { host }))).toBeVisible()
    await saveConnection(page)
    await expect(title(page, session.again)).toBeVisible()
    await expect(field.address(page)).toHaveValue(other.baseAddress)

    // Where one came from: the sign-in is in place of the form that was saved.
    await button(page, common.back).click()
    await expect(title(page, settings.title)).toBeVisible()
    await goTo(page, 'catalogue')
    await expect(products(page).first()).toBeVisible()
    await goTo(page, 'invoices')
    await expect(invoiceRows(page).first()).toBeVisible()
    await refreshAll(page)
    await expect(page.getByText(notice.forgotten, { exact: true })).toBeVisible()
    const checks = await page.evaluate(() => window.portside.connectionCheck.run({ connection: null }))
    expect(checks).toMatchObject({ ok: true })
    await expect
      .poll(() => page.evaluate(() => window.portside.connectionCheck.report()))
      .toMatchObject({ ok: true, data: { report: { running: false } } })
    // Heard, and without a word of who asks.
    expect(other.requests.map(({ url }) => url)).toContain('/health')
    const [token] = api.requests.flatMap(({ headers }) => headers['authorization']?.split(' ').slice(1) ?? [])
    expect(token).toMatch(/^ey/)
    for (const request of other.requests) {
      expect(request.headers['authorization']).toBeUndefined()
      expect(JSON.stringify(request)).not.toContain(token)
    }

    await button(page, notice.signInAgain).click()
    await submitSignIn(page, { address: other.baseAddress })
    await expect(title(page, invoices.title)).toBeVisible()
    await settled(page)
    expect(other.requests.some(({ headers }) => headers['authorization'] !== undefined)).toBe(true)
    await other.stop()
  })
})

test.describe('as a file', () => {
  test('exports without secrets and fills the form on import', async () => {
    const { app, page, api, profileDir } = shared
    const file = join(profileDir, 'connection.json')
    await openAdvanced(page)
    await setting(page, 'signInPath').fill('/v2/Authentication/SignIn/')
    const signInThere = (): Response => Response.json(issueToken(SAMPLE_EMAIL, new Date()))
    api.respondWith('/v2/Authentication/SignIn/', signInThere)
    await signIn(page, api.baseAddress)
    await editConnection(page)
    await setting(page, 'currency').fill('CHF')
    await app.chooseFile(file)
    await button(page, connection.file.export).click()
    const name = 'connection.json'
    await expect(page.getByText(say(connection.file.exported, { name }))).toBeVisible()
    const text = readFileSync(file, 'utf8')
    expect(JSON.parse(text)).toEqual({
      portside: 'connection',
      version: 1,
      baseAddress: api.baseAddress,
      preset: 'v2',
      signInPath: '/v2/Authentication/SignIn/',
      currency: 'CHF'
    })
    for (const secret of [SAMPLE_EMAIL, SAMPLE_PASSWORD, issueToken(SAMPLE_EMAIL, new Date()).split('.')[0] ?? '']) {
      expect(text).not.toContain(secret)
    }
    await saved(page)

    await startOver(shared)
    api.respondWith('/v2/Authentication/SignIn/', signInThere)
    await page.reload()
    await openAdvanced(page)
    await expect(setting(page, 'signInPath')).toHaveValue('')
    await app.chooseFile(file)
    await button(page, connection.file.import).click()
    await expect(page.getByText(connection.file.imported)).toBeVisible()
    await expect(field.address(page)).toHaveValue(api.baseAddress)
    await expect(setting(page, 'signInPath')).toHaveValue('/v2/Authentication/SignIn/')
    await expect(setting(page, 'currency')).toHaveValue('CHF')
    await signIn(page, api.baseAddress)
    expect(api.requests.findLast(({ method }) => method === 'POST')?.url).toBe('/v2/Authentication/SignIn/')
  })
})

// The last test: it ends the shared app.
test('a status gets its meaning at once, offline too, and keeps it after a restart', async ({ launch }) => {
  const { app: first, api, profileDir } = shared
  answerInvoices(api)
  await signIn(first.page, api.baseAddress)
  await goTo(first.page, 'invoices')
  await expect(invoice(first.page, 'N-1')).toContainText(invoices.statusNotKnown)

  await editConnection(first.page)
  await button(first.page, say(count(connection.status.metOne, 1), { status: 'Shelved' })).click()
  const meaning = (status: string) => first.page.getByLabel(say(connection.status.meaning, { status }))
  await meaning('Shelved').selectOption('open')
  await saved(first.page)
  await goTo(first.page, 'invoices')
  await expect(invoice(first.page, 'N-1')).toContainText(invoices.state.open)
  await expect(invoice(first.page, 'N-2')).toContainText(invoices.statusNotKnown)

  await api.stop()
  await refreshAll(first.page)
  await expect(statusBar(first.page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await editConnection(first.page)
  await button(first.page, connection.status.add).click()
  await first.page.getByLabel(connection.status.status).last().fill('7')
  await meaning('7').selectOption('void')
  await saved(first.page)
  await goTo(first.page, 'invoices')
  await expect(invoice(first.page, 'N-2')).toContainText(invoices.state.void)
  await first.quit()

  const { page } = await launch({ profileDir })
  await goTo(page, 'invoices')
  await expect(invoice(page, 'N-1')).toContainText(invoices.state.open)
  await expect(invoice(page, 'N-2')).toContainText(invoices.state.void)
  await goTo(page, 'settings')
  await expect(page.getByText(say(connection.status.means, { status: 'Shelved', meaning: 'Open' }))).toBeVisible()
})
