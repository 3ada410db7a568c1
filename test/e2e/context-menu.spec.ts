/** The menu of a right-click: nobody needs the keyboard to paste a token. */
import type { App } from './app/app.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { signIn: session } = words

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
const enabled = async (app: App): Promise<string[]> =>
  ((await app.contextMenu()) ?? []).filter((line) => line.enabled && line.label !== '').map(({ label }) => label)

test('text is cut from a field and pasted into another one by mouse alone', async () => {
  const { app, page } = shared
  const [email, password] = [ui.field.email(page), ui.field.password(page)]
  await email.fill('an-address@example.com')
  await email.click({ button: 'right' })
  await expect.poll(() => enabled(app)).toContain('Select all')
  await app.clickContextMenu('Select all')
  await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe('an-address@example.com')
  await email.click({ button: 'right' })
  await expect.poll(() => enabled(app)).toContain('Copy')
  await app.clickContextMenu('Copy')
  await email.click({ button: 'right' })
  // With nothing on the clipboard there is nothing to paste.
  await expect.poll(() => enabled(app)).toEqual(['Cut', 'Copy', 'Paste', 'Select all'])
  await app.clickContextMenu('Cut')
  await expect(email).toHaveValue('')
  await password.click({ button: 'right' })
  await expect.poll(() => enabled(app)).toEqual(['Paste'])
  await app.clickContextMenu('Paste')
  await expect(password).toHaveValue('an-address@example.com')
  await password.selectText()
  await password.click({ button: 'right' })
  // A password can't be copied.
  await expect.poll(() => enabled(app)).toEqual(['Paste', 'Select all'])
  await app.clickContextMenu('Paste')
})

test('selected text elsewhere is copied', async () => {
  const { app, page } = shared
  const tagline = page.getByText(session.tagline)
  await tagline.selectText()
  await tagline.click({ button: 'right' })
  await expect.poll(async () => (await app.contextMenu())?.map(({ label }) => label)).toEqual(['Copy'])
  await app.clickContextMenu('Copy')
  await ui.field.email(page).click({ button: 'right' })
  await expect.poll(() => enabled(app)).toEqual(['Paste'])
  await app.clickContextMenu('Paste')
  await expect(ui.field.email(page)).toHaveValue(session.tagline)
})
