/** The invoices: the table narrowed, its columns, the chart, one invoice with its lines, an export. */
import { expect, type Locator, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { step } from './tour.ts'
import { closeDialog, dialog, toInvoices } from './ways.ts'

const {
  invoices,
  invoices: { accountant: accountantExport, chart: invoiceChart, export: invoiceExport, filterBox: invoiceFilters }
} = words
const BOTH = ['small', 'dark'] as const
const ALL = ['small', 'wide', 'dark'] as const
const MORE_COLUMNS = ['status', 'method', 'subtotal', 'taxes'] as const

const chart = (page: Page): Locator => page.getByRole('region', { name: invoiceChart.title, exact: true })
const filters = (page: Page): Locator => dialog(page, invoices.filters)
const columns = (page: Page): Locator => dialog(page, invoices.columns)
const lines = (page: Page): Locator => ui.invoicePane(page).getByRole('table', { name: invoices.lines.title })

/** Above the table: narrows to a state, and to all again. */
const pressState = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('group', { name: invoices.column.state, exact: true })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()

async function toggleColumns(page: Page): Promise<void> {
  for (const column of MORE_COLUMNS)
    await columns(page).getByRole('checkbox', { name: invoices.column[column], exact: true }).click()
}

async function openRow(page: Page, row: Locator): Promise<void> {
  await row.click()
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toBeVisible()
}

export const invoiceSteps = [
  step('invoices', 'all invoices, the pointer on the latest month', { also: ALL }, async (tour) => {
    const { page } = tour
    await toInvoices(tour)
    await ui.showChart(page)
    await chart(page).getByRole('group').getByRole('button').last().hover()
    await expect(page.getByRole('region', { name: invoices.tiles.outstanding })).toBeVisible()
  }),
  step('invoices-filters', 'the filters of the invoices, and an invalid amount', { also: BOTH }, async ({ page }) => {
    await page.getByRole('button', { name: new RegExp(`^${invoices.filters}`) }).click()
    const settled = new RegExp(`^${invoices.states.settled}`)
    await filters(page).getByRole('radio', { name: settled }).check()
    await filters(page).getByRole('combobox').selectOption({ label: invoiceFilters.periods.thisYear })
    await filters(page).getByLabel(invoiceFilters.most, { exact: true }).fill('ten')
  }),
  step('invoices-narrowed', 'the invoices narrowed, sorted by total', {}, async ({ page }) => {
    await filters(page).getByLabel(invoiceFilters.most, { exact: true }).fill('')
    await closeDialog(page)
    await page.getByRole('columnheader', { name: invoices.column.total, exact: true }).getByRole('button').click()
    await expect(page.locator('[aria-sort="descending"]').getByText(invoices.column.total)).toBeVisible()
  }),
  step(
    'invoices-columns',
    'more columns than there is room for: scrolled sideways, the number in place',
    { also: BOTH },
    async ({ page }) => {
      await page.getByRole('list', { name: words.catalogue.filters.set }).getByRole('button').last().click()
      await pressState(page, invoices.states.all)
      await ui.button(page, invoices.columns).click()
      await toggleColumns(page)
      await expect(page.getByRole('columnheader', { name: invoices.column.taxes, exact: true })).toBeAttached()
      await page.getByRole('grid').evaluate((grid) => grid.scrollTo(220, 0))
    }
  ),
  step('invoices-overdue', 'overdue invoices, one of them open', { also: BOTH }, async ({ page }) => {
    await toggleColumns(page)
    await closeDialog(page)
    await pressState(page, invoices.states.overdue)
    await openRow(page, ui.invoiceRows(page).first())
  }),
  step('invoices-selected', 'one invoice open and two selected', { also: ['dark', 'forced'] }, async ({ page }) => {
    await pressState(page, invoices.states.all)
    await openRow(page, ui.invoiceRows(page).nth(1))
    await ui
      .invoiceRows(page)
      .nth(3)
      .click({ modifiers: ['ControlOrMeta'] })
    await expect(page.getByRole('group', { name: invoices.selection.label })).toBeVisible()
  }),
  step('invoice', 'one invoice with its lines', { also: ALL }, async ({ page }) => {
    await closeDialog(page)
    await pressState(page, invoices.states.all)
    for (const row of await ui.invoiceRows(page).all()) {
      await openRow(page, row)
      if ((await lines(page).count()) > 0) break
    }
  }),
  step('invoices-accountant', 'the export for the accountant', { also: ALL }, async ({ page }) => {
    await closeDialog(page)
    await ui.button(page, invoices.more).click()
    await page.getByRole('menuitem', { name: words.invoices.tools.menu.exportForAccountant, exact: true }).click()
    const form = dialog(page, accountantExport.title)
    await expect(form.getByRole('status').filter({ hasText: /\d/ })).toBeVisible()
  }),
  step('invoices-exported', 'exported for the accountant: what is missing', { also: BOTH }, async ({ page, app }) => {
    const folder = mkdtempSync(join(tmpdir(), 'portside-tour-'))
    await app.chooseFile(join(folder, 'invoices.zip'))
    const form = dialog(page, accountantExport.title)
    await form.getByRole('radio', { name: invoiceFilters.periods.own, exact: true }).check()
    for (const day of ['from', 'to'] as const) await form.getByLabel(invoiceFilters[day], { exact: true }).fill('')
    await ui.button(page, accountantExport.save).click()
    await expect(dialog(page, invoiceExport.reasons)).toBeVisible()
    rmSync(folder, { recursive: true, force: true })
  }),
  step('invoices-menu', 'the other actions on invoices', { also: BOTH }, async ({ page }) => {
    await closeDialog(page)
    await ui.button(page, invoiceExport.close).click()
    await ui.button(page, invoices.more).click()
    await expect(page.getByRole('menuitemcheckbox')).toBeVisible()
  })
]
