/** A provider chooses token and texts so that searching one for the other is slow: the app goes on answering. */
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const { error, session } = words

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
  await ui.submitSignIn(page, { address: api.baseAddress })
  await expect(ui.alerts(page)).toContainText(error.found.unusableToken)
  await expect(ui.alerts(page)).toContainText(error.nextFor.unusableToken)
  await expect(ui.title(page, session.title)).toBeVisible()
  expect(api.requests.map(({ path }) => path)).toEqual(['/v2/Authentication/SignIn'])
})

test('a password of quotes and backslashes in every reply slows nothing down', async () => {
  const { page, api } = shared
  const stop = api.respondWith(/SignIn$/, () =>
    Response.json({ message: `No: ${QUOTES} ${BACKSLASHES}`, statusCode: 'Forbidden' }, { status: 400 })
  )
  api.respondWith('/v2/Profile', () => Response.json({ firstName: `${QUOTES} ${BACKSLASHES}` }))
  await ui.submitSignIn(page, { address: api.baseAddress, password: QUOTES })
  const host = new URL(api.baseAddress).host
  await expect(ui.alerts(page)).toContainText(say(error.asked.sentence, { host }))
  await expect(ui.alerts(page)).not.toContainText(QUOTES)
  stop()
  await ui.signIn(page, api.baseAddress)
  await ui.goTo(page, 'profile')
  await expect(page.getByText(BACKSLASHES)).toBeAttached()
})
