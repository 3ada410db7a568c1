/** The profile and the invoices as the API has them, in words for people. */
import { expect, shareApp, test } from './fixtures.ts'
import { expectHumanRecords, expectHumanWords } from './human-words.ts'
import { openInvoiceNumber } from './sample.ts'
import { fetchAnew, goTo, invoicePane, invoiceRows, recover, signIn } from './walk.ts'
import { count, words } from './words.ts'

const { invoices, profile } = words

const shared = shareApp(({ page, api }) => signIn(page, api.baseAddress))

test('shows the profile in groups without credential-like fields', async () => {
  const { page } = shared
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: 'Robin Keller' })).toBeVisible()
  for (const group of ['person', 'address', 'company', 'account'] as const) {
    await expect(page.getByRole('heading', { level: 3, name: profile.group[group], exact: true })).toBeVisible()
  }
  await expect(page.getByText(count(profile.dropped, 6).slice(0, 40))).toBeVisible()
  await expect(page.locator('body')).not.toContainText('SAMPLE-NOT-A-REAL')
  await expectHumanWords(page, 'profile')
})

test('lists invoices of every shape and opens one', async () => {
  const { page } = shared
  await goTo(page, 'invoices')
  await expect(page.getByRole('grid', { name: invoices.listLabel })).toHaveAttribute('aria-rowcount', '41')
  await invoiceRows(page).filter({ hasText: openInvoiceNumber() }).click()
  const pane = invoicePane(page)
  await expect(pane.getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
  await expect(pane).toContainText('€378.00')
  await expect(pane).toContainText(invoices.state.open)
})

test('opens an invoice’s PDF in the browser and names its host', async () => {
  const { app, page, api } = shared
  const before = await app.opened()
  const hostedInvoicePdfUrl = 'https://files.example/i-1.pdf'
  api.respondWith('/v3/invoices', () => Response.json([{ id: 'i-1', status: 'Paid', hostedInvoicePdfUrl }]))
  await fetchAnew(page)
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveCount(1)
  await invoiceRows(page).first().click()
  // Before the click, too.
  await expect(invoicePane(page)).toContainText('files.example')
  await invoicePane(page).getByRole('button', { name: invoices.link.pdf, exact: true }).click()
  await expect.poll(() => app.opened()).toEqual([...before, hostedInvoicePdfUrl])
  await expect(invoicePane(page).getByRole('status').filter({ hasText: 'files.example' })).toBeVisible()
  await recover(shared)
})

test('refuses a host that can’t exist', async () => {
  const { app, page, api } = shared
  const before = await app.opened()
  api.respondWith('/v3/invoices', () =>
    Response.json([{ id: 'i-1', status: 'Paid', hostedInvoicePdfUrl: 'https://files.example.INVALID./i-1.pdf' }])
  )
  await fetchAnew(page)
  const open = () => page.evaluate(() => window.portside.invoices.openLink({ key: 'i-1', which: 'pdf', link: 'fresh' }))
  expect(await open()).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST', found: 'address' } })
  expect(await app.opened()).toEqual(before)
  await recover(shared)
})

test('no invoice shows programmers’ words', async () => {
  const { page } = shared
  await goTo(page, 'invoices')
  await expect(invoiceRows(page).first()).toBeVisible()
  await expectHumanWords(page, 'invoices')
  const keys = await page.evaluate(async () => {
    const all = { text: '', state: 'all', from: null, to: null, least: null, most: null } as const
    const order = { sort: 'issued', descending: true } as const
    const answer = await window.portside.invoices.page({ offset: 0, limit: 200, ...all, ...order })
    return answer.ok ? answer.data.rows.map(({ key }) => key) : []
  })
  expect(keys).toHaveLength(40)
  await expectHumanRecords(page, 'invoices', keys)
})

test('every view says how old its data is', async () => {
  const { page } = shared
  const before = Date.now()
  await fetchAnew(page)
  const after = Date.now()
  for (const view of ['catalogue', 'invoices', 'profile'] as const) {
    await goTo(page, view)
    const age = page.locator('time[datetime]').filter({ visible: true }).first()
    const shownAt = async (): Promise<number> => Date.parse((await age.getAttribute('datetime')) ?? '')
    await expect.poll(shownAt, view).toBeGreaterThanOrEqual(before)
    expect(await shownAt(), view).toBeLessThanOrEqual(after)
  }
})
