/** A sign-in from its beginning to its end: codes, the notice before it ends, and who may end it. */
import type { Page } from '@playwright/test'
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
  statusBar,
  submitSignIn,
  title
} from './walk.ts'
import { say, words } from './words.ts'

const { catalogue, common, error, invoices, notice, profile, session, settings, shell } = words
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

/** The text up to where it names a time. */
const before = (text: string): string => text.split('{when}')[0] ?? text
const noticeEnds = (provider: Provider): string => before(say(notice.ends, { host: provider.host }))
const noticeRows = (page: Page): ReturnType<Page['locator']> => notices(page).getByRole('status')

const shared = shareApp(({ page }) => expect(title(page, session.title)).toBeVisible())

test.afterEach('signs out, as each test begins', async () => {
  await shared.page.evaluate(async () => {
    const state = await window.portside.session.state()
    if (state.ok)
      for (const { account } of state.data.accounts) await window.portside.accounts.remove({ id: account.id })
  })
})

withProvider('warns before a sign-in expires, as set, until dismissed', async ({ start }) => {
  const provider = await start({ expires: () => new Date(Date.now() + 50 * HOUR) })
  const { page } = shared
  await signInAt(page, provider)
  await expect(noticeRows(page)).toHaveCount(0)
  await goTo(page, 'settings')
  const choice = page.getByLabel(settings.expiry.label, { exact: true })
  await choice.selectOption({ value: '72' })
  await expect(notices(page)).toContainText(noticeEnds(provider))
  await choice.selectOption({ value: '0' })
  await expect(noticeRows(page)).toHaveCount(0)

  await choice.selectOption({ value: '72' })
  await expect(noticeRows(page)).toHaveCount(1)
  await expect(notices(page)).toContainText(/2 d/)
  await expect(notices(page)).toContainText(notice.endsNext)
  await notices(page).getByRole('button', { name: notice.dismiss, exact: true }).click()
  await expect(noticeRows(page)).toHaveCount(0)
  await refreshAll(page)
  await settled(page)
  await expect(noticeRows(page)).toHaveCount(0)
  await choice.selectOption({ value: '24' })
})

withProvider('the expiry notice leads to a sign-in and then disappears', async ({ start }) => {
  let hours = 5
  const provider = await start({ expires: () => new Date(Date.now() + hours * HOUR) })
  const { page } = shared
  await signInAt(page, provider)
  await expect(notices(page)).toContainText(/[45] h/)
  await goTo(page, 'profile')
  hours = 100
  await notices(page).getByRole('button', { name: notice.signInAgain, exact: true }).click()
  await expect(title(page, session.again)).toBeVisible()
  await expect(field.email(page)).toHaveValue(provider.email)
  await field.password(page).fill(provider.password)
  await page.keyboard.press('Enter')
  await expect(title(page, profile.title)).toBeVisible()
  await expect(noticeRows(page)).toHaveCount(0)
})

withProvider(
  'a refused token shows one notice, keeps data readable, and signing in returns to the same place',
  async ({ start }) => {
    const provider = await start()
    const { page } = shared
    await signInAt(page, provider)
    await goTo(page, 'invoices')
    await invoiceRows(page).first().click()
    await expect(invoicePane(page).getByRole('heading', { level: 2 })).toContainText(provider.invoice)
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
    await expect(noticeRows(page)).toHaveCount(1)
    expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({
      data: { status: 'signedIn', credential: 'refused', accounts: { length: 1 } }
    })

    await expect(invoicePane(page).getByRole('heading', { level: 2 })).toContainText(provider.invoice)
    await goTo(page, 'catalogue')
    await expect(products(page)).toHaveText([new RegExp(provider.product)])
    await goTo(page, 'profile')
    const person = page.getByRole('heading', { level: 2, name: provider.person })
    await expect(person).toBeVisible()
    const signInAgain = notices(page).getByRole('button', { name: notice.signInAgain, exact: true })
    await signInAgain.click()
    await expect(title(page, session.again)).toBeVisible()
    await page.getByRole('button', { name: common.back, exact: true }).click()
    await expect(person).toBeVisible()
    await goTo(page, 'invoices')
    await invoiceRows(page).first().click()
    await expect(page).toHaveURL(place)

    // By itself nothing more is asked with a token that is no good.
    provider.requests.length = 0
    accept()
    await signInAgain.click()
    await expect(title(page, session.again)).toBeVisible()
    await expect(field.address(page)).toHaveValue(provider.baseAddress)
    await expect(field.email(page)).toHaveValue(provider.email)
    await field.password(page).fill(provider.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(place)
    await expect(invoicePane(page).getByRole('heading', { level: 2 })).toContainText(provider.invoice)
    await expect(noticeRows(page)).toHaveCount(0)
    await settled(page)
    expect(provider.requests[0]).toMatchObject({ method: 'POST' })
  }
)

withProvider('one refused call does not end the sign-in', async ({ start }) => {
  const provider = await start()
  const { page } = shared
  await signInAt(page, provider)
  provider.respondWith('/v3/invoices', () => Response.json({ message: 'not with this key' }, { status: 401 }))
  await goTo(page, 'invoices')
  await refreshAll(page)
  await expect(alerts(page)).toContainText(say(error.UNAUTHORIZED.sentence, { host: provider.host }))
  await atRest(page)
  await expect(invoiceRows(page)).toHaveText([new RegExp(provider.invoice)])
  await expect(noticeRows(page)).toHaveCount(0)
  expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({ data: { credential: 'kept' } })
  await expect(statusBar(page).getByText(shell.status.online, { exact: true })).toBeVisible()
  await expect(title(page, invoices.title)).toBeVisible()
})

withProvider('keeps the password after the first wrong code and forgets it after the second', async ({ start }) => {
  const provider = await start({ code: '135790' })
  const { page } = shared
  await expect(field.code(page)).toHaveCount(0)
  await submitSignIn(page, { address: provider.baseAddress, email: provider.email, password: provider.password })
  await expect(field.code(page)).toBeFocused()
  await expect(field.password(page)).toHaveValue(provider.password)
  await field.code(page).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(session.invalid.codeRefused)).toBeVisible()
  await expect(field.code(page)).toBeFocused()
  await expect(field.code(page)).toHaveValue('')
  await expect(field.password(page)).toHaveValue(provider.password)
  await field.code(page).fill('111111')
  await page.keyboard.press('Enter')
  await expect(field.password(page)).toBeFocused()
  await expect(field.password(page)).toHaveValue('')

  await field.password(page).fill(provider.password)
  await field.code(page).fill('135790')
  await page.keyboard.press('Enter')
  await expect(title(page, catalogue.title)).toBeVisible()
  const sent = provider.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as object)
  expect(sent).toHaveLength(4)
  expect(sent[0]).not.toHaveProperty('otpCode')
  expect(sent[3]).toMatchObject({ otpCode: '135790' })
})
