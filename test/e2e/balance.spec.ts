import { SampleApi } from '../../src/sample/index.ts'
import { BUILT_IN } from '../../src/shared/providers/built-in.ts'
import { expect, test, type ApiServer, type App } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  notification,
  overview,
  settings,
  accounts: { profile },
  settings: { label: setting }
} = words

const sample = new SampleApi({ data: 'difficult' }).fetch

/** The profile states this from now on. */
const states = (api: ApiServer, money: { balance: number; currency?: string }): void =>
  void api.respondWith(BUILT_IN['hypeproxy-v2'].profile?.path ?? '', async ({ url, headers }) => {
    // Without validators, which would get "not modified".
    const answer = await sample(new Request(url, { headers: { authorization: headers.get('authorization') ?? '' } }))
    return Response.json({ ...((await answer.json()) as object), ...money })
  })

async function refreshed({ page }: App): Promise<void> {
  await ui.refreshAll(page)
  await ui.settled(page)
}
const titles = async (app: App): Promise<string[]> => (await app.notifications()).map(({ title }) => title)
const balanceInTray = async (app: App): Promise<string | undefined> =>
  (await app.tray())?.items.map(({ label }) => label).find((label) => label.startsWith(profile.balance))

test('the money in the account is on the overview, in the profile and the tray, and notified when it falls', async ({
  launch,
  api
}) => {
  const app = await launch()
  const { page } = app
  const outstanding = page.getByRole('region', { name: overview.open.title })

  await test.step('it is said only where the profile states it', async () => {
    await ui.signIn(page, api.baseUrl)
    await ui.goTo(page, 'overview')
    await ui.settled(page)
    await expect(outstanding).toBeVisible()
    await expect(page.getByText(profile.balance)).toBeHidden()
    states(api, { balance: 48.2, currency: 'EUR' })
    await refreshed(app)
    await expect(outstanding).toContainText(/Account balance\s*€48\.20/)
    await expect.poll(() => balanceInTray(app)).toMatch(/€48\.20 \(.+\)$/)
  })

  await test.step('a fall below the threshold is one notification, which opens the profile', async () => {
    await ui.goTo(page, 'settings')
    await page.getByLabel(setting.balanceThreshold).check()
    const amount = page.getByLabel(settings.notifications.balanceAmount, { exact: true })
    await amount.fill('20')
    await amount.press('Tab')
    states(api, { balance: 19.99, currency: 'EUR' })
    await refreshed(app)
    await expect.poll(() => titles(app)).toEqual([notification.balanceBelow])
    expect(JSON.stringify(await app.notifications()), 'what a locked screen may show').not.toContain('19')
    await app.clickNotification(0)
    await expect(page.getByRole('region', { name: profile.group.account, exact: true })).toContainText('€19.99')
  })
})
