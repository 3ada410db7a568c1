import { issueToken, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { expect, shareApp, test } from './fixtures.ts'
import {
  alerts,
  explore,
  field,
  products,
  settled,
  signIn,
  startOver,
  statusBar,
  submitSignIn,
  submitToken,
  title
} from './walk.ts'
import { count, say, words } from './words.ts'

const { catalogue, connection, error, session, shell } = words

const shared = shareApp(({ page }) => expect(title(page, session.title)).toBeVisible())
test.afterEach(() => startOver(shared))

test('the first screen offers three ways to start and sends no request', async () => {
  const { page, api } = shared
  await expect(title(page, session.title)).toBeVisible()
  const ways = page.getByRole('group', { name: session.choices }).getByRole('radio')
  await expect(ways).toHaveCount(3)
  await expect(field.email(page)).toBeFocused()
  expect(api.requests).toEqual([])
})

test('signs in with email and password', async () => {
  const { page, api } = shared
  await signIn(page, api.baseAddress)
  const [first] = api.requests
  expect(first).toMatchObject({ method: 'POST', url: '/v2/Authentication/SignIn' })
  expect(JSON.parse(first?.body ?? '')).toEqual({ email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD })
  await expect(statusBar(page)).toContainText(count(shell.status.products, 60))
})

test('signs in with API version 3 when chosen', async () => {
  const { page, api } = shared
  await page.getByText(session.advanced, { exact: true }).click()
  await page
    .getByRole('group', { name: connection.preset.label })
    .getByText(connection.preset.v3, { exact: true })
    .click()
  await signIn(page, api.baseAddress)
  expect(api.requests[0]).toMatchObject({ method: 'POST', url: '/v3/authentication/sign-in' })
})

test('explains a wrong password with a next step and accepts a corrected one', async () => {
  const { page, api } = shared
  await submitSignIn(page, { address: api.baseAddress, password: 'not the password' })
  const host = new URL(api.baseAddress).host
  await expect(alerts(page)).toContainText(say(error.WRONG_CREDENTIALS.sentence, { host }))
  await expect(alerts(page)).toContainText(error.WRONG_CREDENTIALS.next)
  await expect(field.email(page)).toHaveValue(SAMPLE_EMAIL)
  await expect(field.password(page)).toBeFocused()
  expect(api.requests).toHaveLength(1)

  await field.password(page).fill(SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(title(page, catalogue.title)).toBeVisible()
})

test('signs in with a token', async () => {
  const { page, api } = shared
  const token = issueToken(SAMPLE_EMAIL, new Date())
  await submitToken(page, api.baseAddress, token)
  await expect(products(page).first()).toBeVisible()
  await settled(page)
  expect(api.requests.every(({ method }) => method === 'GET')).toBe(true)
  const fetched = api.requests.filter(({ path }) => path.startsWith('/v2/') || path.startsWith('/v3/'))
  expect(new Set(fetched.map(({ headers }) => headers['authorization']))).toEqual(new Set([`Bearer ${token}`]))
  expect(api.requests.map(({ url }) => url).join()).not.toContain(token)
})

test('refuses an unknown token', async () => {
  const { page, api } = shared
  await submitToken(page, api.baseAddress, 'not-a-token-of-this-provider')
  await expect(alerts(page)).toBeVisible()
  await expect(products(page)).toHaveCount(0)
})

test('the sample needs no account and no network', async () => {
  const { page, api } = shared
  await explore(page)
  await expect(statusBar(page)).toContainText(shell.status.sample)
  await expect(statusBar(page)).toContainText(count(shell.status.products, 60))
  expect(api.requests).toEqual([])
})
