/** A file of accounts and settings from somebody else; and settings after damage to a real portside.db. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DEFAULT_SETTINGS } from '../../src/shared/models/settings.ts'
import { expectFine } from './axe.ts'
import { expect, test, type Launch } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  settings: { lost: lostSettings, transfer },
  ui: { notice }
} = words

/** The stored settings, and those set aside. */
function storedIn(profileDir: string): Record<string, string> {
  const db = new DatabaseSync(join(profileDir, 'portside.db'), { readOnly: true })
  const rows = db.prepare(`SELECT name, value FROM choices WHERE name IN ('settings', 'damagedSettings')`).all()
  db.close()
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]))
}

test('a file from somebody else is shown first and harms nothing; settings survive damage', async ({
  launch,
  profileDir
}) => {
  const file = join(profileDir, 'theirs.json')
  const app = await launch()
  const { page } = app
  await ui.explore(page)
  const evil = { provider: null, name: 'HypeProxy', baseUrl: 'https://evil.example' }
  const entries = [
    { kind: 'password', name: 'Work', email: 'ada@example.com', connection: evil },
    {
      kind: 'password',
      name: 'Later',
      email: 'a@b.example',
      connection: { provider: 'later', baseUrl: 'https://a.example' }
    },
    { kind: 'token', name: null, email: null, connection: { ...evil, baseUrl: 'https://ada:secret@evil.example' } }
  ]
  const settings = { lockWithScreen: false, closing: 'never', later: 1 }
  writeFileSync(file, JSON.stringify({ portside: 'transfer', version: 1, accounts: entries, settings }))
  await ui.goTo(page, 'settings')
  await app.chooseFile(file)
  await ui.button(page, transfer.open).click()
  const dialog = page.getByRole('dialog', { name: transfer.import.title })
  await expect(dialog).toContainText('evil.example')
  await expect(dialog).toContainText(transfer.import.check)
  await expect(dialog).toContainText(transfer.refused.provider)
  await expect(dialog).toContainText(transfer.refused.credential)
  await expect(dialog).toContainText(say(transfer.preview.unknown, { name: 'later' }))
  await expectFine(app, 'a file from somebody else')
  await ui.button(dialog, words.ui.common.cancel).click()
  await expect(dialog).toBeHidden()
  const state = await page.evaluate(() => window.portside.session.state())
  expect(state).toMatchObject({ data: { accounts: { length: 1 } } })

  await page.evaluate(() =>
    window.portside.app.changeSettings({ theme: 'dark', refreshMinutes: 60, lockWithScreen: false })
  )
  await app.quit()
  await test.step('settings survive damage with a notice', () => expectRepaired({ launch, profileDir }))
})

async function expectRepaired({ launch, profileDir }: { launch: Launch; profileDir: string }): Promise<void> {
  const kept = { ...DEFAULT_SETTINGS, refreshMinutes: 60, lockWithScreen: false }
  const damaged = JSON.stringify({ ...kept, theme: 'blue', moonPhase: 'full' })
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
  await expect(page.getByRole('heading', { name: words.settings.sectionName.look })).toBeFocused()
  await ui.button(notices, notice.dismiss).click()
  await expect(notices).toBeHidden()
  await app.quit()

  const { settings: saved = '', damagedSettings } = storedIn(profileDir)
  expect(damagedSettings).toBe(damaged)
  expect(JSON.parse(saved)).toEqual({ ...kept, moonPhase: 'full' })
}
