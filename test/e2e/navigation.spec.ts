/** Navigation within the page, and refused navigation out of it, don’t stop events from main. */
import { expect, shareApp, test } from './fixtures.ts'
import { startProvider } from './provider.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  catalogue,
  settings,
  ui: { common }
} = words

const shared = shareApp(({ page, api }) => ui.signIn(page, api.baseUrl))

test('events reach the page after Back and Forward, and after a refused navigation', async () => {
  const { page } = shared
  await ui.goTo(page, 'settings')
  const events = await page.evaluateHandle(() => {
    const counted = { count: 0 }
    window.portside.onChange((...[topic]) => void (counted.count += Number(topic === 'settings')))
    return counted
  })
  const expectPushes = async (count: number): Promise<void> => {
    await page.evaluate(() => window.portside.app.changeSettings({ theme: 'system' }))
    await expect.poll(() => events.evaluate((counted) => counted.count)).toBe(count)
  }
  await page.evaluate(() => history.back())
  await expect(ui.title(page, catalogue.title)).toBeVisible()
  await expectPushes(1)
  await page.evaluate(() => history.forward())
  await expect(ui.title(page, settings.title)).toBeVisible()
  await expectPushes(2)
  await page.evaluate(() => location.assign('https://example.com/'))
  await expectPushes(3)
  expect(page.url()).toContain('index.html')
})

test('a view that was left leaves nothing behind in the page', async () => {
  const { page } = shared
  const session = await page.context().newCDPSession(page)
  const visitAll = async (): Promise<void> => {
    for (const view of ['overview', 'invoices', 'profile', 'settings', 'catalogue'] as const) await ui.goTo(page, view)
    await expect(ui.products(page).first()).toBeVisible()
  }
  const count = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    return { nodes, jsEventListeners }
  }
  for (const _ of [1, 2]) await visitAll()
  const before = await count()
  for (const _ of [1, 2, 3, 4, 5, 6]) await visitAll()
  // One view has about 300 nodes and 20 listeners. What was just left may still be held by an animation.
  await expect.poll(async () => (await count()).nodes - before.nodes).toBeLessThan(600)
  await expect.poll(async () => (await count()).jsEventListeners - before.jsEventListeners).toBeLessThan(40)
})

test('another account’s list fills after leaving the connection check with the Back button or Escape', async () => {
  const { page } = shared
  const provider = await startProvider({ name: 'Nordlichtkai' })
  const state = await page.evaluate(() => window.portside.session.state())
  const label = state.ok && state.data.status === 'signedIn' ? state.data.account.label : ''
  await ui.checkConnection(page)
  await ui.button(page, common.back).click()
  await expect(ui.title(page, settings.title)).toBeVisible()
  await ui.addAccount(page, provider)

  await ui.checkConnection(page)
  await page.keyboard.press('Escape')
  await expect(ui.title(page, settings.title)).toBeVisible()
  await ui.switchTo(page, label)
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page).nth(1)).toBeVisible()
  await provider.stop()
})
