/** The connection check: what each step says, from the first screen and from the settings. */
import type { Page } from '@playwright/test'
import { SAMPLE_EMAIL } from '../../src/sample/index.ts'
import type { ConnectionCheckStep, ConnectionCheckStepName, Verdict } from '../../src/shared/models/connection-check.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { closedPort } from './ports.ts'
import {
  checkConnection,
  connectionCheckSteps,
  field,
  openAdvanced,
  refreshAll,
  signIn,
  startOver,
  title
} from './walk.ts'
import { say, words } from './words.ts'

const { common, connection, connectionCheck, error, session } = words

const shared = shareApp(({ page }) => expect(title(page, session.title)).toBeVisible())
test.afterEach(() => startOver(shared))

type Said = [ConnectionCheckStepName, ConnectionCheckStep['state'], Verdict]

/** Each step's name, how it went and what that means, in their order. */
async function expectSteps(page: Page, host: string, said: Said[]): Promise<void> {
  await expect(connectionCheckSteps(page)).toHaveCount(said.length)
  for (const [at, [step, state, verdict]] of said.entries()) {
    const row = connectionCheckSteps(page).nth(at)
    await expect(row.getByRole('heading')).toContainText(
      `${connectionCheck.step[step]} ${connectionCheck.state[state]}`
    )
    const sentence = verdict === 'failed' ? error.UNREACHABLE.sentence : connectionCheck.verdict[verdict]
    await expect(row).toContainText(say(sentence, { host }))
  }
}

const outcome = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const check = (page: Page) => page.getByRole('button', { name: common.checkConnection, exact: true })
const back = (page: Page) => page.getByRole('button', { name: common.back, exact: true })

test('reports an unknown host from the first screen and keeps the form', async () => {
  const { page } = shared
  await field.address(page).fill('https://example.invalid')
  await field.email(page).fill(SAMPLE_EMAIL)
  await field.password(page).fill('half a password')
  await openAdvanced(page)
  await page.getByLabel(connection.field.signInPath, { exact: true }).fill('/own/sign-in')
  await check(page).click()

  await expect(title(page, connectionCheck.title)).toBeVisible()
  await expectSteps(page, 'example.invalid', [
    ['name', 'bad', 'nameNotFound'],
    ['proxy', 'good', 'noProxy'],
    ['secure', 'skipped', 'notTried'],
    ['health', 'skipped', 'notTried'],
    ['account', 'skipped', 'notTried']
  ])
  const sentence = say(connectionCheck.verdict.nameNotFound, { host: 'example.invalid' })
  await expect(
    outcome(page, say(connectionCheck.outcome.broken, { step: connectionCheck.step.name, sentence }))
  ).toBeVisible()
  await expect(connectionCheckSteps(page).first()).toContainText(connectionCheck.next.nameNotFound)

  await back(page).click()
  await expect(title(page, session.title)).toBeVisible()
  await expect(field.address(page)).toHaveValue('https://example.invalid')
  await expect(field.email(page)).toHaveValue(SAMPLE_EMAIL)
  await expect(field.password(page)).toHaveValue('half a password')
  await expect(page.getByLabel(connection.field.signInPath, { exact: true })).toHaveValue('/own/sign-in')
})

