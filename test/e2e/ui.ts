/** Locators and steps that specs share; they find things by role and name. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Envelope, Output } from '../../src/shared/ipc/contract.ts'
import type { Connection, DefinitionChanges } from '../../src/shared/models/connection.ts'
import type { Topic } from '../../src/shared/models/freshness.ts'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import type { Provider } from './provider.ts'
import type { App, SharedApp } from './fixtures.ts'
import { pattern, say, words } from './words.ts'

const {
  accounts,
  catalogue,
  invoices,
  lock,
  catalogue: { changes },
  ui: { common, listing, notice },
  accounts: { connection },
  help: { connectionCheck }
} = words
const {
  signIn: session,
  settings,
  invoices: { tools: invoiceTools },
  accounts: { profile, standing },
  ui: { shell }
} = words

export interface Credentials {
  address: string
  email?: string
  password?: string
}

/** The page of a definition stays behind the sign-in's form, and has a field of the same name. */
const visibleField =
  (name: keyof typeof session.field) =>
  (page: Page): Locator =>
    page.getByLabel(session.field[name], { exact: true }).filter({ visible: true })

export const field = {
  provider: visibleField('provider'),
  address: visibleField('address'),
  email: visibleField('email'),
  password: visibleField('password'),
  code: (page: Page): Locator => page.getByLabel(session.field.code),
  token: visibleField('token')
}

export const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true })
export const statusBar = (page: Page): Locator => page.getByRole('contentinfo', { name: shell.status.label })
export const products = (page: Page): Locator =>
  page.getByRole('listbox', { name: catalogue.listLabel }).getByRole('option')
export const productPane = (page: Page): Locator => page.getByRole('region', { name: catalogue.paneLabel, exact: true })
export const invoiceRows = (page: Page): Locator =>
  page.getByRole('grid', { name: invoices.listLabel }).getByRole('rowgroup').getByRole('row')
/** Opens the invoice's page: of an open invoice, it names the host. */
export const invoicePageButton = (pane: Locator): Locator =>
  pane.getByRole('button', { name: new RegExp(`^(${invoices.link.page}|${say(invoices.link.pay, { host: '.+' })})$`) })
export const invoicePane = (page: Page): Locator => page.getByRole('region', { name: invoices.paneLabel, exact: true })
export const changeEntries = (page: Page): Locator =>
  page.getByRole('region', { name: changes.label }).getByRole('listitem')
export const connectionCheckSteps = (page: Page): Locator =>
  page.getByRole('list', { name: connectionCheck.steps }).getByRole('listitem')
export const notices = (page: Page): Locator => page.getByRole('region', { name: notice.label, exact: true })
export const alerts = (page: Page): Locator => page.getByRole('alert')
export const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })

export const isMinimised = async (app: App): Promise<boolean | undefined> => (await app.window())?.minimized

/** In the sign-in's form: another address than the provider's own. */
export async function fillAddress(page: Page, address: string): Promise<void> {
  const [other, typed] = [button(page, session.otherAddress), field.address(page)]
  await expect(other.or(typed).first()).toBeVisible()
  if (!(await typed.isVisible())) await other.click()
  await typed.fill(address)
}

/** Fills the form and sends it, without waiting for the outcome. */
export async function submitSignIn(page: Page, { address, email, password }: Credentials): Promise<void> {
  await fillAddress(page, address)
  await field.email(page).fill(email ?? SAMPLE_EMAIL)
  await field.password(page).fill(password ?? SAMPLE_PASSWORD)
  await button(page, session.action.signIn).click()
}

export async function submitToken(page: Page, address: string, token: string): Promise<void> {
  if (!(await field.token(page).isVisible())) await chooseWay(page, 'token')
  await fillAddress(page, address)
  await field.token(page).fill(token)
  await button(page, session.action.signIn).click()
}

export async function chooseWay(page: Page, way: 'password' | 'token'): Promise<void> {
  await button(page, session.way[way]).click()
  await expect(field[way](page)).toBeFocused()
}

/** Opens the sample with difficult data by the bridge: the first screen has it only with a switch. */
export async function openDifficultSample(page: Page): Promise<void> {
  const { ok } = await page.evaluate(() => window.portside.session.exploreSample({ data: 'difficult' }))
  expect(ok).toBe(true)
  // The page goes there by itself, and would leave an address that a spec chose before.
  await expect(title(page, words.overview.title)).toBeVisible()
}

/** Opens the sample with difficult data, and leaves its catalogue on screen. */
export async function explore(page: Page): Promise<void> {
  await openDifficultSample(page)
  await goTo(page, 'catalogue')
  await expect(products(page).first()).toBeVisible()
  await atRest(page, { reach: 'online' })
}

