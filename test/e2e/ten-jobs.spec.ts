/** The ten jobs that people have with the app, each with the clicks that it takes. They are counted: see clicks.ts. */
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { spanOf } from '../../src/renderer/src/features/invoices/periods.ts'
import { SAMPLE_COMPANY, SAMPLE_EMAIL, SAMPLE_PASSWORD, SampleApi } from '../../src/sample/index.ts'
import { TOKEN_ERRORS } from '../../src/sample/people.ts'
import { dayText } from '../../src/shared/i18n/format.ts'
import { dayAfter, today } from '../../src/shared/models/day.ts'
import { BUILT_IN } from '../../src/shared/providers/built-in.ts'
import { startApiServer, type ApiServer } from '../support/api-server.ts'
import { FACTS_KEY, factsOf, startFactsServer } from '../support/facts-server.ts'
import { countClicks, expectAsNamed, typeInto } from './clicks.ts'
import { table } from './export-file.ts'
import { expect, shareApp, test as base } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import { startNetwork, type Network } from './provider-network.ts'
import * as ui from './ui.ts'
import { count, pattern, say, words } from './words.ts'

const {
  accounts,
  catalogue,
  error,
  invoices,
  invoices: { accountant: accountantExport, tools: invoiceTools },
  catalogue: { changes, filters },
  ui: { common }
} = words
const {
  overview,
  signIn: session,
  tray,
  ui: { notice, shell },
  catalogue: { product },
  settings: { transfer }
} = words

const HYPEPROXY = BUILT_IN.hypeproxy.baseUrl ?? ''
const TRUEPROXIES = BUILT_IN.trueproxies.baseUrl ?? ''

const TODAY = today(new Date())
const OPEN = { id: 'a', number: 'N-1', status: 'Open', total: '60', currency: 'EUR', createdAt: TODAY }

/** As the page writes it. */
const DAY_AGO = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' }).format(-24, 'hour')

/** At its own address, like TrueProxies, of whom every job may make a customer. */
let hypeproxy: ApiServer
let network: Network
const shared = shareApp(
  ({ page }) => expect(ui.title(page, session.title)).toBeVisible(),
  async () => {
    hypeproxy = await startApiServer({ fetch: new SampleApi({ data: 'good' }).fetch })
    const trueproxies = await startFactsServer(factsOf('trueproxies'), { origin: TRUEPROXIES })
    network = await startNetwork({ [HYPEPROXY]: hypeproxy, [TRUEPROXIES]: trueproxies.server })
    return { args: network.args, modules: [fileURLToPath(new URL('./app/days-behind.cjs', import.meta.url))] }
  }
)
const setDaysBehind = (days: number): Promise<void> =>
  shared.app.evaluate((_, behind) => void (process.env['PORTSIDE_TEST_DAYS_BEHIND'] = behind), String(days))

const test = base.extend<{ provide: (name: string) => Promise<Provider> }>({
  provide: async ({}, use) => {
    const started: Provider[] = []
    await use(async (name) => {
      const provider = await startProvider({ name })
      started.push(provider)
      return provider
    })
    for (const provider of started) await provider.stop()
  }
})
test.afterEach(async () => {
  hypeproxy.respondNormally()
  await setDaysBehind(0)
  await ui.startOver(shared)
})
test.afterAll(() => network.stop())

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const owedIn = (page: Page, scope: 'one' | 'all'): Locator =>
  card(page, scope === 'one' ? overview.open.title : `${overview.open.title} · ${invoices.scope.all}`)
const rail = (page: Page): Locator => page.getByRole('navigation', { name: shell.rail })
const inRail = (page: Page, view: keyof typeof shell.nav): Locator =>
  rail(page).getByRole('link', { name: shell.nav[view], exact: true })
const lists = (api: Pick<ApiServer, 'respondWith'>, path: string, records: object[]): void =>
  void api.respondWith(path, () => Response.json(records))

test('first sign-in (2 clicks)', async () => {
  const { page } = shared
  const clicks = await countClicks(page)
  await expect(ui.field.email(page)).toBeFocused()
  await typeInto(ui.field.email(page), SAMPLE_EMAIL)
  await typeInto(ui.field.password(page), SAMPLE_PASSWORD)
  await ui.button(page, session.action.signIn).click()
  await expect(ui.title(page, overview.title)).toBeVisible()
  await expect(owedIn(page, 'one')).toContainText(/€\d/)
  await expect(card(page, overview.catalogue.title)).toContainText(/\d products/)
  expectAsNamed(await clicks())
})

