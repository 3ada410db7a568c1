import { issueToken, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  error,
  invoices,
  overview,
  signIn: session,
  ui: { common, shell }
} = words

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
test.afterEach(() => ui.startOver(shared))

test('signs in by keyboard alone, after a wrong password that is explained with a next step', async () => {
  const { page, api } = shared
  await expect(ui.field.email(page)).toBeFocused()
  expect(api.requests).toEqual([])
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
})

test('refuses an unknown token and signs in with a good one', async () => {
  const { page, api } = shared
  await ui.submitToken(page, api.baseUrl, 'not-a-token-of-this-provider')
  await expect(ui.alerts(page)).toBeVisible()
  await expect(ui.products(page)).toHaveCount(0)
  api.requests.length = 0
  const token = issueToken(SAMPLE_EMAIL, new Date())
  await ui.submitToken(page, api.baseUrl, token)
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page).first()).toBeVisible()
  await ui.settled(page)
  expect(api.requests.every(({ method }) => method === 'GET')).toBe(true)
  const fetched = api.requests.filter(({ path }) => path.startsWith('/v2/') || path.startsWith('/v3/'))
  expect(new Set(fetched.map(({ headers }) => headers['authorization']))).toEqual(new Set([`Bearer ${token}`]))
  expect(api.requests.map(({ url }) => url).join()).not.toContain(token)
})

test('the sample needs one click, no account and no network, and leads back to the sign-in', async () => {
  const { page, api } = shared
  await ui.button(page, session.sample.action).click()
  await expect(ui.title(page, overview.title)).toBeVisible()
  await ui.seeStatus(page, 'sample')
  await ui.atRest(page, { reach: 'online' })
  await ui.goTo(page, 'invoices')
  await expect(page.getByRole('grid', { name: invoices.listLabel })).toHaveAttribute('aria-rowcount', '37')
  await ui.statusBar(page).getByRole('link', { name: shell.status.signIn }).click()
  await expect(ui.field.email(page)).toBeFocused()
  await ui.button(page, common.back).click()
  await expect(ui.title(page, invoices.title)).toBeVisible()
  expect(api.requests).toEqual([])
})

test('no part of the first screen is wider than a small window', async () => {
  const { app, page } = shared
  await app.resize(800, 500)
  await ui.chooseWay(page, 'token')
  await ui.fillAddress(page, 'https://a-long-name-of-a-provider.example.com')
  await ui.openAdvanced(page)
  const main = page.getByRole('main')
  expect(await main.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await app.resize(1280, 800)
})
