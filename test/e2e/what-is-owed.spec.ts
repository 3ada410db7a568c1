/** A provider that pages, part-pays and credits: every place that says what is owed says the same, and never less. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { dayAfter, today } from '../../src/shared/models/day.ts'
import { runInTerminal, type Printed } from './app/terminal.ts'
import { exportFile, table, wanted } from './export-file.ts'
import { expect, test, type ApiServer } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const column = { ...words.invoices.column, ...words.export.column }

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
  const check = (...more: string[]): Promise<Printed> => runInTerminal(['--quick-check', ...more], { profileDir })
  const folder = join(profileDir, 'saved')
  pages(api)
  const app = await launch()
  mkdirSync(folder)
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

  await test.step('calendar and CSV', async () => {
    await app.chooseFile(join(folder, 'due.ics'))
    expect(await exportFile(page, wanted('ics'))).toMatchObject({ ok: true, data: { invoices: 2 } })
    const calendar = readFileSync(join(folder, 'due.ics'), 'utf8')
    expect(calendar).toContain('PART-1')
    expect(calendar).toContain('€50.00')
    expect(calendar).not.toContain('€300.00')
    expect(calendar).not.toContain('CN-4')
    await app.chooseFile(join(folder, 'all.csv'))
    await exportFile(page, wanted('csv'))
    const rows = table(readFileSync(join(folder, 'all.csv')))
    const row = (number: string) => rows.find((one) => one[column.number] === number)
    expect(row('PART-1')).toMatchObject({ [column.total]: '300', [column.remaining]: '50' })
    expect(row('PAID-6')).toMatchObject({ [column.paidAmount]: '80.5' })
    expect(row('MINUS-5')).toMatchObject({ [column.state]: words.invoices.state.credit, [column.total]: '-30.5' })
  })

  await test.step('table for accounting of any day, as the settings say', async () => {
    const path = join(folder, 'books.zip')
    await app.chooseFile(path)
    await page.evaluate(() =>
      window.portside.app.changeSettings({ csvSeparator: 'semicolon', csvDecimalSign: 'comma' })
    )
    await ui.button(page, words.invoices.more).click()
    await page.getByRole('menuitem', { name: words.invoices.tools.menu.exportForAccountant, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: words.invoices.accountant.title, exact: true })
    await dialog.getByRole('radio', { name: words.invoices.filterBox.periods.own, exact: true }).check()
    for (const day of ['from', 'to'] as const)
      await dialog.getByLabel(words.invoices.filterBox[day], { exact: true }).fill('')
    await dialog.getByRole('checkbox', { name: words.invoices.accountant.pdfs, exact: true }).uncheck()
    await expect(dialog).toContainText(count(words.invoices.accountant.found, 6))
    await ui.button(dialog, words.invoices.accountant.save).click()
    const saved = say(count(words.invoices.export.savedCsv, 6), { name: 'books.zip' })
    await expect(page.getByText(saved)).toBeVisible()
    const rows = table(unzipSync(readFileSync(path))['accounting.csv'], ';')
    expect(rows.find((row) => row['Number'] === 'PART-1')).toMatchObject({
      ...{ Date: '2026-10-05', Supplier: new URL(api.baseUrl).host, Net: '', Tax: '', Gross: '300' },
      ...{ Currency: 'EUR', Due: DUE, 'Paid on': '', Remaining: '50', 'PDF file': '', Status: 'open' }
    })
    const amounts = rows.map((row) => [row['Number'], row['Gross'], row['Remaining'], row['Status']])
    expect(amounts).toContainEqual(['MINUS-5', '-30,5', '-30,5', 'credit'])
    expect(amounts).toContainEqual(['CN-4', '-25', '', 'credit'])
    expect(amounts).toContainEqual(['PAID-6', '80,5', '0', 'paid'])
  })

  await test.step('command line', async () => {
    const { stdout } = await runInTerminal(['invoices', '--state=open'], { profileDir })
    expect(stdout).toMatch(/^PART-1 .+€300\.00 +€50\.00$/m)
    expect(stdout).toMatch(
      /^2 of 6 listed · 2 to pay · €100\.00 after €30\.50 credit, and €25\.00 credit not deducted · saved .+$/m
    )
  })

  await test.step('quick check', async () => {
    const { exitCode, stdout } = await check('--json')
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

  await test.step('a second page that fails: the part is shown as a part, saved invoices stay, and the quick check exits with 20', async () => {
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
    const { exitCode, stdout } = await check()
    expect(exitCode).toBe(20)
    expect(stdout).toContain('first 2 of 6 received')
  })

  await test.step('another account: a first page of paid invoices is never the whole', async () => {
    const paid = Array.from({ length: 10 }, (_none, at) => ({ ...PAID, id: `p${at}`, number: `PAID-${at}` }))
    await ui.startOver({ page, api })
    api.respondWith(PATH, () => Response.json({ has_more: true, data: paid }))
    await ui.signIn(page, api.baseUrl)
    await ui.goTo(page, 'overview')
    const card = page.getByRole('region', { name: words.overview.open.title })
    await expect(card).toContainText('No known invoices to pay')
    await expect(card).not.toContainText(words.overview.open.none)
    await ui.goTo(page, 'invoices')
    await expect(ui.notices(page)).toContainText('First 10 received')
    await expect.poll(labels).toContainEqual(expect.stringContaining(words.summary.noneKnown))
    const { exitCode, stdout } = await check()
    expect(exitCode).toBe(20)
    expect(stdout).toContain(words.summary.noneKnown)
  })
})
