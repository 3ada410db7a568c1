/**
 * While the app is locked nothing of anybody is shown or answered. That the user comes back to where they were, and to what they typed, is in
 * test/component/lock/hide.test.ts, and what wrong PINs cost, also over a restart, in test/unit/accounts/lock/lock.test.ts and
 * test/component/lock/lock-view.test.ts.
 */
import type { Page } from '@playwright/test'
import { calls } from '../../src/shared/ipc/contract.ts'
import { expect, test, type App } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const { lock, signIn: session, settings, tray } = words
const PIN = 'four words and 7'
const WRONG = '0000'

const lockScreen = (page: Page): ReturnType<typeof ui.title> => ui.title(page, lock.title)

/** Nothing of the provider or of the app's views is in the document, the window's title, the tray or the menu. */
async function seeNothing(app: App, { person, email, invoice, product, host }: Provider): Promise<void> {
  await expect(lockScreen(app.page)).toBeVisible()
  // At a start the icon may come after the window.
  await expect.poll(async () => (await app.tray())?.items.map(({ label }) => label)).toContain(tray.locked)
  const texts = [await ui.contentOf(app.page), JSON.stringify(await app.tray()), JSON.stringify(await app.menu())]
  for (const personal of [person, email, invoice, product, host]) expect(texts.join('\n')).not.toContain(personal)
  expect((await app.tray())?.tooltip).toBe(say(tray.tooltip, { text: tray.lockedTooltip }))
}

/** Asks everything of the contract, with inputs that fit as far as that is easy. @returns names of calls by how they were answered */
function askAll(page: Page): Promise<{ name: string; code: string }[]> {
  const names = Object.entries(calls).flatMap(([domain, methods]) =>
    Object.keys(methods).map((method) => [domain, method] as const)
  )
  // What would act on the app itself is left out: it may be asked, and would end the test.
  const asked = names.filter(([domain, method]) => !(domain === 'lock' || method === 'eraseEverything'))
  return page.evaluate(async (all) => {
    const bridge = window.portside as unknown as Record<string, Record<string, (input?: unknown) => Promise<unknown>>>
    const connection = { baseUrl: 'https://example.invalid', provider: 'hypeproxy-v2' }
    const query = { offset: 0, limit: 20, text: '', available: false, featured: false, sort: 'default', reverse: false }
    const input = {
      ...query,
      ...connection,
      connection,
      key: 'w-Nordlichtkai',
      id: 'x',
      label: 'x',
      to: 0,
      erase: false,
      state: 'all',
      which: 'page',
      token: 'x',
      email: 'x',
      password: 'x',
      again: null,
      of: 'x',
      all: false,
      topic: null
    }
    return Promise.all(
      all.map(async ([domain, method]) => {
        const call = bridge[domain]?.[method]
        const takesNothing = (await call?.(undefined)) as { ok: boolean; error?: { code: string; found?: string } }
        const answer =
          takesNothing.error?.found === 'input' ? ((await call?.(input)) as typeof takesNothing) : takesNothing
        return { name: `${domain}.${method}`, code: answer.ok ? 'answered' : (answer.error?.code ?? '') }
      })
    )
  }, asked)
}

/** The reading ones only: the open app would really do the others. */
const askAllSafely = (page: Page, account: string): Promise<{ code: string }[]> =>
  page.evaluate(async (of) => {
    const { app, profile, session } = window.portside
    const answers = await Promise.all([session.state(), profile.read({ of }), app.status({ of, all: false })])
    return answers.map(({ ok }) => ({ code: ok ? 'answered' : 'refused' }))
  }, account)

const WAYS: [string, (app: App) => Promise<unknown>][] = [
  ['the computer’s sleep', (app) => app.power('suspend')],
  [
    'idle time, at the latest when the window comes back',
    async (app) => {
      await app.page.evaluate(() => window.portside.app.changeSettings({ lockAfterMinutes: 1 }))
      await app.setIdle(61)
      await app.minimize()
      await expect.poll(() => ui.isMinimised(app)).toBe(true)
      await app.clickTray(tray.open)
    }
  ]
]
// Linux has no such event.
if (process.platform !== 'linux') WAYS.push(['the screen’s lock', (app) => app.power('lock-screen')])

test('locks by itself, shows and answers nothing, counts wrong PINs across a restart, and “Erase everything” is the way out', async ({
  launch
}) => {
  const provider = await startProvider({ name: 'Nordlichtkai' })
  const app = await launch()
  const { page } = app
  // A test's keys and clicks are no input of the system, and what was idle at an unlock doesn't count.
  await app.setIdle(0)
  await ui.signInByBridge(page, provider)
  await page.evaluate((pin) => window.portside.lock.setPin({ pin, current: null }), PIN)
  await ui.goTo(page, 'settings')

  for (const [way, act] of WAYS) {
    await test.step(`locks by ${way} and shows no personal data`, async () => {
      // What is searched for in vain while it is locked is there before.
      await expect.poll(() => ui.contentOf(page)).toContain(provider.person)
      await expect.poll(async () => JSON.stringify(await app.tray())).toContain(provider.person)
      await act(app)
      await seeNothing(app, provider)
      await app.setIdle(0)
      await ui.tryPin(page, PIN)
      await expect(ui.title(page, settings.title)).toBeVisible()
    })
  }

  await test.step('while locked, main refuses every call with personal data', async () => {
    const account = await ui.shownAccount(page)
    const record = `/record/${account}/w-Nordlichtkai`
    expect(await page.evaluate(async (at) => (await fetch(at)).status, record)).toBe(200)
    expect(new Set((await askAllSafely(page, account)).map(({ code }) => code))).toContain('answered')
    await page.getByRole('button', { name: lock.now }).click()
    await seeNothing(app, provider)
    provider.requests.length = 0
    const answers = await askAll(page)
    expect(answers.length).toBeGreaterThan(25)
    const open = ['app.info', 'app.messages', 'app.settings']
    for (const { name, code } of answers)
      expect(`${name} ${code}`).toBe(`${name} ${open.includes(name) ? 'answered' : 'APP_LOCKED'}`)
    const state = await page.evaluate(() => window.portside.session.state())
    expect(state).toEqual({ ok: false, error: { code: 'APP_LOCKED' } })
    for (const what of ['media/product', 'description', 'record']) {
      const path = `/${what}/${account}/w-Nordlichtkai`
      expect(await page.evaluate(async (at) => (await fetch(at)).status, path)).toBe(404)
    }
  })

  await test.step('a wrong PIN opens nothing, and is counted although the app is killed', async () => {
    await ui.tryPin(page, WRONG)
    await expect(page.getByText(`${lock.invalid.wrong} ${count(lock.invalid.left, 4)}`).first()).toBeVisible()
    await expect(lockScreen(page)).toBeVisible()
    await app.kill()
  })

  const second = await launch()
  await test.step('the next launch is locked and sends no request', async () => {
    await seeNothing(second, provider)
    expect(await second.page.evaluate(() => window.portside.lock.state())).toMatchObject({
      data: { locked: true, triesLeft: 4 }
    })
    expect(provider.requests).toEqual([])
  })

  await test.step('“Erase everything” replaces a forgotten PIN', async () => {
    await ui.button(second.page, lock.forgot.action).click()
    await ui.button(second.page, lock.erase.action).click()
    await ui.button(second.page.getByRole('dialog', { name: lock.erase.title }), lock.erase.done).click()
    await expect(ui.title(second.page, session.title)).toBeVisible()
    expect(await second.page.evaluate(() => window.portside.lock.state())).toMatchObject({
      data: { enabled: false, locked: false }
    })
  })
  await provider.stop()
})
