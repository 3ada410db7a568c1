/**
 * The main views under locales that small systems have: Electron says `en-US@posix` and `c` for them, and `Intl` throws or writes "2026 M10 5".
 * All other specs run under a locale that is rarely installed (app/app.ts).
 */
import { runInTerminal } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { invoices, overview } = words

/** What `Intl` writes for a month of no language. */
const NO_MONTH = /\bM(0?\d|1[0-2])\b/

const under = (LANG: string): NodeJS.ProcessEnv => ({ LANG, LC_ALL: undefined, LANGUAGE: undefined })

test('views, tray and commands have readable days and amounts', async ({ launch, profileDir }) => {
  const app = await launch({ env: under('C.UTF-8') })
  const { page } = app
  await ui.explore(page)
  for (const view of ['overview', 'invoices', 'profile', 'catalogue'] as const) {
    await ui.goTo(page, view)
    const main = page.getByRole('main')
    await expect(main).toContainText(/\p{L}/u)
    await expect(main).not.toContainText(NO_MONTH)
  }
  await ui.goTo(page, 'overview')
  await expect(ui.title(page, overview.title)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('€378.00')
  await ui.goTo(page, 'invoices')
  await expect(ui.title(page, invoices.title)).toBeVisible()
  await expect(ui.invoiceRows(page).first()).toContainText(/\d{4}/)
  const tray = async (): Promise<string> => JSON.stringify(await app.tray())
  await expect.poll(tray).toContain('€378.00')
  expect(await tray()).not.toMatch(NO_MONTH)
  await app.quit()

  for (const LANG of ['C.UTF-8', 'xx_YY.UTF-8']) {
    const { exitCode, stdout } = await runInTerminal(['invoices'], { profileDir, env: under(LANG) })
    expect(exitCode, LANG).toBe(0)
    expect(stdout, LANG).toContain('378.00')
    expect(stdout, LANG).not.toMatch(NO_MONTH)
  }
})
