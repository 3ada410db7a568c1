/** Ways through the app that many specs take; all by role and name. */
import { expect, type Locator, type Page } from '@playwright/test'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sandbox/index.ts'
import { words } from './words.ts'

const { catalogue, common, connection, doctor, invoices, profile, session, settings, shell } = words

export interface Credentials {
  address: string
  email?: string
  password?: string
  code?: string
}

export const field = {
  address: (page: Page): Locator => page.getByLabel(session.field.address, { exact: true }),
  email: (page: Page): Locator => page.getByLabel(session.field.email, { exact: true }),
  password: (page: Page): Locator => page.getByLabel(session.field.password, { exact: true }),
  code: (page: Page): Locator => page.getByLabel(session.field.code),
  token: (page: Page): Locator => page.getByLabel(session.field.token, { exact: true })
}

export const statusBar = (page: Page): Locator => page.getByRole('contentinfo', { name: shell.status.label })
export const products = (page: Page): Locator =>
  page.getByRole('listbox', { name: catalogue.listLabel }).getByRole('option')
export const productPane = (page: Page): Locator => page.getByRole('region', { name: catalogue.paneLabel, exact: true })
/** Without the row of headings. */
export const invoiceRows = (page: Page): Locator =>
  page.getByRole('grid', { name: invoices.listLabel }).getByRole('rowgroup').getByRole('row')
export const invoicePane = (page: Page): Locator => page.getByRole('region', { name: invoices.paneLabel, exact: true })
export const doctorSteps = (page: Page): Locator => page.getByRole('list', { name: doctor.steps }).getByRole('listitem')
export const alerts = (page: Page): Locator => page.getByRole('alert')
export const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })

/** Fills the form and sends it; does not wait for what comes of it. */
export async function submitSignIn(page: Page, { address, email, password, code }: Credentials): Promise<void> {
  await field.address(page).fill(address)
  await field.email(page).fill(email ?? SAMPLE_EMAIL)
  await field.password(page).fill(password ?? SAMPLE_PASSWORD)
  if (code !== undefined) await field.code(page).fill(code)
  await page.getByRole('button', { name: session.action.signIn, exact: true }).click()
}

export async function submitToken(page: Page, address: string, token: string): Promise<void> {
  await chooseWay(page, 'token')
  await field.address(page).fill(address)
  await field.token(page).fill(token)
  await page.getByRole('button', { name: session.action.useToken, exact: true }).click()
}

/** The radio is drawn by its label, so that is what a person clicks. */
export async function chooseWay(page: Page, way: 'password' | 'token' | 'sample'): Promise<void> {
  await page.getByRole('group', { name: session.choices }).getByText(session[way].title, { exact: true }).click()
}

export async function explore(page: Page): Promise<void> {
  await chooseWay(page, 'sample')
  await page.getByRole('button', { name: session.sample.action, exact: true }).click()
  await expect(products(page).first()).toBeVisible()
}

/** Signs in and waits until everything was fetched. */
export async function signIn(page: Page, address: string): Promise<void> {
  await submitSignIn(page, { address })
  await expect(title(page, catalogue.title)).toBeVisible()
  await expect(products(page).first()).toBeVisible()
  await settled(page)
}

/** Nothing is being fetched, and all of it came. */
export async function settled(page: Page): Promise<void> {
  await expect(statusBar(page).getByText(shell.status.online, { exact: true })).toBeVisible()
  await expect(statusBar(page).getByRole('button', { name: shell.status.refresh })).not.toHaveAttribute('aria-busy')
}

const VIEWS = {
  catalogue: { link: shell.nav.catalogue, title: catalogue.title },
  invoices: { link: shell.nav.invoices, title: invoices.title },
  profile: { link: shell.nav.profile, title: profile.title },
  settings: { link: shell.nav.settings, title: settings.title }
} as const
export type View = keyof typeof VIEWS

export async function goTo(page: Page, view: View): Promise<void> {
  const { link, title: heading } = VIEWS[view]
  await page.getByRole('navigation', { name: shell.rail }).getByRole('link', { name: link, exact: true }).click()
  await expect(title(page, heading)).toBeVisible()
}

export async function chooseTheme(page: Page, theme: 'system' | 'light' | 'dark'): Promise<void> {
  await goTo(page, 'settings')
  const group = page.getByRole('group', { name: settings.theme })
  await group.getByText(settings.themes[theme], { exact: true }).click()
  await expect(group.getByRole('radio', { name: settings.themes[theme] })).toBeChecked()
}

export async function refreshAll(page: Page): Promise<void> {
  await statusBar(page).getByRole('button', { name: shell.status.refresh }).click()
}

/** Unfolds the connection's settings on the first screen. */
export async function openAdvanced(page: Page): Promise<void> {
  await page.getByText(session.advanced, { exact: true }).click()
  await expect(page.getByLabel(connection.field.signInPath, { exact: true })).toBeVisible()
}

/** One of a few that are all in sight; the radio is drawn by its label, so that is what a person clicks. */
export async function choose(page: Page, group: string, label: string): Promise<void> {
  const all = page.getByRole('group', { name: group, exact: true })
  await all.getByText(label, { exact: true }).click()
  await expect(all.getByRole('radio', { name: label, exact: true })).toBeChecked()
}

export async function editConnection(page: Page): Promise<void> {
  await goTo(page, 'settings')
  await page.getByRole('button', { name: connection.edit, exact: true }).click()
  await expect(title(page, connection.editTitle)).toBeVisible()
}

export async function saveConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: connection.action.save, exact: true }).click()
}

/** Checks the open account's connection, from the settings. */
export async function checkConnection(page: Page): Promise<void> {
  await goTo(page, 'settings')
  await page.getByRole('button', { name: common.checkConnection, exact: true }).click()
  await expect(title(page, doctor.title)).toBeVisible()
}