test('a second account by key (5 clicks)', async () => {
  const { page } = shared
  await ui.signInByBridge(page, { baseUrl: HYPEPROXY })
  const clicks = await countClicks(page)
  await rail(page).getByRole('link', { name: shell.addAccount, exact: true }).click()
  await ui.field.provider(page).selectOption({ label: BUILT_IN.trueproxies.name })
  await typeInto(ui.field.token(page), FACTS_KEY)
  await ui.button(page, session.action.signIn).click()
  await expect(ui.title(page, overview.title)).toBeVisible()
  const both = card(page, overview.accounts.title).getByRole('listitem')
  await expect(both).toHaveText([/€\d/, /\$45\.00/])
  for (const amount of [/€\d/, '$45.00']) await expect(owedIn(page, 'all')).toContainText(amount)
  expectAsNamed(await clicks())
})

test('what do I owe in all and by when, asked once for currency and payment term (4 clicks)', async ({ provide }) => {
  const { page } = shared
  const [north, south] = [await provide('Nordlichtkai'), await provide('Suedwindhaus')]
  lists(north, '/v3/invoices', [{ ...OPEN, dueDate: dayAfter(TODAY, 30) }])
  // As the default provider: without currency and due day.
  lists(south, '/v3/invoices', [{ id: 'b', number: 'S-1', status: 'Open', total: '40', createdAt: TODAY }])
  const due = dayText(dayAfter(TODAY, 14), 'en-GB', Number(TODAY.slice(0, 4)))
  await ui.signInByBridge(page, north)
  await ui.signInByBridge(page, south)
  await ui.goTo(page, 'overview')
  const see = async (): Promise<void> => {
    const owed = owedIn(page, 'all')
    await expect(owed).toContainText('€100.00')
    await expect(owed).toContainText(`${say(invoices.tiles.nextDue, { date: due })} ${invoices.termMark}`)
    const rows = owed.getByRole('listitem')
    await expect(rows).toHaveText([/S-1.*€40\.00/s, /N-1.*€60\.00/s])
    await expect(rows.filter({ hasText: south.person })).toContainText('S-1')
    await expect(ui.statusBar(page)).toContainText(count(shell.status.openInvoices, 2))
  }

  const clicks = await countClicks(page)
  await expect(owedIn(page, 'all')).toContainText('€60.00')
  const question = owedIn(page, 'all').getByRole('form', { name: invoices.billing.label, exact: true })
  await question.getByRole('combobox').selectOption('EUR')
  await typeInto(question.getByRole('textbox'), '14')
  await ui.button(question, accounts.save).click()
  await expect(question).toHaveCount(0)
  await see()
  expectAsNamed(await clicks())

  await page.reload()
  const later = await countClicks(page)
  await see()
  await expect(question).toHaveCount(0)
  expect(await later()).toBe(0)
})

test('pay and see it paid (1 click)', async () => {
  const { app, page, api } = shared
  const address = 'https://pay.example/N-1'
  const has = (status: string): void =>
    lists(api, '/v3/invoices', [{ ...OPEN, status, dueDate: dayAfter(TODAY, 10), hostedInvoiceUrl: address }])
  has('Open')
  await ui.signInByBridge(page, api)
  await ui.goTo(page, 'overview')
  const owed = owedIn(page, 'one')
  await expect(owed).toContainText('€60.00')
  const clicks = await countClicks(page)
  await ui.button(owed, say(overview.invoice.openLabel, { number: 'N-1' })).click()
  await expect.poll(() => app.opened()).toEqual([address])
  // In the browser, from where the user comes back.
  await app.switchAway()
  has('Paid')
  await app.clickTray(tray.open)
  await expect(owed).toContainText(overview.open.none)
  await expect(card(page, overview.paid.title).getByRole('listitem')).toHaveText(/N-1.*€60\.00/s)
  expectAsNamed(await clicks())
})

