/** The invoices' table as a person uses it: narrowed, sorted, added up, drawn, its columns chosen; and one invoice, whole. */
import type { Locator, Page } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayAfter, today } from '../../src/shared/models/day.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { editConnection, goTo, invoicePane, invoiceRows, saveConnection, signIn, title } from './walk.ts'
import { count, say, words } from './words.ts'

const { connection, filters, invoiceChart, invoiceExport, invoiceFilters, invoices, invoiceTools, settings } = words
const { column, states } = { column: invoices.column, states: invoices.state }

const grid = (page: Page): Locator => page.getByRole('grid', { name: invoices.listLabel })
const header = (page: Page, name: string): Locator => grid(page).getByRole('columnheader', { name, exact: true })
/** The cells of the first column: numbers. */
const numbers = (page: Page): Promise<string[]> =>
  invoiceRows(page).getByRole('gridcell').and(page.locator(':first-child')).allInnerTexts()
const box = (page: Page): Locator => page.getByRole('dialog', { name: invoices.filters, exact: true })
const openFilters = (page: Page): Promise<void> => page.getByRole('button', { name: invoices.filters }).click()
const chips = (page: Page): Locator => page.getByRole('list', { name: filters.set })
const sums = (page: Page): Locator => page.getByRole('group', { name: invoices.totals.label }).getByRole('listitem')
const chart = (page: Page): Locator => page.getByRole('region', { name: invoiceChart.title, exact: true })

const TODAY = today(new Date())
const daysAgo = (days: number): string => dayAfter(TODAY, -days)
const lastYear = `${Number(TODAY.slice(0, 4)) - 1}`

/** Five invoices whose days count back from today, but for one of last year. */
const FIVE = [
  { id: 'a', number: 'A-1', status: 'open', total: '100.10', currency: 'EUR', createdAt: `${daysAgo(40)}T00:30:00Z` },
  {
    id: 'b',
    number: 'B-2',
    status: 'paid',
    total: '20.20',
    currency: 'EUR',
    createdAt: TODAY,
    paymentMethod: 'Card'
  },
  { id: 'c', number: 'C-3', status: 'void', total: '9', currency: 'EUR', createdAt: TODAY },
  { id: 'd', number: 'D-4', status: 7, total: '45' },
  {
    ...{ id: 'e', number: 'E-5', status: 'paid', total: '300', currency: 'USD', createdAt: `${lastYear}-06-30` },
    lines: [{ description: 'Residential proxies', quantity: 3, unit_amount: '100', amount: '300' }]
  }
]

const shared = shareApp(async ({ page, api }) => {
  api.respondWith('/v3/invoices', () => Response.json(FIVE))
  await signIn(page, api.baseAddress)
  await goTo(page, 'invoices')
})
test.beforeEach(() => expect(invoiceRows(shared.page)).toHaveCount(5))

test('filters by state, text, period and amount', async () => {
  const { page } = shared
  await openFilters(page)
  for (const [state, found] of [
    ['open', ['A-1']],
    ['settled', ['B-2', 'E-5']],
    ['void', ['C-3']],
    ['unknown', ['D-4']]
  ] as const) {
    await box(page)
      .getByRole('radio', { name: new RegExp(`^${states[state]}`) })
      .check()
    await expect.poll(() => numbers(page), state).toEqual(found)
  }
  await box(page)
    .getByRole('radio', { name: new RegExp(`^${states.all}`) })
    .check()

  const period = box(page).getByRole('combobox', { name: invoiceFilters.period })
  await period.selectOption({ label: invoiceFilters.periods.lastYear })
  await expect.poll(() => numbers(page)).toContain('E-5')
  await expect.poll(() => numbers(page)).not.toContain('B-2')
  await box(page).getByLabel(invoiceFilters.from, { exact: true }).fill(daysAgo(40))
  await box(page).getByLabel(invoiceFilters.to, { exact: true }).fill(daysAgo(40))
  // Its hour by the API's clock is half past midnight: it is of that day.
  await expect.poll(() => numbers(page)).toEqual(['A-1'])
  await period.selectOption({ label: invoiceFilters.periods.any })

  await box(page).getByLabel(invoiceFilters.least, { exact: true }).fill('45')
  await box(page).getByLabel(invoiceFilters.most, { exact: true }).fill('100.10')
  await expect.poll(() => numbers(page)).toEqual(['A-1', 'D-4'])
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('a-')
  await expect.poll(() => numbers(page)).toEqual(['A-1'])
  await expect(page.getByText(say(count(invoices.countOf, 1), { all: 5 }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await chips(page).getByRole('button').first().click()
  await expect(invoiceRows(page)).toHaveCount(5)

  await page.getByRole('searchbox').fill('residential')
  await expect.poll(() => numbers(page)).toEqual(['E-5'])
  await page.getByRole('searchbox').fill('nothing at all')
  await page.getByRole('button', { name: invoices.none.action, exact: true }).click()
  await expect(invoiceRows(page)).toHaveCount(5)
})

test('sorts by any column in both directions, missing values last', async () => {
  const { page } = shared
  await expect(header(page, column.issued)).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await numbers(page)).slice(-3)).toEqual(['A-1', 'E-5', 'D-4'])
  await header(page, column.issued).getByRole('button').click()
  const ends = async (): Promise<unknown> => {
    const shown = await numbers(page)
    return [shown.at(0), shown.at(-1)]
  }
  await expect.poll(ends).toEqual(['E-5', 'D-4'])
  await header(page, column.total).getByRole('button').click()
  await expect.poll(() => numbers(page)).toEqual(['E-5', 'A-1', 'D-4', 'B-2', 'C-3'])
  await header(page, column.number).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => numbers(page)).toEqual(['A-1', 'B-2', 'C-3', 'D-4', 'E-5'])
  await page.keyboard.press('Enter')
  await expect.poll(() => numbers(page)).toEqual(['E-5', 'D-4', 'C-3', 'B-2', 'A-1'])
})

