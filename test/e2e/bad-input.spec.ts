/** Bad and hostile answers of a provider, one journey each; the rest is in test/integration/faults and test/component. */
import { closedPort, expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  error,
  invoices,
  overview,
  signIn: session,
  ui: { listing, record, shell },
  accounts: { profile }
} = words

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
test.afterEach(() => ui.startOver(shared))

const json = (text: string): Response => new Response(text, { headers: { 'content-type': 'application/json' } })

test('explains a closed port and a web page at the sign-in, and keeps saved data when replies can’t be read', async () => {
  const { page, api } = shared
  // Main refuses it by itself, whatever the page lets through.
  const answer = await page.evaluate(() =>
    window.portside.session.signIn({
      connection: { baseUrl: 'http://provider.example', provider: 'hypeproxy-v2' },
      email: 'a@example.com',
      password: 'secret',
      again: null
    })
  )
  expect(answer).toMatchObject({ ok: false, error: { code: 'INSECURE_ADDRESS' } })

  const closed = `127.0.0.1:${await closedPort()}`
  await ui.submitSignIn(page, { address: `http://${closed}` })
  await expect(ui.alerts(page)).toContainText(say(error.UNREACHABLE.sentence, { host: closed }))
  await expect(ui.alerts(page)).toContainText(error.UNREACHABLE.next)

  const { host } = new URL(api.baseUrl)
  const type = { headers: { 'content-type': 'text/html' } }
  const restore = api.respondWith(/SignIn$/, () => new Response('<!doctype html><title>Welcome</title>', type))
  await ui.submitSignIn(page, { address: api.baseUrl })
  await expect(ui.alerts(page)).toContainText(say(error.found.html, { host }))
  await expect(ui.alerts(page)).toContainText(error.nextFor.html)
  restore()
  await ui.signIn(page, api.baseUrl)

  api.respondWith('/v2/Products', () => json('[{"id": "1", "na'))
  api.respondWith('/v3/invoices', () => json('{"ledger": {"entries": 12}}'))
  await ui.refreshAll(page)
  await expect(ui.alerts(page)).toContainText(say(error.BAD_REPLY.sentence, { host }))
  await expect(ui.products(page).first()).toBeVisible()
  await expect(ui.statusBar(page)).toContainText(count(shell.status.products, 60))
  await ui.goTo(page, 'invoices')
  await expect(ui.alerts(page)).toContainText(error.BAD_REPLY.next)
  await expect(ui.invoiceRows(page).first()).toBeVisible()
})

test('shows odd records with their known fields and counts their issues', async () => {
  const { page, api } = shared
  const odd = [
    { name: 'Alpha' },
    { id: 'one', name: 'Beta' },
    { id: 'one', name: 'Gamma' },
    { id: null, name: 'Delta' },
    { id: 'a', name: 42, weight: 'heavy', isFeatured: 'yes', tagline: 'Still readable' },
    { id: 'b', name: 'A'.repeat(5000), description: '<script>alert(1)</script>' }
  ]
  api.respondWith('/v2/Products', () => Response.json(odd))
  api.respondWith('/v3/invoices', () => json(JSON.stringify([{ reference: 'X-1', worth: { of: 'it' } }, { id: 7 }])))
  await ui.signIn(page, api.baseUrl)
  await expect(ui.products(page)).toHaveCount(odd.length)
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) {
    await ui.products(page).filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  }
  // The connection check shows issues of a list; the pane of a record shows that record’s.
  const { issues } = record
  await ui.products(page).nth(4).click()
  await expect(ui.productPane(page).getByText('Still readable', { exact: true })).toBeVisible()
  await ui.productPane(page).getByText(count(issues.title, 3), { exact: true }).click()
  const wrongType = say(issues.wrongType.split(' | ')[0] ?? '', { field: 'weight' })
  await expect(ui.productPane(page).getByText(wrongType)).toBeVisible()
  await ui.products(page).nth(5).click()
  await expect(ui.productPane(page).getByText('<script>alert(1)</script>', { exact: true })).toBeVisible()

  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page)).toHaveCount(2)
  await ui.invoiceRows(page).filter({ hasText: 'X-1' }).click()
  await ui.invoicePane(page).getByText(count(issues.title, 2), { exact: true }).click()
  await expect(ui.invoicePane(page).getByText(issues.record.unknownShape)).toBeVisible()
  await ui.checkConnection(page)
  await expect(page.getByText(count(issues.catalogue.noId, 2))).toBeVisible()
  await expect(page.getByText(count(issues.catalogue.sameId, 1))).toBeVisible()
})

test('an empty account says so', async () => {
  const { page, api } = shared
  for (const [path, body] of [
    ['/v2/Products', '[]'],
    ['/v3/invoices', '[]'],
    ['/v2/Profile', '{}']
  ] as const) {
    api.respondWith(path, () => json(body))
  }
  await ui.submitSignIn(page, { address: api.baseUrl })
  await expect(
    page.getByRole('region', { name: overview.open.title }).getByText(overview.open.none, { exact: true })
  ).toBeVisible()
  await ui.goTo(page, 'catalogue')
  await expect(page.getByRole('heading', { name: listing.empty.title })).toBeVisible()
  await ui.settled(page)
  await ui.goTo(page, 'invoices')
  await expect(page.getByRole('heading', { name: invoices.empty.title })).toBeVisible()
  await ui.goTo(page, 'profile')
  await expect(page.getByRole('heading', { name: profile.emptyTitle })).toBeVisible()
})
