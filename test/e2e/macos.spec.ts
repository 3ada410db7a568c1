/** What macOS does otherwise, in a host that is told to be on it: a menu for keys, and activation between programs. */
import { startHost } from '../host/client.ts'
import { chooseRuntime } from './app/runtime.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { lock, notification, settings, tray } = words
const PIN = '271828'

test.skip(chooseRuntime().runtime !== 'host', 'Only the host takes another system for its own.')

test('a locked start has a menu before its window, and “Open” in the tray takes the keyboard from another program', async ({
  launch,
  profileDir
}) => {
  const first = await launch()
  await ui.explore(first.page)
  await ui.setPin(first.page, PIN)
  await first.page.evaluate(() => window.portside.app.changeSettings({ trayTitle: 'amount' }))
  await first.quit()

  const app = await startHost({ platform: 'darwin', env: { ...process.env, PORTSIDE_PROFILE_DIR: profileDir } })
  const { page } = app

  await test.step('Quit, Close and Paste have their keys when the window opens', async () => {
    const { keysAtFirstWindow } = await app.ask('seen')
    expect(keysAtFirstWindow).toEqual(['CmdOrCtrl+Q', 'CmdOrCtrl+W', 'CmdOrCtrl+V'])
  })

  await test.step('the PIN can be pasted with Cmd+V', async () => {
    await expect(ui.title(page, lock.title)).toBeVisible()
    await page.evaluate((text) => {
      const field = document.body.appendChild(document.createElement('input'))
      field.value = text
      field.select()
      document.execCommand('copy')
      field.remove()
    }, PIN)
    const field = page.locator('input[type=password]')
    await field.focus()
    await page.keyboard.press('Meta+v')
    await expect(field).toHaveValue(PIN)
  })

  await test.step('“Open” in the tray’s menu, while another program has the keyboard', async () => {
    await expect.poll(async () => (await app.ask('tray'))?.items.map(({ label }) => label)).toContain(tray.open)
    await app.ask('activateOtherProgram')
    expect(await app.ask('windows')).toMatchObject([{ focused: false }])
    await app.ask('clickTray', tray.open)
    expect(await app.ask('windows')).toMatchObject([{ focused: true }])
  })

  await test.step('what is open stands beside the icon, unless the app is locked', async () => {
    const title = async (): Promise<string | undefined> => (await app.ask('tray'))?.title
    await expect.poll(title).toBe('')
    await page.keyboard.press('Enter')
    // The sample has several currencies, and a status that nobody knows.
    await expect.poll(title).toMatch(/^\d+\+$/)
    await page.evaluate(() => window.portside.lock.lock())
    await expect.poll(title).toBe('')
    await expect(ui.title(page, lock.title)).toBeVisible()
  })

  await test.step('Cmd+Q quits', async () => {
    // The page may be gone before the key is up.
    await Promise.allSettled([page.keyboard.press('Meta+q'), app.exited])
    expect(await app.exited).toBe(0)
  })
})

test('notifications of an unsigned app: Settings says that macOS refuses them, and none is lost', async ({
  api,
  profileDir
}) => {
  const start = () => startHost({ platform: 'darwin', env: { ...process.env, PORTSIDE_PROFILE_DIR: profileDir } })
  const invoice = { id: 'a', number: 'N-a', status: 'Paid', totalAmount: 130, createdAt: '2026-11-01T10:00:00Z' }
  api.respondWith('/v3/invoices', () => Response.json([invoice]))
  const app = await start()
  await ui.signIn(app.page, api.baseUrl)
  await ui.refreshAll(app.page)
  await ui.settled(app.page)

  await app.ask('refuseNotifications', true)
  api.respondWith('/v3/invoices', () => Response.json([invoice, { ...invoice, id: 'b', number: 'N-b' }]))
  await ui.refreshAll(app.page)
  await ui.settled(app.page)
  await ui.goTo(app.page, 'settings')
  await expect(app.page.getByText(settings.notifications.refusedByMac)).toBeVisible()
  expect((await app.ask('seen')).notifications).toEqual([])
  await app.quit()

  const again = await start()
  await expect
    .poll(async () => (await again.ask('seen')).notifications.map(({ title }) => title))
    .toEqual([notification.new])
  await again.quit()
})
