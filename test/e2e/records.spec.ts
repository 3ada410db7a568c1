/** Profile, products and invoices as the API has them, in words for people. */
import type { Locator, Page } from '@playwright/test'
import { invoiceKey } from '../../src/shared/models/invoice.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, words } from './words.ts'

const {
  invoices,
  accounts: { profile }
} = words

const shared = shareApp(({ page, api }) => ui.begin(page, api.baseUrl))

/** Lines of JSON are the API's own: a field's text, or the record as it came. */
const PROGRAMMERS_WORDS = /\b(null|undefined|NaN|Invalid Date)\b|\[object |\{\w+\}/

async function expectHumanWords(page: Page, where: string): Promise<void> {
  expectHuman(await page.locator('body').innerText(), where)
}
const expectHuman = (text: string, where: string): void =>
  expect(text.replaceAll(/^\{".*\}$/gm, ''), where).not.toMatch(PROGRAMMERS_WORDS)

/** An invoice. */
const show = (page: Page, key: string): Promise<string> =>
  page.evaluate((to) => (location.hash = to), `#/invoices/${encodeURIComponent(key)}`)

/** A record, and what only its pane has: its heading, or else a text. */
interface Shown {
  key: string
  heading: string | null
  text: string
}

/** Opens each in turn. The page goes through them by itself: from here, a step takes longer than a record. */
async function expectHumanRecords(view: 'catalogue' | 'invoices', pane: string, all: Shown[]): Promise<void> {
  const texts = await shared.page.evaluate(
    async ([to, label, records]) => {
      const found: string[] = []
      for (const { key, heading, text } of records) {
        location.hash = `#/${to}/${encodeURIComponent(key)}`
        const isShown = (): boolean => {
          const shown = document.querySelector(`[aria-label="${label}"]`)
          const title = shown?.querySelector('h2')
          if (!shown || !title?.checkVisibility()) return false
          return heading === null ? shown.textContent.includes(text) : title.textContent.trim() === heading
        }
        while (!isShown()) await new Promise(requestAnimationFrame)
        found.push(document.body.innerText)
      }
      return found
    },
    [view, pane, all] as const
  )
  for (const [at, text] of texts.entries()) expectHuman(text, String(all[at]?.key))
}

const expectHumanProducts = (keys: string[]): Promise<void> =>
  expectHumanRecords(
    'catalogue',
    words.catalogue.paneLabel,
    // The key contains the id.
    keys.map((key) => ({ key, heading: null, text: key.replace(/~.*/, '') }))
  )

/** By its fields, which are hidden again. */
async function expectFieldsOf(pane: Locator, key: string): Promise<void> {
  await ui.toggleFields(pane)
  // A key begins with its account.
  await expect(pane.locator('.all-fields')).toContainText(key.slice(key.indexOf('/') + 1).replace(/~.*/, ''))
  await ui.toggleFields(pane)
}

async function expectHumanInvoices(page: Page, rows: { key: string; number: string | null }[]): Promise<void> {
  const isAlone = ({ number }: { number: string | null }): boolean =>
    number !== null && rows.filter((other) => other.number === number).length === 1
  const alone = rows.filter(isAlone)
  expect(alone.length).toBeGreaterThan(30)
  await expectHumanRecords(
    'invoices',
    invoices.paneLabel,
    alone.map(({ key, number }) => ({ key, heading: number, text: '' }))
  )
  const pane = ui.invoicePane(page)
  for (const { key } of rows.filter((row) => !isAlone(row))) {
    await show(page, key)
    await expectFieldsOf(pane, key)
    await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
    await expectHumanWords(page, key)
  }
}

test('no record shows programmers’ words or credential-like fields', async () => {
  const { page } = shared
  await expect(ui.products(page).first()).toBeVisible()
  await expectHumanWords(page, 'catalogue')
  const all = await page.evaluate(
    async (of) => {
      const { catalogue, invoices } = window.portside
      const all = { text: '', available: false, featured: false, allowed: false, inMarketplace: false, label: null }
      const order = { sort: 'default', providerSort: '', reverse: false, grouped: false } as const
      const every = { text: '', state: 'all', from: null, to: null, least: null, most: null, account: null } as const
      const [some, others] = await Promise.all([
        catalogue.page({ of, offset: 0, limit: 200, ...all, ...order }),
        invoices.page({ of, offset: 0, limit: 200, ...every, sort: 'issued', descending: true })
      ])
      return {
        products: some.ok ? some.data.rows.map(({ key }) => key) : [],
        invoices: others.ok ? others.data.rows.map(({ key, number }) => ({ key, number })) : []
      }
    },
    await ui.shownAccount(page)
  )
  expect([all.products.length, all.invoices.length]).toEqual([60, 45])
  await expectHumanProducts(all.products)
  await ui.goTo(page, 'invoices')
  await expectHumanWords(page, 'invoices')
  await expectHumanInvoices(page, all.invoices)

  await ui.goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: 'Robin Keller' })).toBeVisible()
  for (const group of ['person', 'address', 'company', 'account'] as const) {
    await expect(page.getByRole('heading', { level: 2, name: profile.group[group], exact: true })).toBeVisible()
  }
  await expect(page.getByText(count(profile.dropped, 6).slice(0, 40))).toBeVisible()
  await expect(page.locator('body')).not.toContainText('SAMPLE-NOT-A-REAL')
  await expectHumanWords(page, 'profile')
})

test('every view says how old its data is', async () => {
  const { page } = shared
  const before = Date.now()
  await ui.fetchAnew(page)
  const after = Date.now()
  for (const view of ['catalogue', 'invoices', 'profile'] as const) {
    await ui.goTo(page, view)
    const age = ui.statusBar(page).locator('time[datetime]')
    const shownAt = async (): Promise<number> => Date.parse((await age.getAttribute('datetime')) ?? '')
    await expect.poll(shownAt, view).toBeGreaterThanOrEqual(before)
    expect(await shownAt(), view).toBeLessThanOrEqual(after)
  }
})

// The last test: it replaces the invoices of the shared app.
test('opens an invoice’s PDF in the browser and names its host, which has to exist', async () => {
  const { app, page, api } = shared
  const address = 'https://files.example/i-1.pdf'
  api.respondWith('/v3/invoices', () =>
    Response.json([
      { id: 'i-1', status: 'Paid', hostedInvoicePdfUrl: address },
      { id: 'i-2', status: 'Paid', hostedInvoicePdfUrl: 'https://files.example.INVALID./i-2.pdf' }
    ])
  )
  await ui.fetchAnew(page)
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page)).toHaveCount(2)
  const account = await ui.shownAccount(page)
  await show(page, invoiceKey({ account, key: 'i-1' }))
  const pane = ui.invoicePane(page)
  // Before the click, too.
  await expect(pane).toContainText('files.example')
  await ui.button(pane, invoices.link.pdf).click()
  await expect.poll(() => app.opened()).toEqual([address])
  await expect(pane.getByRole('status').filter({ hasText: 'files.example' })).toBeVisible()
  const refused = page.evaluate(
    (key) => window.portside.invoices.openLink({ key, which: 'pdf', link: 'fresh' }),
    invoiceKey({ account, key: 'i-2' })
  )
  expect(await refused).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST', found: 'pdfAddress' } })
  expect(await app.opened()).toEqual([address])
})