test('last quarter for the accountant, from the invoices (3 clicks)', async () => {
  const { page, profileDir } = shared
  const { from, to } = spanOf('lastQuarter', today(new Date()))
  const before = dayAfter(from ?? '', -1)
  const pdf = (id: number): string => `${HYPEPROXY}/pdf/${id}.pdf`
  hypeproxy.respondWith(/^\/pdf\//, () => new Response('%PDF-1.7'))
  lists(hypeproxy, '/v3/invoices', [
    { id: 'i-1', number: 'FIRST', date: from, status: 'Paid', totalAmount: 1, hostedInvoicePdfUrl: pdf(1) },
    { id: 'i-2', number: 'LAST', date: to, status: 'Paid', totalAmount: 2 },
    { id: 'i-3', number: 'EARLIER', date: before, status: 'Paid', totalAmount: 3, hostedInvoicePdfUrl: pdf(3) },
    { id: 'i-4', number: 'UNDATED', status: 'Paid', totalAmount: 4, hostedInvoicePdfUrl: pdf(4) }
  ])
  await ui.signInByBridge(page, { baseUrl: HYPEPROXY })
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page).filter({ hasText: 'UNDATED' })).toBeVisible()
  const path = join(profileDir, 'quarter.zip')
  await shared.app.chooseFile(path)

  const clicks = await countClicks(page)
  await ui.button(page, invoices.more).click()
  await page.getByRole('menuitem', { name: invoiceTools.menu.exportForAccountant, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: accountantExport.title, exact: true })
  await ui.button(dialog, accountantExport.save).click()
  const result = page.getByRole('dialog', { name: words.invoices.export.reasons, exact: true })
  await expect(result.getByRole('listitem')).toHaveCount(2)
  for (const part of ['LAST', words.export.missing.noLink, 'UNDATED', words.export.missing.noDate])
    await expect(result).toContainText(part)
  expectAsNamed(await clicks())

  const column = { ...invoices.column, ...words.export.column }
  const { 'accounting.csv': books, 'missing.csv': left, ...pdfs } = unzipSync(readFileSync(path))
  expect(table(books).map((row) => row['Number'])).toEqual(['FIRST', 'LAST'])
  expect(Object.keys(pdfs)).toEqual([`pdf/${SAMPLE_COMPANY}/${from}_FIRST.pdf`])
  expect(table(left).map((row) => [row[column.account], row[column.number], row[column.why]])).toEqual([
    [SAMPLE_COMPANY, 'UNDATED', words.export.missing.noDate],
    [SAMPLE_COMPANY, 'LAST', words.export.missing.noLink]
  ])
})

test('find a product by its label, and see its price where the provider has one (4 clicks)', async () => {
  const { page, api } = shared
  const offers = [
    { id: 'd', name: 'Datacenter, Prague', label: 'Datacenter' },
    {
      id: 'm',
      name: 'Mobile, Warsaw',
      label: 'Mobile',
      isAvailable: true,
      cost: { sum: 19.5, in: 'EUR' },
      per: 'month'
    },
    { id: 'r', name: 'Residential, Berlin', label: 'Residential' }
  ]
  lists(api, '/v2/Products', offers)
  api.respondWith('/v2/Products/m', () => Response.json(offers[1]))
  await ui.signInByBridge(page, api, {
    productFields: { price: 'cost.sum', currency: 'cost.in', interval: 'per' },
    planIntervals: { month: 'month' }
  })
  await ui.goTo(page, 'overview')

  const clicks = await countClicks(page)
  await inRail(page, 'catalogue').click()
  await ui.button(page, catalogue.filter).click()
  const box = page.getByRole('dialog', { name: catalogue.filter, exact: true })
  await box.getByRole('radio', { name: /^Mobile/ }).click()
  await expect(ui.products(page)).toHaveText([/Mobile, Warsaw.*€19\.50 a month/s])
  // At its beginning: the box lies over the rest of the row.
  await ui.products(page).click({ position: { x: 60, y: 20 } })
  await expect(ui.productPane(page).getByRole('heading', { level: 2, name: 'Mobile, Warsaw' })).toBeVisible()
  const facts = ui.productPane(page).getByRole('region', { name: product.factsTitle })
  await expect(facts).toContainText(new RegExp(`${product.field.label}\\s*Mobile`))
  await expect(facts).toContainText(new RegExp(`${product.field.price}\\s*€19\\.50 a month`))
  await expect(page.getByRole('list', { name: filters.set })).toContainText(say(filters.labelChip, { label: 'Mobile' }))
  expectAsNamed(await clicks())
})