/** Signs in, and leaves the catalogue on screen when everything was fetched. */
export async function signIn(page: Page, address: string): Promise<void> {
  await submitSignIn(page, { address })
  await goTo(page, 'catalogue')
  await expect(products(page).first()).toBeVisible()
  await settled(page)
}

/**
 * Adds an account without the page, for specs that aren't about signing in, and fetches everything. A page that shows another account
 * goes on with that.
 * @param changes of its connection
 */
export async function signInByBridge(
  page: Page,
  { baseUrl, email = SAMPLE_EMAIL, password = SAMPLE_PASSWORD }: { baseUrl: string; email?: string; password?: string },
  changes: DefinitionChanges = {}
): Promise<void> {
  const connection = { provider: 'hypeproxy' as const, baseUrl, ...changes }
  const asked = { connection, email, password, again: null }
  const answer = await page.evaluate((input) => window.portside.session.signIn(input), asked)
  expect(answer).toMatchObject({ ok: true })
  await atRest(page, { reach: 'online' })
}

/** As `signIn`, by the bridge. */
export async function begin(page: Page, baseUrl: string): Promise<void> {
  await signInByBridge(page, { baseUrl })
  await goTo(page, 'catalogue')
  await expect(products(page).first()).toBeVisible()
  await settled(page)
}

/** The id of the account that is shown: calls of the bridge name it. */
export async function shownAccount(page: Page): Promise<string> {
  const state = await page.evaluate(() => window.portside.session.state())
  if (!state.ok) throw new Error(state.error.code)
  if (state.data.status !== 'signedIn') throw new Error('Nobody is signed in.')
  return state.data.account.id
}

/** Asks main, without the page. @param all the invoices of all accounts */
export async function refreshByBridge(
  page: Page,
  topic: Topic | null,
  all = false
): Promise<Envelope<Output<'app', 'refresh'>>> {
  const of = await shownAccount(page)
  return page.evaluate((asked) => window.portside.app.refresh(asked), { of, all, topic })
}

/** The connection of the account that is shown, without the page. */
export async function changeByBridge(
  page: Page,
  connection: Connection
): Promise<Envelope<Output<'connection', 'change'>>> {
  const of = await shownAccount(page)
  return page.evaluate((asked) => window.portside.connection.change(asked), { of, connection })
}

const refreshButton = (page: Page): Locator => statusBar(page).getByRole('button', { name: shell.status.refresh })

/** No refresh is running, so the next one is new. Asks main, because the page hears of a change a moment later. */
export async function atRest(page: Page, state: { reach?: 'online' } = {}): Promise<void> {
  const status = () =>
    page.evaluate(async () => {
      const { app, session } = window.portside
      const answer = await session.state()
      const of = answer.ok && answer.data.status === 'signedIn' ? answer.data.account.id : null
      return app.status({ of, all: false })
    })
  await expect.poll(status).toMatchObject({ ok: true, data: { refreshing: [], ...state } })
  await expect(refreshButton(page)).not.toHaveAttribute('aria-busy')
}

/** Resets a shared app to its first screen and its API to the default answers. */
export async function startOver({ page, api }: Pick<SharedApp, 'page' | 'api'>): Promise<void> {
  api.respondNormally()
  await api.restart()
  const erased = await page.evaluate(() => window.portside.accounts.eraseEverything({ leaveEntries: false }))
  expect(erased).toMatchObject({ ok: true })
  api.requests.length = 0
}

/** Opens a section by the keyboard: a click can miss it, because the description above it grows when it arrives. */
export async function unfold(pane: Locator, heading: string): Promise<void> {
  await pane.locator('summary').filter({ hasText: heading }).last().press('Enter')
}

/** Shows all fields of the record, or hides them. */
export async function toggleFields(pane: Locator): Promise<void> {
  await pane.locator('[aria-haspopup="menu"]').click()
  await pane.page().getByRole('menuitemcheckbox', { name: words.ui.record.title, exact: true }).click()
}

/** Everything was fetched, and the page says that it is online. */
export async function settled(page: Page): Promise<void> {
  await atRest(page, { reach: 'online' })
  await seeStatus(page, 'online')
}

/** `unreached`: whether the computer that runs the tests is offline isn't up to them. */
export async function seeStatus(
  page: Page,
  status: 'online' | 'unreached' | 'sample',
  timeout?: number
): Promise<void> {
  const { offline, unreachable } = shell.status
  const unreached = new RegExp(`^(${offline}|${unreachable.replace('{provider}', '.+')})$`)
  const text = statusBar(page).getByText(status === 'unreached' ? unreached : shell.status[status], { exact: true })
  await expect(text).toBeVisible(timeout === undefined ? {} : { timeout })
}

