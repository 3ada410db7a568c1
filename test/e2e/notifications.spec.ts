import { expect, test, type App, type ApiServer } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { lock, notification, tray } = words

interface Record {
  id: string
  number: string
  status: string
  totalAmount: number
  createdAt: string
  dueDate?: string
}
const invoice = (id: string, status = 'Paid', more: Partial<Record> = {}): Record => ({
  id,
  number: `N-${id}`,
  status,
  totalAmount: 130,
  createdAt: '2026-11-01T10:00:00Z',
  ...more
})

/** Answers with these from now on. */
const has = (api: ApiServer, ...invoices: Record[]): void =>
  void api.respondWith('/v3/invoices', () => Response.json(invoices))

const titles = async (app: App): Promise<string[]> => (await app.notifications()).map(({ title }) => title)

async function refreshed({ page }: App): Promise<void> {
  await ui.refreshAll(page)
  await ui.settled(page)
}

test('notifies each new or changed invoice once, across restarts; a click opens it; while locked they wait', async ({
  launch,
  api
}) => {
  has(api, invoice('a', 'Created'), invoice('b'))
  const app = await launch()

  await test.step('each is notified once, and a click opens it', async () => {
    await ui.signIn(app.page, api.baseUrl)
    await refreshed(app)
    expect(await titles(app), 'the first sync is quiet').toEqual([])

    has(api, invoice('a', 'Paid'), invoice('b'), invoice('c', 'Created'))
    await refreshed(app)
    await expect.poll(() => titles(app)).toEqual([notification.changed.settled, notification.new])
    expect(JSON.stringify(await app.notifications()), 'what a locked screen may show').not.toMatch(/130|N-/)
    await refreshed(app)
    // The next one shows that this round looked at the invoices and reported nothing.
    has(api, invoice('a', 'Paid'), invoice('b'), invoice('c', 'Created'), invoice('e', 'Created'))
    await refreshed(app)
    await expect.poll(() => titles(app)).toEqual([notification.changed.settled, notification.new, notification.new])

    await app.clickNotification(1)
    await expect(ui.invoicePane(app.page).getByRole('heading', { name: 'N-c' })).toBeVisible()
  })
  await app.quit()

  const again = await launch()
  const { page } = again
  const known = [...['c', 'd', 'e'].map((id) => invoice(id, 'Created')), invoice('a', 'Paid'), invoice('b')]

  await test.step('after a restart, only newer events', async () => {
    await ui.settled(page)
    await refreshed(again)
    has(api, ...known)
    await refreshed(again)
    await expect.poll(() => titles(again)).toEqual([notification.new])
  })

  const due = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  const many = [invoice('late', 'Created', { dueDate: due }), ...['1', '2', '3', '4'].map((id) => invoice(id))]
  await test.step('many at once are one notification', async () => {
    has(api, ...known, ...many)
    await refreshed(again)
    const news = { title: 'Updates on 5 invoices', body: '1 overdue · 4 new' }
    await expect.poll(async () => (await again.notifications()).slice(1)).toEqual([news])
  })

  await test.step('events during a lock are notified after the unlock', async () => {
    await ui.setPin(page, '271828')
    const [asked, answer, answered] = [0, 1, 2].map(() => Promise.withResolvers<void>())
    api.respondWith('/v3/invoices', async (_request, { response }) => {
      asked!.resolve()
      response.once('close', () => answered!.resolve())
      await answer!.promise
      return Response.json([...known, ...many, invoice('f', 'Created')])
    })
    await ui.atRest(page)
    const round = ui.refreshByBridge(page, null)
    await asked!.promise
    await page.getByRole('button', { name: lock.now }).click()
    await expect(ui.title(page, lock.title)).toBeVisible()
    answer!.resolve()
    await answered!.promise
    // The refresh ended, but the locked page gets no data from it.
    expect(await round).toMatchObject({ ok: false, error: { code: 'APP_LOCKED' } })
    await expect.poll(async () => (await again.tray())?.items.map(({ label }) => label)).toContain(tray.locked)
    expect(await titles(again)).toHaveLength(2)

    await ui.tryPin(page, '271828')
    await expect.poll(async () => (await titles(again)).slice(2)).toEqual([notification.new])
  })
})
