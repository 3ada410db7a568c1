/** What users see after a crash, with a real page that crashes and hangs (docs/crashes.md). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startHost, type HostProcess } from '../host/client.ts'
import { chooseRuntime } from './app/runtime.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

test.skip(chooseRuntime().runtime !== 'host', 'Dialogs that stay open, and a graphics process that fails on demand.')

const { crash } = words
const TAKES_ROUTE = 'portside:call:app.takeRoute'

/** Each answer takes the host a moment. */
const QUICKLY = { intervals: [100] }

type Host = Pick<HostProcess, 'ask'>

/** How many pages have started. */
const pagesStarted = async (host: Host): Promise<number> =>
  (await host.ask('seen')).calls.filter(({ channel }) => channel === TAKES_ROUTE).length
const messages = async (host: Host): Promise<string[]> => (await host.ask('openDialogs')).map(({ message }) => message)
const detail = async (host: Host): Promise<string> => (await host.ask('openDialogs'))[0]?.detail ?? ''

/** Keeps the page busy. @returns lets it respond again */
async function hang(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  page
    .evaluate(() => {
      for (;;);
    })
    // It is cut off.
    .catch(() => undefined)
  return () => session.send('Runtime.terminateExecution')
}

test('a page that hangs, that crashes, and that keeps crashing', async ({ profileDir }) => {
  const host = await startHost({
    holdsDialogs: true,
    env: { ...process.env, PORTSIDE_PROFILE_DIR: profileDir }
  })
  const expectPages = (count: number): Promise<void> => expect.poll(() => pagesStarted(host), QUICKLY).toBe(count)
  const expectDialog = (...expected: string[]): Promise<void> =>
    expect.poll(() => messages(host), QUICKLY).toEqual(expected)
  await expectPages(1)

  await test.step('a page that responds again takes the question away', async () => {
    await expect(host.ask('reportHang')).rejects.toThrow('The page responds.')
    const respond = await hang(host.page)
    await expect(() => host.ask('reportHang')).toPass(QUICKLY)
    await expectDialog(crash.hang.title)
    await respond()
    await expectDialog()
  })
  await test.step('a page that never responds is reopened, which doesn’t count as a crash', async () => {
    await hang(host.page)
    await expect(() => host.ask('reportHang')).toPass(QUICKLY)
    await expectDialog(crash.hang.title)
    await host.ask('answerDialog', crash.reopen)
    await expectPages(2)
  })
  await test.step('three times a minute it is reopened without a question', async () => {
    for (let time = 1; time <= 3; time += 1) {
      await host.ask('crashPage')
      await expectPages(2 + time)
    }
    expect(await messages(host)).toEqual([])
  })
  await test.step('then Portside asks, and details and copy leave the question open', async () => {
    await host.ask('crashPage')
    await expectDialog(crash.page.title)
    await host.ask('answerDialog', crash.details)
    await expect.poll(() => detail(host), QUICKLY).toMatch(/(^\S+Z page process: crashed, exit code \d+\n){4}/m)
    await host.ask('answerDialog', crash.copy)
    await expect.poll(() => detail(host), QUICKLY).toContain(crash.copied)
    expect(await host.ask('clipboard')).toMatch(/page process: crashed[^]*^Portside \d/m)
    await host.ask('answerDialog', crash.reopen)
    await expectPages(6)
  })
  await host.quit()
  const log = readFileSync(join(profileDir, 'logs/portside.log'), 'utf8')
  expect(log.match(/ pageGone reason=crashed exitCode=\d+ inLastMinute=\d$/gm)).toHaveLength(4)
  expect(log.match(/ pageUnresponsive$/gm)).toHaveLength(2)
  expect(log.match(/ crashDialogShown about=(page|hang)$/gm)).toHaveLength(3)
})

test('graphics that keep failing, and an error in main: one question after the other', async ({ profileDir }) => {
  const start = (): Promise<HostProcess> =>
    startHost({ holdsDialogs: true, env: { ...process.env, PORTSIDE_PROFILE_DIR: profileDir } })
  const host = await start()
  const failing = { type: 'GPU', reason: 'crashed', exitCode: 139, serviceName: 'GPU' } as const
  const network = {
    type: 'Utility',
    reason: 'killed',
    exitCode: 9,
    serviceName: 'network.mojom.NetworkService'
  } as const
  const expectDialog = (...expected: string[]): Promise<void> =>
    expect.poll(() => messages(host), QUICKLY).toEqual(expected)
  // The menu is set when the page has painted: from then on there may be questions.
  await expect
    .poll(async () => (await host.ask('menu')).map(({ label }) => label), QUICKLY)
    .toContain(words.tray.menu.accounts)
  await host.ask('childProcessGone', network)
  await host.ask('childProcessGone', failing)
  await host.ask('childProcessGone', failing)
  await expectDialog(crash.graphics.title)
  // Before the answer: Chromium may end the app at the next failure.
  const marker = join(profileDir, 'without-graphics-processor')
  expect(existsSync(marker)).toBe(true)
  await host.ask('throwInMain', { name: 'RangeError', message: 'canary' })
  await host.ask('throwInMain', { name: 'TypeError', message: 'canary' })
  await expect.poll(() => host.output(), QUICKLY).toContain('TypeError')
  await expectDialog(crash.graphics.title)
  await host.ask('answerDialog', crash.graphics.without)
  await expectDialog(crash.error.title)
  await host.ask('answerDialog', crash.details)
  await expect.poll(() => detail(host), QUICKLY).toContain('RangeError')
  expect(await detail(host)).not.toContain('canary')
  await host.ask('answerDialog', crash.error.continue)
  await expectDialog()
  await host.quit()

  const next = await start()
  await ui.button(next.page, words.session.sample.difficult).click()
  await ui.goTo(next.page, 'settings')
  const check = next.page.getByLabel(words.settings.graphics.label)
  await expect(check).not.toBeChecked()
  await check.click()
  await expect.poll(() => existsSync(marker), QUICKLY).toBe(false)
  await expect(check).toBeChecked()
  await next.quit()
  const log = readFileSync(join(profileDir, 'logs/portside.log'), 'utf8')
  expect(log).toMatch(/ childProcessGone type=Utility service=network reason=killed exitCode=9$/m)
  expect(log.match(/ childProcessGone type=GPU service=other reason=crashed exitCode=139$/gm)).toHaveLength(2)
  expect(log.match(/ uncaughtError$/gm)).toHaveLength(2)
  expect(log).toMatch(/ startedWithoutGraphicsProcessor$/m)
  expect(log.match(/ graphicsProcessorSet enabled=\w+$/gm)).toHaveLength(3)
})
