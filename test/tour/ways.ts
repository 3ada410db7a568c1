/** Ways through the app that more than one part of the tour takes, beside those of the specs (test/e2e/ui.ts). */
import { expect, type Locator, type Page } from '@playwright/test'
import * as ui from '../e2e/ui.ts'
import { say, words } from '../e2e/words.ts'
import type { Tour } from './tour.ts'

const {
  catalogue,
  overview,
  plans,
  settings,
  ui: { common },
  accounts: { connection },
  help: { connectionCheck },
  settings: { label: setting }
} = words

export const closeDialog = (page: Page): Promise<void> => page.keyboard.press('Escape')
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

export async function toCatalogue({ page }: Tour): Promise<void> {
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page).first()).toBeVisible()
}
/** Until the shown account's amounts are shown. */
export async function toOverview({ page }: Tour): Promise<void> {
  await ui.goTo(page, 'overview')
  await expect(page.getByRole('region', { name: overview.open.title }).getByRole('listitem').first()).toBeVisible()
}
export async function toInvoices({ page }: Tour): Promise<void> {
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page).first()).toBeVisible()
}
export const toProfile = ({ page }: Tour): Promise<void> => ui.goTo(page, 'profile')
export async function toPlans({ page }: Tour): Promise<void> {
  await ui.goTo(page, 'plans')
  await expect(page.getByRole('list', { name: plans.title, exact: true }).getByRole('listitem').first()).toBeVisible()
}
export const toSettings = ({ page }: Tour): Promise<void> => ui.goTo(page, 'settings')
export const toShortcut = ({ page }: Pick<Tour, 'page'>): Promise<void> =>
  page.locator('button[name="globalShortcut"]').evaluate((recorder) => recorder.scrollIntoView({ block: 'center' }))
export async function toDueSoon({ page }: Tour): Promise<void> {
  const days = page.getByLabel(setting.dueSoonDays, { exact: true })
  await days.evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await days.selectText()
}
export async function recordShortcut({ page }: Tour, keys: string): Promise<void> {
  await ui.toAdvanced(page)
  const recorder = page.locator('button[name="globalShortcut"]')
  await recorder.click()
  await expect(recorder).toHaveText(settings.background.shortcut.press)
  await page.keyboard.press(keys)
  await toShortcut({ page })
}
export const signIn = ({ page, api }: Tour): Promise<void> => ui.signIn(page, api.baseUrl)

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: catalogue.search.label }).fill(text)
}
/** The catalogue says that it shows so many of all products. */
export async function expectListed(page: Page, count: number, all: number): Promise<void> {
  await expect(page.getByText(say(catalogue.countOf, { count, all }), { exact: true })).toBeAttached()
}
export async function openProduct({ page }: Tour): Promise<void> {
  await ui.products(page).first().click()
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.frameLocator('iframe').locator('body > *').first()).toBeVisible()
}
export async function openInvoice({ page }: Tour): Promise<void> {
  await ui.invoiceRows(page).nth(2).click()
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toBeVisible()
}
export async function chooseTheme({ page }: Tour, theme: string): Promise<void> {
  await ui.goTo(page, 'settings')
  const themes = page.getByRole('group', { name: setting.theme, exact: true })
  await themes.getByRole('radio', { name: theme, exact: true }).check({ force: true })
}
export async function checkConnection({ page }: Tour): Promise<void> {
  await ui.button(page, common.checkConnection).last().click()
  await expect(ui.button(page, connectionCheck.again)).toBeVisible()
}
export async function editConnection({ page }: Tour): Promise<void> {
  await ui.editConnection(page)
  await expect(page.getByText(connection.status.met, { exact: true })).toBeVisible()
}