test('sums the shown invoices per currency, void ones apart', async () => {
  const { page } = shared
  await expect(sums(page)).toHaveText([
    /^€120\.30, €100\.10 open, not counting €9\.00 void$/,
    /^(US)?\$300\.00$/,
    `${say(invoices.totals.unknownCurrency, { amount: '45.00' })}, ${say(invoices.totals.unknownState, { amount: '45.00' })}`
  ])
  await page.getByRole('searchbox').fill('b-2')
  await expect(sums(page)).toHaveText(['€20.20'])
})

test('charts twelve months, also as a table, and a month filters the list', async () => {
  const { page } = shared
  const months = chart(page).getByRole('group').getByRole('button')
  await expect(months).toHaveCount(12)
  await months.last().click()
  await expect(chips(page)).toContainText(invoiceFilters.periods.thisMonth)
  await expect.poll(async () => (await numbers(page)).toSorted()).toEqual(['B-2', 'C-3'])
  await chart(page).getByRole('button', { name: invoiceChart.asTable, exact: true }).click()
  const table = chart(page).getByRole('table', { name: say(invoiceChart.caption, { currency: 'EUR' }) })
  await expect(table.getByRole('row')).toHaveCount(13)
  // What is void counts for nothing.
  await expect(table.getByRole('row').last()).toContainText('€20.20')
  await table.getByRole('row').last().getByRole('button').click()
  await expect(invoiceRows(page)).toHaveCount(5)
})

test('shows an invoice with its lines, and “overdue” only with a payment term', async () => {
  const { page } = shared
  await invoiceRows(page).filter({ hasText: 'E-5' }).click()
  await expect(invoicePane(page).getByRole('table', { name: invoices.lines.title })).toContainText(
    'Residential proxies'
  )
  await invoiceRows(page).filter({ hasText: 'A-1' }).click()
  await expect(invoicePane(page)).toContainText('for 40 days')
  await expect(page.locator('body')).not.toContainText('overdue')

  await invoiceRows(page).filter({ hasText: 'D-4' }).click()
  await invoicePane(page).getByRole('link', { name: invoices.explain, exact: true }).click()
  await page.getByLabel(connection.field.paymentTermDays, { exact: true }).fill('14')
  await saveConnection(page)
  await expect(title(page, settings.title)).toBeVisible()
  await goTo(page, 'invoices')
  await expect(header(page, column.due)).toBeVisible()
  await invoiceRows(page).filter({ hasText: 'A-1' }).click()
  await expect(invoicePane(page)).toContainText('26 days overdue (by your payment term of 14 days)')
  await page
    .getByRole('group', { name: column.state, exact: true })
    .getByRole('button', { name: new RegExp(`^${states.overdue}`) })
    .click()
  await expect.poll(() => numbers(page)).toEqual(['A-1'])

  await editConnection(page)
  await page.getByLabel(connection.field.paymentTermDays, { exact: true }).fill('')
  await saveConnection(page)
  await expect(title(page, settings.title)).toBeVisible()
})

test('exports the filtered invoices from the menu and reports the result', async () => {
  const { app, page, profileDir } = shared
  await page.getByRole('searchbox').fill('paid')
  await expect(invoiceRows(page)).toHaveCount(2)
  const csv = join(profileDir, 'chosen.csv')
  await app.chooseFile(csv)
  await page.getByRole('button', { name: invoices.more, exact: true }).click()
  await page.getByRole('menuitem', { name: count(invoiceTools.menu.exportCsv, 2) }).click()
  await expect(page.getByText(say(count(invoiceExport.savedCsv, 2), { name: 'chosen.csv' }))).toBeVisible()
  const lines = readFileSync(csv, 'utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.slice(1).join()).toContain('B-2')

  const zip = join(profileDir, 'chosen.zip')
  await app.chooseFile(zip)
  await page.getByRole('button', { name: invoices.more, exact: true }).click()
  await page.getByRole('menuitem', { name: count(invoiceTools.menu.exportZip, 2) }).click()
  await goTo(page, 'profile')
  await goTo(page, 'invoices')
  await expect(page.getByText(say(count(invoiceExport.noPdfs, 2), { name: 'chosen.zip' }))).toBeVisible()
  expect(existsSync(zip)).toBe(true)
})
