/** The window on Wayland, where a program can minimise its window and can't restore it. */
import { hasCompositor, startCompositor } from '../support/wayland.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { invoices, tray } = words

test.skip(!hasCompositor(), 'There is no Wayland compositor (Debian: weston).')

test('the window paints, and comes back with its view after it was minimised, repeatedly', async ({ launch }) => {
  const compositor = await startCompositor()
  const app = await launch({ args: ['--ozone-platform=wayland'], env: compositor.env })
  await expect.poll(app.window).toMatchObject({ visible: true, minimized: false })
  // A window that no compositor shows gets no frames.
  await app.page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)))
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
  await compositor.stop()
})