test('reports a closed port and a working API from the first screen', async () => {
  const { page, api } = shared
  const host = `127.0.0.1:${await closedPort()}`
  await field.address(page).fill(`http://${host}`)
  await check(page).click()
  await expectSteps(page, host, [
    ['name', 'good', 'nameIsAddress'],
    ['proxy', 'good', 'noProxy'],
    ['secure', 'good', 'plain'],
    ['health', 'bad', 'failed'],
    ['account', 'skipped', 'notTried']
  ])
  await expect(connectionCheckSteps(page).nth(3)).toContainText(error.UNREACHABLE.next)

  await back(page).click()
  await field.address(page).fill(api.baseAddress)
  await check(page).click()
  await expect(outcome(page, connectionCheck.outcome.reached)).toBeVisible()
  await expectSteps(page, new URL(api.baseAddress).host, [
    ['name', 'good', 'nameIsAddress'],
    ['proxy', 'good', 'noProxy'],
    ['secure', 'good', 'plain'],
    ['health', 'good', 'healthy'],
    ['account', 'skipped', 'notSignedIn']
  ])
  expect(api.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /health'])
})

test('passes all five steps when signed in and copies a report', async () => {
  const { app, page, api } = shared
  await signIn(page, api.baseAddress)
  await checkConnection(page)
  await expect(outcome(page, connectionCheck.outcome.works)).toBeVisible()
  const { host } = new URL(api.baseAddress)
  await expectSteps(page, host, [
    ['name', 'good', 'nameIsAddress'],
    ['proxy', 'good', 'noProxy'],
    ['secure', 'good', 'plain'],
    ['health', 'good', 'healthy'],
    ['account', 'good', 'accepted']
  ])
  for (const row of await connectionCheckSteps(page).all())
    await expect(row.getByRole('heading')).toContainText(/\d m?s$/)
  await expect(connectionCheckSteps(page).nth(3)).toContainText(`${connectionCheck.fact.status}200`)

  await page.getByRole('button', { name: connectionCheck.copy, exact: true }).click()
  await expect(page.getByRole('button', { name: connectionCheck.copied, exact: true })).toBeVisible()
  const report = await app.copied()
  for (const text of [
    say(connectionCheck.report.address, { address: api.baseAddress }),
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

test('cancels a hanging check and starts it again', async () => {
  const { page, api } = shared
  await signIn(page, api.baseAddress)
  let asked = (): void => undefined
  const hangs = new Promise<void>((resolve) => (asked = resolve))
  const restore = api.respondWith('/health', () => asked())
  await checkConnection(page)
  await hangs
  await expect(outcome(page, connectionCheck.outcome.running)).toBeVisible()
  await expect(connectionCheckSteps(page).nth(3)).toContainText(connectionCheck.verdict.running)
  await page.getByRole('button', { name: common.cancel, exact: true }).click()
  await expect(outcome(page, connectionCheck.outcome.cancelled)).toBeVisible()
  await expect(connectionCheckSteps(page).nth(3)).toContainText(connectionCheck.verdict.cancelled)
  restore()
  await page.getByRole('button', { name: connectionCheck.again, exact: true }).click()
  await expect(outcome(page, connectionCheck.outcome.works)).toBeVisible()
})

test('an error leads to the check, and Back returns to the view', async () => {
  const { page, api } = shared
  await signIn(page, api.baseAddress)
  await api.stop()
  await refreshAll(page)
  await page.getByRole('link', { name: common.checkConnection }).first().click()
  await expect(title(page, connectionCheck.title)).toBeVisible()
  await expect(connectionCheckSteps(page).nth(3)).toContainText(error.UNREACHABLE.next)
  await api.restart()
  await page.getByRole('button', { name: connectionCheck.again, exact: true }).click()
  await expect(outcome(page, connectionCheck.outcome.works)).toBeVisible()
  await back(page).click()
  await expect(title(page, words.catalogue.title)).toBeVisible()
})

test('runs by keyboard alone and returns the focus', async () => {
  const { app, page, api } = shared
  await expect(field.email(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(api.baseAddress)
  const button = check(page)
  for (let step = 0; step < 12 && !(await button.evaluate((one) => one === document.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(outcome(page, connectionCheck.outcome.reached)).toBeVisible()
  const copy = page.getByRole('button', { name: connectionCheck.copy, exact: true })
  for (let step = 0; step < 6 && !(await copy.evaluate((one) => one === document.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: connectionCheck.copied, exact: true })).toBeFocused()
  expect(await app.copied()).toContain(connectionCheck.outcome.reached)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(field.address(page)).toHaveValue(api.baseAddress)
})
