/**
 * The icon as a Linux panel has it: a StatusNotifierItem on the session's bus. Electron puts it there and the stand-in host
 * does not. Names and paths are Chromium's (chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc); a panel's part is
 * played by gdbus, which comes with GLib.
 */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { startTrayWatcher } from '../support/tray-watcher.ts'
import { chooseRuntime } from './app/runtime.ts'
import { expect } from './fixtures.ts'
import { test } from './keyring.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const { summary, tray } = words
const run = promisify(execFile)

test.skip(process.platform !== 'linux', 'Panels of other systems are not on a bus.')
test.skip(chooseRuntime().runtime !== 'electron', 'The stand-in host puts no icon on the bus.')
test.skip(spawnSync('gdbus', ['help']).error !== undefined, 'There is no gdbus.')

/** A call's answer as GVariant text. */
type Ask = (path: string, method: string, ...args: string[]) => Promise<string>

test('publishes text, menu and actions on D-Bus, and hides them while locked', async ({ keyring, launch, api }) => {
  const bus = String(keyring.env['DBUS_SESSION_BUS_ADDRESS'])
  const watcher = await startTrayWatcher(bus)
  const app = await launch()
  await expect.poll(() => watcher.items.length).toBeGreaterThan(0)
  const ask: Ask = async (path, method, ...args) => {
    const item = String(watcher.items.at(-1))
    const call = ['call', '--address', bus, '--dest', item, '--object-path', path, '--method', method, '--', ...args]
    return (await run('gdbus', call)).stdout
  }
  const property = (name: string): Promise<string> =>
    ask('/StatusNotifierItem', 'org.freedesktop.DBus.Properties.Get', 'org.kde.StatusNotifierItem', name)
  const menu = (): Promise<string> =>
    ask('/com/canonical/dbusmenu', 'com.canonical.dbusmenu.GetLayout', '0', '-1', '@as []')
  const choose = async (label: string): Promise<void> => {
    // Each item is (id, properties, children).
    const before = (await menu()).split(`'label': <'${label}'>`)[0] ?? ''
    const id = [...before.matchAll(/\((?:int32 )?(\d+), \{/g)].at(-1)?.[1]
    await ask('/com/canonical/dbusmenu', 'com.canonical.dbusmenu.Event', String(id), 'clicked', '<0>', '0')
  }

  await expect.poll(() => property('ToolTip')).toContain(say(tray.tooltip, { text: tray.signedOut }))
  expect(await property('IconPixmap')).toMatch(/\(16, 16, |\(32, 32, /)

  await ui.signIn(app.page, api.baseUrl)
  await expect.poll(() => property('ToolTip')).toContain(count(summary.open, 6))
  await expect.poll(menu).toContain(count(summary.openInvoices, 6))
  expect(await menu()).toContain('€378')
  // While a round goes on, the menu says that in its place.
  await expect.poll(menu).toContain(`'label': <'${tray.refresh}'>`)
  api.requests.length = 0
  await choose(tray.refresh)
  await expect.poll(() => api.requests.map(({ path }) => path)).toContain('/v3/invoices')
  await expect.poll(menu).toContain(say(tray.refreshed, { age: tray.justNow }))

  await app.minimize()
  await expect.poll(() => ui.isMinimised(app)).toBe(true)
  await ask('/StatusNotifierItem', 'org.kde.StatusNotifierItem.Activate', '0', '0')
  await expect.poll(() => ui.isMinimised(app)).toBe(false)

  await app.page.evaluate(() => window.portside.lock.setPin({ pin: '2468', current: null }))
  await app.clickMenu(tray.menu.file, tray.menu.lockNow)
  await expect.poll(() => property('ToolTip')).toContain(say(tray.tooltip, { text: tray.lockedTooltip }))
  await expect.poll(menu).not.toContain('€378')
  watcher.close()
})
