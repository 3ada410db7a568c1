/** The app in other languages than English: from the system, by the setting, at once, and in a terminal. */
import type { Locator, Page } from '@playwright/test'
import { Languages } from '../../src/main/desktop/languages.ts'
import { runInTerminal } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, languageEnvironment, say, speak, words } from './words.ts'

const {
  catalogue,
  invoices,
  signIn: session,
  settings,
  tray,
  invoices: { filterBox: invoiceFilters },
  ui: { shell }
} = words

const PATH = '/v3/invoices'
const INVOICES = [
  { id: 'a', status: 'Paid', totalAmount: 50, currency: 'EUR', createdAt: '2026-03-05T10:00:00Z' },
  { id: 'b', status: 'Created', totalAmount: 80.1, currency: 'EUR', createdAt: '2026-05-02T10:00:00Z' }
]

test.afterEach(() => speak('en'))

const select = (page: Page, name: string): Locator => page.locator(`select[name="${name}"]`)
const lang = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang)
const search = (page: Page): Locator => page.getByRole('searchbox', { name: invoices.search.label })

/** Main reads what is looked for in words of the language, and the page leads there in them. */
async function look(page: Page, month: string): Promise<void> {
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page)).toHaveCount(2)
  await search(page).fill(month)
  await expect(ui.invoiceRows(page)).toHaveCount(1)
  await search(page).fill(invoices.state.open)
  await expect(ui.invoiceRows(page)).toHaveCount(1)
  await search(page).fill('')
}

test('from the system German; by the setting French, then Russian, at once and after a new start', async ({
  launch,
  api
}) => {
  const german = new Languages().sampleMessages('de').sample.name.mobile4g
  speak('de')
  const app = await launch({ env: languageEnvironment() })
  const { page } = app
  await expect(ui.title(page, session.title)).toBeVisible()
  expect(await lang(page)).toBe('de')

  // In another language from its next reply on: test/unit/sample/language.test.ts.
  await test.step('the sample writes in it', async () => {
    await ui.button(page, session.sample.action).click()
    await ui.goTo(page, 'catalogue')
    const name = say(german, { country: 'Frankreich', network: 'Orange' })
    await expect(ui.products(page).first()).toContainText(name)
  })

  await test.step('date fields follow the region', async () => {
    await page.evaluate(() => window.portside.app.changeSettings({ language: 'fr' }))
    await expect.poll(() => lang(page)).toBe('fr')
    speak('fr')
    for (const [region, typed] of [
      ['de-CH', '31012026'],
      ['en-US', '01312026']
    ] as const) {
      await page.evaluate((tag) => window.portside.app.changeSettings({ region: tag }), region)
      await ui.goTo(page, 'invoices')
      await page.getByRole('button', { name: invoices.filters }).click()
      const from = page.getByLabel(invoiceFilters.from, { exact: true })
      await expect(from).toHaveAttribute('lang', region)
      await from.fill('')
      await from.focus()
      await page.keyboard.type(typed)
      await expect(from).toHaveValue('2026-01-31')
      await page.keyboard.press('Escape')
    }
  })

  await test.step('with everything erased, the language is the system’s', async () => {
    speak('de')
    await ui.startOver({ page, api })
    await expect(ui.title(page, session.title)).toBeVisible()
    expect(await lang(page)).toBe('de')
  })

  api.respondWith(PATH, () => Response.json(INVOICES))
  await ui.signInByBridge(page, api)
  await look(page, 'mai')
  await expect(ui.statusBar(page)).toContainText(count(shell.status.openInvoices, 1))
  await ui.goTo(page, 'settings')
  await select(page, 'language').focus()
  const before = settings.title
  speak('ru')
  await select(page, 'language').selectOption('ru')
  await expect(ui.title(page, settings.title)).toBeVisible()
  await expect(ui.title(page, before)).toBeHidden()
  expect(await lang(page)).toBe('ru')
  await expect(select(page, 'language')).toBeFocused()
  await expect.poll(async () => JSON.stringify(await app.menu())).toContain(tray.menu.catalogue)
  await expect.poll(async () => JSON.stringify(await app.tray())).toContain(tray.quit)
  await look(page, 'май')
  await app.quit()

  const again = await launch({ env: { LANGUAGE: 'de' } })
  await ui.goTo(again.page, 'catalogue')
  await expect(ui.title(again.page, catalogue.title)).toBeVisible()
  expect(await lang(again.page)).toBe('ru')
})

test('a command answers in the language of the settings or the system, and JSON in none', async ({ profileDir }) => {
  speak('fr')
  const options = { profileDir, env: languageEnvironment() }
  const help = await runInTerminal(['--help'], options)
  expect(help.exitCode).toBe(0)
  expect(help.stdout).toContain(words.cli.help.usage.commands)
  expect(help.stdout).toContain(words.cli.help.command.invoices)
  const table = await runInTerminal(['accounts'], options)
  expect(`${table.stdout}${table.stderr}`).toContain(words.quickCheck.nobody)
  const json = await runInTerminal(['accounts', '--json'], options)
  speak('en')
  expect(JSON.parse(json.stdout)).toMatchObject({ reason: 'nobody', sentence: words.quickCheck.nobody, accounts: [] })
})
