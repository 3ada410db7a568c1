/** Settings through a file, and through damage: real dialogs' files, and a real portside.db. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DEFAULT_SETTINGS } from '../../src/shared/models/settings.ts'
import { expectFine } from './axe.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { settingsFile, lostSettings } = words
const { notice } = words

/** The stored settings, and those set aside. */
function storedIn(profileDir: string): Record<string, string> {
  const db = new DatabaseSync(join(profileDir, 'portside.db'), { readOnly: true })
  const rows = db.prepare(`SELECT name, value FROM choices WHERE name IN ('settings', 'damagedSettings')`).all()
  db.close()
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]))
}

test('settings survive damage with a notice, and come back from a file after a preview', async ({
  launch,
  profileDir
}) => {
  const file = join(profileDir, 'my settings.json')
  const first = await launch()
  await ui.explore(first.page)
  await first.page.evaluate(() =>
    window.portside.app.changeSettings({ theme: 'dark', refreshMinutes: 60, lockWithScreen: false })
  )
  await first.page.evaluate(() => (location.hash = '#/settings#settingsFile'))
  await first.chooseFile(file)
  await ui.button(first.page, settingsFile.export).click()
  await expect(first.page.getByText('Saved as my settings.json.')).toBeVisible()
  const exported = JSON.parse(readFileSync(file, 'utf8')) as { settings: object }
  expect(exported).toMatchObject({ portside: 'settings', settings: { theme: 'dark', refreshMinutes: 60 } })
  await first.quit()

  const damaged = JSON.stringify({ ...exported.settings, theme: 'blue', moonPhase: 'full' })
  const db = new DatabaseSync(join(profileDir, 'portside.db'))
  db.prepare(`UPDATE choices SET value = ? WHERE name = 'settings'`).run(damaged)
  db.close()
  const app = await launch()
  const { page } = app
  const notices = page.getByRole('region', { name: notice.label })
  await expect(notices).toContainText('A saved setting was damaged and is back to its default: Theme.')
  await expect(notices).toContainText(lostSettings.next)
  expect(await page.evaluate(() => window.portside.app.settings())).toMatchObject({
    data: { theme: 'system', refreshMinutes: 60, lockWithScreen: false }
  })
  await ui.button(notices, notice.settings).click()
  await expect(page.getByRole('heading', { name: words.settingSection.look })).toBeFocused()

  await page.evaluate(() => window.portside.app.changeSettings({ lockWithScreen: true }))
  writeFileSync(file, JSON.stringify({ ...exported, settings: { ...exported.settings, density: 'huge', later: 1 } }))
  await app.chooseFile(file)
  await ui.button(page, settingsFile.import).click()
  const dialog = page.getByRole('dialog', { name: settingsFile.preview.title })
  await expect(dialog).toContainText('The file changes 2 settings.')
  await expect(dialog.getByRole('definition').first()).toContainText('Off')
  await expect(dialog).toContainText('“later”: this version of Portside doesn’t have it.')
  await expect(dialog.getByRole('listitem').first()).toContainText('Compact or Comfortable')
  await expectFine(app, 'the preview of an import')
  await ui.button(dialog, 'Change 2 settings').click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('html[data-theme="dark"]')).toBeVisible()
  await ui.button(notices, notice.dismiss).click()
  await expect(notices).toBeHidden()
  await app.quit()

  const { settings: saved = '', damagedSettings } = storedIn(profileDir)
  expect(damagedSettings).toBe(damaged)
  expect(JSON.parse(saved)).toEqual({ ...DEFAULT_SETTINGS, ...exported.settings, moonPhase: 'full' })
})
