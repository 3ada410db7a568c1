/** Navigation within the page, and refused navigation out of it, don’t stop pushes from main. */
import type { Page } from '@playwright/test'
import { SAMPLE_EMAIL } from '../../src/sample/index.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { checkConnection, explore, goTo, openAccount, signIn, title, toAccounts } from './walk.ts'
import { words } from './words.ts'

const { accounts, catalogue, common, session, settings } = words

const shared = shareApp(({ page, api }) => signIn(page, api.baseAddress))

/** Counts the pushes of this name that reach the page from now on. */
async function countPushes(page: Page, name: 'settingsChanged'): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle((push) => {
    const counted = { count: 0 }
    window.portside.on(push, () => (counted.count += 1))
    return counted
  }, name)
  return () => counter.evaluate(({ count }) => count)
}
const changeSettings = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.portside.app.changeSettings({ density: 'compact' }))

for (const way of ['the Back button', 'Escape'] as const) {
  test(`the sample account fills the list after leaving the connection check with ${way}`, async () => {
    const { page } = shared
    await checkConnection(page)
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await page.getByRole('button', { name: common.back, exact: true }).click()
    await expect(title(page, settings.title)).toBeVisible()
    await toAccounts(page)
    await page.getByRole('button', { name: accounts.add, exact: true }).click()
    await explore(page)
    await goTo(page, 'settings')
    await page.getByRole('button', { name: session.signOut.leave }).click()
    await page.getByRole('dialog').getByRole('button', { name: session.signOut.leave, exact: true }).click()
    await expect(openAccount(page, SAMPLE_EMAIL)).toBeVisible()
  })
}

test('events reach the page after Back and Forward', async () => {
  const { page } = shared
  await goTo(page, 'settings')
  const pushes = await countPushes(page, 'settingsChanged')
  await page.evaluate(() => history.back())
  await expect(title(page, catalogue.title)).toBeVisible()
  await changeSettings(page)
  await expect.poll(pushes).toBe(1)
  await page.evaluate(() => history.forward())
  await expect(title(page, settings.title)).toBeVisible()
  await changeSettings(page)
  await expect.poll(pushes).toBe(2)
})

test('events reach the page after a refused navigation', async () => {
  const { page } = shared
  const pushes = await countPushes(page, 'settingsChanged')
  await page.evaluate(() => location.assign('https://example.com/'))
  await changeSettings(page)
  await expect.poll(pushes).toBe(1)
  expect(page.url()).toContain('index.html')
})
