/** A sign-in from its beginning to its end: codes, the notice before it ends, and who may end it. */
import { expect, shareApp, test } from './fixtures.ts'
import { startProvider, type Provider, type ProviderOptions } from './provider.ts'
import {
  alerts,
  atRest,
  field,
  goTo,
  invoicePane,
  invoiceRows,
  notices,
  products,
  refreshAll,
  settled,
  signInAt,
  startOver,
  submitSignIn,
  title
} from './walk.ts'
import { say, words } from './words.ts'

const { common, error, invoices, notice, profile, session, settings } = words
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

const shared = shareApp(({ page }) => expect(title(page, session.title)).toBeVisible())
const rows = () => notices(shared.page).getByRole('status')
const signInAgain = () => notices(shared.page).getByRole('button', { name: notice.signInAgain, exact: true })
test.afterEach(() => startOver(shared))

withProvider('warns before a sign-in expires, as set, until dismissed, and leads to a sign-in', async ({ start }) => {
  let hours = 50
  const provider = await start({ expires: () => new Date(Date.now() + hours * HOUR) })
  const { page } = shared
  await signInAt(page, provider)
  await expect(rows()).toHaveCount(0)
  await goTo(page, 'settings')
  const choice = page.getByLabel(settings.expiry.label, { exact: true })
  await choice.selectOption({ value: '72' })
  await expect(notices(page)).toContainText(say(notice.ends, { host: provider.host }).split('{when}')[0] ?? '')
  await expect(notices(page)).toContainText(/2 d/)
  await expect(notices(page)).toContainText(notice.endsNext)
  await choice.selectOption({ value: '0' })
  await expect(rows()).toHaveCount(0)

  await choice.selectOption({ value: '72' })
  await goTo(page, 'profile')
  hours = 60
  await signInAgain().click()
  await expect(title(page, session.again)).toBeVisible()
  await expect(field.email(page)).toHaveValue(provider.email)
  await field.password(page).fill(provider.password)
  await page.keyboard.press('Enter')
  await expect(title(page, profile.title)).toBeVisible()
  await notices(page).getByRole('button', { name: notice.dismiss, exact: true }).click()
  await expect(rows()).toHaveCount(0)
  await refreshAll(page)
  await settled(page)
  await expect(rows()).toHaveCount(0)
})

withProvider(
  'a refused token shows one notice, keeps data readable, and signing in returns to the same place',
  async ({ start }) => {
    const provider = await start()
    const { page } = shared
    const heading = invoicePane(page).getByRole('heading', { level: 2 })
    await signInAt(page, provider)
    await goTo(page, 'invoices')

    await test.step('one refused call does not end the sign-in', async () => {
      const answer = provider.respondWith('/v3/invoices', () => Response.json({ message: 'No.' }, { status: 401 }))
      await refreshAll(page)
      await expect(alerts(page)).toContainText(say(error.UNAUTHORIZED.sentence, { host: provider.host }))
      await atRest(page)
      await expect(rows()).toHaveCount(0)
      const state = await page.evaluate(() => window.portside.session.state())
      expect(state).toMatchObject({ data: { credential: 'kept' } })
      await expect(title(page, invoices.title)).toBeVisible()
      answer()
      await refreshAll(page)
      await settled(page)
    })

    await invoiceRows(page).first().click()
    await expect(heading).toContainText(provider.invoice)
    const place = page.url()
    expect(place).toMatch(/#\/invoices\/.+/)
    const accept = provider.refuseAll()
    // Many at once, as when every view asks for its own.
    await page.evaluate(async (key) => {
      const { app, catalogue } = window.portside
      const single = Array.from({ length: 20 }, () => catalogue.refreshProduct({ key }))
      const topics = ['profile', 'catalogue', 'invoices', null] as const
      await Promise.all([...single, ...topics.map((topic) => app.refresh({ topic }))])
    }, `w-${NAME}`)
    await expect(notices(page)).toContainText(say(notice.refused, { host: provider.host }))
    await expect(notices(page)).toContainText(notice.refusedNext)
    await expect(rows()).toHaveCount(1)
    expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({
      data: { status: 'signedIn', credential: 'refused', accounts: { length: 1 } }
    })

    await expect(heading).toContainText(provider.invoice)
    await goTo(page, 'catalogue')
    await expect(products(page)).toHaveText([new RegExp(provider.product)])
    await goTo(page, 'profile')
    const person = page.getByRole('heading', { level: 2, name: provider.person })
    await expect(person).toBeVisible()
    await signInAgain().click()
    await expect(title(page, session.again)).toBeVisible()
    await page.getByRole('button', { name: common.back, exact: true }).click()
    await expect(person).toBeVisible()
    await goTo(page, 'invoices')
    await invoiceRows(page).first().click()
    await expect(page).toHaveURL(place)

    // By itself nothing more is asked with a token that is no good.
    provider.requests.length = 0
    accept()
    await signInAgain().click()
    await expect(field.address(page)).toHaveValue(provider.baseAddress)
    await expect(field.email(page)).toHaveValue(provider.email)
    await field.password(page).fill(provider.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(place)
    await expect(heading).toContainText(provider.invoice)
    await expect(rows()).toHaveCount(0)
    await settled(page)
    expect(provider.requests[0]).toMatchObject({ method: 'POST' })
  }
)

withProvider('keeps the password after the first wrong code and forgets it after the second', async ({ start }) => {
  const provider = await start({ code: '135790' })
  const { page } = shared
  await submitSignIn(page, { address: provider.baseAddress, email: provider.email, password: provider.password })
  await expect(field.code(page)).toBeFocused()
  await field.code(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(session.invalid.codeRefused)).toBeVisible()
  await expect(field.password(page)).toHaveValue(provider.password)
  await field.code(page).fill('111111')
  await page.keyboard.press('Enter')
  await expect(field.password(page)).toBeFocused()
  await expect(field.password(page)).toHaveValue('')

  await field.password(page).fill(provider.password)
  await field.code(page).fill('135790')
  await page.keyboard.press('Enter')
  await settled(page)
  const sent = provider.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as object)
  expect(sent).toHaveLength(4)
  expect(sent[0]).not.toHaveProperty('otpCode')
  expect(sent[3]).toMatchObject({ otpCode: '135790' })
})