test('changes since last week (2 clicks)', async () => {
  const { page, api } = shared
  const mobile = { id: 'm', name: 'Mobile' }
  const old = { id: 'o', name: 'Of ten days ago' }
  const later = { id: 'l', name: 'Of today' }
  lists(api, '/v2/Products', [mobile])
  await setDaysBehind(10)
  await ui.signInByBridge(page, api)
  lists(api, '/v2/Products', [mobile, old])
  expect(await ui.refreshByBridge(page, 'catalogue')).toMatchObject({ ok: true })
  await setDaysBehind(0)
  lists(api, '/v2/Products', [mobile, old, later])
  await ui.atRest(page)
  expect(await ui.refreshByBridge(page, 'catalogue')).toMatchObject({ ok: true })
  await ui.goTo(page, 'overview')

  const clicks = await countClicks(page)
  const offered = card(page, overview.catalogue.title)
  await expect(offered).toContainText(count(overview.catalogue.changes, 2))
  await expect(inRail(page, 'catalogue')).toHaveAccessibleDescription(count(changes.unseen, 2))
  await offered.getByRole('link', { name: overview.catalogue.all, exact: true }).click()
  await expect(ui.changeEntries(page)).toHaveText([/Of today/, /Of ten days ago/])
  // Looked at, so they are seen.
  await expect(inRail(page, 'catalogue')).toHaveAccessibleDescription('')
  const period = page.getByRole('group', { name: changes.period.label, exact: true })
  await period.getByText(changes.period.week, { exact: true }).click()
  await expect(ui.changeEntries(page)).toHaveText([/Of today/])
  expectAsNamed(await clicks())
})

test('a day offline (3 clicks)', async () => {
  const { app, page, api } = shared
  lists(api, '/v3/invoices', [{ ...OPEN, dueDate: dayAfter(TODAY, 10) }])
  await setDaysBehind(1)
  await ui.signInByBridge(page, api)
  await setDaysBehind(0)
  await api.stop()
  await ui.refreshByBridge(page, null)
  await ui.goTo(page, 'overview')

  const { host } = new URL(api.baseUrl)
  // Whether the computer that runs the tests is offline isn't up to them.
  const isOnline = await app.evaluate(({ net }) => net.isOnline())
  const { unreachable, offline, showing, notRefreshed } = shell.status
  const reach = isOnline ? say(unreachable, { provider: BUILT_IN.hypeproxy.name }) : offline
  const seeAge = async (): Promise<void> => {
    await expect(ui.statusBar(page).getByText(reach, { exact: true })).toBeVisible()
    await expect(ui.statusBar(page).locator('time')).toHaveText(say(showing, { age: DAY_AGO }))
    await expect(ui.notices(page)).toContainText(say(error.UNREACHABLE.sentence, { host }))
    await expect(ui.notices(page)).toContainText(say(common.age.showing, { age: DAY_AGO }))
    expect(await ui.contentOf(page)).not.toContain(common.age.justNow)
  }
  const clicks = await countClicks(page)
  await expect(owedIn(page, 'one')).toContainText('€60.00')
  await expect(owedIn(page, 'one').getByRole('listitem')).toHaveText(/N-1/)
  await expect(card(page, overview.accounts.title)).toContainText(say(notRefreshed, { age: DAY_AGO }))
  await seeAge()

  await inRail(page, 'catalogue').click()
  await expect(ui.products(page).first()).toBeVisible()
  await expect(ui.statusBar(page)).toContainText(count(shell.status.products, 60))
  await seeAge()
  await typeInto(page.getByRole('searchbox', { name: catalogue.search.label, exact: true }), 'mob ger')
  await expect(ui.products(page)).toHaveCount(3)

  await inRail(page, 'invoices').click()
  await expect(ui.invoiceRows(page)).toHaveText([/N-1/])
  await seeAge()
  expectAsNamed(await clicks())
})

