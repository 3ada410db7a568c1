/** The icon as a Linux panel has it. */
import { startTrayWatcher } from '../support/tray-watcher.ts'
import { trayItem } from '../support/tray-item.ts'
import { expect } from './fixtures.ts'
import { test } from './keyring.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const { summary, tray } = words

test('publishes text, menu and actions on D-Bus, and hides them while locked', async ({ keyring, launch, api }) => {
  const bus = String(keyring.env['DBUS_SESSION_BUS_ADDRESS'])
  const watcher = await startTrayWatcher(bus)
  const app = await launch()
  await expect.poll(() => watcher.items.length).toBeGreaterThan(0)
  const { property, menu, choose, activate } = trayItem(bus, watcher)

  await expect.poll(() => property('ToolTip')).toContain(say(tray.tooltip, { text: tray.signedOut }))
  expect(await property('IconPixmap')).toMatch(/int32 (16|32)\n/)

  await ui.signInByBridge(app.page, api)
  await expect.poll(() => property('ToolTip')).toContain(count(summary.open, 6))
  await expect.poll(menu).toContain(count(summary.openInvoices, 6))
  expect(await menu()).toContain('€378')
  // While a round goes on, the menu says that in its place.
  await expect.poll(menu).toContain(`string "${tray.refresh}"`)
  api.requests.length = 0
  await choose(tray.refresh)
  await expect.poll(() => api.requests.map(({ path }) => path)).toContain('/v3/invoices')
  await expect.poll(menu).toContain(say(tray.refreshed, { age: tray.justNow }))

  await app.minimize()
  await expect.poll(() => ui.isMinimised(app)).toBe(true)
  await activate()
  await expect.poll(() => ui.isMinimised(app)).toBe(false)

  await app.page.evaluate(() => window.portside.lock.setPin({ pin: '2468', current: null }))
  await app.clickMenu(tray.menu.file, tray.menu.lockNow)
  await expect.poll(() => property('ToolTip')).toContain(say(tray.tooltip, { text: tray.lockedTooltip }))
  await expect.poll(menu).not.toContain('€378')
  watcher.close()
})
