/** The invoices: the table narrowed, its columns, the chart, one invoice with its lines, an export. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { en } from '../../src/shared/i18n/translate.ts'
import { button, toInvoices } from './ways.mjs'

const { invoiceChart, invoiceExport, invoiceFilters, invoices } = en
const BOTH = ['small', 'dark']
const ALL = ['small', 'wide', 'dark']

const close = (page) => page.keyboard.press('Escape')
const rows = (page) => page.getByRole('grid', { name: invoices.listLabel }).getByRole('rowgroup').getByRole('row')
const chart = (page) => page.getByRole('region', { name: invoiceChart.title, exact: true })
const filters = (page) => page.getByRole('dialog', { name: invoices.filters, exact: true })
const openFilters = (page) => page.getByRole('button', { name: new RegExp(`^${invoices.filters}`) }).click()
const state = (page, name) => filters(page).getByRole('radio', { name: new RegExp(`^${name}`) })
/** Above the table: narrows to a state, and to all again. */
const pressState = (page, name) =>
  page
    .getByRole('group', { name: invoices.column.state, exact: true })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
const pane = (page) => page.getByRole('region', { name: invoices.paneLabel, exact: true })

export const invoiceSteps = [
  {
    name: 'invoices',
    what: 'all invoices, the latest month looked at',
    also: ALL,
    async go(page) {
      await toInvoices(page)
      await chart(page).getByRole('group').getByRole('button').last().hover()
      await page.getByRole('region', { name: invoices.tiles.outstanding }).waitFor()
    }
  },
  {
    name: 'invoices-filters',
    what: 'what the invoices can be narrowed to, and an amount that is none',
    also: BOTH,
    async go(page) {
      await openFilters(page)
      await state(page, invoices.state.settled).check()
      await filters(page).getByRole('combobox').selectOption({ label: invoiceFilters.periods.thisYear })
      await filters(page).getByLabel(invoiceFilters.most, { exact: true }).fill('ten')
    }
  },
  {
    name: 'invoices-narrowed',
    what: 'the invoices narrowed, sorted by total',
    async go(page) {
      await filters(page).getByLabel(invoiceFilters.most, { exact: true }).fill('')
      await close(page)
      await page.getByRole('columnheader', { name: invoices.column.total, exact: true }).getByRole('button').click()
      await page.locator('[aria-sort="descending"]').getByText(invoices.column.total).waitFor()
    }
  },
  {
    name: 'invoices-columns',
    what: 'more columns than there is room for: scrolled sideways, the number in place',
    also: BOTH,
    async go(page) {
      await page.getByRole('list', { name: en.filters.set }).getByRole('button').last().click()
      await pressState(page, invoices.state.all)
      await button(page, invoices.columns).click()
      const box = page.getByRole('dialog', { name: invoices.columns, exact: true })
      for (const more of ['status', 'method', 'subtotal', 'taxes'])
        await box.getByRole('checkbox', { name: invoices.column[more], exact: true }).click()
      await page.getByRole('columnheader', { name: invoices.column.taxes, exact: true }).waitFor()
      await page.getByRole('grid').evaluate((grid) => grid.scrollTo(220, 0))
    }
  },
  {
    name: 'invoices-overdue',
    what: 'what is overdue, and one of it',
    also: BOTH,
    async go(page) {
      const box = page.getByRole('dialog', { name: invoices.columns, exact: true })
      for (const less of ['status', 'method', 'subtotal', 'taxes'])
        await box.getByRole('checkbox', { name: invoices.column[less], exact: true }).click()
      await close(page)
      await pressState(page, invoices.state.overdue)
      await rows(page).first().click()
      await pane(page).getByRole('heading', { level: 2 }).waitFor()
    }
  },
  {
    name: 'invoices-selected',
    what: 'one invoice open and two selected',
    also: ['dark', 'forced'],
    async go(page) {
      await pressState(page, invoices.state.all)
      await rows(page).nth(1).click()
      await pane(page).getByRole('heading', { level: 2 }).waitFor()
      await rows(page)
        .nth(3)
        .click({ modifiers: ['ControlOrMeta'] })
      await page.getByRole('group', { name: invoices.selection.label }).waitFor()
    }
  },
  {
    name: 'invoice',
    what: 'one invoice with its lines',
    also: ALL,
    async go(page) {
      await close(page)
      await pressState(page, invoices.state.all)
      for (const row of await rows(page).all()) {
        await row.click()
        await pane(page).getByRole('heading', { level: 2 }).waitFor()
        const lines = pane(page).getByRole('table', { name: invoices.lines.title })
        if ((await lines.count()) > 0) break
      }
    }
  },
  {
    name: 'invoices-exported',
    what: 'exported with PDFs: what is in the archive, and what is missing',
    also: BOTH,
    async go(page, _api, app) {
      const folder = mkdtempSync(join(tmpdir(), 'portside-tour-'))
      await app.ask('answerNextDialog', { canceled: false, filePath: join(folder, 'invoices.zip') })
      await close(page)
      await button(page, invoices.more).click()
      await page.getByRole('menuitem', { name: /ZIP/ }).click()
      await button(page, invoiceExport.close).waitFor()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  {
    name: 'invoices-menu',
    what: 'what else can be done with the invoices',
    async go(page) {
      await button(page, invoiceExport.close).click()
      await button(page, invoices.more).click()
      await page.getByRole('menuitemcheckbox').waitFor()
    }
  }
]