/** In the language that the specs speak now. */
const titlesOfViews = () => ({
  overview: words.overview.title,
  catalogue: catalogue.title,
  invoices: invoices.title,
  profile: profile.title,
  plans: words.plans.title,
  settings: settings.title
})
export type View = keyof ReturnType<typeof titlesOfViews>

export async function goTo(page: Page, view: View): Promise<void> {
  const link = page
    .getByRole('navigation', { name: shell.rail })
    .getByRole('link', { name: shell.nav[view], exact: true })
  await link.click()
  await expect(title(page, titlesOfViews()[view])).toBeVisible()
}

/** Of the invoices, by their menu. */
export async function showChart(page: Page): Promise<void> {
  await button(page, invoices.more).click()
  await page.getByRole('menuitemcheckbox', { name: invoiceTools.menu.chart, exact: true }).click()
}

export async function toChanges(page: Page): Promise<void> {
  await goTo(page, 'catalogue')
  // The pane of a product has a menu of the same name.
  await button(page.locator('.toolbar'), catalogue.more).click()
  const name = pattern([listing.unseen, listing.changes].join(' | '))
  await page.getByRole('menuitem', { name }).click()
  await expect(title(page, changes.title)).toBeVisible()
}

export async function chooseTheme(page: Page, theme: 'system' | 'light' | 'dark'): Promise<void> {
  await goTo(page, 'settings')
  const group = page.getByRole('group', { name: words.settings.label.theme })
  await group.getByText(words.settings.choice.theme[theme], { exact: true }).click()
  await expect(group.getByRole('radio', { name: words.settings.choice.theme[theme] })).toBeChecked()
}

/**
 * Starts a refresh without waiting for its outcome. While another refresh runs, main would join it, and that one may have been
 * answered before the spec changed the API's answers.
 */
export async function refreshAll(page: Page): Promise<void> {
  await atRest(page)
  await refreshButton(page).click()
}

export async function openAdvanced(page: Page): Promise<void> {
  await page.getByText(session.advanced, { exact: true }).click()
  await expect(json(page)).toBeVisible()
}

/** Back to the sign-in's form, with what was filled in. */
export async function closeAdvanced(page: Page): Promise<void> {
  await button(page, common.back).click()
  await expect(button(page, session.advanced)).toBeVisible()
}

/** A definition as JSON. */
export const json = (page: Page): Locator =>
  page.getByLabel(connection.json.label, { exact: true }).filter({ visible: true })

/** Changes members of it. undefined: the member goes. */
export async function writeDefinition(page: Page, members: object): Promise<void> {
  const before = JSON.parse(await json(page).inputValue()) as object
  await json(page).fill(JSON.stringify({ ...before, ...members }, null, 2))
}

/** A setting of a connection. */
export const setting = (page: Page, name: keyof typeof connection.field): Locator =>
  page.getByLabel(connection.field[name], { exact: true }).filter({ visible: true })

/** The profile's key goes into the address. */
export async function sendProfileKeyInAddress(page: Page): Promise<void> {
  const profile = { path: '/v2/Profile', authorization: { scheme: 'query', name: 'apikey' } }
  await writeDefinition(page, { profile })
  await expect(page.getByText(connection.inAddress)).toBeVisible()
}

export async function editConnection(page: Page): Promise<void> {
  await goTo(page, 'settings')
  await button(page, connection.edit).click()
  await expect(title(page, connection.editTitle)).toBeVisible()
}

export async function saveConnection(page: Page): Promise<void> {
  await button(page, connection.action.save).click()
}

export async function checkConnection(page: Page): Promise<void> {
  await goTo(page, 'settings')
  // Of the proxy and of the provider: both lead to the same view.
  await button(page, common.checkConnection).first().click()
  await expect(title(page, connectionCheck.title)).toBeVisible()
}

export const railAccount = (page: Page, label: string): Locator =>
  page.getByRole('navigation', { name: shell.rail }).getByRole('button', { name: say(standing.switchTo, { label }) })

/** The account shown in the rail; it leads to all of them. */
export const accountInRail = (page: Page, label: string): Locator =>
  page.getByRole('navigation', { name: shell.rail }).getByRole('button', { name: say(standing.open, { label }) })

export async function switchTo(page: Page, label: string): Promise<void> {
  await railAccount(page, label).click()
  await expect(accountInRail(page, label)).toBeVisible()
}

export const accountRows = (page: Page): Locator =>
  page.getByRole('list', { name: accounts.list }).getByRole('listitem')

