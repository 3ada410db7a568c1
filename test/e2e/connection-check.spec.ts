/** The connection check over the network's real answers, from the first screen and from the settings. */
import type { Page } from '@playwright/test'
import { SAMPLE_EMAIL } from '../../src/sample/index.ts'
import type { ConnectionCheckStep, ConnectionCheckStepName, Verdict } from '../../src/shared/models/connection-check.ts'
import { closedPort, expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  error,
  signIn: session,
  ui: { common },
  help: { connectionCheck }
} = words

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
test.afterEach(() => ui.startOver(shared))

type Said = [ConnectionCheckStepName, ConnectionCheckStep['state'], Verdict]
/** The steps before the first request, at an address that is an IP address over http. */
const LOOPBACK: Said[] = [
  ['name', 'good', 'nameIsAddress'],
  ['proxy', 'good', 'noProxy'],
  ['secure', 'good', 'plain']
]

/** Each step's name, state and verdict, in their order. */
async function expectSteps(page: Page, host: string, said: Said[]): Promise<void> {
  await expect(ui.connectionCheckSteps(page)).toHaveCount(said.length)
  for (const [at, [step, state, verdict]] of said.entries()) {
    const row = ui.connectionCheckSteps(page).nth(at)
    const heading = `${connectionCheck.step[step]} ${connectionCheck.state[state]}`
    await expect(row.getByRole('heading')).toContainText(heading)
    const sentence = verdict === 'failed' ? error.UNREACHABLE.sentence : connectionCheck.verdict[verdict]
    await expect(row).toContainText(say(sentence, { host }))
  }
}

const outcome = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('from the first screen: an unknown host, a closed port and a working API, by keyboard; the form is kept', async () => {
  const { app, page, api } = shared
  const check = ui.button(page, common.checkConnection)
  await ui.fillAddress(page, 'https://example.invalid')
  await ui.field.email(page).fill(SAMPLE_EMAIL)
  await ui.field.password(page).fill('half a password')
  await ui.openAdvanced(page)
  await ui.writeDefinition(page, { signIn: { path: '/own/sign-in' } })
  await check.press('Enter')
  await expectSteps(page, 'example.invalid', [
    ['name', 'bad', 'nameNotFound'],
    ['proxy', 'good', 'noProxy'],
    ['secure', 'skipped', 'notTried'],
    ['health', 'skipped', 'notTried'],
    ['account', 'skipped', 'notTried']
  ])
  const sentence = say(connectionCheck.verdict.nameNotFound, { host: 'example.invalid' })
  const broken = say(connectionCheck.outcome.broken, { step: connectionCheck.step.name, sentence })
  await expect(outcome(page, broken)).toBeVisible()
  await expect(ui.connectionCheckSteps(page).first()).toContainText(connectionCheck.next.nameNotFound)
  await page.keyboard.press('Escape')
  await expect(check).toBeFocused()
  await expect(ui.field.address(page)).toHaveValue('https://example.invalid')
  await expect(ui.json(page)).toHaveValue(/"path": "\/own\/sign-in"/)
  await page.keyboard.press('Escape')
  await expect(ui.field.address(page)).toHaveValue('https://example.invalid')
  await expect(ui.field.email(page)).toHaveValue(SAMPLE_EMAIL)
  await expect(ui.field.password(page)).toHaveValue('half a password')
  await ui.openAdvanced(page)

  const host = `127.0.0.1:${await closedPort()}`
  await ui.fillAddress(page, `http://${host}`)
  await check.press('Enter')
  await expectSteps(page, host, [...LOOPBACK, ['health', 'bad', 'failed'], ['account', 'skipped', 'notTried']])
  await expect(ui.connectionCheckSteps(page).nth(3)).toContainText(error.UNREACHABLE.next)
  await ui.button(page, common.back).click()

  await ui.fillAddress(page, api.baseUrl)
  await check.press('Enter')
  await expect(outcome(page, connectionCheck.outcome.reached)).toBeVisible()
  await expectSteps(page, new URL(api.baseUrl).host, [
    ...LOOPBACK,
    ['health', 'good', 'healthy'],
    ['account', 'skipped', 'notSignedIn']
  ])
  expect(api.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /health'])
  await ui.button(page, connectionCheck.copy).press('Enter')
  await expect(ui.button(page, connectionCheck.copied)).toBeFocused()
  expect(await app.copied()).toContain(connectionCheck.outcome.reached)
})

test('signed in: a hanging check is cancelled, then all five steps pass and the report has no token', async () => {
  const { app, page, api } = shared
  await ui.signIn(page, api.baseUrl)
  const asked = Promise.withResolvers<void>()
  const restore = api.respondWith('/health', () => asked.resolve())
  await ui.checkConnection(page)
  await asked.promise
  await expect(outcome(page, connectionCheck.outcome.running)).toBeVisible()
  await ui.button(page, common.cancel).click()
  await expect(outcome(page, connectionCheck.outcome.cancelled)).toBeVisible()
  await expect(ui.connectionCheckSteps(page).nth(3)).toContainText(connectionCheck.verdict.cancelled)
  restore()
  await ui.button(page, connectionCheck.again).click()
  await expect(outcome(page, connectionCheck.outcome.works)).toBeVisible()
  const { host } = new URL(api.baseUrl)
  await expectSteps(page, host, [...LOOPBACK, ['health', 'good', 'healthy'], ['account', 'good', 'accepted']])
  for (const row of await ui.connectionCheckSteps(page).all())
    await expect(row.getByRole('heading')).toContainText(/\d m?s$/)

  await ui.button(page, connectionCheck.copy).click()
  await expect(ui.button(page, connectionCheck.copied)).toBeVisible()
  const report = await app.copied()
  for (const text of [
    say(connectionCheck.report.address, { address: api.baseUrl }),
    connectionCheck.outcome.works,
    say(connectionCheck.verdict.accepted, { host }),
    say(connectionCheck.report.fact, { label: connectionCheck.fact.status, value: 200 })
  ]) {
    expect(report).toContain(text)
  }
  for (const { headers } of api.requests) {
    const token = headers['authorization']?.replace('Bearer ', '')
    if (token) expect(report).not.toContain(token)
  }
})
