/** A provider that pages, part-pays and credits: every place that says what is owed says the same, and never less. */
import { dayAfter, today } from '../../src/shared/models/day.ts'
import { runInTerminal } from './app/terminal.ts'
import { expect, test, type ApiServer } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

/** Far enough ahead that midnight changes nothing. */
const DUE = dayAfter(today(new Date()), 10)

const PART_PAID = {
  id: 'i1',
  number: 'PART-1',
  date: '2026-10-05',
  due_date: DUE,
  status: 'partially_paid',
  total: 300,
  balance: 50,
  currency: 'EUR'
}
const UNPAID = {
  id: 'i2',
  number: 'OPEN-2',
  date: '2026-10-02',
  due_date: DUE,
  status: 'unpaid',
  total: 80.5,
  currency: 'EUR'
}
const ZERO = { ...UNPAID, id: 'i3', number: 'ZERO-3', due_date: '2025-11-01', total: 0 }
/** Perhaps it was used already. */
const CREDIT_NOTE = {
  id: 'i4',
  number: 'CN-4',
  date: '2026-10-03',
  type: 'credit_note',
  status: 'issued',
  total: 25,
  currency: 'EUR'
}
/** Unused: it lowers what is owed. */
const OVERPAID = { ...UNPAID, id: 'i5', number: 'MINUS-5', due_date: '2026-01-01', total: -30.5 }
const PAID = { ...UNPAID, id: 'i6', number: 'PAID-6', status: 'paid', amount_paid: 80.5 }

const FIRST = [PART_PAID, PAID, ZERO]
const SECOND = [PART_PAID, UNPAID, CREDIT_NOTE, OVERPAID]
const PATH = '/v3/invoices'

/** Two pages; the second repeats an invoice of the first. */
function pages(api: ApiServer): void {
  api.respondWith(PATH, ({ url }) => {
    const isSecond = new URL(url, api.baseUrl).searchParams.get('page') === '2'
    const next = isSecond ? null : `${api.baseUrl}${PATH}?page=2`
    return Response.json({ data: isSecond ? SECOND : FIRST, links: { next }, meta: { total: 6 } })
  })
}

test('a provider that pages, part-pays and credits: what is owed, in every place', async ({
  launch,
  api,
  profileDir
}) => {
  pages(api)
  const app = await launch()
  const { page } = app
  await ui.signIn(page, api.baseUrl)
  const labels = async (): Promise<string[]> => (await app.tray())?.items.map(({ label }) => label) ?? []

  await test.step('overview: what remains, less the unused credit; other credit stands beside', async () => {
    await ui.goTo(page, 'overview')
    const card = page.getByRole('region', { name: words.overview.open.title })
    await expect(card).toContainText('€100.00')
    await expect(card).toContainText('€25.00 credit')
    await expect(card).toContainText('€30.50 credit')
    await expect(card.getByRole('listitem').filter({ hasText: 'PART-1' })).toContainText('€50.00')
    await expect(card.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('invoices: each record once, the credits labelled, nothing overdue', async () => {
    await ui.goTo(page, 'invoices')
    await expect(ui.invoiceRows(page)).toHaveCount(6)
    const outstanding = page.getByRole('region', { name: words.invoices.tiles.outstanding })
    await expect(outstanding).toContainText('€100.00')
    await expect(page.getByRole('region', { name: words.invoices.tiles.overdue })).toContainText(
      words.invoices.tiles.none
    )
    const credits = ui.invoiceRows(page).filter({ hasText: words.invoices.state.credit })
    await expect(credits).toHaveCount(2)
    await expect(ui.invoiceRows(page).filter({ hasText: 'ZERO-3' })).toContainText(words.invoices.state.settled)
  })

  await test.step('the pane says what remains of how much', async () => {
    await ui.invoiceRows(page).filter({ hasText: 'PART-1' }).click()
    await expect(ui.invoicePane(page)).toContainText('€50.00 of €300.00 remaining')
  })

  await test.step('tray', async () => {
    await expect
      .poll(labels)
      .toContainEqual(
        expect.stringMatching(/^2 invoices to pay · €100\.00 after €30\.50 credit, and €25\.00 credit not deducted/)
      )
    expect(await labels()).toContainEqual(expect.stringContaining('€50.00'))
    expect(await labels()).not.toContainEqual(expect.stringMatching(/days? overdue/))
  })

  await test.step('quick check', async () => {
    const { exitCode, stdout } = await runInTerminal(['--quick-check', '--json'], { profileDir })
    expect(exitCode).toBe(10)
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 10,
      accounts: [
        {
          open: 2,
          overdue: 0,
          unknown: 0,
          total: 6,
          openAmounts: [{ currency: 'EUR', amount: '100.0' }],
          deducted: [{ currency: 'EUR', amount: '30.5' }],
          unusedCredits: [],
          credits: [{ currency: 'EUR', amount: '25' }],
          partial: null
        }
      ]
    })
  })

  await test.step('a second page that fails: the part is shown as a part, and saved invoices stay', async () => {
    api.respondWith(PATH, ({ url }) =>
      new URL(url, api.baseUrl).searchParams.get('page') === '2'
        ? Response.json({ message: 'Down for maintenance.' }, { status: 500 })
        : Response.json({ data: [PAID, ZERO], links: { next: `${PATH}?page=2` }, meta: { total: 6 } })
    )
    await ui.refreshAll(page)
    await expect(ui.notices(page)).toContainText('First 2 of 6 received')
    await expect(ui.invoiceRows(page)).toHaveCount(6)
    await expect.poll(labels).toContainEqual(expect.stringMatching(/^At least 2 invoices to pay · €100\.00/))
    await ui.invoiceRows(page).filter({ hasText: 'OPEN-2' }).click()
    await expect(ui.invoicePane(page)).toContainText(/Not in the latest reply/)
  })
})
