/** One journey for each way in which a provider's answers are bad; the rest is in test/integration/faults and test/component. */
import { expect, shareApp, test, type ApiServer } from './fixtures.ts'
import { closedPort } from './ports.ts'
import {
  alerts,
  checkConnection,
  field,
  goTo,
  invoicePane,
  invoiceRows,
  productPane,
  products,
  refreshAll,
  settled,
  signIn,
  startOver,
  statusBar,
  submitSignIn,
  title
} from './walk.ts'
import { count, say, words } from './words.ts'

const { error, invoices, listing, profile, record, session, shell } = words

const shared = shareApp(({ page }) => expect(title(page, session.title)).toBeVisible())
test.afterEach(() => startOver(shared))

test('sign-in explains a bad address or reply, and succeeds once corrected', async () => {
  const { page, api } = shared
  await submitSignIn(page, { address: 'http://provider.example' })
  await expect(page.getByText(session.invalid.insecure, { exact: true })).toBeVisible()
  await expect(field.address(page)).toBeFocused()
  // Main refuses it by itself, whatever the page lets through.
  const answer = await page.evaluate(() =>
    window.portside.session.signIn({
      connection: { baseAddress: 'http://provider.example', preset: 'v2' },
      email: 'a@example.com',
      password: 'secret',
      again: null
    })
  )
  expect(answer).toMatchObject({ ok: false, error: { code: 'INSECURE_ADDRESS' } })

  const closed = `127.0.0.1:${await closedPort()}`
  await submitSignIn(page, { address: `http://${closed}` })
  await expect(alerts(page)).toContainText(say(error.UNREACHABLE.sentence, { host: closed }))
  await expect(alerts(page)).toContainText(error.UNREACHABLE.next)

  const { host } = new URL(api.baseAddress)
  const restore = api.respondWith(/SignIn$/, html)
  await submitSignIn(page, { address: api.baseAddress })
  await expect(alerts(page)).toContainText(say(error.BAD_REPLY.sentence, { host }))
  await expect(alerts(page)).toContainText(error.BAD_REPLY.next)
  await alerts(page).getByText(error.details).click()
  await expect(alerts(page)).toContainText(error.found.html)
  await expect(title(page, session.title)).toBeVisible()
  restore()
  await signIn(page, api.baseAddress)
})

test('keeps saved data when replies can’t be read', async () => {
  const { page, api } = shared
  await signIn(page, api.baseAddress)
  api.respondWith('/v2/Products', () => json('[{"id": "1", "na'))
  api.respondWith('/v3/invoices', () => json('{"ledger": {"entries": 12}}'))
  await refreshAll(page)
  const { host } = new URL(api.baseAddress)
  await expect(alerts(page)).toContainText(say(error.BAD_REPLY.sentence, { host }))
  await alerts(page).getByText(error.details).click()
  await expect(alerts(page)).toContainText(error.found.malformed)
  await expect(products(page).first()).toBeVisible()
  await expect(statusBar(page)).toContainText(count(shell.status.products, 60))
  await goTo(page, 'invoices')
  await expect(alerts(page)).toContainText(say(error.BAD_REPLY.sentence, { host }))
  await expect(alerts(page)).toContainText(error.BAD_REPLY.next)
  await expect(invoiceRows(page).first()).toBeVisible()
})

test('shows odd records with their known fields and counts their issues', async () => {
  const { page, api } = shared
  answerProducts(api, [
    { name: 'Alpha' },
    { id: 'one', name: 'Beta' },
    { id: 'one', name: 'Gamma' },
    { id: null, name: 'Delta' },
    { id: 'a', name: 42, weight: 'heavy', isFeatured: 'yes', tagline: 'Still readable' },
    { id: 'b', name: 'A'.repeat(5000), description: '<script>alert(1)</script>' }
  ])
  api.respondWith('/v3/invoices', () => json(JSON.stringify([{ reference: 'X-1', worth: { of: 'it' } }, { id: 7 }])))
  await signIn(page, api.baseAddress)
  await expect(products(page)).toHaveCount(6)
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) {
    await products(page).filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  }
  // The connection check shows issues of a list; the pane of a record shows that record’s.
  const { issues } = record
  await expect(page.getByText(issues.record.noId)).toBeHidden()
  await productPane(page).getByText(count(issues.title, 1), { exact: true }).click()
  await expect(page.getByText(issues.record.noId)).toBeVisible()

  await products(page).nth(4).click()
  await expect(page.getByText('Still readable', { exact: true })).toBeVisible()
  await productPane(page).getByText(count(issues.title, 3), { exact: true }).click()
  await expect(
    productPane(page).getByText(say(issues.wrongType.split(' | ')[0] ?? '', { field: 'weight' }))
  ).toBeVisible()
  await products(page).nth(5).click()
  await expect(page.getByText('<script>alert(1)</script>', { exact: true })).toBeVisible()

  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveCount(2)
  await expect(invoiceRows(page).filter({ hasText: 'X-1' })).toContainText(invoices.state.unknown)
  await invoiceRows(page).filter({ hasText: 'X-1' }).click()
  await invoicePane(page).getByText(count(issues.title, 2), { exact: true }).click()
  await expect(invoicePane(page).getByText(issues.record.unknownShape)).toBeVisible()

  await goTo(page, 'settings')
  await checkConnection(page)
  await expect(page.getByText(count(issues.catalogue.noId, 2))).toBeVisible()
  await expect(page.getByText(count(issues.catalogue.sameId, 1))).toBeVisible()
})

test('an empty account says so', async () => {
  const { page, api } = shared
  answerProducts(api, [])
  api.respondWith('/v3/invoices', () => json('[]'))
  api.respondWith('/v2/Profile', () => json('{}'))
  await submitSignIn(page, { address: api.baseAddress })
  await expect(page.getByRole('heading', { name: listing.empty.title })).toBeVisible()
  await settled(page)
  await goTo(page, 'invoices')
  await expect(page.getByRole('heading', { name: invoices.empty.title })).toBeVisible()
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { name: profile.emptyTitle })).toBeVisible()
})

function html(): Response {
  return new Response('<!doctype html><title>Welcome</title><p>It works', { headers: { 'content-type': 'text/html' } })
}

function json(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

function answerProducts(api: ApiServer, list: object[]): void {
  api.respondWith('/v2/Products', () => Response.json(list))
}