/** The advanced settings, unfolded. */
export async function toAdvanced(page: Page): Promise<void> {
  await goTo(page, 'settings')
  const fold = page.locator('details[data-section="advanced"]')
  if (!(await fold.evaluate((one: HTMLDetailsElement) => one.open))) await fold.locator('summary').click()
  await expect(page.locator('select[name="refreshMinutes"]')).toBeVisible()
}

export async function toAccounts(page: Page): Promise<void> {
  await goTo(page, 'settings')
  await button(page, settings.accounts).click()
  await expect(title(page, accounts.title)).toBeVisible()
}

export async function chooseOf(page: Page, label: string, item: string): Promise<void> {
  await button(page, say(accounts.more, { label })).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function signInAt(page: Page, provider: Provider, way: 'password' | 'apiKey' = 'password'): Promise<void> {
  if (way === 'apiKey') await submitToken(page, provider.baseUrl, provider.apiKey)
  else await submitSignIn(page, { address: provider.baseUrl, email: provider.email, password: provider.password })
  await goTo(page, 'catalogue')
  await expect(products(page)).toHaveText([new RegExp(provider.product)])
  await settled(page)
}

export async function addAccount(
  page: Page,
  provider: Provider,
  way: 'password' | 'apiKey' = 'password'
): Promise<void> {
  await toAccounts(page)
  await button(page, accounts.add).click()
  await expect(title(page, session.add)).toBeVisible()
  await signInAt(page, provider, way)
}

/** The user picks the account shown: from two accounts on, lists of invoices are those of all. */
export async function pickOne(page: Page): Promise<void> {
  const saved = await page.evaluate(() => window.portside.app.changeSettings({ allAccounts: false }))
  expect(saved).toMatchObject({ ok: true })
}

export async function signOut(page: Page, choice: 'keep' | 'erase'): Promise<void> {
  await goTo(page, 'settings')
  await button(page, session.signOut.action).click()
  const dialog = page.getByRole('dialog', { name: session.signOut.title.split('{label}')[0] ?? '' })
  await dialog.getByRole('radio', { name: session.signOut[choice] }).check()
  await button(dialog, session.signOut.action).click()
  await expect(dialog).toHaveCount(0)
}

export async function fetchAnew(page: Page): Promise<void> {
  await refreshAll(page)
  await settled(page)
}

/** Puts the API's own answers back for the next test on a shared app, and fetches them. */
export async function recover({ page, api }: Pick<SharedApp, 'page' | 'api'>): Promise<void> {
  await api.restart()
  api.respondNormally()
  await fetchAnew(page)
}

export async function setPin(page: Page, pin: string): Promise<void> {
  await goTo(page, 'settings')
  const dialog = page.getByRole('dialog', { name: lock.set.title })
  // Beside a busy processor, the view takes the focus and scrolls to its top late: a click before may miss the button.
  await expect(async () => {
    if (!(await dialog.isVisible())) await button(page, lock.set.action).click({ timeout: 5000 })
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  await dialog.getByLabel(lock.pin.new, { exact: true }).fill(pin)
  await dialog.getByLabel(lock.pin.again, { exact: true }).fill(pin)
  await button(dialog, lock.set.done).click()
  await expect(dialog).toHaveCount(0)
}

export async function tryPin(page: Page, pin: string): Promise<void> {
  await page.getByLabel(lock.pin.label, { exact: true }).fill(pin)
  await button(page, lock.unlock).click()
}

/** All that a user can see and a screen reader can read, frames and fields included. */
export async function contentOf(page: Page): Promise<string> {
  const texts = await Promise.all(page.frames().map((frame) => frame.content()))
  const typed = await page.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  return [...texts, ...typed, page.url(), await page.title()].join('\n')
}

export async function seePersonal(page: Page, provider: Provider): Promise<void> {
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveText([new RegExp(provider.invoice)])
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: provider.person })).toBeVisible()
}

/** Signs in again from the notice above the view, with the password. */
export async function signInAgain(page: Page, provider: Provider): Promise<void> {
  await button(notices(page), notice.signInAgain).click()
  await expect(title(page, session.again)).toBeVisible()
  await expect(field.address(page)).toHaveValue(provider.baseUrl)
  await expect(field.email(page)).toHaveValue(provider.email)
  await field.password(page).fill(provider.password)
  await page.keyboard.press('Enter')
}

export async function removeAccount(page: Page, label: string): Promise<void> {
  await chooseOf(page, label, accounts.remove)
  const dialog = page.getByRole('dialog', { name: say(accounts.removeTitle, { label }) })
  await button(dialog, accounts.removeAction).click()
  await expect(dialog).toHaveCount(0)
}
