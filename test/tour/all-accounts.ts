/** The invoices of all accounts: overview, table, filter, an invoice of another account, and accounts whose fetch failed. */
import { expect, type Page } from '@playwright/test'
import { SAMPLE_COMPANY } from '../../src/sample/index.ts'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { step } from './tour.ts'
import { closeDialog, dialog, toInvoices } from './ways.ts'

const {
  invoices,
  overview,
  ui: { shell }
} = words
const BOTH = ['small', 'dark'] as const

const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('radio', { name, exact: true }).check({ force: true })
const refresh = (page: Page): Promise<void> => page.getByRole('button', { name: shell.status.refresh }).click()

export const allAccountsSteps = [
  step('overview-all', 'the overview of all accounts', { also: [...BOTH, 'zoomed'] }, async ({ page }) => {
    await choose(page, invoices.scope.all)
    const outstanding = page.getByRole('region', { name: `${overview.open.title} · ${invoices.scope.all}` })
    await expect(outstanding.getByText(SAMPLE_COMPANY).first()).toBeVisible()
  }),
  step('invoices-all', 'the invoices of all accounts', { also: [...BOTH, 'wide', 'zoomed'] }, async (tour) => {
    await toInvoices(tour)
    await expect(tour.page.getByRole('columnheader', { name: invoices.account, exact: true })).toBeVisible()
  }),
  step('invoices-all-filter', 'their filters, one of them the account', { also: BOTH }, async ({ page }) => {
    await page.getByRole('button', { name: new RegExp(`^${invoices.filters}`) }).click()
    await dialog(page, invoices.filters).getByRole('radio', { name: SAMPLE_COMPANY }).check()
  }),
  step('invoice-all', 'an invoice of an account that isn’t shown', { also: BOTH }, async ({ page }) => {
    await closeDialog(page)
    await ui.invoiceRows(page).filter({ hasText: SAMPLE_COMPANY }).first().click()
    await expect(ui.invoicePane(page).getByRole('button', { name: invoices.showAccount })).toBeVisible()
  }),
  step('invoices-all-missing', 'accounts whose fetch failed', { also: [...BOTH, 'zoomed'] }, async (tour) => {
    const { page, api } = tour
    await closeDialog(page)
    await page.getByRole('list', { name: words.catalogue.filters.set }).getByRole('button').last().click()
    api.respondWith(/invoices/, () => Response.json({ message: 'Later.' }, { status: 503 }))
    await refresh(page)
    await expect(ui.notices(page).getByText(SAMPLE_COMPANY)).toBeVisible()
  }),
  step('invoices-one', 'the invoices of the account shown again', {}, async ({ page, api }) => {
    api.respondNormally()
    await refresh(page)
    await choose(page, invoices.scope.one)
    await expect(page.getByRole('columnheader', { name: invoices.account, exact: true })).toBeHidden()
  })
]
