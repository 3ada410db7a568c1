/** About Portside: from the menu, with the lists that the build made. */
import { expect, shareApp, test, type App } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, words } from './words.ts'

const {
  lock,
  signIn: session,
  tray,
  help: { about }
} = words
const PIN = '271828'

/** Of each licence, words from the start and the end. */
const LICENCES: Record<string, RegExp[]> = {
  MIT: [/Permission is hereby granted, free of charge/, /OTHER\s+DEALINGS\s+IN\s+THE\s+SOFTWARE/i],
  ISC: [/Permission to use, copy, modify/, /USE\s+OR\s+PERFORMANCE\s+OF\s+THIS\s+SOFTWARE/],
  'BSD-3-Clause': [/Redistribution and use in source and binary forms/, /POSSIBILITY OF SUCH DAMAGE/],
  'BlueOak-1.0.0': [/Blue Oak Model License/, /under any kind of legal claim/],
  'Apache-2.0': [/Apache License\s+Version 2\.0/, /END OF TERMS AND CONDITIONS/],
  'MPL-2.0': [/Mozilla Public License[,\s]+[Vv]ersion 2\.0/, /Exhibit B/],
  'OFL-1.1': [/SIL OPEN FONT LICENSE Version 1\.1/, /OTHER\s+DEALINGS\s+IN\s+THE\s+FONT\s+SOFTWARE/]
}

async function openAbout(app: App): Promise<void> {
  await expect.poll(async () => (await app.menu()).map(({ label }) => label)).toContain(tray.menu.help)
  await app.clickMenu(tray.menu.help, tray.menu.about)
}

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())

test('opens from the Help menu without an account: versions, folder, changes', async () => {
  const { app, page, profileDir } = shared
  await openAbout(app)
  await expect(ui.title(page, about.title)).toBeVisible()
  const info = await page.evaluate(() => window.portside.about.info())
  // An older Node doesn't name SQLite's version.
  const parts = Object.entries(info.ok ? info.data.parts : {}).filter(([, version]) => version !== null)
  expect(parts.map(([name]) => name)).toEqual(expect.arrayContaining(['electron', 'chromium', 'node', 'v8', 'keytar']))
  for (const [, version] of parts) await expect(page.getByText(String(version), { exact: true })).toBeVisible()
  await expect(page.getByText(about.unreleased)).toBeVisible()
  await ui.button(page, about.openFolder).click()
  await expect.poll(() => app.openedPaths()).toEqual([profileDir])
  await ui.button(page, about.copyVersions).click()
  await expect.poll(() => app.copied()).toContain(`Electron: ${Object.fromEntries(parts)['electron']}`)
  expect(await app.copied()).not.toContain(profileDir)
})

test('lists every licence with its complete text', async () => {
  const { app, page } = shared
  await openAbout(app)
  await ui.button(page, about.toLicences).click()
  const list = page.getByRole('listbox', { name: about.list })
  await expect(list).toBeVisible()
  const rows = await page.evaluate(async () => {
    const answer = await window.portside.about.licences()
    if (!answer.ok) throw new Error(answer.error.code)
    return Promise.all(
      answer.data.map(async ({ key, name, licence }) => {
        const piece = await window.portside.about.licenceText({ key, offset: 0 })
        return { name, licence, text: piece.ok && piece.data.next === null ? piece.data.text : '' }
      })
    )
  })
  await expect(page.getByText(count(about.count, rows.length), { exact: true })).toBeVisible()
  const names = rows.map(({ name }) => name)
  for (const name of [
    'Portside',
    '@fontsource-variable/inter',
    '@github/keytar',
    '@lucide/vue',
    'dompurify',
    'electron'
  ])
    expect(names).toContain(name)
  const found = new Set<string>()
  for (const { name, licence, text } of rows)
    for (const id of licence.split(/ (?:OR|AND) /)) {
      found.add(id)
      for (const part of LICENCES[id] ?? [/^ no such licence/]) expect(text, `${id} of ${name}`).toMatch(part)
    }
  expect([...found]).toEqual(expect.arrayContaining(['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0', 'MPL-2.0', 'OFL-1.1']))

  await page.getByRole('searchbox', { name: about.search }).fill('mpl')
  await expect(list.getByRole('option')).toHaveCount(1)
  await list.getByRole('option').click()
  const text = page.getByRole('region', { name: about.text, exact: true })
  await expect(text).toContainText('Exhibit B')
})

test('is hidden while the app is locked', async () => {
  const { app, page } = shared
  await page.evaluate((pin) => window.portside.lock.setPin({ pin, current: null }), PIN)
  await page.evaluate(() => window.portside.lock.lock())
  await expect(ui.title(page, lock.title)).toBeVisible()
  await expect.poll(async () => (await app.menu()).map(({ label }) => label)).not.toContain(tray.menu.help)
  const answer = await page.evaluate(() => window.portside.about.info())
  expect(answer).toEqual({ ok: false, error: { code: 'APP_LOCKED' } })
})
