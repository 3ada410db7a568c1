/** A provider chooses token and texts so that searching one for the other is slow: the app goes on answering. */
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const { error, signIn: session } = words

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
/** Main answers a call, so it isn't busy with a pattern. */
test.afterEach(async () => {
  expect(await shared.page.evaluate(() => window.portside.app.info())).toMatchObject({ ok: true })
  await ui.startOver(shared)
})

const QUOTES = '\\"'.repeat(40)
const BACKSLASHES = `${`${'\\'.repeat(8)}"`.repeat(11)}${'a'.repeat(80)}`

test('refuses a token of quotes and backslashes', async () => {
  const { page, api } = shared
  api.respondWith(/SignIn$/, () => Response.json({ token: QUOTES }))
  api.respondWith('/v2/Profile', () => Response.json({ firstName: BACKSLASHES }))
  await ui.submitSignIn(page, { address: api.baseUrl })
  await expect(ui.alerts(page)).toContainText(error.found.unusableToken)
  await expect(ui.alerts(page)).toContainText(error.nextFor.unusableToken)
  await expect(ui.title(page, session.title)).toBeVisible()
  // Whether the sign-in is there, is asked without credentials.
  expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v2/Authentication/SignIn',
    'POST /v2/Authentication/SignIn'
  ])
})

test('a password of quotes and backslashes in every reply slows nothing down', async () => {
  const { page, api } = shared
  const stop = api.respondWith(/SignIn$/, () =>
    Response.json({ message: `No: ${QUOTES} ${BACKSLASHES}`, statusCode: 'Forbidden' }, { status: 400 })
  )
  api.respondWith('/v2/Profile', () => Response.json({ firstName: `${QUOTES} ${BACKSLASHES}` }))
  await ui.submitSignIn(page, { address: api.baseUrl, password: QUOTES })
  const host = new URL(api.baseUrl).host
  await expect(ui.alerts(page)).toContainText(say(error.asked.sentence, { host }))
  await expect(ui.alerts(page)).not.toContainText(QUOTES)
  stop()
  await ui.signIn(page, api.baseUrl)
  await ui.goTo(page, 'profile')
  await expect(page.getByText(BACKSLASHES)).toBeAttached()
})

test('kerned letters without a blank freeze neither the product page nor the profile', async () => {
  const { page, api } = shared
  const kerned = 'AV'.repeat(10_000)
  const named = (names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, kerned]))
  const offer = {
    ...named([
      'description',
      'shortDescription',
      'provider',
      'location',
      'city',
      'country',
      'type',
      'category',
      'carrier'
    ]),
    ...named(Array.from({ length: 40 }, (_, at) => `field${at}`)),
    ...{ id: 'kerned', name: 'Kerned', isAvailable: true }
  }
  api.respondWith('/v2/Products', () => Response.json([offer]))
  api.respondWith('/v2/Products/kerned', () => Response.json(offer))
  api.respondWith('/v2/Profile', () =>
    Response.json({ email: 'ada@example.com', ...named(['companyName', 'address', 'city', 'telegram', 'unknown']) })
  )
  await ui.signIn(page, api.baseUrl)
  await ui.goTo(page, 'catalogue')
  await ui.products(page).filter({ hasText: 'Kerned' }).click()
  await expect(ui.productPane(page)).toContainText('AVAV')
  await ui.goTo(page, 'profile')
  await expect(page.getByText('AVAV').first()).toBeVisible()
})

test('a number with a million zeros inside stops nothing', async () => {
  const { page, api } = shared
  await ui.signIn(page, api.baseUrl)
  const invoice = `{"id":"long","number":"N-1","status":"Paid","totalAmount":1.${'0'.repeat(1_000_000)}1}`
  api.respondWith(
    '/v3/invoices',
    () => new Response(`[${invoice}]`, { headers: { 'content-type': 'application/json' } })
  )
  await ui.refreshAll(page)
  await ui.settled(page)
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page)).toHaveCount(1)
  await expect(ui.invoiceRows(page)).toContainText('N-1')
})
