/** Ways through the app that the steps take. Everything is found by its role and name, as a person would. */
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { en } from '../../src/shared/i18n/translate.ts'

const { catalogue, common, connection, connectionCheck, invoices, overview, session, settings, shell } = en

export const heading = (page, name) => page.getByRole('heading', { name, exact: true }).first().waitFor()
export const goTo = async (page, view, title) => {
  await page.getByRole('navigation', { name: shell.rail }).getByRole('link', { name: view, exact: true }).click()
  await heading(page, title)
}
export const toCatalogue = async (page) => {
  await goTo(page, shell.nav.catalogue, catalogue.title)
  await page.getByRole('listbox', { name: catalogue.listLabel }).getByRole('option').first().waitFor()
}
/** Until the open account's amounts are shown. */
export const toOverview = async (page) => {
  await goTo(page, shell.nav.overview, overview.title)
  await page.getByRole('region', { name: overview.open.title }).getByRole('listitem').first().waitFor()
}
export const toInvoices = async (page) => {
  await goTo(page, shell.nav.invoices, invoices.title)
  await page.getByRole('grid', { name: invoices.listLabel }).getByRole('row').nth(1).waitFor()
}
/** In the sign-in's form: chooses the provider that has this address. */
export const fillAddress = async (page, address) => {
  const typed = page.getByLabel(session.field.address, { exact: true })
  if (!(await typed.isVisible()))
    await page.getByLabel(session.field.provider, { exact: true }).selectOption({ label: session.provider.other })
  await typed.fill(address)
}
export const signIn = async (page, api) => {
  await fillAddress(page, api.baseAddress)
  await page.getByLabel(session.field.email, { exact: true }).fill(SAMPLE_EMAIL)
  await page.getByLabel(session.field.password, { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('button', { name: session.action.signIn, exact: true }).click()
  await toCatalogue(page)
  await page.getByText(shell.status.online, { exact: true }).waitFor()
}
export const search = (page, text) => page.getByRole('searchbox', { name: catalogue.search.label }).fill(text)
/** Waits until the catalogue says that it shows so many of all products. */
export const listed = (page, count, all) =>
  page.getByText(say(catalogue.countOf, { count, all }), { exact: true }).waitFor({ state: 'attached' })
export const openProduct = async (page) => {
  const first = page.getByRole('listbox', { name: catalogue.listLabel }).getByRole('option').first()
  await first.click()
  await page.getByRole('region', { name: catalogue.paneLabel }).getByRole('heading', { level: 2 }).waitFor()
  await page.frameLocator('iframe').locator('body > *').first().waitFor()
}
export const openInvoice = async (page) => {
  await page.getByRole('grid', { name: invoices.listLabel }).getByRole('row').nth(3).click()
  await page.getByRole('region', { name: invoices.paneLabel, exact: true }).getByRole('heading', { level: 2 }).waitFor()
}
export const chooseTheme = async (page, theme) => {
  await goTo(page, shell.nav.settings, settings.title)
  await page.getByRole('radio', { name: theme, exact: true }).check({ force: true })
}

export const button = (page, name) => page.getByRole('button', { name, exact: true })
export const openAdvanced = async (page) => {
  await page.getByText(session.advanced, { exact: true }).click()
  await page.getByLabel(connection.field.currency, { exact: true }).waitFor()
}
export const checkFrom = async (page) => {
  await button(page, common.checkConnection).click()
  await button(page, connectionCheck.again).waitFor()
}
export const toSettings = (page) => goTo(page, shell.nav.settings, settings.title)
export const editConnection = async (page) => {
  await toSettings(page)
  await button(page, connection.edit).click()
  await heading(page, connection.editTitle)
  await page.getByText(connection.status.met, { exact: true }).waitFor()
}

/** A text with its places filled in. */
export const say = (text, named) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(named[name] ?? whole))
