/**
 * The window on Wayland, where a program can minimise its window and can't restore it. The stand-in host models only that; the
 * rest needs Electron and a compositor (`WAYLAND_DISPLAY`).
 */
import { chooseRuntime } from './app/runtime.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { invoices, tray } = words
const onElectron = chooseRuntime().runtime === 'electron'
const wayland = { args: ['--ozone-platform=wayland'] }

test.skip(process.platform !== 'linux', 'Only Linux has Wayland.')
test.skip(onElectron && !process.env['WAYLAND_DISPLAY'], 'There is no Wayland compositor.')

test('a minimised window comes back with its view, repeatedly', async ({ launch }) => {
  const app = await launch(wayland)
  await ui.explore(app.page)
  await ui.goTo(app.page, 'invoices')
  for (let time = 0; time < 3; time += 1) {
    await app.minimize()
    await expect.poll(() => ui.isMinimised(app)).toBe(true)
    await app.clickTray(tray.open)
    // Asked again while the window is being replaced, or after that.
    await app.clickTray(tray.open)
    await expect.poll(() => ui.isMinimised(app)).toBe(false)
    await expect(ui.title(await app.shown(), invoices.title)).toBeVisible()
  }
  expect(await app.quit()).toBe(0)
})

test('the window paints', async ({ launch }) => {
  test.skip(!onElectron, 'The host paints off screen, whatever the compositor says.')
  const { page, window } = await launch(wayland)
  await expect.poll(window).toMatchObject({ visible: true, minimized: false })
  // A window that no compositor shows gets no frames.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)))
})
