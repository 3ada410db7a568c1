import { expect, test, type App, type PlatformServer } from './fixtures.ts'
import { atRest, invoicePane, refreshAll, setPin, settled, signIn, title, tryPin } from './walk.ts'
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
const has = (platform: PlatformServer, ...invoices: Record[]): void =>
  void platform.respondWith('/v3/invoices', () => Response.json(invoices))

const titles = async (app: App): Promise<string[]> => (await app.notifications()).map(({ title }) => title)

async function refreshed({ page }: App): Promise<void> {
  await refreshAll(page)
  await settled(page)
}

test('a new invoice, another state: each told once, across restarts too, and a click opens it', async ({
  launch,
  platform
}) => {
  has(platform, invoice('a', 'Created'), invoice('b'))
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await refreshed(app)
  expect(await titles(app), 'the first sync is quiet').toEqual([])

  has(platform, invoice('a', 'Paid'), invoice('b'), invoice('c', 'Created'))
  await refreshed(app)
  await expect.poll(() => titles(app)).toEqual([notification.changed.settled, notification.new])
  expect(JSON.stringify(await app.notifications()), 'what a locked screen may show').not.toMatch(/130|N-/)
  await refreshed(app)
  // The next one that comes tells that this round's invoices were looked at, and that nothing was told of them.
  has(platform, invoice('a', 'Paid'), invoice('b'), invoice('c', 'Created'), invoice('e', 'Created'))
  await refreshed(app)
  await expect.poll(() => titles(app)).toEqual([notification.changed.settled, notification.new, notification.new])

  await app.clickNotification(1)
  await expect(invoicePane(app.page).getByRole('heading', { name: 'N-c' })).toBeVisible()
  await app.quit()

  const again = await launch()
  await settled(again.page)
  await refreshed(again)
  has(platform, ...['c', 'd', 'e'].map((id) => invoice(id, 'Created')), invoice('a', 'Paid'), invoice('b'))
  await refreshed(again)
  await expect.poll(() => titles(again), 'only what is new since').toEqual([notification.new])
})

test('many at once are one notification', async ({ launch, platform }) => {
  has(platform)
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  const due = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  has(platform, invoice('late', 'Created', { dueDate: due }), ...['1', '2', '3', '4'].map((id) => invoice(id)))
  await refreshed(app)
  await expect.poll(() => app.notifications()).toEqual([{ title: 'News about 5 invoices', body: '1 overdue · 4 new' }])
})

test('what comes in while locked is told after', async ({ launch, platform }) => {
  const app = await launch()
  has(platform, invoice('a', 'Created'))
  await signIn(app.page, platform.baseAddress)
  await setPin(app.page, '271828')

  const [asked, answer, answered] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  platform.respondWith('/v3/invoices', async (_request, { response }) => {
    asked!.resolve()
    response.once('close', () => answered!.resolve())
    await answer!.promise
    return Response.json([invoice('a', 'Created'), invoice('b', 'Created')])
  })
  await atRest(app.page)
  const round = app.page.evaluate(() => window.portside.app.refresh({ topic: null }))
  await asked!.promise
  await app.page.getByRole('button', { name: lock.now }).click()
  await expect(title(app.page, lock.title)).toBeVisible()
  answer!.resolve()
  await answered!.promise
  // The round has ended, and the page is told nothing of it.
  expect(await round).toMatchObject({ ok: false, error: { code: 'APP_LOCKED' } })
  await expect.poll(async () => (await app.tray())?.items.map(({ label }) => label)).toContain(tray.locked)
  expect(await titles(app)).toEqual([])

  await tryPin(app.page, '271828')
  await expect.poll(() => titles(app)).toEqual([notification.new])
})
