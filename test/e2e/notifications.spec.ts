/**
 * Notifications, as a notification server on D-Bus receives them. That each event is notified once, after a restart too, is in
 * test/unit/app/notifications and test/integration/invoices/pdfs-and-notified-events.test.ts.
 */
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
  await ui.atRest(page)
  expect(await ui.refreshByBridge(page, null)).toMatchObject({ ok: true, data: { reach: 'online' } })
}

test('notifies each new or changed invoice once; a click opens it; while locked they wait', async ({ launch, api }) => {
  has(api, invoice('a', 'Created'), invoice('b'))
  const app = await launch()
  const { page } = app
  const known = [invoice('a', 'Paid'), invoice('b'), invoice('c', 'Created')]

  await test.step('each is notified once, and a click opens it', async () => {
    await ui.signInByBridge(page, api)
    await refreshed(app)
    expect(await titles(app), 'the first sync is quiet').toEqual([])

    has(api, ...known)
    await refreshed(app)
    await expect.poll(() => titles(app)).toEqual([notification.changed.settled, notification.new])
    expect(JSON.stringify(await app.notifications()), 'what a locked screen may show').not.toMatch(/130|N-/)
    await refreshed(app)
    await app.clickNotification(1)
    await expect(ui.invoicePane(page).getByRole('heading', { name: 'N-c' })).toBeVisible()
  })

  const due = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  const many = [invoice('late', 'Created', { dueDate: due }), ...['1', '2', '3', '4'].map((id) => invoice(id))]
  await test.step('many at once are one notification, and those of before are in none', async () => {
    has(api, ...known, ...many)
    await refreshed(app)
    const news = { title: 'Updates on 5 invoices', body: '1 overdue · 4 new' }
    await expect.poll(async () => (await app.notifications()).slice(2)).toEqual([news])
  })

  await test.step('events during a lock are notified after the unlock', async () => {
    await page.evaluate(() => window.portside.lock.setPin({ pin: '271828', current: null }))
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
    await app.clickMenu(tray.menu.file, tray.menu.lockNow)
    await expect(ui.title(page, lock.title)).toBeVisible()
    answer!.resolve()
    await answered!.promise
    // The refresh ended, but the locked page gets no data from it.
    expect(await round).toMatchObject({ ok: false, error: { code: 'APP_LOCKED' } })
    await expect.poll(async () => (await app.tray())?.items.map(({ label }) => label)).toContain(tray.locked)
    expect(await titles(app)).toHaveLength(3)

    await ui.tryPin(page, '271828')
    await expect.poll(async () => (await titles(app)).slice(3)).toEqual([notification.new])
  })
})
