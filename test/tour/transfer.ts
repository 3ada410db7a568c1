/** Damaged settings after a start, and accounts and settings for another computer and from somebody else. */
import { expect, type Locator, type Page } from '@playwright/test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DEFAULT_SETTINGS } from '../../src/shared/models/settings.ts'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { step, type Tour } from './tour.ts'
import { toOverview, toSettings } from './ways.ts'

const {
  ui: { common, notice },
  settings: { transfer }
} = words
const BOTH = ['small', 'dark'] as const
const ALL = ['small', 'zoomed', 'dark'] as const

const SETTINGS = {
  theme: 'system',
  lockAfterMinutes: 0,
  lockWithScreen: false,
  notifyAmounts: true,
  globalShortcut: 'Ctrl+Alt+K',
  refreshMinutes: 180,
  quietHours: { from: 22 * 60, to: 7 * 60 },
  invoiceColumns: ['number', 'issued', 'state', 'due', 'total', 'remaining'],
  csvSeparator: 'semicolon',
  closing: 'never',
  dueSoonDays: 1000,
  moonPhase: 'full'
}

const own = {
  provider: null,
  name: 'Muehlenbach Residential Proxies',
  baseUrl: 'https://api.muehlenbach-proxies.example'
}
const ACCOUNTS = [
  {
    kind: 'password',
    name: 'Work',
    email: 'ada@example.com',
    connection: { provider: 'webshare', baseUrl: 'https://proxy.webshare.io' }
  },
  { kind: 'token', name: null, email: 'accounting@a-company-with-a-rather-long-name.example', connection: own },
  { kind: 'token', name: 'Later', email: null, connection: { ...own, provider: 'later' } },
  {
    kind: 'password',
    name: null,
    email: 'ada@example.com',
    connection: { ...own, baseUrl: 'https://ada:pw@a.example' }
  }
]

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: transfer.import.title })

async function damageSettings(tour: Tour): Promise<void> {
  await tour.quit()
  const db = new DatabaseSync(join(tour.profile, 'portside.db'))
  const damaged = { ...DEFAULT_SETTINGS, closing: 'never', quietHours: 7, invoiceColumns: 'all', csvSeparator: null }
  db.prepare(`INSERT OR REPLACE INTO choices VALUES ('settings', ?)`).run(JSON.stringify(damaged))
  db.close()
  await tour.start()
}

async function openFile(tour: Tour, accounts: readonly object[], settings: object): Promise<void> {
  const { app, page, profile } = tour
  const file = join(profile, 'theirs.json')
  writeFileSync(file, JSON.stringify({ portside: 'transfer', version: 1, accounts, settings }))
  await app.chooseFile(file)
  await ui.button(page, transfer.open).click()
  await expect(dialog(page)).toBeVisible()
  rmSync(file)
}

export const transferSteps = [
  step('settings-lost', 'damaged settings are back to their defaults', { also: ALL }, async (tour) => {
    await damageSettings(tour)
    await toOverview(tour)
    await expect(ui.notices(tour.page)).toHaveCount(1)
  }),
  step('transfer', 'the settings, another computer in them', { also: ALL }, async (tour) => {
    const { page } = tour
    await ui.button(page, notice.dismiss).click()
    await toSettings(tour)
    await page.evaluate(() => (location.hash = '#/settings#transfer'))
    await expect(page.getByRole('heading', { name: words.settings.sectionName.transfer })).toBeFocused()
  }),
  step('transfer-export', 'what the file for another computer has', { also: ALL }, async ({ page }) => {
    await ui.button(page, transfer.save).click()
    await expect(page.getByRole('dialog', { name: transfer.export.title })).toBeVisible()
  }),
  step('transfer-import', 'what somebody else’s file would add and change', { also: ALL }, async (tour) => {
    await ui.button(tour.page, common.cancel).click()
    await openFile(tour, ACCOUNTS, SETTINGS)
  }),
  step('transfer-import-end', 'the end of the same', { also: BOTH }, ({ page }) =>
    ui.button(page, common.cancel).scrollIntoViewIfNeeded()
  ),
  step('transfer-import-none', 'a file that changes nothing', { also: BOTH }, async (tour) => {
    await ui.button(dialog(tour.page), common.cancel).click()
    await openFile(tour, [], DEFAULT_SETTINGS)
  }),
  step('transfer-closed', 'back in the settings', {}, ({ page }) => ui.button(dialog(page), common.close).click())
]
