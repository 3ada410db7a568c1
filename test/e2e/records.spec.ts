import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openInvoiceNumber } from './sample.ts'
import { explore, goTo, invoicePane, invoiceRows, productPane, signIn } from './walk.ts'
import { count, say, words } from './words.ts'

const { invoices, profile } = words

/** What a person never should read. Lines of JSON are the platform's own: a field's text, or the record as it came. */
const PROGRAMMERS_WORDS = /\b(null|undefined|NaN|Invalid Date)\b|\[object |\{\w+\}/

async function expectHumanWords(page: Page, where: string): Promise<void> {
  const text = await page.locator('body').innerText()
  expect(text.replaceAll(/^\{".*\}$/gm, ''), where).not.toMatch(PROGRAMMERS_WORDS)
}

test('shows the profile by groups, without what looks like a credential', async ({ launch, platform }) => {
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: 'Robin Keller' })).toBeVisible()
  for (const group of ['person', 'address', 'company', 'account'] as const) {
    await expect(page.getByRole('heading', { level: 3, name: profile.group[group], exact: true })).toBeVisible()
  }
  await expect(page.getByText(count(profile.dropped, 6).slice(0, 40))).toBeVisible()
  await expect(page.locator('body')).not.toContainText('SAMPLE-NOT-A-REAL')
  await expectHumanWords(page, 'profile')
})

test('a blocked account reads its reason and date first in the profile', async ({ launch, platform }) => {
  const authorization = { isDenied: true, deniedReason: 'Chargeback', blockingDateTime: '2026-11-03T10:00:00Z' }
  const requestDetails = { clientIp: '203.0.113.7', userAgent: 'Browser/1.0' }
  platform.respondWith('/v2/Profile', () =>
    Response.json({ data: { fullName: 'Robin Keller', authorization }, statusCode: 200, requestDetails })
  )
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await goTo(page, 'profile')
  const told = page.getByRole('status').filter({ hasText: profile.blocked.title })
  await expect(told).toContainText(say(profile.blocked.reason, { reason: 'Chargeback' }))
  await expect(told).toContainText('2026')
  await expect(told).toContainText(profile.blocked.next)
  await expect(page.locator('body')).not.toContainText('203.0.113.7')
})

test('lists invoices of every shape and opens one', async ({ launch, platform }) => {
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await goTo(page, 'invoices')
  await expect(page.getByRole('grid', { name: invoices.listLabel })).toHaveAttribute('aria-rowcount', '41')
  await invoiceRows(page).filter({ hasText: openInvoiceNumber() }).click()
  const pane = invoicePane(page)
  await expect(pane.getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
  await expect(pane).toContainText('€378.00')
  await expect(pane).toContainText(invoices.state.open)
})

test('opens an invoice’s PDF in the browser, and says where', async ({ launch, platform }) => {
  const hostedInvoicePdfUrl = 'https://files.example/i-1.pdf'
  platform.respondWith('/v3/invoices', () => Response.json([{ id: 'i-1', status: 'Paid', hostedInvoicePdfUrl }]))
  const app = await launch()
  const { page } = app
  await signIn(page, platform.baseAddress)
  await goTo(page, 'invoices')
  await invoiceRows(page).first().click()
  // Before the click, too.
  await expect(invoicePane(page)).toContainText('files.example')
  await invoicePane(page).getByRole('button', { name: invoices.link.pdf, exact: true }).click()
  await expect.poll(() => app.opened()).toEqual([hostedInvoicePdfUrl])
  await expect(invoicePane(page).getByRole('status').filter({ hasText: 'files.example' })).toBeVisible()
})

test('a host that can’t exist is refused, and never reaches the browser', async ({ launch, platform }) => {
  platform.respondWith('/v3/invoices', () =>
    Response.json([{ id: 'i-1', status: 'Paid', hostedInvoicePdfUrl: 'https://files.example.INVALID./i-1.pdf' }])
  )
  const app = await launch()
  const { page } = app
  await signIn(page, platform.baseAddress)
  const open = () => page.evaluate(() => window.portside.invoices.openLink({ key: 'i-1', which: 'pdf', link: 'fresh' }))
  expect(await open()).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST', found: 'address' } })
  expect(await app.opened()).toEqual([])
})

test('in sample data a PDF opens in the viewer, a page says that there is none, and the browser opens nothing', async ({
  launch
}) => {
  const app = await launch()
  const { page } = app
  await explore(page)
  await goTo(page, 'invoices')
  await invoiceRows(page).filter({ hasText: openInvoiceNumber() }).click()
  const pane = invoicePane(page)
  await expect(pane.getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
  // What is folded, the raw fields, has the addresses as they came.
  expect(await pane.innerText()).not.toContain('.invalid')
  await pane.getByRole('button', { name: invoices.link.pdf, exact: true }).click()
  await expect(pane.getByRole('status').filter({ hasText: invoices.link.openedHere })).toBeVisible()
  const [path = ''] = await app.openedPaths()
  expect(path).toMatch(/\.pdf$/)
  expect(readFileSync(path, 'latin1')).toMatch(/^%PDF/)
  await pane.getByRole('button', { name: invoices.link.page, exact: true }).click()
  await expect(pane.getByRole('status').filter({ hasText: invoices.link.noPage })).toBeVisible()
  expect(await app.opened()).toEqual([])
})

// Each in a window of its own: Chromium takes no more than 200 changes of an address in ten seconds, and each record is two.
for (const [what, view, many] of [
  ['product', 'catalogue', 60],
  ['invoice', 'invoices', 40]
] as const) {
  test(`no ${what} shows a word that only programmers read`, async ({ launch }) => {
    const { page } = await launch()
    await explore(page)
    await expectHumanWords(page, view)
    const keys = await page.evaluate(async (which) => {
      const { catalogue, invoices } = window.portside
      const filters = { available: false, featured: false, allowed: false, inMarketplace: false, label: null }
      const query = { text: '', ...filters, sort: 'server', platformSort: '', reverse: false } as const
      const some = { offset: 0, limit: 200 }
      const answer =
        which === 'catalogue'
          ? await catalogue.page({ ...some, ...query })
          : await invoices.page({
              ...{ ...some, text: '', state: 'all', from: null, to: null, least: null, most: null },
              ...{ sort: 'issued', descending: true }
            })
      return answer.ok ? answer.data.rows.map(({ key }) => key) : []
    }, view)
    expect(keys).toHaveLength(many)
    const pane = view === 'catalogue' ? productPane(page) : invoicePane(page)
    for (const key of keys) {
      await page.evaluate((to) => (location.hash = to), `#/${view}/${encodeURIComponent(key)}`)
      // It holds the id that the key is made of: the pane is this record's, and no longer the former one's.
      await expect(view === 'catalogue' ? pane : pane.locator('pre')).toContainText(key.replace(/~.*/, ''))
      await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
      await expectHumanWords(page, `${view} ${key}`)
    }
  })
}

test('every view says how old its data is', async ({ launch, platform }) => {
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  for (const view of ['catalogue', 'invoices', 'profile'] as const) {
    await goTo(page, view)
    const ages = page.locator('time[datetime]')
    await expect(ages.filter({ visible: true }).first()).toBeVisible()
    const at = await ages.filter({ visible: true }).first().getAttribute('datetime')
    expect(Date.now() - Date.parse(at ?? '')).toBeLessThan(60_000)
  }
})
