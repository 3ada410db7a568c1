/** Damaged settings after a start, and settings from a file of somebody else. */
import { expect, type Locator, type Page } from '@playwright/test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DEFAULT_SETTINGS } from '../../src/shared/models/settings.ts'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { step, type Tour } from './tour.ts'
import { toOverview, toSettings } from './ways.ts'

const { settingsFile } = words
const { common, notice } = words
const BOTH = ['small', 'dark'] as const
const ALL = ['small', 'zoomed', 'dark'] as const

const FILE = {
  theme: 'system',
  lockAfterMinutes: 0,
  lockWithScreen: false,
  notifyAmounts: true,
  globalShortcut: 'Ctrl+Alt+K',
  refreshMinutes: 180,
  quietHours: { from: 22 * 60, to: 7 * 60 },
  invoiceColumns: ['number', 'issued', 'state', 'due', 'total', 'remaining'],
  csvSeparator: 'semicolon',
  density: 'huge',
  dueSoonDays: 1000,
  moonPhase: 'full'
}

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: settingsFile.preview.title })

async function damageSettings(tour: Tour): Promise<void> {
  await tour.quit()
  const db = new DatabaseSync(join(tour.profile, 'portside.db'))
  const damaged = { ...DEFAULT_SETTINGS, closing: 'never', quietHours: 7, invoiceColumns: 'all', csvSeparator: null }
  db.prepare(`INSERT OR REPLACE INTO choices VALUES ('settings', ?)`).run(JSON.stringify(damaged))
  db.close()
  await tour.start()
}

async function importFile(tour: Tour, settings: object): Promise<void> {
  const { app, page, profile } = tour
  const file = join(profile, 'settings.json')
  writeFileSync(file, JSON.stringify({ portside: 'settings', version: 1, settings }))
  await app.chooseFile(file)
  await ui.button(page, settingsFile.import).click()
  await expect(dialog(page)).toBeVisible()
  rmSync(file)
}

export const settingsFileSteps = [
  step('settings-lost', 'damaged settings are back to their defaults', { also: ALL }, async (tour) => {
    await damageSettings(tour)
    await toOverview(tour)
    await expect(ui.notices(tour.page)).toHaveCount(1)
  }),
  step('settings-file', 'the settings, the file in them', { also: ALL }, async (tour) => {
    const { page } = tour
    await ui.button(page, notice.dismiss).click()
    await toSettings(tour)
    await page.evaluate(() => (location.hash = '#/settings#settingsFile'))
    await expect(page.getByRole('heading', { name: words.settingSection.settingsFile })).toBeFocused()
  }),
  step('settings-import', 'what somebody else’s file would change', { also: ALL }, (tour) => importFile(tour, FILE)),
  step('settings-import-end', 'the end of the same', { also: BOTH }, ({ page }) =>
    ui.button(page, common.cancel).scrollIntoViewIfNeeded()
  ),
  step('settings-import-none', 'a file that changes nothing', { also: BOTH }, async (tour) => {
    await ui.button(dialog(tour.page), common.cancel).click()
    await importFile(tour, DEFAULT_SETTINGS)
  }),
  step('settings-import-closed', 'back in the settings', {}, ({ page }) =>
    ui.button(dialog(page), common.close).click()
  )
]
