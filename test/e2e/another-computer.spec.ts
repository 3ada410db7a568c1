/** Accounts and settings on another computer, through a real dialog's file; and settings after damage to a real portside.db. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DEFAULT_SETTINGS } from '../../src/shared/models/settings.ts'
import { expectFine } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const { accounts, lostSettings, notice, session, transfer } = words

let north: Provider
let south: Provider
test.beforeAll(async () => {
  north = await startProvider({ name: 'Nordlichtkai' })
  south = await startProvider({ name: 'Suedwindhaus' })
})
test.afterAll(async () => {
  for (const provider of [north, south]) await provider.stop()
})

/** The stored settings, and those set aside. */
function storedIn(profileDir: string): Record<string, string> {
  const db = new DatabaseSync(join(profileDir, 'portside.db'), { readOnly: true })
  const rows = db.prepare(`SELECT name, value FROM choices WHERE name IN ('settings', 'damagedSettings')`).all()
  db.close()
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]))
}

test('another computer: two accounts and the settings move by one file, in 4 clicks and a password each', async ({
  launch
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'portside-computers-'))
  const file = join(folder, 'my accounts.json')
  const first = await launch({ profileDir: join(folder, 'old') })
  await ui.signInAt(first.page, north)
  await ui.addAccount(first.page, south)
  await first.page.evaluate(() => window.portside.app.changeSettings({ theme: 'dark', refreshMinutes: 60 }))
  await ui.goTo(first.page, 'settings')
  await first.chooseFile(file)
  await ui.button(first.page, transfer.save).click()
  const saving = first.page.getByRole('dialog', { name: transfer.export.title })
  await expect(saving).toContainText(count(transfer.export.accounts, 2))
  await expectFine(first, 'what goes to another computer')
  await ui.button(saving, transfer.export.action).click()
  await expect(first.page.getByText(say(transfer.exported, { name: 'my accounts.json' }))).toBeVisible()
  await first.quit()
  const text = readFileSync(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ portside: 'transfer', settings: { theme: 'dark', refreshMinutes: 60 } })
  for (const { token, password, apiKey, invoice, product } of [north, south])
    for (const secret of [token, password, apiKey, invoice, product]) expect(text).not.toContain(secret)

  const app = await launch({ profileDir: join(folder, 'new') })
  const { page } = app
  await app.chooseFile(file)
  await ui.button(page, transfer.bring).click()
  const dialog = page.getByRole('dialog', { name: transfer.import.title })
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(north.host), new RegExp(south.host)])
  await expectFine(app, 'accounts from another computer')
  await ui.button(dialog, transfer.import.action).click()
  await expect(ui.accountRows(page)).toHaveCount(2)
  await expect(page.locator('html[data-theme="dark"]')).toBeVisible()
  for (const provider of [north, south]) {
    await ui
      .accountRows(page)
      .filter({ hasText: provider.email })
      .getByRole('button', { name: accounts.signIn })
      .click()
    await expect(ui.title(page, session.again)).toBeVisible()
    await expect(ui.field.email(page)).toHaveValue(provider.email)
    await ui.field.password(page).fill(provider.password)
    await ui.button(page, session.action.signIn).click()
    await expect(ui.title(page, accounts.title)).toBeVisible()
  }
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page).filter({ hasText: south.invoice })).toBeVisible()

  // Once more, they are known, and nothing changes.
  await ui.goTo(page, 'settings')
  await app.chooseFile(file)
  await ui.button(page, transfer.open).click()
  await expect(dialog).toContainText(count(transfer.import.known, 2).split(':')[0] ?? '')
  await expect(dialog).toContainText(transfer.preview.nothing)
  await app.quit()
  rmSync(folder, { recursive: true })
})

test('a file from somebody else is shown first, and harms nothing', async ({ launch, profileDir }) => {
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
  await ui.button(dialog, words.common.cancel).click()
  await expect(dialog).toBeHidden()
  const state = await page.evaluate(() => window.portside.session.state())
  expect(state).toMatchObject({ data: { accounts: { length: 1 } } })
})

test('settings survive damage with a notice', async ({ launch, profileDir }) => {
  const first = await launch()
  await ui.explore(first.page)
  await first.page.evaluate(() =>
    window.portside.app.changeSettings({ theme: 'dark', refreshMinutes: 60, lockWithScreen: false })
  )
  await first.quit()

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
  await expect(page.getByRole('heading', { name: words.settingSection.look })).toBeFocused()
  await ui.button(notices, notice.dismiss).click()
  await expect(notices).toBeHidden()
  await app.quit()

  const { settings: saved = '', damagedSettings } = storedIn(profileDir)
  expect(damagedSettings).toBe(damaged)
  expect(JSON.parse(saved)).toEqual({ ...kept, moonPhase: 'full' })
})
