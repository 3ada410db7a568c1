/** A sign-in from its beginning to its end: codes, the notice before it ends, and who may end it. */
import { expect, shareApp, test } from './fixtures.ts'
import { startProvider, type Provider, type ProviderOptions } from './provider.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  accounts,
  error,
  invoices,
  signIn: session,
  ui: { common, notice },
  accounts: { profile }
} = words
const HOUR = 3_600_000
const NAME = 'Nordlichtkai'

const withProvider = test.extend<{ start: (more?: Partial<ProviderOptions>) => Promise<Provider> }>({
  start: async ({}, use) => {
    const started: Provider[] = []
    await use(async (more = {}) => {
      const provider = await startProvider({ name: NAME, ...more })
      started.push(provider)
      return provider
    })
    for (const provider of started) await provider.stop()
  }
})

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
const rows = () => ui.notices(shared.page).getByRole('status')
test.afterEach(() => ui.startOver(shared))

withProvider('warns a day before a sign-in expires, until dismissed, and leads to a sign-in', async ({ start }) => {
  let hours = 50
  const provider = await start({ expires: () => new Date(Date.now() + hours * HOUR) })
  const { page } = shared
  await ui.signInAt(page, provider)
  await expect(rows()).toHaveCount(0)
  hours = 20
  await ui.toAccounts(page)
  await ui.chooseOf(page, provider.person, accounts.signInAgain)
  await ui.field.password(page).fill(provider.password)
  await ui.button(page, session.action.signIn).click()
  await expect(ui.notices(page)).toContainText(say(notice.ends, { host: provider.host }).split('{when}')[0] ?? '')
  await expect(ui.notices(page)).toContainText(notice.endsNext)
  await expect(rows()).toHaveCount(1)
  await ui.goTo(page, 'profile')
  hours = 21
  await ui.signInAgain(page, provider)
  await expect(ui.title(page, profile.title)).toBeVisible()
  await ui.button(ui.notices(page), notice.dismiss).click()
  await expect(rows()).toHaveCount(0)
  await ui.refreshAll(page)
  await ui.settled(page)
  await expect(rows()).toHaveCount(0)
})

withProvider(
  'a refused token shows one notice, keeps data readable, and signing in returns to the same place',
  async ({ start }) => {
    const provider = await start()
    const { page } = shared
    const heading = ui.invoicePane(page).getByRole('heading', { level: 2 })
    await ui.signInAt(page, provider)
    await ui.goTo(page, 'invoices')

    await test.step('one refused call does not end the sign-in', async () => {
      const answer = provider.respondWith('/v3/invoices', () => Response.json({ message: 'No.' }, { status: 401 }))
      await ui.refreshAll(page)
      await expect(ui.alerts(page)).toContainText(say(error.UNAUTHORIZED.sentence, { host: provider.host }))
      await ui.atRest(page)
      await expect(rows()).toHaveCount(0)
      const state = await page.evaluate(() => window.portside.session.state())
      expect(state).toMatchObject({ data: { credential: 'kept' } })
      await expect(ui.title(page, invoices.title)).toBeVisible()
      answer()
      await ui.refreshAll(page)
      await ui.settled(page)
    })

    await ui.invoiceRows(page).first().click()
    await expect(heading).toContainText(provider.invoice)
    const place = page.url()
    expect(place).toMatch(/#\/invoices\/.+/)
    const accept = provider.refuseAll()
    // Many at once, as when every view asks for its own.
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
    await expect(rows()).toHaveCount(1)
    expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({
      data: { status: 'signedIn', credential: 'refused', accounts: { length: 1 } }
    })

    await expect(heading).toContainText(provider.invoice)
    await ui.goTo(page, 'catalogue')
    await expect(ui.products(page)).toHaveText([new RegExp(provider.product)])
    await ui.goTo(page, 'profile')
    const person = page.getByRole('heading', { level: 2, name: provider.person })
    await expect(person).toBeVisible()
    await ui.button(ui.notices(page), notice.signInAgain).click()
    await expect(ui.title(page, session.again)).toBeVisible()
    await ui.button(page, common.back).click()
    await expect(person).toBeVisible()
    await ui.goTo(page, 'invoices')
    await ui.invoiceRows(page).first().click()
    await expect(page).toHaveURL(place)

    // By itself nothing more is asked with a token that is no good.
    provider.requests.length = 0
    accept()
    await ui.signInAgain(page, provider)
    await expect(page).toHaveURL(place)
    await expect(heading).toContainText(provider.invoice)
    await expect(rows()).toHaveCount(0)
    await ui.settled(page)
    const signIn = provider.requests.findIndex(({ method }) => method === 'POST')
    expect(signIn).toBeGreaterThanOrEqual(0)
    for (const { headers } of provider.requests.slice(0, signIn)) expect(headers['authorization']).toBeUndefined()
  }
)

withProvider('keeps the password after the first wrong code and forgets it after the second', async ({ start }) => {
  const provider = await start({ code: '135790' })
  const { page } = shared
  await ui.submitSignIn(page, { address: provider.baseUrl, email: provider.email, password: provider.password })
  await expect(ui.field.code(page)).toBeFocused()
  await ui.field.code(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(session.invalid.codeRefused)).toBeVisible()
  await expect(ui.field.password(page)).toHaveValue(provider.password)
  await ui.field.code(page).fill('111111')
  await page.keyboard.press('Enter')
  await expect(ui.field.password(page)).toBeFocused()
  await expect(ui.field.password(page)).toHaveValue('')

  await ui.field.password(page).fill(provider.password)
  await ui.field.code(page).fill('135790')
  await page.keyboard.press('Enter')
  await ui.settled(page)
  const sent = provider.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as object)
  expect(sent).toHaveLength(4)
  expect(sent[0]).not.toHaveProperty('otpCode')
  expect(sent[3]).toMatchObject({ otpCode: '135790' })
})
