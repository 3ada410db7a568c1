/** A sign-in from its beginning to its end: the code, the notice before it ends, the refusal, and the next sign-in. */
import { expect, test } from './fixtures.ts'
import { startProvider } from './provider.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  signIn: session,
  ui: { common, notice }
} = words
const HOUR = 3_600_000
const NAME = 'Nordlichtkai'
const CODE = '135790'

test('a sign-in asks for a code, warns a day before its end, is refused in one notice, and the next returns to the same place', async ({
  launch
}) => {
  let hours = 20
  const provider = await startProvider({
    name: NAME,
    code: CODE,
    expires: () => new Date(Date.now() + hours * HOUR)
  })
  const { page } = await launch()
  const rows = ui.notices(page).getByRole('status')
  const heading = ui.invoicePane(page).getByRole('heading', { level: 2 })
  const typeCode = async (): Promise<void> => {
    await expect(ui.field.code(page)).toBeFocused()
    await ui.field.code(page).fill(CODE)
    await page.keyboard.press('Enter')
  }

  await test.step('the code is asked for, and sent with the password', async () => {
    await ui.submitSignIn(page, { address: provider.baseUrl, email: provider.email, password: provider.password })
    await typeCode()
    await ui.goTo(page, 'invoices')
    await ui.settled(page)
    const sent = provider.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body) as object)
    expect(sent).toHaveLength(2)
    expect(sent[0]).not.toHaveProperty('otpCode')
    expect(sent[1]).toMatchObject({ otpCode: CODE })
  })

  await test.step('its end is announced until dismissed', async () => {
    await expect(ui.notices(page)).toContainText(say(notice.ends, { host: provider.host }).split('{when}')[0] ?? '')
    await expect(ui.notices(page)).toContainText(notice.endsNext)
    await expect(rows).toHaveCount(1)
    await ui.button(ui.notices(page), notice.dismiss).click()
    await expect(rows).toHaveCount(0)
  })

  await ui.invoiceRows(page).first().click()
  await expect(heading).toContainText(provider.invoice)
  const place = page.url()
  expect(place).toMatch(/#\/invoices\/.+/)
  const accept = provider.refuseAll()
  await test.step('a refusal of many calls at once is one notice, and what is saved can be read', async () => {
    await page.evaluate(
      async (product) => {
        const { app, catalogue } = window.portside
        const single = Array.from({ length: 20 }, () => catalogue.refreshProduct(product))
        const topics = ['profile', 'catalogue', 'invoices', null] as const
        await Promise.all([...single, ...topics.map((topic) => app.refresh({ of: product.of, all: false, topic }))])
      },
      { of: await ui.shownAccount(page), key: `w-${NAME}` }
    )
    await expect(ui.notices(page)).toContainText(say(notice.refused, { host: provider.host }))
    await expect(ui.notices(page)).toContainText(notice.refusedNext)
    await expect(rows).toHaveCount(1)
    expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({
      data: { status: 'signedIn', credential: 'refused', accounts: { length: 1 } }
    })
    await expect(heading).toContainText(provider.invoice)
    await ui.button(ui.notices(page), notice.signInAgain).click()
    await expect(ui.title(page, session.again)).toBeVisible()
    await ui.button(page, common.back).click()
    await expect(page).toHaveURL(place)
  })

  // By itself nothing more is asked with a token that is no good.
  provider.requests.length = 0
  accept()
  hours = 50
  await ui.signInAgain(page, provider)
  await typeCode()
  await expect(page).toHaveURL(place)
  await expect(heading).toContainText(provider.invoice)
  await expect(rows).toHaveCount(0)
  await ui.settled(page)
  const signIn = provider.requests.findLastIndex(({ method }) => method === 'POST')
  expect(signIn).toBeGreaterThanOrEqual(0)
  for (const { headers } of provider.requests.slice(0, signIn)) expect(headers['authorization']).toBeUndefined()
  await provider.stop()
})
