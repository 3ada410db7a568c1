/** A journey without a mouse: from the first screen to a saved PDF, and on through the command palette. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { expect } from './fixtures.ts'
import { test } from './tls.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  catalogue,
  invoices,
  overview,
  signIn: session,
  settings,
  catalogue: { changes },
  ui: { common, palette, shell },
  accounts: { profile },
  settings: { choice: settingChoice, sectionName: settingSection }
} = words
const MODIFIER = process.platform === 'darwin' ? 'Meta' : 'Control'

/** Name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
    return (label ?? element.textContent).trim()
  })

async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 40 && (await focused(page)) !== name; step++) await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(name)
}

/** The view has named itself, and has the focus on its list or heading. */
async function arrived(page: Page, view: string, focus: string): Promise<void> {
  await expect(page).toHaveTitle(say(shell.title, { view }))
  await expect.poll(() => focused(page)).toBe(focus)
}

async function run(page: Page, text: string, row: string): Promise<void> {
  await page.keyboard.press(`${MODIFIER}+k`)
  const field = page.getByRole('combobox', { name: palette.field })
  await expect(field).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { selected: true })).toContainText(row)
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
}

async function signInByKeys(page: Page, address: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe(session.field.email)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe(session.field.address)
  await page.keyboard.type(address)
  await tabTo(page, session.field.email)
  await page.keyboard.type(SAMPLE_EMAIL)
  await tabTo(page, session.field.password)
  await page.keyboard.type(SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(say(shell.title, { view: overview.title }))
  await ui.settled(page)
}

test('from the first screen to a saved PDF, and through the command palette', async ({
  api,
  front,
  start,
  profileDir
}) => {
  const invoice = { currency: 'EUR', createdAt: '2026-10-01', total: '86.27', status: 'Open' }
  api.respondWith('/v3/invoices', () =>
    Response.json([
      { ...invoice, id: 'a', number: 'R-1', hostedInvoicePdfUrl: `${front.address}/a.pdf` },
      { ...invoice, id: 'b', number: 'R-2' }
    ])
  )
  api.respondWith('/a.pdf', () => new Response('%PDF-1.7'))
  const app = await start()
  const { page } = app
  await signInByKeys(page, front.address)
  const path = join(profileDir, 'R-1.pdf')
  await app.chooseFile(path)

  await page.keyboard.press(`${MODIFIER}+3`)
  await arrived(page, invoices.title, invoices.listLabel)
  await page.keyboard.press('/')
  await page.keyboard.type('R-1')
  await expect(ui.invoiceRows(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe(invoices.listLabel)
  await page.keyboard.press('Enter')
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText('R-1')
  await page.keyboard.press('F6')
  await tabTo(page, invoices.pdf.save)
  await page.keyboard.press('Enter')
  await expect(ui.invoicePane(page)).toContainText('R-1.pdf')
  await expect.poll(() => existsSync(path)).toBe(true)

  await page.keyboard.press('Escape')
  await expect(ui.invoicePane(page)).toHaveCount(0)
  await expect.poll(() => focused(page)).toBe(invoices.listLabel)
  await page.keyboard.press(`${MODIFIER}+4`)
  await arrived(page, profile.title, profile.title)
  await page.keyboard.press(process.platform === 'darwin' ? 'Meta+[' : 'Alt+ArrowLeft')
  await arrived(page, invoices.title, invoices.listLabel)

  await run(page, 'R-2', 'R-2')
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText('R-2')
  await run(page, 'telekom', 'Telekom')
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toContainText('Telekom')
  await run(page, shell.nav.profile, shell.nav.profile)
  await arrived(page, profile.title, profile.title)
  await run(page, changes.title, changes.title)
  await arrived(page, changes.title, changes.title)
  // Both records are still open.
  await run(page, shell.nav.invoices, shell.nav.invoices)
  await arrived(page, invoices.title, invoices.listLabel)
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText('R-2')
  await run(page, shell.nav.catalogue, shell.nav.catalogue)
  await arrived(page, catalogue.title, catalogue.listLabel)
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toContainText('Telekom')

  await run(page, settingChoice.theme.dark, say(palette.theme, { theme: settingChoice.theme.dark }))
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await run(page, settingSection.data, settingSection.data)
  await expect(page).toHaveTitle(say(shell.title, { view: settings.title }))
  await expect.poll(() => focused(page)).toBe(settingSection.data)
  await page.keyboard.press(`${MODIFIER}+k`)
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe(settingSection.data)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: palette.shortcuts.title })).toBeVisible()
  await expect.poll(() => focused(page)).toBe(common.close)
})
