/** From the first screen into the app: a check of the connection, a wrong password, the right one, and replies that can't be read. */
import type { Page } from '@playwright/test'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import type { ConnectionCheckStep, ConnectionCheckStepName, Verdict } from '../../src/shared/models/connection-check.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  error,
  overview,
  ui: { common, shell },
  help: { connectionCheck }
} = words

type Said = [ConnectionCheckStepName, ConnectionCheckStep['state'], Exclude<Verdict, 'failed'>]

/** Each step's name, state and verdict, in their order. */
async function expectSteps(page: Page, host: string, said: Said[]): Promise<void> {
  await expect(ui.connectionCheckSteps(page)).toHaveCount(said.length)
  for (const [at, [step, state, verdict]] of said.entries()) {
    const row = ui.connectionCheckSteps(page).nth(at)
    const heading = `${connectionCheck.step[step]} ${connectionCheck.state[state]}`
    await expect(row.getByRole('heading')).toContainText(heading)
    await expect(row).toContainText(say(connectionCheck.verdict[verdict], { host }))
  }
}

const outcome = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** A host that nobody knows, then the provider. */
async function checkBoth(page: Page, baseUrl: string): Promise<void> {
  const check = ui.button(page, common.checkConnection)
  await ui.fillAddress(page, 'https://example.invalid')
  await ui.openAdvanced(page)
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
  await ui.button(page, common.back).click()
  await ui.fillAddress(page, baseUrl)
  await check.press('Enter')
  await expect(outcome(page, connectionCheck.outcome.reached)).toBeVisible()
  await expectSteps(page, new URL(baseUrl).host, [
    ['name', 'good', 'nameIsAddress'],
    ['proxy', 'good', 'noProxy'],
    ['secure', 'good', 'plain'],
    ['health', 'good', 'healthy'],
    ['account', 'skipped', 'notSignedIn']
  ])
  await page.keyboard.press('Escape')
  await expect(check).toBeFocused()
  await page.keyboard.press('Escape')
}

test('by keyboard alone, after a wrong password; what is saved stays when replies can’t be read', async ({
  launch,
  api
}) => {
  const { page } = await launch()
  await expect(ui.field.email(page)).toBeFocused()
  expect(api.requests).toEqual([])
  await test.step('the connection is checked from here', async () => {
    await checkBoth(page, api.baseUrl)
    expect(api.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /health'])
    await page.reload()
    await expect(ui.field.email(page)).toBeFocused()
  })

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(ui.field.provider(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(ui.field.address(page)).toBeFocused()
  await page.keyboard.type(api.baseUrl)
  await page.keyboard.press('Tab')
  await page.keyboard.type(SAMPLE_EMAIL)
  await page.keyboard.press('Tab')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  const host = new URL(api.baseUrl).host
  await expect(ui.alerts(page)).toContainText(say(error.WRONG_CREDENTIALS.sentence, { host }))
  await expect(ui.alerts(page)).toContainText(error.WRONG_CREDENTIALS.next)
  await expect(ui.field.email(page)).toHaveValue(SAMPLE_EMAIL)
  await expect(ui.field.password(page)).toBeFocused()
  const posted = () => api.requests.filter(({ method }) => method === 'POST')
  expect(posted()).toHaveLength(1)

  await ui.field.password(page).fill(SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(ui.title(page, overview.title)).toBeVisible()
  await ui.settled(page)
  const [, second] = posted()
  expect(second).toMatchObject({ url: '/v2/Authentication/SignIn' })
  expect(JSON.parse(second?.body ?? '')).toEqual({ email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD })
  await expect(ui.statusBar(page)).toContainText(count(shell.status.products, 60))

  const json = (text: string): Response => new Response(text, { headers: { 'content-type': 'application/json' } })
  api.respondWith('/v2/Products', () => json('[{"id": "1", "na'))
  api.respondWith('/v3/invoices', () => json('{"ledger": {"entries": 12}}'))
  await ui.goTo(page, 'catalogue')
  await ui.refreshAll(page)
  await expect(ui.alerts(page)).toContainText(say(error.BAD_REPLY.sentence, { host }))
  await expect(ui.products(page).first()).toBeVisible()
  await expect(ui.statusBar(page)).toContainText(count(shell.status.products, 60))
  await ui.goTo(page, 'invoices')
  await expect(ui.alerts(page)).toContainText(error.BAD_REPLY.next)
  await expect(ui.invoiceRows(page).first()).toBeVisible()
})
