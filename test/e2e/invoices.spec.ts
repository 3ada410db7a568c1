/** The invoices' table over its whole way: narrowed, sorted, added up and exported by main, drawn by the page. */
import type { Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayAfter, today } from '../../src/shared/models/day.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  accounts,
  invoices,
  invoices: { chart: invoiceChart, export: invoiceExport, filterBox: invoiceFilters, tools: invoiceTools }
} = words
const { column, states } = { column: invoices.column, states: invoices.states }

const header = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: invoices.listLabel }).getByRole('columnheader', { name, exact: true })
/** The cells of the first column: numbers. */
const numbers = (page: Page): Promise<string[]> =>
  ui.invoiceRows(page).getByRole('gridcell').and(page.locator(':first-child')).allInnerTexts()

const TODAY = today(new Date())
const DAYS_AGO_40 = dayAfter(TODAY, -40)

/** Five invoices whose days count back from today, but for one of last year. */
const FIVE = [
  { id: 'a', number: 'A-1', status: 'open', total: '100.10', currency: 'EUR', createdAt: `${DAYS_AGO_40}T00:30:00Z` },
  { id: 'b', number: 'B-2', status: 'paid', total: '20.20', currency: 'EUR', createdAt: TODAY },
  { id: 'c', number: 'C-3', status: 'void', total: '9', currency: 'EUR', createdAt: TODAY },
  { id: 'd', number: 'D-4', status: 7, total: '45' },
  {
    ...{ id: 'e', number: 'E-5', status: 'paid', total: '300', currency: 'USD' },
    createdAt: `${Number(TODAY.slice(0, 4)) - 1}-06-30`,
    lines: [{ description: 'Residential proxies', quantity: 3, unit_amount: '100', amount: '300' }]
  }
]

const shared = shareApp(async ({ page, api }) => {
  api.respondWith('/v3/invoices', () => Response.json(FIVE))
  await ui.begin(page, api.baseUrl)
  await ui.goTo(page, 'invoices')
})
test.beforeEach(() => expect(ui.invoiceRows(shared.page)).toHaveCount(5))

test('filters, sorts, sums and charts', async () => {
  const { page } = shared
  const tile = (name: string): Locator => page.getByRole('region', { name, exact: true })
  await expect(tile(invoices.tiles.outstanding)).toContainText('€100.10')
  await expect(tile(invoices.tiles.outstanding)).toContainText(count(invoices.tiles.oldest, 40))
  await expect(tile(invoices.tiles.overdue)).toContainText(invoices.tiles.noDueDates)
  await expect(tile(invoices.tiles.paidThisYear)).toContainText('€20.20')
  await header(page, column.total).getByRole('button').click()
  await expect.poll(() => numbers(page)).toEqual(['E-5', 'A-1', 'D-4', 'B-2', 'C-3'])

  await ui.showChart(page)
  const chart = page.getByRole('region', { name: invoiceChart.title, exact: true })
  const months = chart.getByRole('group').getByRole('button')
  await expect(months).toHaveCount(12)
  await months.last().click()
  await expect.poll(() => numbers(page)).toEqual(['B-2', 'C-3'])
  await months.last().click()

  await page.getByRole('button', { name: invoices.filters }).click()
  const box = page.getByRole('dialog', { name: invoices.filters, exact: true })
  await box.getByRole('radio', { name: new RegExp(`^${states.settled}`) }).check()
  await expect.poll(() => numbers(page)).toEqual(['E-5', 'B-2'])
  const sums = page.getByRole('group', { name: invoices.totals.label }).getByRole('listitem')
  await expect(sums).toHaveText(['€20.20', /^(US)?\$300\.00$/])
  await box.getByRole('radio', { name: new RegExp(`^${states.all}`) }).check()
  await box.getByLabel(invoiceFilters.from, { exact: true }).fill(DAYS_AGO_40)
  await box.getByLabel(invoiceFilters.to, { exact: true }).fill(DAYS_AGO_40)
  // Its hour by the API's clock is half past midnight: it is of that day.
  await expect.poll(() => numbers(page)).toEqual(['A-1'])
  await box.getByRole('combobox', { name: invoiceFilters.period }).selectOption({ label: invoiceFilters.periods.any })
  await box.getByLabel(invoiceFilters.least, { exact: true }).fill('45')
  await box.getByLabel(invoiceFilters.most, { exact: true }).fill('100.10')
  await expect.poll(() => numbers(page)).toEqual(['A-1', 'D-4'])
  await expect(sums).toHaveText([
    `€100.10, ${invoices.totals.allOpen}`,
    `${say(invoices.summary.unknownCurrency, { amount: '45.00' })}, ${say(invoices.totals.unknownState, { amount: '45.00' })}`
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('nothing at all')
  await ui.button(page, invoices.none.action).click()
  await expect(ui.invoiceRows(page)).toHaveCount(5)
})

test('shows an invoice with its lines, “overdue” only once asked for the payment term, and exports what is filtered', async () => {
  const { app, page, profileDir } = shared
  await ui.invoiceRows(page).filter({ hasText: 'E-5' }).click()
  const lines = ui.invoicePane(page).getByRole('table', { name: invoices.lines.title })
  await expect(lines).toContainText('Residential proxies')
  await ui.invoiceRows(page).filter({ hasText: 'A-1' }).click()
  await expect(ui.invoicePane(page)).toContainText('for 40 days')
  await expect(page.locator('body')).not.toContainText('overdue')
  const question = page.getByRole('form', { name: invoices.billing.label, exact: true })
  await question.getByRole('textbox').fill('14')
  await ui.button(page, accounts.save).click()
  await expect(ui.invoicePane(page)).toContainText('26 days overdue (by your payment term of 14 days)')
  // Beside the invoice, too. An amount is still without currency.
  await expect(ui.invoiceRows(page).first()).toContainText('26 days overdue')
  await expect(question.getByRole('textbox')).toHaveCount(0)
  await question.getByRole('combobox').selectOption('EUR')
  await ui.button(page, accounts.save).click()
  await expect(question).toHaveCount(0)

  await page.getByRole('searchbox').fill('paid')
  await expect(ui.invoiceRows(page)).toHaveCount(2)
  await expect(ui.invoicePane(page)).toBeHidden()
  await expect(header(page, column.due)).toBeVisible()
  const exportTo = async (name: string, item: string): Promise<string> => {
    await app.chooseFile(join(profileDir, name))
    await ui.button(page, invoices.more).click()
    await page.getByRole('menuitem', { name: count(item, 2) }).click()
    return join(profileDir, name)
  }
  const csv = await exportTo('chosen.csv', invoiceTools.menu.exportCsv)
  await expect(page.getByText(say(count(invoiceExport.savedCsv, 2), { name: 'chosen.csv' }))).toBeVisible()
  const rows = readFileSync(csv, 'utf8').trimEnd().split('\r\n')
  expect(rows).toHaveLength(3)
  expect(rows.slice(1).join()).toContain('B-2')
  await ui.goTo(page, 'profile')
  await ui.goTo(page, 'invoices')
  await expect(page.getByText(say(count(invoiceExport.savedCsv, 2), { name: 'chosen.csv' }))).toBeVisible()
})