test('another computer (9 clicks)', async ({ provide }) => {
  const { app, page, profileDir } = shared
  const [north, south] = [await provide('Nordlichtkai'), await provide('Suedwindhaus')]
  const file = join(profileDir, '..', `${basename(profileDir)}.json`)
  await ui.signInByBridge(page, north)
  await ui.signInByBridge(page, south)
  await page.evaluate(() => window.portside.app.changeSettings({ theme: 'dark', refreshMinutes: 60 }))
  const dark = page.locator('html[data-theme="dark"]')
  await expect(dark).toBeVisible()
  const clicks = await countClicks(page)
  await inRail(page, 'settings').click()
  await app.chooseFile(file)
  await ui.button(page, transfer.save).click()
  const saving = page.getByRole('dialog', { name: transfer.export.title })
  await expect(saving).toContainText(count(transfer.export.accounts, 2))
  await ui.button(saving, transfer.export.action).click()
  await expect(page.getByText(say(transfer.exported, { name: basename(file) }))).toBeVisible()
  const text = readFileSync(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ portside: 'transfer', settings: { theme: 'dark', refreshMinutes: 60 } })
  for (const { token, password, apiKey, invoice, product: offer } of [north, south])
    for (const secret of [token, password, apiKey, invoice, offer]) expect(text).not.toContain(secret)

  // The other computer: on this one, nothing is left but the file.
  await ui.startOver(shared)
  await expect(ui.title(page, session.title)).toBeVisible()
  await expect(dark).toHaveCount(0)
  await ui.button(page, transfer.bring).click()
  const dialog = page.getByRole('dialog', { name: transfer.import.title })
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(north.host), new RegExp(south.host)])
  await ui.button(dialog, transfer.import.action).click()
  await expect(ui.accountRows(page)).toHaveCount(2)
  await expect(dark).toBeVisible()
  for (const { email, password } of [north, south]) {
    const row = ui.accountRows(page).filter({ hasText: email })
    await row.getByRole('button', { name: accounts.signIn }).click()
    await expect(ui.title(page, session.again)).toBeVisible()
    await expect(ui.field.email(page)).toHaveValue(email)
    await expect(ui.field.password(page)).toBeFocused()
    await typeInto(ui.field.password(page), password)
    await ui.button(page, session.action.signIn).click()
    await expect(ui.title(page, accounts.title)).toBeVisible()
  }
  expectAsNamed(await clicks())
  await ui.goTo(page, 'invoices')
  for (const { invoice } of [north, south])
    await expect(ui.invoiceRows(page).filter({ hasText: invoice })).toBeVisible()
  rmSync(file)
})

test('expired sign-in and provider down (4 clicks)', async ({ provide }) => {
  const { page } = shared
  const [north, south] = [await provide('Nordlichtkai'), await provide('Suedwindhaus')]
  await ui.signInByBridge(page, south)
  await ui.signInByBridge(page, north)
  await ui.switchTo(page, north.person)
  const expired = { code: 'EXPIRED_TOKEN', message: TOKEN_ERRORS.EXPIRED_TOKEN }
  const accept = north.respondWith(/^\/v[23]\//, () =>
    Response.json({ errors: [expired], message: expired.message, statusCode: 'Unauthorized' }, { status: 401 })
  )
  await south.stop()

  await ui.refreshByBridge(page, 'invoices', true)
  await ui.goTo(page, 'invoices')
  const strip = ui.notices(page)
  const seeBoth = async (): Promise<void> => {
    await expect(ui.invoiceRows(page)).toHaveCount(2)
    for (const { invoice } of [north, south])
      await expect(ui.invoiceRows(page).filter({ hasText: invoice })).toBeVisible()
  }
  const clicks = await countClicks(page)
  // The gravest, with its next step; the other behind it.
  await expect(strip).toContainText(error.found.expired)
  await expect(ui.statusBar(page)).toContainText(say(words.accounts.standing.state.refused, { host: north.host }))
  await seeBoth()
  await strip.getByRole('button', { name: pattern(notice.things) }).click()
  const down = strip.getByRole('status').filter({ hasText: `${invoices.notIncluded.outdated} ${south.person}.` })
  await expect(down).toContainText(say(error.UNREACHABLE.sentence, { host: south.host }))
  const again = ui.button(strip, say(common.labelled, { label: common.tryAgain, value: south.person }))
  await expect(again).toBeVisible()
  // Else the app could try by itself, and the button would be gone before it is pressed.
  await page.evaluate(() => window.portside.app.changeSettings({ refreshMinutes: 0 }))

  accept()
  await ui.button(strip, notice.signInAgain).click()
  await expect(ui.field.password(page)).toBeFocused()
  await typeInto(ui.field.password(page), north.password)
  await ui.button(page, session.action.signIn).click()
  await expect(ui.title(page, invoices.title)).toBeVisible()
  await expect(strip).not.toContainText(error.found.expired)
  await seeBoth()

  await south.restart()
  await again.click()
  await expect(strip).toBeHidden()
  await seeBoth()
  expectAsNamed(await clicks())
})
